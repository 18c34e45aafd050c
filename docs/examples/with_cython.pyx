# cython: language_level=3, boundscheck=False
"""A loop in Cython that calls a C function of the installed module. Nothing is linked: the address comes from Python.

    cythonize -i with_cython.pyx
    python -c "import with_cython, scalareale as sr; print(with_cython.best(sr.Evaluator('standard'), sr.deal(1000, 1, 52)))"
"""

from libc.stdint cimport uint8_t, uint16_t, uintptr_t

import scalareale

ctypedef uint16_t (*evaluate_t)(const void *ev, const uint8_t *hand) noexcept nogil
cdef evaluate_t evaluate = <evaluate_t><uintptr_t>scalareale.c_address("sr_evaluate")


def best(ev, const uint8_t[:, :, ::1] deals):
    """The greatest strength among hands (n, players, 5)."""
    cdef const void *table = <const void *><uintptr_t>scalareale.c_address(ev)
    cdef uint16_t strength, greatest = 0
    cdef Py_ssize_t i, j
    with nogil:
        for i in range(deals.shape[0]):
            for j in range(deals.shape[1]):
                strength = evaluate(table, &deals[i, j, 0])
                greatest = max(greatest, strength)
    return greatest
