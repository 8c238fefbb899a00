"""pramsim - compile Fork, run programs on a simulated PRAM, and read what came of them.

    >>> import pramsim
    >>> program = pramsim.compile(source)
    >>> result = program.run(p=64)
    >>> result.output, result.cycles, result.work, result.array("a")

docs/python.md explains the package. It needs libpramsim.so.1, and no compiler.
"""

from ._curve import Curve, scale
from ._library import lib as _lib
from ._magic import load_ipython_extension
from ._program import (CompileError, Cycle, Error, Note, Program, Result, Run, RunError, compile, compile_file, load,
                       load_bytes)
from ._timeline import Timeline, timeline

__version__ = _lib.pramsim_version().decode()
__all__ = ["CompileError", "Curve", "Cycle", "Error", "Note", "Program", "Result", "Run", "RunError", "Timeline",
           "compile", "compile_file", "load", "load_bytes", "load_ipython_extension", "scale", "timeline"]
