"""Text of many hands: what a line says is what `parse_cards` says of it, and a bad line is named."""

from __future__ import annotations

import array
import ctypes
import mmap
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cards import every_card, notations

import scalareale as sr
from scalareale import _core

FIVE = b"Ah Kh Qh Jh Th\n"
CODES = [50, 46, 42, 38, 34]
MARK = "\ufeff".encode()
lib, ffi = _core.lib, _core.ffi


def by_lines(data: bytes, notation: str = "international") -> tuple[list[list[int]], str]:
    """The hands up to the first bad line, and what is wrong with that: the same by `parse_cards`, line by line."""
    hands: list[list[int]] = []
    for number, line in enumerate(data.removeprefix(MARK).decode("utf-8", "surrogateescape").split("\n"), 1):
        if not line.strip():
            continue
        why = ""
        try:
            cards = sr.parse_cards(line, notation)
            if len(cards) != 5:
                why = f"a hand has 5 cards, not {len(cards)}"
        except sr.HandError as error:
            why = str(error)
        if why:
            text = line.strip()
            return hands, f"line {number} ({text[:57] + '...' if len(text) > 60 else text!r}): {why}"
        hands.append(list(cards))
    return hands, ""


def check(data: bytes, notation: str = "international") -> None:
    hands, error = by_lines(data, notation)
    if error:
        with pytest.raises(sr.HandError) as caught:
            sr.parse_hands(data, notation)
        if "..." not in error:
            assert str(caught.value) == error
    else:
        found = sr.parse_hands(data, notation)
        assert found.dtype == np.uint8
        assert found.shape == (len(hands), 5)
        assert found.tolist() == hands


# -- what is read ------------------------------------------------------------------------------------------------------


def test_rows_are_what_the_evaluator_takes() -> None:
    hands = sr.parse_hands(FIVE + b"Ah Ad Ac As Kh\n")
    ev = sr.Evaluator("classic", cards=32)
    assert ev.evaluate_many(hands).tolist() == [ev.evaluate("AhKhQhJhTh"), ev.evaluate("AhAdAcAsKh")]
    assert hands.flags.c_contiguous and hands.flags.writeable and hands.flags.owndata


@pytest.mark.parametrize("notation", ["international", "italian"])
@pytest.mark.parametrize("between", ["", " ", ",", ", ", "\t", " \v\f\r ", "\u00a0", "\u3000"])
def test_every_spelling_of_every_card_is_read_in_every_place(notation: str, between: str) -> None:
    lines, expected = [], []
    others = [("A♠", 51), ("10♥", 34), ("9♦️", 29), ("8♣", 24)]
    for place, (written, code) in enumerate([*every_card(notation), *((joker, 52) for joker in ("Jk", "jK"))]):
        cards = others.copy()
        cards.insert(place % 5, (written, code))
        lines.append(between.join(word for word, _ in cards))
        expected.append([number for _, number in cards])
    assert sr.parse_hands("\n".join(lines).encode(), notation).tolist() == expected


def test_all_hands_of_a_pack_are_read_back() -> None:
    hands = sr.all_hands(24)
    text = "\n".join(map(sr.format_cards, hands))
    assert np.array_equal(sr.parse_hands(text.encode()), hands)


def test_jokers_are_numbered_anew_in_each_line() -> None:
    found = sr.parse_hands(b"Jk Jk Ah Kh Qh\nAh Jk Kh Qh Jh\nAh Kh Qh JK jk\n")
    assert found.tolist() == [[52, 53, 50, 46, 42], [50, 52, 46, 42, 38], [50, 46, 42, 52, 53]]


@pytest.mark.parametrize(
    "data",
    [
        FIVE,
        FIVE[:-1],
        b"Ah Kh Qh Jh Th\r\n",
        b"\n\r\n \t\n" + FIVE + b"\n\n  ",
        MARK + FIVE,
        MARK + b"\r\n" + FIVE,
        "\u3000\n\u2028\n".encode() + FIVE + b"\x1c\n",
        b"AhKhQhJhTh",
        b",Ah,,Kh,Qh,Jh,Th,\n",
    ],
)
def test_line_ends_blank_lines_and_a_mark_at_the_start_do_not_matter(data: bytes) -> None:
    assert sr.parse_hands(data).tolist() == [CODES]


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\r\n", b" ", MARK, MARK + b"\n", "\u3000".encode()])
def test_text_without_hands_gives_no_rows(data: bytes) -> None:
    found = sr.parse_hands(data)
    assert found.dtype == np.uint8
    assert found.shape == (0, 5)


def test_repeated_and_strange_cards_are_left_to_the_evaluator() -> None:
    hands = sr.parse_hands(b"2c 2c Ah Ah Ah\n")
    assert hands.tolist() == [[0, 0, 50, 50, 50]]
    with pytest.raises(sr.HandError, match="row 0: 2c"):
        sr.Evaluator("classic", cards=32).evaluate_many(hands)


@pytest.mark.parametrize(
    "data",
    [
        FIVE * 2,
        bytearray(FIVE * 2),
        memoryview(FIVE * 2),
        memoryview(b"".join(bytes([byte, 33]) for byte in FIVE * 2))[::2],
        array.array("B", FIVE * 2),
        array.array("b", FIVE * 2),
        (ctypes.c_uint8 * 30)(*FIVE * 2),
        (ctypes.c_char * 30).from_buffer_copy(FIVE * 2),
        np.frombuffer(FIVE * 2, np.uint8),
        np.frombuffer(FIVE * 2, np.uint8).reshape(2, 15),
        np.frombuffer(FIVE * 2, np.uint8).reshape(15, 2).copy("F"),
    ],
    ids=lambda data: type(data).__name__,
)
def test_any_buffer_of_bytes_will_do(data: bytes) -> None:
    assert sr.parse_hands(data).tolist() == [CODES, CODES]


def test_a_file_is_read_where_it_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(FIVE * 3)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert sr.parse_hands(mapped).tolist() == [CODES] * 3


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Ah Xx", "line 1 ('Ah Xx'): 'Xx' at position 3 is not a card: 'X' is not a rank (2-9 10 T J Q K A)"),
        (FIVE * 3 + b"\n  Ah Kh Qh Jh \r\n" + FIVE, "line 5 ('Ah Kh Qh Jh'): a hand has 5 cards, not 4"),
        (b"Ah Kh Qh Jh Th 9h", "line 1 ('Ah Kh Qh Jh Th 9h'): a hand has 5 cards, not 6"),
        (b"Jk Jk Jk Ah Kh", "line 1 ('Jk Jk Jk Ah Kh'): a third joker 'Jk' at position 6: there are two at most"),
        (FIVE + b",\n", "line 2 (','): a hand has 5 cards, not 0"),
        (b"Ah " * 30, f"line 1 ('{'Ah ' * 19}...'): a hand has 5 cards, not 30"),
        (MARK + b"\n1h\n", "line 2 ('1h'): '1h' at position 0 is not a card: '1' is not a rank (2-9 10 T J Q K A)"),
        (
            b"\xff\n",
            "line 1 ('\\udcff'): '\\udcff' at position 0 is not a card: "
            "'\\udcff' (U+DCFF) is not a rank (2-9 10 T J Q K A)",
        ),
        (
            b"AC KQ FF DP 10C",
            "line 1 ('AC KQ FF DP 10C'): 'KQ' at position 3 is not a card: 'Q' is not a suit (h d c s ♥ ♦ ♣ ♠); "
            "it can be read with notation='italian'",
        ),
    ],
)  # fmt: skip
def test_a_bad_line_is_named_with_its_number_its_text_and_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(sr.HandError) as caught:
        sr.parse_hands(data)
    assert str(caught.value) == message


@pytest.mark.parametrize("data", [FIVE + MARK + FIVE, MARK + MARK + FIVE, FIVE + MARK])
def test_a_byte_order_mark_anywhere_else_is_refused(data: bytes) -> None:
    with pytest.raises(sr.HandError, match=r"line \d .*U\+FEFF"):
        sr.parse_hands(data)


def test_only_bytes_are_taken() -> None:
    with pytest.raises(TypeError, match=r"text of many hands is bytes, not str: use \.encode\(\)"):
        sr.parse_hands("Ah Kh Qh Jh Th")  # type: ignore[arg-type]
    for wrong in (None, 5, ["Ah Kh Qh Jh Th"], Path("hands.txt")):
        with pytest.raises(TypeError, match=r"is a bytes-like object, not (NoneType|int|list|[A-Za-z]*Path)"):
            sr.parse_hands(wrong)  # type: ignore[arg-type]
    others: list[Any] = [array.array("H", [1]), np.zeros((1, 5)), np.array([b"Ah Kh Qh Jh Th"]), np.ones(5, bool)]
    for items in others:
        with pytest.raises(TypeError, match="is bytes, not items of format '"):
            sr.parse_hands(items)


def test_the_notation_is_known() -> None:
    with pytest.raises(ValueError, match="unknown notation 'french', must be one of 'international', 'italian'"):
        sr.parse_hands(FIVE, "french")
    with pytest.raises(TypeError, match="unknown notation None"):
        sr.parse_hands(FIVE, None)  # type: ignore[arg-type]


def test_a_refused_buffer_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(FIVE + b"Xx\n")
    with pytest.raises(sr.HandError, match="line 2") as caught:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            sr.parse_hands(mapped)
    assert caught.value.__context__ is None
    data = bytearray(b"Xx")
    with pytest.raises(sr.HandError):
        sr.parse_hands(data)
    data.append(0)


def test_errors_in_circles_are_collected_as_garbage() -> None:
    """The collector would meet a memoryview that is in use; that ends a process, so it is one of its own."""
    program = """
import gc
import scalareale as sr
for _ in range(1000):
    try:
        sr.parse_hands(b"Xx")
    except ValueError as error:
        error.circle = error
gc.collect()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# -- against parse_cards -----------------------------------------------------------------------------------------------

PIECES = [
    *("Ah", "kD", "QC", "10h", "Th", "1", "0", "10", "T", "Jk", "jk", "FF", "RP", "A♥", "10♠", "9♧", "8♦\ufe0f", "♥"),
    *(
        " ",
        " ",
        ",",
        "\t",
        "\r",
        "\v",
        "\x1c",
        "\u00a0",
        "\u2003",
        "\ufe0f",
        "\ufeff",
        "x",
        "\u0422♠",
        "\x00",
        '"',
        "\\",
    ),
]


@given(st.lists(st.lists(st.sampled_from(every_card("international")), min_size=5, max_size=5), max_size=6), st.data())
@settings(deadline=None)
def test_lines_of_hands_are_read_as_parse_cards_reads_them(
    hands: list[list[tuple[str, int]]], data: st.DataObject
) -> None:
    blanks = st.text(st.sampled_from(" ,\t\r\v\u00a0\u3000"), max_size=2)
    lines = ["".join(data.draw(blanks) + written for written, _ in hand) for hand in hands]
    found = sr.parse_hands("\n".join(lines).encode())
    assert found.tolist() == [[code for _, code in hand] for hand in hands]


@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=3, max_size=12).map("".join), max_size=8), notations)
@settings(deadline=None)
def test_lines_of_pieces_are_read_or_refused_as_parse_cards_does(lines: list[str], notation: str) -> None:
    check("\n".join(lines).encode(), notation)


@given(
    st.binary(max_size=80) | st.lists(st.sampled_from(list(b"AhKd10T \n\r\xe2\x99\xa5\xef\xb8\x8f"))).map(bytes),
    notations,
)
@settings(deadline=None)
def test_any_bytes_are_read_or_refused_as_parse_cards_does(data: bytes, notation: str) -> None:
    check(data, notation)


@pytest.mark.parametrize("line", [b"Ah Kh Qh Jh Th", "A♥10♥9♥️8♥7♥".encode()])
def test_every_byte_in_every_place_is_read_or_refused_as_parse_cards_does(line: bytes) -> None:
    for place in range(len(line)):
        for byte in range(256):
            changed = line[:place] + bytes([byte]) + line[place + 1 :]
            check(changed + b"\n" + line)


# -- the C -------------------------------------------------------------------------------------------------------------

TEXT = "\n".join(["Ah Kh Qh Jh 10h", "A♥, K♦️ 10♣\t9♠ Jk\r", "", "JkJk2c3d4h", " ", "10s10h10d10cTs"]).encode()


def in_c(text: bytes, start: int, room: int) -> tuple[list[list[int]], int]:
    at = ffi.new("size_t *", start)
    rows = ffi.new("uint8_t[]", b"\xee" * (5 * room + 1))
    n = lib.sr_parse_hands(ffi.NULL, ffi.from_buffer(text), len(text), at, room, rows)
    assert bytes(rows)[5 * n : 5 * room + 1] == b"\xee" * (5 * (room - n) + 1)
    return [list(rows[5 * row : 5 * row + 5]) for row in range(n)], at[0]


def test_c_reads_any_part_of_a_text_as_parse_cards_does() -> None:
    for start in range(len(TEXT) + 1):
        for stop in range(start, len(TEXT) + 1):
            hands, error = by_lines(TEXT[start:stop])
            found, at = in_c(TEXT[:stop], start, 9)
            assert found == hands
            assert (at == stop) == (not error)
            assert at == stop or at == start or TEXT[at - 1 : at] == b"\n"


@pytest.mark.parametrize("room", range(5))
def test_c_stops_where_there_is_no_room_and_goes_on_from_there(room: int) -> None:
    every, end = in_c(TEXT, 0, 4)
    assert (len(every), end) == (4, len(TEXT))
    first, at = in_c(TEXT, 0, room)
    rest, end = in_c(TEXT, at, 4)
    assert first == every[:room]
    assert first + rest == every
    assert end == len(TEXT)
