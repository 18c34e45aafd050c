"""Cards as text and as codes.

A card is the code ``4 * (rank - 2) + suit`` with ranks 2..14 and the suits c, d, h, s = 0..3:
2c is 0, As is 51, the jokers are 52 and 53.  This module imports nothing that costs time.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # known to type checkers by its name; importing it would mean importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

__all__ = ["RANKS", "SUITS", "HandError", "codes", "format_cards", "parse_cards"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class HandError(ValueError):
    """A card or a hand that has a wrong value: unknown, repeated, not of the pack, too many."""


_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")  # by suit; output uses the first of each
_EMOJI = "\ufe0f"  # the selector that keyboards put behind a symbol to have it drawn as an emoji
_JOKERS = ("Jk", "JK", "jk", "jK")

# What a notation calls each rank and each suit, capitals for both cases.
_INTERNATIONAL_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_ITALIAN_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "JF", "QD", "KR", "A")
_WANTED = {
    "international": ("2-9 10 T J Q K A", "h d c s ♥ ♦ ♣ ♠"),
    "italian": ("2-9 10 T J F Q D K R A", "C Q F P ♥ ♦ ♣ ♠"),
}


def _spellings(ranks: tuple[str, ...], suits: str) -> dict[str, int]:
    """Every way to write one card, jokers left out since their code depends on the text before.

    Text is looked up as it stands and never case-folded: "\\u212a".lower(), the kelvin sign's, is "k".
    """
    of_suit = [
        (written, suit)
        for suit, (letter, symbols) in enumerate(zip(suits, _SYMBOLS, strict=True))
        for written in (letter, letter.lower(), *symbols, *(symbol + _EMOJI for symbol in symbols))
    ]
    table = {}
    for rank, letters in enumerate(ranks):
        for written in {*letters, *letters.lower(), "10" if letters == "T" else letters[0]}:
            for suit_written, suit in of_suit:
                table[written + suit_written] = 4 * rank + suit
    return table


_TABLES = {
    "international": _spellings(_INTERNATIONAL_RANKS, "CDHS"),
    "italian": _spellings(_ITALIAN_RANKS, "FQCP"),
}

_ASCII = [rank + suit for rank in RANKS for suit in SUITS] + ["Jk", "Jk"]
_UNICODE = [
    ("10" if rank == "T" else rank) + symbols[0] for rank in RANKS for symbols in _SYMBOLS
] + ["Jk", "Jk"]  # fmt: skip
_STYLES = {"ascii": ("", _ASCII), "unicode": (" ", _UNICODE)}

_CODES = bytes(range(54))
_MOST_SHOWN = 60  # characters of a text in an error message


def parse_cards(text: str, notation: str = "international") -> bytes:
    """Read cards written with nothing, blanks or commas between them, as codes.

    >>> list(parse_cards("A♥ 10d, Jc"))
    [50, 33, 36]
    >>> parse_cards("AhTdJc") == parse_cards("A♥ 10d, Jc")
    True
    >>> format_cards(parse_cards("AC FF 10P", notation="italian"))
    'AhJcTs'
    >>> parse_cards("Ah 1d")
    Traceback (most recent call last):
        ...
    scalareale.HandError: '1d' at position 3 is not a card: '1' is not a rank (2-9 10 T J Q K A)

    Any number of cards is read, none too; repeats are left to whoever plays the hand.  The first joker
    ``Jk`` is 52, the second 53.  Letters may be of any case.  In the notation ``"italian"`` the suits
    are C Q F P (cuori quadri fiori picche) and F D R are ranks as well (fante donna re).

    Raises HandError with the position (from 0) of what is no card, ValueError for an unknown notation,
    TypeError for anything but text.
    """
    if not isinstance(text, str):
        if isinstance(text, (bytes, bytearray, memoryview)):
            raise TypeError(f"bytes are card codes, not text: {_show(text)}")
        raise TypeError(f"cards to be read must be text (str), not {_show(text)}")
    table = spellings(notation)
    # The usual texts, words of one card each or pairs of characters, need no scanning.
    words = (text.replace(",", " ") if "," in text else text).split()
    if len(words) == 1:
        word = words[0]
        words = [word[at : at + 2] for at in range(0, len(word), 2)]
    try:
        return bytes([table[word] for word in words])
    except KeyError:
        pass
    found, end = _scan(text, table)
    if end < len(text):
        raise _unreadable(text, end, notation)
    return bytes(found)


def format_cards(cards: Iterable[SupportsIndex], style: str = "ascii") -> str:
    """Write codes as text, ``"ascii"`` for other programs or ``"unicode"`` for people.

    >>> format_cards([50, 33, 36])
    'AhTdJc'
    >>> format_cards(bytes([50, 33, 36]), style="unicode")
    'A♥ 10♦ J♣'
    >>> format_cards([50, 54])
    Traceback (most recent call last):
        ...
    scalareale.HandError: cards: 54 (card 2) is no card, codes are 0 to 53

    Both jokers are written ``Jk``.  ``parse_cards`` reads either style back.

    Raises HandError for a number that is no code, ValueError for an unknown style or more than one
    dimension, TypeError for text and for anything that is not a sequence of integers.
    """
    if isinstance(cards, str):
        raise TypeError(f"cards to be written must be codes, not text: {_show(cards)}")
    if not isinstance(style, str) or style not in _STYLES:
        raise _unknown("style", style, _STYLES)
    between, names = _STYLES[style]
    return between.join([names[code] for code in codes(cards)])


def codes(cards: str | Iterable[SupportsIndex], what: str = "cards", *, notation: str = "international") -> bytes:
    """Turn cards in any accepted form into bytes of codes 0..53: the one door for hands.

    >>> codes("AhTd") == codes([50, 33]) == codes(bytearray([50, 33])) == b"2!"
    True
    >>> codes([50, True], "hand")
    Traceback (most recent call last):
        ...
    TypeError: hand: True (card 2) is no code, codes are integers

    Text is read by ``parse_cards``; buffers of bytes are codes already; buffers of other items, lists,
    tuples, ranges, arrays and iterators give a code each.  An integer is whatever has ``__index__``,
    bool excepted.

    Raises HandError for text that is no card and for numbers that are no code, naming which, ValueError
    for more than one dimension, TypeError for other kinds and for sets and dicts, which have no order.
    """
    if isinstance(cards, str):
        return parse_cards(cards, notation)
    kind = type(cards)
    if kind is bytes:
        data: bytes = cards  # type: ignore[assignment]
    elif kind is list or kind is tuple:
        for card in cards:
            if type(card) is not int or not 0 <= card <= 53:
                return _each(cards, what)
        return bytes(cards)
    else:
        items = _items(cards, what)
        if not isinstance(items, bytes):
            return _each(items, what)
        data = items
    if data.translate(None, _CODES):
        return _each(data, what)  # names the first one that is no code
    return data


def spellings(notation: str) -> dict[str, int]:
    """Every way to write one card in a notation, but for jokers; ValueError for an unknown notation."""
    table = _TABLES.get(notation) if isinstance(notation, str) else None
    if table is None:
        raise _unknown("notation", notation, _TABLES)
    return table


def shown(text: str) -> str:
    """A line of text in quotes, never long."""
    text = text.strip()
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "...")


def _scan(text: str, table: dict[str, int]) -> tuple[list[int], int]:
    """The cards up to the first thing that is none, and where that is: len(text) if there is none."""
    found: list[int] = []
    joker = 52
    at, end = 0, len(text)
    while at < end:
        written = text[at : at + 2]
        if written == "10":
            written = text[at : at + 3]
        if written in table:
            found.append(table[written])
            at += len(written)
            if text[at : at + 1] == _EMOJI and not text[at - 1].isascii():
                at += 1
        elif written in _JOKERS and joker < 54:
            found.append(joker)
            joker += 1
            at += 2
        elif written[0] == "," or written[0].isspace():
            at += 1
        else:
            break
    return found, at


def _unreadable(text: str, at: int, notation: str) -> HandError:
    """The error for a text whose cards end at a position, for the first reason why they do."""
    if text[at : at + 2] in _JOKERS:
        return HandError(f"a third joker {text[at : at + 2]!r} at position {at}: there are two at most")
    ranks, suits = _WANTED[notation]
    is_rank = text[at : at + 2] == "10" or (text[at] + "♥") in _TABLES[notation]
    suit_at = at + (2 if text[at : at + 2] == "10" else 1)
    # A short word is shown as a whole, of a longer one just what should have been a card.
    token = text[at : at + 5].replace(",", " ").split()[0]
    if len(token) > 4 or (at and not (text[at - 1] == "," or text[at - 1].isspace())):
        token = token[: suit_at - at + 1]
    suit = token[suit_at - at : suit_at - at + 1]
    if not is_rank:
        why = _not_a(text[at], "rank", ranks)
    elif not suit:
        why = f"its suit is missing ({suits})"
    else:
        where = "" if suit.isascii() else f" at position {suit_at}"
        why = _not_a(suit, "suit", suits, where)
    other = "italian" if notation == "international" else "international"
    hint = f"; it can be read with notation={other!r}" if _scan(text, _TABLES[other])[1] == len(text) else ""
    return HandError(f"{token!r} at position {at} is not a card: {why}{hint}")


def _not_a(character: str, part: str, wanted: str, where: str = "") -> str:
    """Why a character is no rank or suit, with the code point when it may look like another one."""
    if character.isascii():
        return f"{character!r} is not a {part} ({wanted})"
    point = ord(character)
    kind = ""
    if point == 0xFE0F:
        kind = "a variation selector, which goes behind a suit symbol only, "
    elif 0x1F0A0 <= point <= 0x1F0FF:
        kind = "a character for a whole card, "
    elif 0x400 <= point <= 0x52F:
        kind = "a Cyrillic letter, "
    elif 0x370 <= point <= 0x3FF:
        kind = "a Greek letter, "
    elif 0xFF01 <= point <= 0xFF5E:
        kind = "a full-width character, "
    return f"{character!r} (U+{point:04X}){where} is {kind}not a {part} ({wanted})"


def _items(cards: object, what: str) -> bytes | Iterable[object]:
    """The items of something that has an order; as bytes where it holds plain unsigned bytes."""
    if isinstance(cards, dict) or hasattr(cards, "isdisjoint"):  # every kind of set has this method
        raise TypeError(f"{what} must have an order, not be a {type(cards).__name__}: {_show(cards)}")
    try:
        view = memoryview(cards)  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):  # no buffer, or numpy items that no buffer can describe
        view = None
    if view is not None and view.ndim:
        if view.ndim > 1:
            raise ValueError(f"{what} must have one dimension, not the shape {view.shape!r}")
        item = view.format.lstrip("@=<>!")
        view = view[:]  # PyPy's tobytes of a numpy array disregards strides, but of a slice it does not
        if item in ("B", "c"):
            return view.tobytes()
        if item == "b":
            return memoryview(view.tobytes()).cast("b").tolist()
    try:
        if isinstance(cards, memoryview) and cards.ndim:
            return cards.tolist()
        if view is None or view.ndim:  # numpy scalars are buffers without dimensions
            return iter(cards)  # type: ignore[no-any-return, call-overload]
    except (TypeError, NotImplementedError):  # the latter: a memoryview of items that Python can't read
        pass
    raise TypeError(f"{what} must be text, bytes of codes or a sequence of codes, not {_show(cards)}")


def _each(items: Iterable[object], what: str) -> bytes:
    """Codes from items of any type, one by one."""
    found = []
    for place, item in enumerate(items):
        try:
            code = integer(item, "")
        except TypeError:
            raise TypeError(f"{what}: {_show(item)} (card {place + 1}) is no code, codes are integers") from None
        if not 0 <= code <= 53:
            raise HandError(f"{what}: {_show(code)} (card {place + 1}) is no card, codes are 0 to 53")
        found.append(code)
    return bytes(found)


def integer(value: object, what: str) -> int:
    """An integer by its own word, whatever has ``__index__``; TypeError for bools and for all else: the one door."""
    if type(value) is int:
        return value
    if type(value).__name__ not in ("bool", "bool_") and not is_masked(value):  # numpy's are no subclass of bool
        try:
            return int(range(value).stop)  # type: ignore[call-overload]  # range takes just what has __index__
        except TypeError:
            pass
    raise TypeError(f"{what} is an int, not {type(value).__name__}: {_show(value)}")


def is_masked(value: object) -> bool:
    """Whether a value is a masked array, which there is none of before numpy.ma is imported.

    Nothing is imported to know it: that takes time, and a process that is forked meanwhile by another thread would
    wait for ever for a module that nobody there imports.
    """
    return isinstance(value, getattr(sys.modules.get("numpy.ma"), "MaskedArray", ()))


def _show(value: object) -> str:
    """A repr that is never long, nor an error for integers too long for decimals."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"an integer of {value.bit_length()} bits"
    try:
        shown = repr(value[:60] if isinstance(value, (str, bytes, bytearray)) else value)
    except ValueError:  # such an integer inside
        shown = f"a {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _unknown(what: str, value: object, known: Iterable[str]) -> Exception:
    """The error for a name that is none of the known ones, or is no name at all."""
    wrong = ValueError if isinstance(value, str) else TypeError
    return wrong(f"unknown {what} {_show(value)}, must be one of {', '.join(map(repr, known))}")
