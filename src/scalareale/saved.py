"""Evaluators in files: what C loads by `sr_load`, house rules above all. csrc/load.c has the format."""

from __future__ import annotations

from . import _core
from .cards import _show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import TypeAlias

    from .evaluator import Evaluator
    from .packs import Pack
    from .rules import Rules
    from .tables import PerfectHash

    Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]

_lib, _ffi = _core.lib, _core.ffi

_MAGIC = b"\x89SRT\r\n\x1a\n"
_VERSION = 1
_MOST_BYTES = 1 << 20
"""Some times what the greatest table takes, with the longest rules."""
_HEAD = "<8s7I H4B 4s10s 32H 64I"
_LENGTHS = "<8s I I II 3I"
"""Of the head, as far as it says where the rest is: magic, version, length, name, rules, mask, flush_row, n_slots."""


def save_table(evaluator: Evaluator, path: Path) -> None:
    """Write an evaluator to a file, for `load_table` and for `sr_load` in C.

    >>> import os, tempfile
    >>> from scalareale import Evaluator, Rules
    >>> ours = Rules.from_toml('base = "classic"\\nname = "ours"\\nsuits = "sdch"')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_table(Evaluator(ours, cards=24), os.path.join(folder, "ours.table"))
    ...     again = load_table(os.path.join(folder, "ours.table"))
    >>> again == Evaluator(ours, cards=24)
    True

    The same evaluator gives the same bytes on every machine. OSError for what cannot be written; TypeError for
    anything but an `Evaluator`, and for a path that is none.
    """
    from os import fspath

    from .evaluator import Evaluator, _Hash

    if not isinstance(evaluator, Evaluator):
        raise TypeError(f"what is saved is an Evaluator, not {type(evaluator).__name__}: {_show(evaluator)}")
    hashed = _Hash(_lib.sr_hash_for(evaluator.pack.size))
    data = _table(evaluator.rules, evaluator.pack, hashed) + evaluator.rules.to_toml().encode()
    with open(fspath(path), "wb") as file:
        file.write(_checked(data))


def load_table(path: Path) -> Evaluator:
    """The evaluator that `save_table` wrote: equal to that one.

    >>> load_table(__file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: ...saved.py: not a saved table

    Magic, version, length and checksum are verified first, then all that the table says, and at last that it is the
    table of the rules that are saved with it. What is wrong with the file is a ValueError; OSError for a file that
    cannot be read, TypeError for a path that is none.
    """
    from os import fsdecode, fspath

    with open(fspath(path), "rb") as file:
        data = file.read(_MOST_BYTES + 1)  # a file that is longer is none, whatever its length
    try:
        return _evaluator(data)
    except ValueError as error:
        raise ValueError(f"{fsdecode(path)}: {error}") from None


def _evaluator(data: bytes) -> Evaluator:
    import struct

    from .evaluator import Evaluator
    from .rules import Rules

    _refuse_as_c_does(data)
    *_, rules, mask, flush_row, n_slots = struct.unpack_from(_LENGTHS, data)
    hashed = _SavedHash(data, mask, flush_row, n_slots)
    end = len(data) - 4
    evaluator = Evaluator(Rules.from_toml(data[end - rules : end].decode()), cards=data[39])
    table = _table(evaluator.rules, evaluator.pack, hashed)
    # The text of the rules may be another version's, and so may its length and that of the whole; the table may not.
    if table[24:] != data[24 : end - rules]:
        raise ValueError(f"the table is not that of its rules, {evaluator.rules.name!r}")
    return evaluator


def _refuse_as_c_does(data: bytes) -> None:
    size = _lib.sr_load_sizeof(data, len(data))
    memory = _ffi.new("uint64_t[]", size // 8 + 1)
    code = _lib.sr_load(_ffi.cast("sr_evaluator *", memory), size, data, len(data))
    if code != _lib.SR_OK:
        raise ValueError(_ffi.string(_lib.sr_error_text(code)).decode())


def _table(rules: Rules, pack: Pack, hashed: PerfectHash) -> bytes:
    """All of a file but the text of the rules and the checksum; lengths are filled in by `_checked`."""
    import struct
    import sys
    from array import array

    from .tables import NOTHING, Entries

    entries = Entries(rules, pack)
    slots, shift = entries.slots(hashed), array("H", hashed.shift)
    if sys.byteorder == "big":
        slots.byteswap()
        shift.byteswap()
    name = rules.name.encode()
    winner, loser = entries.upset or (NOTHING, NOTHING)
    head = struct.pack(
        _HEAD,
        _MAGIC,
        _VERSION,
        0,
        len(name),
        0,
        hashed.mask,
        hashed.flush_row,
        hashed.n_slots,
        entries.strengths,
        pack.codes[0],
        pack.size,
        entries.suited,
        entries.flags,
        bytes(entries.suit_values),
        bytes(entries.deciding),
        *(strength for span in (*entries.categories, *entries.tiers, winner, loser) for strength in span),
        *hashed.weight,
    )
    return head + shift.tobytes() + slots.tobytes() + name


def _checked(data: bytes) -> bytes:
    """A file's bytes from what `_table` gave and the text of the rules behind it."""
    import struct
    from binascii import crc32

    _, _, _, name, _, _, flush_row, n_slots = struct.unpack_from(_LENGTHS, data)
    rules = len(data) - struct.calcsize(_HEAD) - 4 * flush_row - 4 * n_slots - name
    data = data[:12] + struct.pack("<III", len(data) + 4, name, rules) + data[24:]
    return data + struct.pack("<I", crc32(data))


class _SavedHash:
    """The perfect hash in a file that C has accepted."""

    def __init__(self, data: bytes, mask: int, flush_row: int, n_slots: int) -> None:
        import struct

        at = struct.calcsize(_HEAD)
        self.mask, self.flush_row, self.n_slots = mask, flush_row, n_slots
        self.weight = struct.unpack_from("<64I", data, at - 4 * 64)
        self.shift = struct.unpack_from(f"<{2 * flush_row}H", data, at)
