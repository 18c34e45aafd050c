"""A loop in numba that calls C functions of the installed module by their addresses, with no Python in between.

    pip install numba scalareale && python with_numba.py

In how many deals does the weaker of two hands win? In all those of a minimum and a maximum straight flush.
"""

import ctypes as c

import numba
import numpy as np

import scalareale as sr

evaluate = c.CFUNCTYPE(c.c_uint16, c.c_void_p, c.c_void_p)(sr.c_address("sr_evaluate"))
showdown = c.CFUNCTYPE(c.c_uint32, c.c_void_p, c.c_void_p, c.c_size_t, c.c_size_t, c.c_uint32, c.c_uint64)(
    sr.c_address("sr_showdown")
)


@numba.njit
def upsets(ev, deals):
    """The deals in which the weaker hand wins, of an array (n, 2, 5) of codes; ev is the address of an evaluator."""
    found = 0
    for i in range(len(deals)):
        first, second = deals[i, 0].ctypes.data, deals[i, 1].ctypes.data
        weaker = 1 if evaluate(ev, first) < evaluate(ev, second) else 2
        found += showdown(ev, first, 5, 2, 3, 0) == weaker
    return found


if __name__ == "__main__":
    ev = sr.Evaluator("classic", cards=32)
    minimum = [sr.parse_cards(f"A{suit} 7{suit} 8{suit} 9{suit} 10{suit}") for suit in "hdcs"]
    maximum = [sr.parse_cards(f"10{suit} J{suit} Q{suit} K{suit} A{suit}") for suit in "hdcs"]
    pairs = np.array([(list(a), list(b)) for a in minimum for b in maximum if not {*a} & {*b}], np.uint8)
    print("minimum against maximum:", upsets(sr.c_address(ev), pairs), "of", len(pairs))
    random = sr.deal(1_000_000, 2, 32, rng=1)
    print("at random:", upsets(sr.c_address(ev), random), "of", len(random))
