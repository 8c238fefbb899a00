"""server.py RUNS LINES ... - for bench/interactive.sh: prints LINES,milliseconds,milliseconds of the language server: the median from
a change to its messages, and of a hover right after the change, for files of about that many lines."""
import os, statistics, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tests', 'lsp'))
from client import Client

PART = '''struct item_%d { int value; struct item_%d *next; };

sh int total_%d;

/* adds what the group has in its items */
static sync int add_%d(sh int n, struct item_%d *items)
{
    sh int sum;
    int i;
    sum = 0;
    farm {
        for (i = $; i < n; i += #) {
            if (items[i].value > 0)
                mpadd(&sum, items[i].value);
            else
                mpadd(&total_%d, 1);
        }
    }
    return sum + total_%d;
}

'''
client = Client()
for lines in map(int, sys.argv[2:]):
    parts = lines // (PART.count('\n') + 1)
    text = '#include <io.h>\n' + ''.join(PART % ((number,) * 7) for number in range(parts)) + \
        'int main(void)\n{\n    struct item_0 items[4];\n    start printf("%d", add_0(4, items));\n    return 0;\n}\n'
    path = 'lines_%d.fork' % lines
    client.open(path, text)
    client.diagnostics(path)
    times = [], []
    for run in range(int(sys.argv[1])):
        at = client.texts[path][1].index('return 0')
        begin = time.perf_counter()
        client.change(path, at, at, 'x')
        client.diagnostics(path)
        times[0].append(time.perf_counter() - begin)
        begin = time.perf_counter()
        client.change(path, at, at + 1, '')
        client.ask('textDocument/hover', client.at(path, 'add_0(4'))
        times[1].append(time.perf_counter() - begin)
        client.diagnostics(path)
    print('%d,%s' % (text.count('\n'), ','.join('%.1f' % (1000 * statistics.median(t)) for t in times)), flush=True)
client.end()
