"""Text of many hands, a line each, as an array of codes."""

from __future__ import annotations

from . import _core
from .cards import HandError, parse_cards, shown, spellings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy import uint8
    from numpy.typing import NDArray
    from typing_extensions import Buffer

__all__ = ["parse_hands", "parse_lines"]

_lib, _ffi = _core.lib, _core.ffi
_BYTE_ORDER_MARK = "\ufeff".encode()
_SHORTEST_LINE = 11  # ten letters and the newline


def parse_hands(data: Buffer, notation: str = "international") -> NDArray[uint8]:
    r"""Read text of many hands, a line each, as codes: `uint8` of shape (n, 5).

    >>> parse_hands("Ah Kh Qh Jh Th\nA♥ 10♥, 9♥ 8♥ 7♥\n".encode())
    array([[50, 46, 42, 38, 34],
           [50, 34, 30, 26, 22]], dtype=uint8)
    >>> parse_hands(b"Ah Kh Qh Jh Th\n\nAh Kh 1h\n")
    Traceback (most recent call last):
    ...
    scalareale.HandError: line 3 ('Ah Kh 1h'): '1h' at position 6 is not a card: '1' is not a rank (2-9 10 T J Q K A)

    `data` is UTF-8 in any bytes-like object: what a file's `read_bytes` gives, an `mmap`, an array of bytes. Each line
    is read as `parse_cards` reads it, in either notation, and has five cards. Lines end with LF or CRLF, the last one
    also without; blank lines are left out, and so is a byte order mark at the start. A sole joker of a hand is 52.

    Only cards are read: whether they are in the pack, and no card twice in a hand, is for the evaluator, whose
    `evaluate_many` takes the array.

    HandError names the first line that is no hand, from 1, with the reason; TypeError for text (use `.encode()`) and
    for what has no bytes; ValueError for an unknown notation. Needs numpy.
    """
    with _view(data) as view, _flat(view) as text:
        marked = text[: len(_BYTE_ORDER_MARK)] == _BYTE_ORDER_MARK
        return parse_lines(text, notation, len(_BYTE_ORDER_MARK) if marked else 0)


def parse_lines(text: bytes | memoryview, notation: str, start: int = 0) -> NDArray[uint8]:
    """The work of `parse_hands` from some byte on, where a byte order mark is no card."""
    import re

    import numpy as np

    letters = _letters_of(notation)
    length = len(text)
    hands = np.empty(((length + 1) // _SHORTEST_LINE, 5), np.uint8)
    n, at = 0, _ffi.new("size_t *", start)
    # No buffer stays in use after an error: the traceback would keep it, and neither can the garbage collector free
    # such a memoryview nor its owner close such an mmap.
    with _ffi.from_buffer(text) as source, _ffi.from_buffer("uint8_t[]", hands) as rows:
        while True:
            n += _lib.sr_parse_hands(letters, source, length, at, len(hands) - n, rows + 5 * n)
            start = at[0]
            if start == length:
                break
            # Unusual blanks are known to Python only, and so is what is wrong with a line.
            newline = re.compile(b"\n").search(text, start)
            end = newline.start() if newline else length
            line = bytes(text[start:end]).decode("utf-8", "surrogateescape")
            if line.strip():
                hands[n] = _hand(line, notation, text, start)
                n += 1
            at[0] = min(end + 1, length)
    hands.resize((n, 5), refcheck=False)  # nobody else has it, and what is too much of the memory is given back
    return hands


def _hand(line: str, notation: str, text: bytes | memoryview, start: int) -> list[int]:
    """The cards of a line that starts there in the text; a HandError names it."""
    try:
        cards = parse_cards(line, notation)
    except HandError as error:
        why = str(error)
    else:
        if len(cards) == 5:
            return list(cards)
        why = f"a hand has 5 cards, not {len(cards)}"
    number = bytes(text[:start]).count(b"\n") + 1
    raise HandError(f"line {number} ({shown(line)}): {why}")


def _view(data: Buffer) -> memoryview:
    """The data, if it is bytes of any kind."""
    if isinstance(data, str):
        raise TypeError("text of many hands is bytes, not str: use .encode(), or parse_cards for one hand")
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"text of many hands is a bytes-like object, not {type(data).__name__}") from None
    if view.format.lstrip("@=<>!") not in ("B", "b", "c"):
        raise TypeError(f"text of many hands is bytes, not items of format {view.format!r}")
    return view


def _flat(view: memoryview) -> memoryview:
    return view.cast("B") if view.nbytes and view.c_contiguous else memoryview(view.tobytes())


_letters: dict[str, Any] = {}


def _letters_of(notation: str) -> Any:
    """The letters of a notation as C wants them."""
    table = spellings(notation)
    if notation not in _letters:
        letters = _letters[notation] = _ffi.new("sr_letters *")
        for written, code in table.items():
            if len(written) == 2 and written.isascii():
                letters.rank[ord(written[0])] = 64 + (code & ~3)
                letters.suit[ord(written[1])] = 128 + (code & 3)
    return _letters[notation]
