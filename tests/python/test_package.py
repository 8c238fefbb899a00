"""The package pramsim: programs, settings, results, arrays, findings, threads, memory, curves, the magic of notebooks."""

import re
import subprocess
import threading
import time
from xml.etree import ElementTree

import pytest

import pramsim

SUMS = """#include <io.h>
sh int total;
sh int table[3][4];
sh float halves[3] = {0.5, 1.5, -2.5};
pr int mine;
int main(void)
{
    start {
        mine = 10 * $;
        if ($ < 12) table[$ / 4][$ % 4] = -$;
        mpadd(&total, $ + 1);
        seq printf("%d\\n", total);
    }
    return 0;
}
"""

RACE = """sh int a[8];
int main(void)
{
    start { farm a[$] = a[($ + 1) % #] + 1; }
    return 0;
}
"""

ENDLESS = """sh volatile unsigned x;
int main(void)
{
    for (;;)
        x = 3 * x + __PROC_NR__;
}
"""


@pytest.fixture(name="sums", scope="module")
def compiled_sums():
    return pramsim.compile(SUMS, "sums.fork")


def resident():
    """Bytes of memory that this process uses."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_results(sums):
    result = sums.run(p=16)
    assert result.output == "136\n"
    assert (result.end, result.status, result.report, result.findings) == ("exit", 0, "", [])
    assert 0 < result.cycles < result.work
    assert result.stats["cycles"] == result.cycles
    assert f"{result.cycles} cycles, work {result.work}" in repr(result)
    with pytest.raises(AttributeError, match="no_such_counter"):
        result.no_such_counter  # pylint: disable=pointless-statement


def test_a_run_is_that_of_the_command(sums, tmp_path):
    program = tmp_path / "sums.o"
    program.write_bytes(sums.image)
    said = subprocess.run(["pramsim", "-q", "-p16", "--hash", str(program)], capture_output=True, text=True, check=True)
    result = sums.run(p=16)
    assert said.stdout == result.output
    assert said.stderr.split()[1] == result.stats["hash"]
    assert pramsim.load(program).run(p=16).cycles == result.cycles
    assert pramsim.load_bytes(sums.image).run(p=16).cycles == result.cycles


def test_arrays_are_lists(sums):
    result = sums.run(p=16)
    assert result.array("table") == [[0, -1, -2, -3], [-4, -5, -6, -7], [-8, -9, -10, -11]]
    assert result.array("table", "unsigned")[0][1] == 2**32 - 1
    assert result.array("halves") == [0.5, 1.5, -2.5]
    assert result.array("halves", "unsigned")[0] == 0x3F000000
    assert result.array("total") == 136
    assert [result.array("mine", pp=pp) for pp in range(16)] == [10 * pp for pp in range(16)]
    assert {"total", "table", "halves", "mine"} <= set(result.variables())
    for wrong in (lambda: result.array("nothing"), lambda: result.array("mine", pp=16)):
        with pytest.raises(KeyError):
            wrong()


def test_arrays_of_numpy(sums):
    numpy = pytest.importorskip("numpy")
    result = sums.run(p=16)
    assert result.numpy("table").shape == (3, 4)
    assert result.numpy("table").sum() == -66
    assert result.numpy("halves").dtype == numpy.float32


def test_wrong_sources_raise_the_messages_of_fcc():
    with pytest.raises(pramsim.CompileError) as caught:
        pramsim.compile("int main(void)\n{\n    return x;\n}\n", "wrong.fork")
    assert "wrong.fork:3:12: error: 'x' is not declared" in str(caught.value)
    assert "    3 |     return x;" in str(caught.value)
    message = caught.value.messages[0]
    assert (message.kind, message.file, message.line, message.column) == ("error", "wrong.fork", 3, 12)
    with pytest.raises(pramsim.CompileError, match="undefined symbol 'f'"):
        pramsim.compile("int f(void); int main(void) { return f(); }")
    with pytest.raises(pramsim.CompileError, match="--nothing"):
        pramsim.compile(SUMS, options=["--nothing"])
    with pytest.raises(pramsim.CompileError):
        pramsim.load_bytes(b"no program")


def test_options_of_the_compiler(tmp_path):
    (tmp_path / "four.h").write_text("#define FOUR 4\n")
    (tmp_path / "use.fork").write_text('#include "four.h"\n#include <io.h>\n'
                                       'int main(void) { start seq printf("%d\\n", FOUR + N); return 0; }\n')
    assert pramsim.compile_file(tmp_path / "use.fork", ["-DN=3", "-O0"]).run(p=1).output == "7\n"


def test_settings(sums):
    assert sums.run(p=5, engine="reference").output == sums.run(p="5", engine="bsp", threads=2).output == "15\n"
    for wrong, said in (({"p": 0}, "pps"), ({"nothing": 1}, "nothing"), ({"engine": "steam"}, "steam"), ({"memory": 100}, "memory")):
        with pytest.raises(pramsim.RunError, match=said):
            sums.run(**wrong)


def test_input_arguments_and_output():
    program = pramsim.compile("""#include <stdio.h>
int main(int count, char **arguments)
{
    start seq {
        int c;
        while ((c = getchar()) != EOF) putchar(c);
        for (c = 1; c < count; c++) fprintf(stderr, "<%s>", arguments[c]);
    }
    return 7;
}
""")
    result = program.run(2, "--pps=9", "b c", input="in\n")
    assert (result.output, result.error_output, result.status) == ("in\n", "<--pps=9><b c>", 7)
    seen = []
    program.prepare(2, input=b"x").show(lambda text, is_error: seen.append((text, is_error))).go()
    assert seen == [("x", False)]


def test_timeline_and_progress():
    program = pramsim.compile(SUMS)
    assert program.run(2).timeline is None
    assert b"program.fork" in program.run(2, trace="run").timeline
    assert program.run(2).profile is None
    assert "events: Cycles" in program.run(2, profile=True).profile
    calls = []
    endless = pramsim.compile(ENDLESS).prepare(2)
    result = endless.progress(lambda *given: calls.append(given) or len(calls) == 2).go()
    assert result.end == "interrupted" and len(calls) == 2 and calls[1][0] >= calls[0][0]


def test_findings():
    result = pramsim.compile(RACE, "race.fork").run(p=8, check=True, model="erew")
    assert {finding["from"] for finding in result.findings} >= {"check"}
    assert all(place["file"] == "race.fork" and place["line"] == 4 for finding in result.findings for place in finding["places"])
    assert "race.fork:4" in result.report
    assert result.status != 0


def test_limits_and_stopping():
    program = pramsim.compile(ENDLESS)
    assert program.run(p=4, max_cycles=1000).end == "runaway"
    assert program.run(p=4, max_seconds=0.05).end == "max_seconds"
    run = program.prepare(4)
    timer = threading.Timer(0.05, run.stop)
    timer.start()
    assert run.go().end == "interrupted"
    timer.join()


def test_observers(sums):
    cycles = []
    run = sums.prepare(4)
    result = run.observe(lambda cycle: cycles.append((cycle.number, len(cycle.steps)))).go()
    assert len(cycles) == result.cycles
    assert sum(steps for _, steps in cycles) == result.instructions
    assert run.line(result.findings[0]["places"][0]["pc"] if result.findings else 60) is not None
    stopped = sums.prepare(4).observe(lambda cycle: cycle.number == 9).go()
    assert (stopped.end, stopped.cycles) == ("interrupted", 9)

    def fail(_cycle):
        raise ZeroDivisionError("in the observer")

    with pytest.raises(ZeroDivisionError, match="in the observer"):
        sums.prepare(4).observe(fail).go()


def test_a_thousand_runs_leave_nothing(sums):
    wrong = "int main(void) { return x; }"
    for _ in range(50):
        sums.run(p=64)
        pramsim.compile(SUMS)
    before = resident()
    for number in range(1000):
        sums.run(p=64, check=number % 10 == 0).array("table")
        if number % 10 == 0:
            pramsim.compile(SUMS)
            with pytest.raises(pramsim.CompileError):
                pramsim.compile(wrong)
    assert resident() - before < 4 << 20  # a run that left one page of each would leave as much


def test_threads_run_different_programs_at_once():
    failed = []

    def work(number):
        source = f'#include <io.h>\nsh int t;\nint main(void) {{ start {{ mpadd(&t, {number}); seq printf("%d\\n", t); }} return 0; }}'
        for _ in range(20):
            output = pramsim.compile(source).run(p=10 + number).output
            if output != f"{number * (10 + number)}\n":
                failed.append((number, output))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_others_go_on_while_a_run_lasts():
    run = pramsim.compile(ENDLESS).prepare(4)
    counted = []
    thread = threading.Thread(target=lambda: counted.append(run.go().end))
    thread.start()
    while len(counted) == 0 and thread.is_alive():  # this thread runs, or stop() would never come
        time.sleep(0.01)
        run.stop()
    thread.join()
    assert counted == ["interrupted"]


def test_scale(sums):
    curve = pramsim.scale(sums, [1, 2, 4, 8])
    assert curve.p == [1, 2, 4, 8]
    assert curve.values("cycles") == [sums.run(p=p).cycles for p in curve.p]
    assert curve.table().split()[:3] == ["p", "cycles", "work"]
    assert curve._repr_svg_().count("<circle") == 4  # pylint: disable=protected-access
    with pytest.raises(RuntimeError, match="max-cycles"):
        pramsim.scale(ENDLESS, [1, 2], max_cycles=1000)


def counted(timeline):
    """The instructions of all cells."""
    return sum(sum(cell.values()) for row in timeline.cells for cell in row)


def test_a_timeline_has_every_instruction(sums):
    picture = pramsim.timeline(sums, 4)
    plain = sums.run(p=4)
    assert (picture.result.output, picture.result.cycles) == (plain.output, plain.cycles)
    assert counted(picture) == plain.instructions
    assert (len(picture.cells), picture.band) == (4, 1)
    assert picture.columns * picture.width >= plain.cycles > (picture.columns - 1) * picture.width
    assert {"main", "printf"} <= set(picture.functions)
    assert 0 < max(picture.active()) <= 4
    assert round(sum(picture.active()[:-1]) * picture.width) <= plain.instructions


def test_a_timeline_of_a_long_run_has_wide_columns():
    picture = pramsim.timeline("sh int t; int main(void) { int i; start for (i = 0; i < 400; i++) mpadd(&t, 1); return 0; }", 3)
    assert picture.width > 1
    assert picture.columns <= 480
    assert counted(picture) == picture.result.instructions
    shown = {column for row in picture.cells for column, cell in enumerate(row) if cell}
    assert shown == set(range(picture.columns))


def test_a_timeline_of_many_pps_has_rows_of_several():
    picture = pramsim.timeline("sh int t; int main(void) { start mpadd(&t, 1); return 0; }", 200)
    assert (len(picture.cells), picture.band) == (50, 4)
    assert counted(picture) == picture.result.instructions
    assert max(picture.active()) == 200


def test_a_timeline_is_a_picture(sums):
    picture = pramsim.timeline(sums, 4)
    root = ElementTree.fromstring(picture.svg())
    name = "{http://www.w3.org/2000/svg}"
    paths = root.findall(f"{name}g/{name}path")
    assert len(paths) > 1 and len({path.get("stroke") for path in paths}) == len(paths)
    # every column of every row is drawn once
    drawn = sum(int(length) for path in paths for length in re.findall(r"h(\d+)", path.get("d")))
    assert drawn == sum(1 for row in picture.cells for cell in row if cell)
    legend = [text.text for text in root.findall(f"{name}text")]
    assert legend[:8] == picture.functions[:8]
    html = picture._repr_html_()  # pylint: disable=protected-access
    assert f"<td>{picture.result.cycles}</td>" in html and f"<td>{picture.result.work}</td>" in html
    assert "4 rows of 1 PPs" in repr(picture)


def test_a_timeline_of_a_run_with_a_fault():
    picture = pramsim.timeline(ENDLESS, 2, max_cycles=1000)
    assert (picture.result.end, picture.result.cycles) == ("runaway", 1000)
    assert "--max-cycles" in picture._repr_html_()  # pylint: disable=protected-access
    with pytest.raises(pramsim.RunError, match="nothing"):
        pramsim.timeline(ENDLESS, 2, nothing=1)


class Notebook:
    """As much of IPython as the extension uses."""

    def __init__(self):
        self.user_ns = {}
        self.magics = {}

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[(magic_kind, magic_name)] = function


def test_the_magic(capsys):
    notebook = Notebook()
    pramsim.load_ipython_extension(notebook)
    fork = notebook.magics[("cell", "fork")]
    assert fork("-p 16 --out result", SUMS) is None
    assert capsys.readouterr().out == "136\n"
    assert notebook.user_ns["result"].array("total") == 136
    fork("", "int main(void) { return x; }")
    assert "cell.fork:1:25: error: 'x' is not declared" in capsys.readouterr().out
    fork("-p 8 --check", RACE)
    assert "depends on timing" in capsys.readouterr().out
    assert fork("--scale 1,2,4", SUMS).p == [1, 2, 4]
    picture = fork("-p 4 --timeline --out result", SUMS)
    assert capsys.readouterr().out == "10\n"
    assert picture.result is notebook.user_ns["result"] and picture.svg().startswith("<svg")
    for wrong in ("--timeline", "--timeline -p 4 --scale 1,2"):
        with pytest.raises(ValueError, match="--timeline needs -p"):
            fork(wrong, SUMS)
    with pytest.raises(ValueError, match="nothing"):
        fork("--nothing", SUMS)


def test_the_magic_in_ipython():
    pytest.importorskip("IPython")
    from IPython.testing.globalipapp import start_ipython  # pylint: disable=import-outside-toplevel
    shell = start_ipython()
    shell.run_line_magic("load_ext", "pramsim")
    shell.run_cell_magic("fork", "-p 16 --out result", SUMS)
    assert shell.user_ns["result"].output == "136\n"
    picture = shell.run_cell_magic("fork", "-p 4 --timeline", SUMS)
    shell.display_formatter.active_types = shell.display_formatter.format_types  # a terminal shows text only
    shown, _ = shell.display_formatter.format(picture)
    assert shown["text/html"].startswith("<svg") and "<Timeline" in shown["text/plain"]
