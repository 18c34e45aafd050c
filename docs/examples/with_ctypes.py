"""Evaluate from Python without the package's Python: ctypes and a shared library, or the installed module's functions.

    cc -O3 -shared -fPIC scalareale.c -o libscalareale.so
    python with_ctypes.py ./libscalareale.so

Without an argument the functions are those of the installed module, by `scalareale.c_address`.
"""

import ctypes as c
import sys

if len(sys.argv) > 1:
    library = c.CDLL(sys.argv[1])

    def function(name, result, *arguments):
        found = getattr(library, name)
        found.restype, found.argtypes = result, arguments
        return found
else:
    import scalareale

    def function(name, result, *arguments):
        return c.CFUNCTYPE(result, *arguments)(scalareale.c_address(name))


ev_p, bytes_p = c.c_void_p, c.c_char_p
sr_sizeof = function("sr_sizeof", c.c_size_t)
sr_open = function("sr_open", c.c_int, ev_p, c.c_size_t, bytes_p, c.c_uint)
sr_error_text = function("sr_error_text", bytes_p, c.c_int)
sr_evaluate_text = function("sr_evaluate_text", c.c_uint16, ev_p, bytes_p, c.c_size_t)
sr_compare_strengths = function("sr_compare_strengths", c.c_int, ev_p, c.c_uint16, c.c_uint16)

room = (c.c_uint64 * (sr_sizeof() // 8 + 1))()
error = sr_open(room, c.sizeof(room), b"classic", 32)
if error < 0:
    sys.exit(sr_error_text(error).decode())

minimum, maximum = (sr_evaluate_text(room, text, len(text)) for text in (b"Ah 7h 8h 9h 10h", b"10d Jd Qd Kd Ad"))
print(minimum, maximum, sr_compare_strengths(room, minimum, maximum))
