"""Programs, runs and results: what the package pramsim exports."""

import ctypes
import json
import struct
from html import escape
from ctypes import byref, c_char_p, c_size_t, c_uint32, c_uint64

from ._library import OBSERVER, PROGRESS, SHOW, Message, Variable, lib, strings, text


class Error(Exception):
    """An error of libpramsim."""


class CompileError(Error):
    """A source that cannot be compiled. str() has the messages of fcc, `messages` has them one by one."""

    def __init__(self, printed, messages):
        super().__init__(printed)
        self.messages = messages


class RunError(Error):
    """A run that cannot begin: a wrong setting, or a machine that does not fit."""


class Note:
    """One message of the compiler: kind, file, line, column, text, source_line."""

    def __init__(self, message):
        self.kind = message.kind.decode()
        self.file = message.file.decode(errors="replace") if message.file is not None else None
        self.line = message.line
        self.column = message.column
        self.text = message.text.decode(errors="replace")
        self.source_line = message.source_line.decode(errors="replace") if message.source_line is not None else None

    def __repr__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.file is not None else ""
        return f"{place}{self.kind}: {self.text}"


def _messages(handle):
    messages, message = [], Message()
    while lib.pramsim_message_at(handle, len(messages), byref(message)):
        messages.append(Note(message))
    return messages


class Program:
    """A linked program. Different threads may run one program at once."""

    def __init__(self, handle):
        self._handle = handle
        self.messages = _messages(handle)
        if not lib.pramsim_is_good(handle):
            printed = lib.pramsim_messages(handle).decode(errors="replace")
            raise CompileError(printed.rstrip("\n"), self.messages)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.pramsim_free(self._handle)
            self._handle = None

    @property
    def warnings(self):
        """The compiler's messages, printed; "" if there are none."""
        return lib.pramsim_messages(self._handle).decode(errors="replace")

    @property
    def image(self):
        """The bytes of the program's file, which pramsim and pramsim.load take."""
        return text(lib.pramsim_image, self._handle)

    def prepare(self, p=None, *arguments, input=None, **settings):
        """A Run with these settings that has not begun, for a thread that wants to stop it."""
        return Run(self, p, arguments, input, settings)

    def run(self, p=None, *arguments, input=None, **settings):
        """Runs the program on p PPs, and returns its Result. Settings are options of the command pramsim, with _ for -:
        max_cycles=10**6, max_seconds=0.5, memory="4M", engine="reference", threads=1, check=True, model="crew".
        """
        return self.prepare(p, *arguments, input=input, **settings).go()


class Run:
    """A run of a program: go() carries it out, stop() ends it from another thread."""

    def __init__(self, program, p, arguments, input, settings):
        self._program = program
        self._handle = lib.pramsim_run_new(program._handle)
        self._show = self._observer = self._progress = None
        self._raised = None
        if p is not None:
            settings = {"pps": p, **settings}
        for name, value in settings.items():
            self._set(name.replace("_", "-"), value)
        if arguments:
            lib.pramsim_set_arguments(self._handle, strings(arguments))
        if input is not None:
            given = input.encode() if isinstance(input, str) else bytes(input)
            lib.pramsim_set_input(self._handle, given, len(given))

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.pramsim_run_free(self._handle)
            self._handle = None

    def _error(self):
        return RunError(lib.pramsim_error(self._handle).decode(errors="replace"))

    def _set(self, name, value):
        if value is None or value is False:
            return
        given = None if value is True else str(value).encode()
        if lib.pramsim_set(self._handle, name.encode(), given) != 0:
            raise self._error()

    def show(self, function):
        """Calls function(text, is_error) with output of the program as it comes."""

        def take(_context, is_error, bytes_, size):
            try:
                function(ctypes.string_at(bytes_, size).decode(errors="replace"), bool(is_error))
            except BaseException as error:  # noqa: BLE001 - raised again by go()
                self._raised = error
                self.stop()

        self._show = SHOW(take)
        lib.pramsim_set_show(self._handle, self._show, None)
        return self

    def observe(self, function):
        """Calls function(cycle) before each cycle; a result that is true stops the run."""

        def look(_context, cycle):
            try:
                return 1 if function(Cycle(self, cycle)) else 0
            except BaseException as error:  # noqa: BLE001 - raised again by go()
                self._raised = error
                return 1

        self._observer = OBSERVER(look)
        lib.pramsim_set_observer(self._handle, self._observer, None)
        return self

    def progress(self, function):
        """Calls function(cycle, instructions, running) a few times a second; a result that is true stops the run."""

        def look(_context, cycle, instructions, running):
            try:
                return 1 if function(cycle, instructions, running) else 0
            except BaseException as error:  # noqa: BLE001 - raised again by go()
                self._raised = error
                return 1

        self._progress = PROGRESS(look)
        lib.pramsim_set_progress(self._handle, self._progress, None)
        return self

    def go(self):
        """Runs to the end and returns the Result. Other threads of Python go on meanwhile."""
        status = lib.pramsim_run_go(self._handle)
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        if status != 0:
            raise self._error()
        return Result(self)

    def stop(self):
        """Makes the run end soon, with the fault `interrupted`; for another thread."""
        lib.pramsim_stop(self._handle)

    def line(self, pc):
        """(file, line, function) of an instruction; None: not known."""
        file, function, line = c_char_p(), c_char_p(), c_uint32()
        if not lib.pramsim_line(self._handle, pc, byref(file), byref(line), byref(function)):
            return None
        return (file.value.decode(errors="replace"), line.value, function.value.decode() if function.value else None)


class Cycle:
    """A cycle that is about to be executed; valid in the observer only."""

    def __init__(self, run, handle):
        self._run = run
        self._handle = handle
        self.number = lib.pramsim_cycle_number(handle)

    @property
    def steps(self):
        """[(pp, pc)]: the PPs that execute an instruction, and which."""
        pp, pc, steps = c_uint32(), c_uint32(), []
        for number in range(lib.pramsim_cycle_steps(self._handle)):
            lib.pramsim_cycle_step(self._handle, number, byref(pp), byref(pc))
            steps.append((pp.value, pc.value))
        return steps

    def register(self, pp, number):
        """A register of a PP before the cycle."""
        return lib.pramsim_cycle_register(self._handle, pp, number)


_FORMATS = {"int": "i", "unsigned": "I", "float": "f"}


def _type(variable):
    """The key of _FORMATS for what the program declares."""
    declared = variable.type.decode() if variable.type is not None else "int"
    return {"float": "float", "unsigned": "unsigned", "pointer": "unsigned"}.get(declared, "int")


class Result:
    """What came of a run: end, status, output, error_output, report, findings, stats; counters as attributes (cycles,
    work, instructions and all others of docs/statistics.md); arrays by array()."""

    def __init__(self, run):
        self._run = run
        handle = run._handle
        self.end = lib.pramsim_end(handle).decode()
        self.status = lib.pramsim_status(handle)
        self.output = text(lib.pramsim_output, handle).decode(errors="replace")
        self.error_output = text(lib.pramsim_error_output, handle).decode(errors="replace")
        self.report = lib.pramsim_report(handle).decode(errors="replace")

    def __getattr__(self, name):
        value = c_uint64()
        if name.startswith("_") or not lib.pramsim_counter(self._run._handle, name.encode(), byref(value)):
            raise AttributeError(f"this run has no counter '{name}'")
        return value.value

    @property
    def findings(self):
        """What check and model have found, and the fault: a list as --findings-json has it."""
        return json.loads(lib.pramsim_findings(self._run._handle))["findings"]

    @property
    def stats(self):
        """All counters: a dictionary as --stats-json has it."""
        return json.loads(lib.pramsim_stats(self._run._handle))

    @property
    def timeline(self):
        """The timeline of a run with the setting trace, as bytes for pramview or Perfetto; None: there is none."""
        size = ctypes.c_size_t()
        at = lib.pramsim_timeline(self._run._handle, byref(size))
        return ctypes.string_at(at, size.value) if at else None

    @property
    def profile(self):
        """The costs of lines of a run with the setting profile, in callgrind's format; None: there are none."""
        text = lib.pramsim_profile(self._run._handle)
        return text.decode() if text is not None else None

    def _variable(self, name, pp):
        variable = Variable()
        if not lib.pramsim_variable(self._run._handle, name.encode(), pp, byref(variable)):
            raise KeyError(f"the program has no variable '{name}', or there is no PP {pp}")
        return variable

    def variables(self):
        """The names of the program's variables, in the order of addresses."""
        names, variable = [], Variable()
        while lib.pramsim_variable_at(self._run._handle, len(names), 0, byref(variable)):
            names.append(variable.name.decode())
        return names

    def words(self, address, count):
        """Words of memory from a global address on, as bytes."""
        words = (c_uint32 * count)()
        found = lib.pramsim_read(self._run._handle, address, words, count)
        return bytes(words)[: 4 * found]

    def array(self, name, type=None, pp=0):
        """A variable as a list, nested as the array is; a number if it is no array. type: "int", "unsigned", "float"; None:
        as the program declares it. A private one is that of a PP."""
        variable = self._variable(name, pp)
        words = self.words(variable.address, variable.words)
        values = list(struct.unpack(f"={variable.words}{_FORMATS[type or _type(variable)]}", words))
        return _nest(values, _shape(variable))

    def numpy(self, name, type=None, pp=0):
        """The same as an array of numpy."""
        import numpy  # pylint: disable=import-outside-toplevel

        variable = self._variable(name, pp)
        words = self.words(variable.address, variable.words)
        kind = {"int": numpy.int32, "unsigned": numpy.uint32, "float": numpy.float32}[type or _type(variable)]
        return numpy.frombuffer(words, dtype=kind).reshape(_shape(variable))

    def _repr_html_(self):
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in
                       (("end", f"{self.end}, status {self.status}"), ("cycles", self.cycles),
                        ("work", self.work), ("instructions", self.instructions), ("findings", len(self.findings))))
        return f"<table>{rows}</table>" + (f"<pre>{escape(self.report)}</pre>" if self.report else "")

    def __repr__(self):
        return f"<Result: {self.end}, status {self.status}, {self.cycles} cycles, work {self.work}>"


def _shape(variable):
    """The extents of an array, of which elements of several words are the innermost."""
    shape = list(variable.extents[: variable.dimensions])
    if variable.element_words > 1 and shape:
        shape.append(variable.element_words)
    size = 1
    for extent in shape:
        size *= extent
    return shape if size == variable.words else [variable.words] if variable.words > 1 else []


def _nest(values, shape):
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [_nest(values[k * step:(k + 1) * step], shape[1:]) for k in range(shape[0])]


def compile(source, name="program.fork", options=()):  # pylint: disable=redefined-builtin
    """Compiles the text of a source. `name` stands in messages, and files are included from beside it; options are those
    of fcc: ("-O0", "-DN=4"). Raises CompileError."""
    return Program(lib.pramsim_compile(str(name).encode(), source.encode(), strings(options)))


def compile_file(path, options=()):
    """The same of a file."""
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), path, options)


def load(path):
    """A program that fcc has written."""
    return Program(lib.pramsim_load_file(str(path).encode()))


def load_bytes(image, name="program"):
    """The same from its bytes."""
    return Program(lib.pramsim_load(str(name).encode(), image, len(image)))
