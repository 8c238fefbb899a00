"""The C interface of libpramsim (pramsim.h) for ctypes: types of its functions, and where the library lies."""

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64,
                    c_void_p)

NAME = "libpramsim.so.1"


class Message(Structure):
    """struct pramsim_message"""

    _fields_ = [("kind", c_char_p), ("file", c_char_p), ("text", c_char_p), ("source_line", c_char_p),
                ("line", c_int), ("column", c_int)]


class Variable(Structure):
    """struct pramsim_variable"""

    _fields_ = [("name", c_char_p), ("address", c_uint32), ("words", c_uint32), ("is_private", c_int),
                ("dimensions", c_uint), ("extents", c_uint32 * 4), ("element_words", c_uint32), ("type", c_char_p)]


SHOW = CFUNCTYPE(None, c_void_p, c_int, POINTER(ctypes.c_char), c_size_t)
OBSERVER = CFUNCTYPE(c_int, c_void_p, c_void_p)
PROGRESS = CFUNCTYPE(c_int, c_void_p, c_uint64, c_uint64, c_uint32)

# name: result, arguments
FUNCTIONS = {
    "pramsim_version": (c_char_p, []),
    "pramsim_compile": (c_void_p, [c_char_p, c_char_p, POINTER(c_char_p)]),
    "pramsim_load": (c_void_p, [c_char_p, c_char_p, c_size_t]),
    "pramsim_load_file": (c_void_p, [c_char_p]),
    "pramsim_is_good": (c_int, [c_void_p]),
    "pramsim_message_at": (c_int, [c_void_p, c_size_t, POINTER(Message)]),
    "pramsim_messages": (c_char_p, [c_void_p]),
    "pramsim_image": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "pramsim_free": (None, [c_void_p]),
    "pramsim_run_new": (c_void_p, [c_void_p]),
    "pramsim_set": (c_int, [c_void_p, c_char_p, c_char_p]),
    "pramsim_set_arguments": (None, [c_void_p, POINTER(c_char_p)]),
    "pramsim_set_input": (None, [c_void_p, c_char_p, c_size_t]),
    "pramsim_set_show": (None, [c_void_p, SHOW, c_void_p]),
    "pramsim_set_observer": (None, [c_void_p, OBSERVER, c_void_p]),
    "pramsim_set_progress": (None, [c_void_p, PROGRESS, c_void_p]),
    "pramsim_cycle_number": (c_uint64, [c_void_p]),
    "pramsim_cycle_steps": (c_size_t, [c_void_p]),
    "pramsim_cycle_step": (None, [c_void_p, c_size_t, POINTER(c_uint32), POINTER(c_uint32)]),
    "pramsim_cycle_register": (c_uint32, [c_void_p, c_uint32, c_uint]),
    "pramsim_run_go": (c_int, [c_void_p]),
    "pramsim_stop": (None, [c_void_p]),
    "pramsim_error": (c_char_p, [c_void_p]),
    "pramsim_run_free": (None, [c_void_p]),
    "pramsim_end": (c_char_p, [c_void_p]),
    "pramsim_status": (c_int, [c_void_p]),
    "pramsim_output": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "pramsim_error_output": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "pramsim_report": (c_char_p, [c_void_p]),
    "pramsim_counter": (c_int, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "pramsim_stats": (c_char_p, [c_void_p]),
    "pramsim_findings": (c_char_p, [c_void_p]),
    "pramsim_profile": (c_char_p, [c_void_p]),
    "pramsim_timeline": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "pramsim_variable": (c_int, [c_void_p, c_char_p, c_uint32, POINTER(Variable)]),
    "pramsim_variable_at": (c_int, [c_void_p, c_size_t, c_uint32, POINTER(Variable)]),
    "pramsim_read": (c_size_t, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "pramsim_line": (c_int, [c_void_p, c_uint32, POINTER(c_char_p), POINTER(c_uint32), POINTER(c_char_p)]),
}


def _places():
    """Where the library may lie, in this order."""
    given = os.environ.get("PRAMSIM_LIBRARY")
    if given:
        return [given]
    here = os.path.dirname(os.path.abspath(__file__))
    return [os.path.join(here, "..", "..", "build", "lib", NAME),  # the source tree
            os.path.join(here, "..", "..", "..", NAME),  # PREFIX/lib/python3/dist-packages/pramsim
            NAME]  # where the system looks


def _open():
    reason = None
    for place in _places():
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            reason = error
    raise ImportError(f"cannot load {NAME}: {reason}; install pramsim, or set PRAMSIM_LIBRARY to the library's path")


lib = _open()
for _name, (_result, _arguments) in FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments


def strings(items):
    """An array of strings that ends with NULL."""
    return (c_char_p * (len(items) + 1))(*[str(item).encode() for item in items], None)


def text(function, handle):
    """The bytes of a function that also tells their number."""
    size = c_size_t()
    at = function(handle, byref(size))
    return ctypes.string_at(at, size.value)
