"""client.py - a client of the language server for tests: starts `fcc --lsp`, sends messages, waits for answers."""
import json, os, subprocess


def check(name, expected, actual):
    """A line that checks.sh turns into a check."""
    detail = '' if expected == actual else 'expected %r, got %r' % (expected, actual)
    print('%d\t%s\t%s' % (expected != actual, name, detail.replace('\n', '\\n')), flush=True)



class Client:
    def __init__(self, *options):
        self.process = subprocess.Popen(['fcc', '--lsp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.texts = {}
        self.published = {}  # uri: (version, diagnostics)
        self.initialized = self.ask('initialize', {'processId': None, 'rootUri': None, 'capabilities': {}})
        self.tell('initialized', {})

    def send(self, message):
        data = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError('the server has ended with status %s' % self.process.wait())
            if line == b'\r\n':
                break
            name, value = line.split(b':')
            if name.lower() == b'content-length':
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if message.get('method') == 'textDocument/publishDiagnostics':
            parameters = message['params']
            self.published[parameters['uri']] = (parameters.get('version'), parameters['diagnostics'])
        return message

    def tell(self, method, parameters):
        self.send({'method': method, 'params': parameters})

    def answer(self, method, parameters):
        """The whole answer: {'result': ...} or {'error': ...}."""
        self.number += 1
        self.send({'id': self.number, 'method': method, 'params': parameters})
        while True:
            message = self.receive()
            if message.get('id') == self.number:
                return message

    def ask(self, method, parameters):
        message = self.answer(method, parameters)
        if 'error' in message:
            raise ValueError('%s: %s' % (method, message['error']['message']))
        return message['result']

    # ---- documents
    def uri(self, path):
        return 'file://' + os.path.abspath(path)

    def open(self, path, text=None):
        text = open(path).read() if text is None else text
        self.texts[path] = [1, text]
        self.tell('textDocument/didOpen', {'textDocument': {
            'uri': self.uri(path), 'languageId': 'fork', 'version': 1, 'text': text}})

    def position(self, path, offset):
        text = self.texts[path][1]
        start = text.rfind('\n', 0, offset) + 1
        return {'line': text.count('\n', 0, offset),
                'character': len(text[start:offset].encode('utf-16-le')) // 2}

    def change(self, path, start, end, text):
        """Replaces text[start:end]."""
        version, old = self.texts[path]
        edit = {'range': {'start': self.position(path, start), 'end': self.position(path, end)}, 'text': text}
        self.texts[path] = [version + 1, old[:start] + text + old[end:]]
        self.tell('textDocument/didChange', {'textDocument': {'uri': self.uri(path), 'version': version + 1},
                                             'contentChanges': [edit]})

    def diagnostics(self, path):
        """Waits for those of the newest text."""
        version = self.texts[path][0]
        while self.published.get(self.uri(path), (None,))[0] != version:
            self.receive()
        return self.published[self.uri(path)][1]

    def at(self, path, mark, offset=0, count=0):
        """Parameters of a request about the place where the text `mark` stands for the count-th time."""
        found = -1
        for _ in range(count + 1):
            found = self.texts[path][1].index(mark, found + 1)
        return {'textDocument': {'uri': self.uri(path)}, 'position': self.position(path, found + offset)}

    def end(self):
        self.ask('shutdown', None)
        self.tell('exit', None)
        self.process.stdin.close()
        return self.process.wait()


def applied(text, edits):
    """The text after edits of the protocol."""
    def offset(position):
        lines = text.split('\n')
        before = sum(len(line) + 1 for line in lines[:position['line']])
        line = lines[position['line']] if position['line'] < len(lines) else ''
        return before + len(line.encode('utf-16-le')[:2 * position['character']].decode('utf-16-le', 'ignore'))
    for edit in sorted(edits, key=lambda e: offset(e['range']['start']), reverse=True):
        text = text[:offset(edit['range']['start'])] + edit['newText'] + text[offset(edit['range']['end']):]
    return text
