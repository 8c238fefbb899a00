"""edits.py SEED COUNT EVERY FILE ... - random edits of Fork files: the server goes on, and after every EVERY-th edit its
diagnostics are those of a fresh compilation. Changes the files."""
import json, os, random, subprocess, sys
from client import Client, check

seed, count, every = (int(argument) for argument in sys.argv[1:4])
names = sys.argv[4:]
chance = random.Random(seed)
PIECES = ['{', '}', '(', ')', ';', ',', '"', "'", '/*', '*/', '//', '\n', '#', '#include <io.h>\n', '#define M(x) x\n', '#if 0\n',
          '#endif\n', ' int ', ' sh ', ' sync ', ' farm ', ' seq ', ' start ', ' fork (2; @ = $ % 2) ', ' barrier; ', ' struct s { int a; } ',
          ' typedef ', ' return ', ' if (1) ', ' for (;;) ', ' else ', 'x', '->', '.', '$', '@', '=', '+', '*', '0x', '1e9', '\\', 'ü', '𝔸',
          ' case 1: ', ' goto ', 'M(', ' sizeof ', ' float ', ' __attribute__((', '[', ']', '&', '...', ' enum { A } ', '\t', '\r\n']


def piece():
    """What breaks comments, strings and directives hides all other errors: it comes seldom."""
    pieces = PIECES if chance.randrange(5) == 0 else [p for p in PIECES if not any(c in p for c in '"\'#/\\')]
    return chance.choice(pieces)


def edit(text):
    """start, end and what replaces the text between"""
    start = chance.randrange(len(text) + 1)
    kind = chance.randrange(6)
    if kind == 0:
        return start, min(len(text), start + chance.randrange(1, 30)), ''
    if kind == 1:
        other = chance.randrange(len(text) + 1)
        return start, start, text[other:other + chance.randrange(1, 80)]
    if kind == 2:
        return start, min(len(text), start + 1), piece()
    return start, start, piece()


def expected(path):
    """The diagnostics of a fresh compilation as (line, severity, text), in their order."""
    found = subprocess.run(['fcc', '-S', '-o', os.devnull, '--diagnostics-format=json', path], stderr=subprocess.PIPE)
    result = []
    for message in json.loads(found.stderr.decode('utf-8', 'replace'))['messages']:
        text = message['message'] + (' [-W%s]' % message['kind'] if 'kind' in message else '')
        severity = {'error': 1, 'warning': 2, 'note': 3}[message['severity']]
        if message.get('file') == path:
            result.append((message['line'] - 1, severity, text))
        elif 'file' in message:
            result.append((0, severity, '%s:%d: %s' % (message['file'], message['line'], text)))
        else:
            result.append((0, severity, text))
    return result


client = Client()
wrong = []
path, done = None, 0
while done < count and not wrong:
    if path is None or done % chance.choice([10, 25, 50]) == 0: # the next file, as it is
        if path is not None:
            client.tell('textDocument/didClose', {'textDocument': {'uri': client.uri(path)}})
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(original)
        path = os.path.abspath(chance.choice(names))
        with open(path, encoding='utf-8', newline='') as file:
            original = file.read()
        client.open(path, original)
    text = client.texts[path][1]
    start, end, new = edit(text)
    before = client.position(path, start), client.position(path, end)
    client.change(path, start, end, new)
    done += 1
    method = chance.choice(['hover', 'definition', 'completion', 'signatureHelp', 'documentSymbol', 'references', 'documentHighlight',
                            'prepareRename', 'formatting'])
    offset = min(start, len(client.texts[path][1]))
    client.answer('textDocument/' + method, {'textDocument': {'uri': client.uri(path)}, 'position': client.position(path, offset),
                                             'context': {'includeDeclaration': True}, 'options': {}})
    if done % every == 0:
        with open(path, 'w', encoding='utf-8', newline='') as file:
            file.write(client.texts[path][1])
        found = [(d['range']['start']['line'], d['severity'], d['message']) for d in client.diagnostics(path)]
        fresh = expected(path)
        if found != fresh:
            wrong.append('%s after %d edits: %r, fresh %r' % (path, done, [f for f in found if f not in fresh] or found,
                                                              [f for f in fresh if f not in found] or fresh))
check('seed %d: %d edits: the diagnostics are those of a fresh compilation' % (seed, count), [], wrong)
check('seed %d: the server ends as it should' % seed, 0, client.end())
