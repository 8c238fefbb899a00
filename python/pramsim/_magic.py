"""%%fork for IPython and Jupyter: compiles a cell, runs it, and prints what it prints."""

import argparse
import shlex

from ._curve import scale
from ._program import CompileError, compile  # pylint: disable=redefined-builtin
from ._timeline import timeline


class _Parser(argparse.ArgumentParser):
    """A parser that raises instead of ending the process."""

    def error(self, message):
        raise ValueError(f"%%fork: {message}")


def _parser():
    parser = _Parser(prog="%%fork", add_help=False)
    parser.add_argument("-p", default=None, help="number of PPs")
    parser.add_argument("--scale", default=None, help="numbers of PPs, with commas: a curve")
    parser.add_argument("--timeline", action="store_true", help="what each PP executes in which cycles")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--model", default=None)
    parser.add_argument("--engine", default=None)
    parser.add_argument("--max-seconds", default="60")
    parser.add_argument("--out", default=None, help="the name that gets the Result or the Curve")
    return parser


def fork(line, cell, namespace):
    """The magic: returns a Curve for --scale, a Timeline for --timeline, else None."""
    options = _parser().parse_args(shlex.split(line))
    if options.timeline and (options.scale is not None or options.p is None):
        raise ValueError("%%fork: --timeline needs -p, and cannot be drawn with --scale")
    settings = {"check": options.check, "model": options.model, "engine": options.engine,
                "max_seconds": options.max_seconds}
    try:
        program = compile(cell, "cell.fork")
    except CompileError as error:
        print(error)
        return None
    if program.warnings:
        print(program.warnings, end="")
    if options.scale is not None:
        result = picture = scale(program, [int(size) for size in options.scale.split(",")], **settings)
    else:
        picture = timeline(program, options.p, **settings) if options.timeline else None
        result = picture.result if picture is not None else program.run(options.p, **settings)
        print(result.output, end="")
        print(result.error_output + result.report, end="")
    if options.out is not None:
        namespace[options.out] = result
    return picture


def load_ipython_extension(ipython):
    """%load_ext pramsim"""
    ipython.register_magic_function(lambda line, cell: fork(line, cell, ipython.user_ns), "cell", "fork")
