"""The compiled-in tables as C, read from the compiled module: no search and no proof is done again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core, ctext
from ..packs import listed
from ..rules import rulesets as known_rulesets

if TYPE_CHECKING:
    from collections.abc import Iterable

_lib, _ffi = _core.lib, _core.ffi


def tables_data(rulesets: Iterable[str] | None = None) -> tuple[str, list[str]]:
    """The text of `tables_data.h` with those rulesets, and which they are, in the order of the compiled module."""
    known = known_rulesets()
    wanted = list(known if rulesets is None else rulesets)
    for name in wanted:
        if name not in known:
            raise ValueError(f"unknown ruleset {name!r}: there are {listed(known, 'and')}")
    if not wanted:
        raise ValueError("no ruleset is named")
    arrays = _Arrays()
    initialisers = []
    index = 0
    while table := _lib.sr_table_at(index):
        name = _ffi.string(_lib.sr_table_name(index)).decode()
        if name in wanted:
            initialisers.append(arrays.table(table, name))
        index += 1
    lines = [*arrays.lines, *ctext.tables(initialisers)]
    return "\n".join(lines) + "\n", [name for name in known if name in wanted]


class _Arrays:
    """The arrays that tables point to, each written when the first table wants it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._named: dict[int, str] = {}

    def _name(self, pointer: Any, kind: str) -> tuple[str, bool]:
        """The name of what is at an address, and whether it is new."""
        address = int(_ffi.cast("uintptr_t", pointer))
        new = address not in self._named
        if new:
            self._named[address] = f"{kind}_{len(self._named)}"
        return self._named[address], new

    def _array(self, pointer: Any, length: int, kind: str, type_: str) -> str:
        name, new = self._name(pointer, kind)
        if new:
            self.lines += ctext.array(type_, name, _ffi.unpack(pointer, length))
        return name

    def _hash(self, hashed: Any) -> str:
        name, new = self._name(hashed, "hash")
        if new:
            rows = 2 * hashed.flush_row
            shift = self._array(hashed.shift, rows, "shift", "uint16_t")
            shift32 = self._array(hashed.shift32, rows, "shift32", "uint8_t") if hashed.shift32 else None
            numbers = hashed.mask, hashed.flush_row, hashed.n_slots, hashed.n_classes
            self.lines += ctext.hash_(name, _ffi.unpack(hashed.weight, 64), *numbers, shift, shift32)
        return name

    def table(self, table: Any, ruleset: str) -> str:
        """The initialiser of a table."""
        hashed = self._hash(table.hash)
        slots = self._array(table.slots, table.hash.n_slots, "slots", "uint32_t")

        def ranges(some: Any) -> list[tuple[int, int]]:
            return [(span.low, span.high) for span in some]

        return ctext.table(
            hashed,
            slots,
            [table.strengths, table.first, table.cards, table.suited],
            list(table.suit_value),
            ranges(table.category),
            ranges(table.tier),
            ranges([table.upset_winner, table.upset_loser]),
            list(table.deciding),
            table.flags,
            ruleset,
        )
