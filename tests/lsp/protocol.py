"""What the language server answers, request by request."""
import os
import subprocess
from client import Client, applied, check

SOURCE = '''#include <io.h>
#include <fork.h>
#include "shape.h"
#define TWICE(x) ((x) + (x))

struct node { int value; struct node *next; };
enum color { RED, GREEN };
typedef struct node node;
sh int total;

/* adds */
static sync int sum(sh int n, struct node *p)
{
    int ü = 1, i; /* 𝔸 */ int after;
    farm total = p->value + ü;
    after = TWICE(ü);
    forall (i, 0, n, #) total += i + after;
    return n + total;
}

int main(void)
{
    node x;
    struct shape shape;
    shape.width = RED;
    x.next->value = width_of(&shape);
    start sum(2, &x);
    printf("%d\\n", mpadd(&total, 1));
    return 0;
}
'''
HEADER = 'struct shape { int width, height; };\nint width_of(struct shape *shape);\n'
OTHER = '#include "shape.h"\nint width_of(struct shape *s)\n{\n    return s->width;\n}\n'

for name, text in (('main.fork', SOURCE), ('shape.h', HEADER), ('other.fork', OTHER)):
    with open(name, 'w') as file:
        file.write(text)
c = Client('-Wextra')
c.open('main.fork')


def hover(mark, offset=0, count=0):
    found = c.ask('textDocument/hover', c.at('main.fork', mark, offset, count))
    return found and found['contents']['value'].replace('```fork\n', '').replace('\n```', '')


def definition(mark, offset=0, count=0):
    found = c.ask('textDocument/definition', c.at('main.fork', mark, offset, count))
    if not found:
        return None
    start = found['range']['start']
    return '%s:%d:%d' % (os.path.basename(found['uri']), start['line'], start['character'])


def references(mark, offset=0, with_declaration=True, count=0):
    found = c.ask('textDocument/references', {**c.at('main.fork', mark, offset, count),
                                              'context': {'includeDeclaration': with_declaration}})
    return ['%s:%d' % (os.path.basename(f['uri']), f['range']['start']['line']) for f in found]


def completion(mark, offset=0, path='main.fork'):
    return c.ask('textDocument/completion', c.at(path, mark, offset))


def labels(mark, offset=0):
    return [item['label'] for item in completion(mark, offset)]


# ---- what it can do, and diagnostics
capabilities = c.initialized['capabilities']
for name in ('hover', 'definition', 'references', 'documentHighlight', 'documentSymbol', 'completion', 'signatureHelp',
             'rename', 'documentFormatting'):
    check('it says that it has %s' % name, True, bool(capabilities.get(name + 'Provider')))
found = c.diagnostics('main.fork')
check('a warning has its place and severity', [(14, 15, 2), (16, 30, 2)],
      [(d['range']['start']['line'], d['range']['start']['character'], d['severity']) for d in found])
check('and its kind', True, found[0]['message'].endswith('[-Wrace]'))
at = SOURCE.index('farm total') + 5
c.change('main.fork', at, at + 5, 'totel')
found = c.diagnostics('main.fork')
check('an error while typing', "'totel' is not declared; did you mean 'total'?", found[0]['message'])
check('has the range of the name', [9, 14], [found[0]['range'][end]['character'] for end in ('start', 'end')])
check('errors have severity 1', 1, found[0]['severity'])
c.change('main.fork', at, at + 5, 'total')
check('typing it back gives the warning back', 2, c.diagnostics('main.fork')[0]['severity'])
c.open('twice.fork', 'int f(int a);\nfloat f(int a);\n')
check('a note is related information', [0],
      [r['location']['range']['start']['line'] for r in c.diagnostics('twice.fork')[0]['relatedInformation']])
c.open('broken.fork', '#include "wrong.h"\nint main(void) { return 0; }\n')
with open('wrong.h', 'w') as file:
    file.write('int wrong(void) { return 1 }\n')
c.tell('textDocument/didSave', {'textDocument': {'uri': c.uri('broken.fork')}})
c.change('broken.fork', 0, 0, ' ')
found = c.diagnostics('broken.fork')
check('an error of a header names it', True, 'wrong.h:1: expected' in found[0]['message'])
c.open('wrong.h', 'int wrong(void) { return 1; }\n')
c.change('broken.fork', 0, 1, '')
check('what the editor has of a header counts more than the file', [], c.diagnostics('broken.fork'))
c.tell('textDocument/didClose', {'textDocument': {'uri': c.uri('wrong.h')}})
c.tell('textDocument/didClose', {'textDocument': {'uri': c.uri('broken.fork')}})
c.ask('textDocument/hover', c.at('main.fork', 'total'))
check('closing takes the messages away, of no version: a document that is opened again begins with its own',
      (None, []), c.published[c.uri('broken.fork')])

# ---- hover
def instructions(line):
    """Of a line: those of the assembly text that fcc -S writes."""
    text = subprocess.run(['fcc', '-S', '-o', '-', 'main.fork'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    place, count = None, 0
    for row in text.split('.section')[0].split('\n'):
        words = row.split()
        if words[:1] == ['.loc']:
            place = (words[1], int(words[2]))
        elif words and not words[0].endswith(':') and words[0][0] not in '.#':
            count += place == ('"main.fork"', line)
    return count


def statement(mode, line):
    count = instructions(line) # none: the optimiser needs no code for the line
    return '\n\nThis statement is %s.' % mode + (' Line %d is %d instructions.' % (line, count) if count else '')


check('hover: a shared variable in asynchronous code', 'sh int total\nshared: one for all PPs of the group' +
      statement('asynchronous', 15), hover('total = p'))
check('hover: a private variable in synchronous code', 'int ü\nprivate: one for each PP' + statement('synchronous', 16),
      hover('TWICE(ü', 6))
check('hover: a function', 'static sync int sum(sh int n, struct node *p)\nsynchronous function' +
      statement('synchronous', 27), hover('sum(2'))
check('hover: a member', 'int value; in struct node', hover('p->value', 4).split('\n')[0])
check('hover: a parameter', 'sh int n', hover('n + total').split('\n')[0])
check('hover: a built-in function', 'int mpadd(int *, int)\nadds e to *p, returns what PPs before this one left there',
      hover('mpadd').split('\n\n')[0])
check('hover: an enumerator', 'enum { RED = 0 }', hover('= RED', 2).split('\n')[0])
check('hover: a type', 'typedef struct node node', hover('node x').split('\n')[0])
check('hover: a struct', 'struct node, 2 words', hover('struct node *p', 8).split('\n')[0])
check('hover: a macro', '#define TWICE(x) ((x) + (x))\nmacro', hover('TWICE(ü'))
check('hover: in a comment there is nothing', None, hover('adds'))
check('hover: after characters of two units', 'int after', hover('after;').split('\n')[0])

for mark in ('/* 𝔸 */ int', 'int after'): # an edit behind a character of two units, and back
    at = SOURCE.index(mark) + len(mark)
    c.change('main.fork', at, at, 'x')
    c.change('main.fork', at, at + 1, '')
check('an edit behind such a character', 2, c.diagnostics('main.fork')[0]['severity'])

# ---- places
check('definition: behind a character of two units', 'main.fork:13:%d' % c.position('main.fork', SOURCE.index('after;'))['character'],
      definition('after;'))
check('definition: a local variable', 'main.fork:13:8', definition('ü;'))
check('definition: a parameter', 'main.fork:11:43', definition('p->'))
check('definition: a member', 'main.fork:5:18', definition('p->value', 3))
check('definition: across headers', 'shape.h:1:4', definition('width_of'))
check('definition: a member of a header', 'shape.h:0:19', definition('shape.width', 6))
check('definition: of the library', 'io.h', (definition('printf') or '').split(':')[0])
check('definition: a struct', 'main.fork:5:7', definition('struct node *p', 8))
check('definition: a macro', 'main.fork:3:8', definition('TWICE(ü'))
check('definition: a macro of the library', 'fork.h', (definition('forall') or '').split(':')[0])
check('definition: an argument of a macro', 'main.fork:13:15', definition('i, 0'))
check('definition: a built-in function has none', None, definition('mpadd'))
check('references', ['main.fork:8', 'main.fork:14', 'main.fork:16', 'main.fork:17', 'main.fork:27'], references('total'))
check('references without the declaration', 4, len(references('total', with_declaration=False)))
check('references: a member', ['main.fork:5', 'main.fork:14', 'main.fork:25'], references('value'))
check('references: arguments of macros', ['main.fork:13', 'main.fork:14', 'main.fork:15'], references('ü'))
c.open('other.fork')
check('references: in all open files', ['main.fork:25', 'other.fork:1', 'shape.h:1'], sorted(references('width_of')))
check('highlights: of this file only', 1, len(c.ask('textDocument/documentHighlight', c.at('main.fork', 'width_of'))))
symbols = c.ask('textDocument/documentSymbol', c.at('main.fork', 'total'))
check('symbols', ['node', 'color', 'RED', 'GREEN', 'node', 'total', 'sum', 'main'], [s['name'] for s in symbols])
check('members are children', ['value', 'next'], [s['name'] for s in symbols[0].get('children', [])])

# ---- completion
check('completion: members behind ->', ['value', 'next'], labels('p->value', 3))
check('completion: members behind . of a header', ['width', 'height'], labels('shape.width', 6))
check('completion: members behind a chain', ['value', 'next'], labels('next->value', 6))
check('completion: with a beginning', ['total'], labels('total = p', 3))
check('completion: local names where they are visible', (True, False),
      ('after' in labels('ü;', 0), 'after' in labels('shape.width', 2)))
at = c.texts['main.fork'][1].index('    return n + total')
c.change('main.fork', at, at, '    \n')
items = {i['label']: i for i in c.ask('textDocument/completion', {'textDocument': {'uri': c.uri('main.fork')},
                                                                  'position': c.position('main.fork', at + 4)})}
check('completion: a keyword that is allowed here', (True, None),
      ('synchronous code' in items['farm']['detail'], items['farm'].get('sortText')))
check('completion: one that is not comes last', '~start', items['start'].get('sortText'))
main = c.texts['main.fork'][1].index('    start sum')
c.change('main.fork', main, main, '    \n')
others = {i['label']: i.get('sortText') for i in c.ask('textDocument/completion', {
    'textDocument': {'uri': c.uri('main.fork')}, 'position': c.position('main.fork', main + 4)})}
check('completion: in asynchronous code it is the other way round', [None, '~farm', '~fork', None],
      [others[word] for word in ('start', 'farm', 'fork', 'while')])
c.change('main.fork', main, main + 5, '')
check('completion: functions have their signature', 'straight int printf(const char *format, ...)', items['printf']['detail'])
c.change('main.fork', at, at + 5, '')
at = c.texts['main.fork'][1].index('    return n + total')
c.change('main.fork', at, at, '    p->\n')
c.diagnostics('main.fork')
found = c.ask('textDocument/completion', {'textDocument': {'uri': c.uri('main.fork')},
                                          'position': c.position('main.fork', at + 7)})
check('completion: in a statement that is not complete', ['value', 'next'], [i['label'] for i in found])
c.change('main.fork', at, at + 8, '    sqr\n')
found = c.ask('textDocument/completion', {'textDocument': {'uri': c.uri('main.fork')},
                                          'position': c.position('main.fork', at + 7)})
check('completion: the library names its header', ['needs #include <math.h>'],
      [i['detail'] for i in found if i['label'] == 'sqrt'])
c.change('main.fork', at, at + 8, '')

# ---- signatures
found = c.ask('textDocument/signatureHelp', c.at('main.fork', '2, &x', 3))
check('signature: label and argument', ('static sync int sum(sh int n, struct node *p)', 1),
      (found['signatures'][0]['label'], found['activeParameter']))
check('signature: parameters', ['sh int n', 'struct node *p'],
      [p['label'] for p in found['signatures'][0]['parameters']])
found = c.ask('textDocument/signatureHelp', c.at('main.fork', '&total, 1', 8))
check('signature: of a built-in function, inside of another call', ('int mpadd(int *, int)', 1),
      (found['signatures'][0]['label'], found['activeParameter']))
check('signature: outside of calls there is none', None, c.ask('textDocument/signatureHelp', c.at('main.fork', 'return 0')))

# ---- rename, formatting
edit = c.ask('textDocument/rename', {**c.at('main.fork', 'total'), 'newName': 'gesamt'})
new = applied(c.texts['main.fork'][1], edit['changes'][c.uri('main.fork')])
check('rename: every use, and nothing else', SOURCE.replace('total', 'gesamt'), new)
edit = c.ask('textDocument/rename', {**c.at('main.fork', 'width_of'), 'newName': 'breadth'})
check('rename: in all files', ['main.fork', 'other.fork', 'shape.h'], sorted(os.path.basename(u) for u in edit['changes']))
edit = c.ask('textDocument/rename', {**c.at('main.fork', 'ü', 0), 'newName': 'one'})
check('rename: arguments of macros', SOURCE.replace('ü', 'one'),
      applied(c.texts['main.fork'][1], edit['changes'][c.uri('main.fork')]))
for what, mark, name, why in (('a taken name', 'total', 'sum', 'used already'), ('no name', 'total', '1x', 'no identifier'),
                              ('a keyword', 'total', 'farm', 'no identifier'),
                              ('a name of the library', 'printf', 'output', 'belongs to the library'),
                              ('a built-in function', 'mpadd', 'add', 'by itself'),
                              ('where there is no name', '/* adds', 'add', 'no name')):
    answer = c.answer('textDocument/rename', {**c.at('main.fork', mark), 'newName': name})
    check('rename: %s is refused' % what, True, why in answer.get('error', {}).get('message', ''))
check('rename: the editor learns it before', None, c.ask('textDocument/prepareRename', c.at('main.fork', 'printf')))
c.open('style.fork', 'int  f(int x){return x;}\nint g;')
edits = c.ask('textDocument/formatting', {'textDocument': {'uri': c.uri('style.fork')}, 'options': {}})
check('formatting', 'int f(int x) { return x; }\nint g;\n', applied(c.texts['style.fork'][1], edits))
c.open('wild.fork', 'int f( {')
answer = c.answer('textDocument/formatting', {'textDocument': {'uri': c.uri('wild.fork')}, 'options': {}})
check('formatting: what has no structure is refused', True, 'brackets do not match' in answer['error']['message'])

# ---- how long: a change costs no more processor time than a compilation from the beginning (twice, for hosts are restless)
def processor_seconds(process):
    """What a process has taken; this one's children that have ended, if it is None."""
    if process is None:
        times = os.times()
        return times.children_user + times.children_system
    with open('/proc/%d/stat' % process.pid) as file:
        words = file.read().rsplit(')', 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')


long_text = '#include <io.h>\n' + ''.join(
    'static int f%d(int a)\n{\n    int i, sum = 0;\n    for (i = 0; i < a; i++)\n        if (i %% 3 == 0)\n'
    '            sum += i * %d;\n    return sum;\n}\n\n' % (k, k) for k in range(111)) + \
    'int main(void)\n{\n    printf("%d", f1(2));\n    return 0;\n}\n'
with open('long.fork', 'w') as file:
    file.write(long_text)
c.open('long.fork')
c.diagnostics('long.fork')
at, turns = long_text.index('return 0'), 30
changes, fresh = -processor_seconds(c.process), -processor_seconds(None)
for turn in range(turns): # in turns: the load of the host meets both
    c.change('long.fork', at, at + turn % 2, 'x' if turn % 2 == 0 else '')
    c.diagnostics('long.fork')
    subprocess.run(['fcc', '-S', '-o', os.devnull, 'long.fork'], check=True)
changes, fresh = changes + processor_seconds(c.process), fresh + processor_seconds(None)
check('a file of a thousand lines', 1000 <= long_text.count('\n') <= 1010, True)
check('its messages take no longer than those of fcc', '',
      '' if changes < 2 * fresh else '%.1f ms a change, %.1f ms a run of fcc' % (1000 * changes / turns, 1000 * fresh / turns))
c.tell('textDocument/didClose', {'textDocument': {'uri': c.uri('long.fork')}})

# ---- the protocol itself
check('an unknown method is refused', -32601, c.answer('textDocument/dance', {})['error']['code'])
check('a document that is not open, too', -32602,
      c.answer('textDocument/hover', {'textDocument': {'uri': 'file:///none'}, 'position': {'line': 0, 'character': 0}})['error']['code'])
c.process.stdin.write(b'Content-Length: 5\r\n\r\nwrong')
c.process.stdin.flush()
refusal = c.receive()
while 'method' in refusal:  # messages of a file may come late
    refusal = c.receive()
check('what is no JSON is answered', -32700, refusal['error']['code'])
c.tell('$/setTrace', {'value': 'off'})
for position in ((0, 0), (10 ** 6, 0), (0, 10 ** 6), (-1, -1)):
    answer = c.answer('textDocument/hover', {'textDocument': {'uri': c.uri('main.fork')},
                                             'position': dict(zip(('line', 'character'), position))})
    check('a position outside of the text: %s' % (position,), True, 'result' in answer)
c.open('main.fork', 'int x;\0int y')
check('a character 0 is a blank', "expected ';' after the declaration before end of file",
      c.diagnostics('main.fork')[0]['message'])
c.tell('textDocument/didClose', {'textDocument': {'uri': c.uri('twice.fork')}})
c.ask('shutdown', None)
check('after shutdown requests are refused', -32600, c.answer('textDocument/hover', {})['error']['code'])
c.tell('exit', None)
check('the end', 0, c.process.wait())
c = Client()
c.tell('exit', None)
check('an end without shutdown is an error', 1, c.process.wait())
