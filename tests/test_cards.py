# ruff: noqa: RUF001  (look-alikes are what some tests are about)
"""Cards as text and as codes: what is read, what is written, what is refused and how."""

from __future__ import annotations

import array
import ctypes
import pickle
import sys
from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalareale.cards import RANKS, SUITS, HandError, codes, format_cards, parse_cards

EMOJI = "\ufe0f"
RANK_WORDS = {
    "international": [*"23456789", "10", *"TtJjQqKkAa"],
    "italian": [*"23456789", "10", *"TtJjFfQqDdKkRrAa"],
}
SUIT_LETTERS = {"international": "cdhs", "italian": "fqcp"}
SYMBOLS = ["♣♧", "♦♢", "♥♡", "♠♤"]


def rank_of(word: str) -> int:
    """The rank that a word means in either notation, spelled out apart from the package."""
    return {"10": 10, "T": 10, "J": 11, "F": 11, "Q": 12, "D": 12, "K": 13, "R": 13, "A": 14}.get(word.upper()) or int(
        word
    )


def suit_words(notation: str) -> list[tuple[str, int]]:
    words = []
    for suit, letter in enumerate(SUIT_LETTERS[notation]):
        words += [(letter, suit), (letter.upper(), suit)]
        words += [(symbol + tail, suit) for symbol in SYMBOLS[suit] for tail in ("", EMOJI)]
    return words


def every_card(notation: str) -> list[tuple[str, int]]:
    return [
        (rank + suit, 4 * (rank_of(rank) - 2) + number)
        for rank in RANK_WORDS[notation]
        for suit, number in suit_words(notation)
    ]


separators = st.text(st.sampled_from(" ,\t\n\u00a0\u2003\u3000"), max_size=3)
notations = st.sampled_from(["international", "italian"])


@st.composite
def texts(draw: st.DrawFn, notation: str, min_size: int = 0) -> tuple[str, bytes]:
    """A text in the notation and the codes that it means."""
    cards = draw(st.lists(st.sampled_from(every_card(notation)), min_size=min_size, max_size=12))
    pieces = [draw(separators)]
    for written, _ in cards:
        pieces += [written, draw(separators)]
    return "".join(pieces), bytes(code for _, code in cards)


# What is read


def test_codes_run_from_the_two_of_clubs_to_the_ace_of_spades() -> None:
    assert parse_cards("".join(rank + suit for rank in RANKS for suit in SUITS)) == bytes(range(52))


@pytest.mark.parametrize("notation", ["international", "italian"])
def test_every_spelling_of_every_card_is_read_alone_and_behind_another(notation: str) -> None:
    for written, code in every_card(notation):
        assert parse_cards(written, notation) == bytes([code]), written
        assert parse_cards("A♠" + written + "10♠", notation) == bytes([51, code, 35]), written


@given(st.data(), notations)
def test_text_is_read_whatever_stands_between_the_cards(data: st.DataObject, notation: str) -> None:
    text, expected = data.draw(texts(notation))
    assert parse_cards(text, notation) == expected
    assert codes(text, notation=notation) == expected


@pytest.mark.parametrize("text", ["", " ", ",", " \t\n\u3000, "])
def test_no_cards_are_read_as_no_codes(text: str) -> None:
    assert parse_cards(text) == b""


def test_any_letter_case_is_read() -> None:
    assert parse_cards("ts 7S 9s jS 8s") == parse_cards("Ts7s9sJs8s")


def test_repeats_and_any_number_of_cards_are_read() -> None:
    assert parse_cards("Ah" * 7) == bytes([50] * 7)


def test_jokers_are_52_and_then_53_wherever_they_stand() -> None:
    assert parse_cards("JkJhjK") == bytes([52, 38, 53])
    assert parse_cards("Jh, JK") == bytes([38, 52])
    assert parse_cards("jk FC", "italian") == bytes([52, 38])


NOTATION = [
    # the worked examples: text, international, italian
    ("Ah", "Ah", None),
    ("A♥", "Ah", "Ah"),
    ("10h", "Th", None),
    ("Th", "Th", None),
    ("Ac", "Ac", "Ah"),
    ("AC", "Ac", "Ah"),
    ("KQ", None, "Kd"),
    ("QQ", None, "Qd"),
    ("QC", "Qc", "Qh"),
    ("JF", None, "Jc"),
    ("FF", None, "Jc"),
    ("DC", None, "Qh"),
    ("9P", None, "9s"),
    ("DK", None, None),
    ("VT", None, None),
    ("RT", None, None),
    ("AT", None, None),
    ("Т♠", None, None),
    ("В♥", None, None),
    # and more of their kind
    ("FFQQKQDC10CTF", None, "JcQdKdQhThTc"),
    ("FfFQqcRp", None, "JcJdQhKs"),
    ("AC KQ QF JP 9C", None, "AhKdQcJs9h"),
    ("Xh", None, None),
    ("0h", None, None),
    ("XC", None, None),
]


@pytest.mark.parametrize(("text", "international", "italian"), NOTATION)
def test_each_notation_reads_its_own_letters_only(text: str, international: str | None, italian: str | None) -> None:
    for notation, meaning in (("international", international), ("italian", italian)):
        if meaning is None:
            with pytest.raises(HandError):
                parse_cards(text, notation)
        else:
            assert format_cards(parse_cards(text, notation)) == meaning


def test_long_text_is_read_to_its_end() -> None:
    """A reader that went over the text again for each card would not end here in a day."""
    for piece, cards in (("10h", 1), ("Ah,", 1), ("A♥\ufe0f", 1), (" ", 0)):
        assert len(parse_cards(piece * 1_000_000)) == cards * 1_000_000
        with pytest.raises(HandError, match=f"at position {len(piece) * 1_000_000} "):
            parse_cards(piece * 1_000_000 + "x")


# What is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ts 7s 9s Js 8x", "'8x' at position 12 is not a card: 'x' is not a suit (h d c s ♥ ♦ ♣ ♠)"),
        ("1h", "'1h' at position 0 is not a card: '1' is not a rank (2-9 10 T J Q K A)"),
        ("sT", "'sT' at position 0 is not a card: 's' is not a rank (2-9 10 T J Q K A)"),
        ("Ah K", "'K' at position 3 is not a card: its suit is missing (h d c s ♥ ♦ ♣ ♠)"),
        ("10 h", "'10' at position 0 is not a card: its suit is missing (h d c s ♥ ♦ ♣ ♠)"),
        ("AhKdQx9s8h", "'Qx' at position 4 is not a card: 'x' is not a suit (h d c s ♥ ♦ ♣ ♠)"),
        ("10x", "'10x' at position 0 is not a card: 'x' is not a suit (h d c s ♥ ♦ ♣ ♠)"),
        ("Ts 7s junk", "'junk' at position 6 is not a card: 'u' is not a suit (h d c s ♥ ♦ ♣ ♠)"),
        ("(nothing dealt yet)", "'(n' at position 0 is not a card: '(' is not a rank (2-9 10 T J Q K A)"),
        ("Jk Ah jK JK", "a third joker 'JK' at position 9: there are two at most"),
        (
            "8сTc9h",
            "'8с' at position 0 is not a card: 'с' (U+0441) at position 1 is a Cyrillic letter, "
            "not a suit (h d c s ♥ ♦ ♣ ♠)",
        ),
        (
            "Ah Т♠",
            "'Т♠' at position 3 is not a card: 'Т' (U+0422) is a Cyrillic letter, not a rank (2-9 10 T J Q K A)",
        ),
        (
            "Κh",
            "'Κh' at position 0 is not a card: 'Κ' (U+039A) is a Greek letter, not a rank (2-9 10 T J Q K A)",
        ),
        (
            "９h",
            "'９h' at position 0 is not a card: '９' (U+FF19) is a full-width character, not a rank (2-9 10 T J Q K A)",
        ),
        (
            "\uff5eh",
            "'～h' at position 0 is not a card: '～' (U+FF5E) is a full-width character, not a rank (2-9 10 T J Q K A)",
        ),
        (
            "\U0001f100",
            "'\U0001f100' at position 0 is not a card: '\U0001f100' (U+1F100) is not a rank (2-9 10 T J Q K A)",
        ),
        (
            "Ah\ufe0f",
            "'\ufe0f' at position 2 is not a card: '\ufe0f' (U+FE0F) is a variation selector, "
            "which goes behind a suit symbol only, not a rank (2-9 10 T J Q K A)",
        ),
        (
            "AC KQ",
            "'KQ' at position 3 is not a card: 'Q' is not a suit (h d c s ♥ ♦ ♣ ♠); "
            "it can be read with notation='italian'",
        ),
        (
            "A\u2661\u200bKh",
            "'\\u200bK' at position 2 is not a card: '\\u200b' (U+200B) is not a rank (2-9 10 T J Q K A)",
        ),
    ],
)
def test_what_is_no_card_is_named_with_position_and_reason(text: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_cards(text)
    assert str(caught.value) == message


def test_english_suit_in_italian_notation_is_refused_with_a_hint() -> None:
    with pytest.raises(HandError) as caught:
        parse_cards("AC Kd", "italian")
    assert str(caught.value) == (
        "'Kd' at position 3 is not a card: 'd' is not a suit (C Q F P ♥ ♦ ♣ ♠); "
        "it can be read with notation='international'"
    )


def test_notations_are_never_mixed_nor_hinted_at_when_neither_reads_the_text() -> None:
    for notation in ("international", "italian"):
        with pytest.raises(HandError) as caught:
            parse_cards("Ah KP", notation)
        assert "notation" not in str(caught.value)


@pytest.mark.parametrize("point", range(0x1F0A0, 0x1F100))
def test_characters_for_whole_cards_are_refused_knights_and_others_alike(point: int) -> None:
    for text in (chr(point), "Ah" + chr(point), "Ah " + chr(point) + "h"):
        with pytest.raises(HandError, match=f"U\\+{point:04X}\\) is a character for a whole card"):
            parse_cards(text)


@pytest.mark.parametrize("character", ["\u212a", "\u017f", "\u0131", "\ufe0e", "\u0663", "\ud800", "\ufeff", "\u0301"])
def test_characters_that_turn_into_letters_digits_or_nothing_are_refused(character: str) -> None:
    for text in (character + "h", "A" + character, "9h" + character):
        with pytest.raises(HandError, match=r"U\+[0-9A-F]{4}|suit is missing"):
            parse_cards(text)


@given(st.text() | st.text(st.sampled_from("AaKkQqJj1023hdcsCQFPр♥♦\ufe0f ,xТ")), notations)
def test_any_text_is_read_or_refused_with_hand_error(text: str, notation: str) -> None:
    try:
        cards = parse_cards(text, notation)
    except HandError as error:
        assert "at position" in str(error)
    else:
        assert all(code < 54 for code in cards)


@given(st.data(), notations, st.sampled_from(["x", "1", "сx", "🂡", "(", "\u200b", "V♥"]))
def test_position_named_is_where_the_first_bad_card_starts(data: st.DataObject, notation: str, bad: str) -> None:
    before, _ = data.draw(texts(notation))
    after, _ = data.draw(texts(notation))
    with pytest.raises(HandError, match=f"at position {len(before)} "):
        parse_cards(before + bad + after, notation)


@pytest.mark.parametrize("text", [b"Ts", bytearray(b"Ts"), memoryview(b"Ts")])
def test_bytes_are_never_text(text: object) -> None:
    with pytest.raises(TypeError, match="bytes are card codes, not text: "):
        parse_cards(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [None, 5, 1.5, ["Ah"], 10**5000, [10**5000]], ids=lambda text: type(text).__name__)
def test_only_text_is_parsed(text: object) -> None:
    with pytest.raises(TypeError, match=r"must be text \(str\), not "):
        parse_cards(text)  # type: ignore[arg-type]


def test_unknown_notation_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown notation 'french', must be one of 'international', 'italian'"):
        parse_cards("Ah", "french")
    for wrong in (None, 1, ["italian"]):
        with pytest.raises(TypeError, match="unknown notation"):
            parse_cards("Ah", wrong)  # type: ignore[arg-type]


# What is written


def test_both_styles_are_written() -> None:
    assert format_cards(parse_cards("Ah Td Jc 2s Jk")) == "AhTdJc2sJk"
    assert format_cards(parse_cards("Ah Td Jc 2s Jk"), style="unicode") == "A♥ 10♦ J♣ 2♠ Jk"
    assert format_cards(b"") == format_cards([], "unicode") == ""


def test_second_joker_is_written_like_the_first() -> None:
    assert format_cards([53]) == "Jk"


@given(st.lists(st.integers(0, 51)), st.sampled_from(["ascii", "unicode"]))
def test_what_is_written_is_read_back(cards: list[int], style: str) -> None:
    cards += [52, 53]
    assert parse_cards(format_cards(cards, style)) == bytes(cards)


@given(st.lists(st.integers(0, 51)))
def test_symbols_are_read_back_in_italian_notation_too(cards: list[int]) -> None:
    assert parse_cards(format_cards(cards, "unicode"), "italian") == bytes(cards)


def test_text_is_not_written() -> None:
    with pytest.raises(TypeError, match="cards to be written must be codes, not text: 'Ah'"):
        format_cards("Ah")  # type: ignore[arg-type]


def test_unknown_style_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown style 'html', must be one of 'ascii', 'unicode'"):
        format_cards([0], "html")
    with pytest.raises(TypeError, match="unknown style None"):
        format_cards([0], None)  # type: ignore[arg-type]


# The one door


class Indexed:
    def __index__(self) -> int:
        return 33


@pytest.mark.parametrize(
    "cards",
    [
        bytes([50, 33, 0]),
        bytearray([50, 33, 0]),
        memoryview(bytes([50, 33, 0])),
        memoryview(bytes([50, 1, 33, 1, 0]))[::2],
        memoryview(bytes([50, 33, 0])).cast("b"),
        memoryview(bytes([50, 33, 0])).cast("c"),
        [50, 33, 0],
        (50, 33, 0),
        deque([50, 33, 0]),
        (card for card in (50, 33, 0)),
        array.array("B", [50, 33, 0]),
        array.array("b", [50, 33, 0]),
        array.array("I", [50, 33, 0]),
        array.array("q", [50, 33, 0]),
        memoryview(array.array("H", [50, 33, 0])),
        (ctypes.c_uint8 * 3)(50, 33, 0),
        (ctypes.c_int32 * 3)(50, 33, 0),
        np.array([50, 33, 0], np.uint8),
        np.array([50, 33, 0], np.int8),
        np.array([50, 33, 0], np.int64),
        np.array([50, 33, 0], ">i4"),
        np.array([50, 33, 0], object),
        np.array([50, 9, 33, 9, 0, 9], np.uint8)[::2],
        np.array([0, 33, 50], np.uint8)[::-1],
        [np.int64(50), np.uint8(33), 0],
        [50, Indexed(), 0],
        "Ah Td 2c",
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_every_ordered_form_of_cards_becomes_bytes(cards: object) -> None:
    found = codes(cards)  # type: ignore[arg-type]
    assert found == bytes([50, 33, 0])
    assert type(found) is bytes


def test_ranges_are_taken_and_huge_ones_refused_at_once() -> None:
    assert codes(range(12, 52)) == bytes(range(12, 52))
    with pytest.raises(HandError, match=r"54 \(card 55\)"):
        codes(range(10**15))


def test_text_goes_through_the_parser_with_its_notation() -> None:
    assert codes("FF", "hand", notation="italian") == bytes([36])
    with pytest.raises(HandError, match="'FF' at position 0 is not a card"):
        codes("FF", "hand")


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ([0, 54], "54"),
        ([0, -1], "-1"),
        ([0, 2**100], str(2**100)),
        ([0, 10**5000], "an integer of 16610 bits"),
        ((0, 255), "255"),
        (bytes([0, 54]), "54"),
        (bytearray([0, 200]), "200"),
        (array.array("b", [0, -1]), "-1"),
        (array.array("I", [0, 256]), "256"),
        (np.array([0, 256]), "256"),
        (np.array([0, -3], np.int8), "-3"),
    ],
)
def test_number_that_is_no_code_is_named_with_its_place(cards: object, shown: str) -> None:
    for call in (lambda: codes(cards), lambda: format_cards(cards)):  # type: ignore[arg-type]
        with pytest.raises(HandError) as caught:
            call()
        assert str(caught.value) == f"cards: {shown} (card 2) is no card, codes are 0 to 53"


@pytest.mark.parametrize(
    "wrong",
    [True, False, 1.0, None, "Ah", b"A", [1], 1j, np.float64(1), np.bool_(True), SimpleNamespace()],
    ids=repr,
)
def test_item_that_is_no_integer_is_named_with_its_place(wrong: object) -> None:
    for call in (codes, format_cards):
        with pytest.raises(TypeError) as caught:
            call([0, wrong])  # type: ignore[list-item]
        assert str(caught.value) == f"cards: {wrong!r} (card 2) is no code, codes are integers"


@pytest.mark.parametrize(
    "cards",
    [
        array.array("d", [0.0]),
        array.array("f", [0.0]),
        np.array([0.0]),
        np.array([True]),
        np.array(["Ah"]),
        np.array([b"A"]),
        np.array([0], "M8[s]"),
        np.array([True]).data,
    ],
    ids=["double", "float", "float64", "bool", "str", "bytes", "datetime64", "memoryview"],
)
def test_arrays_of_other_items_are_refused_by_their_first_item(cards: object) -> None:
    with pytest.raises(TypeError, match=r"hand: .* \(card 1\) is no code"):
        codes(cards, "hand")  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [None, 5, 1.5, True, np.int64(5), np.array(5), object(), codes, np.array(5).data])
def test_what_is_no_sequence_is_refused(cards: object) -> None:
    with pytest.raises(TypeError, match="hand must be text, bytes of codes or a sequence of codes, not "):
        codes(cards, "hand")  # type: ignore[arg-type]


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="PyPy can read them")
def test_buffer_of_items_that_python_cannot_read_is_refused() -> None:
    with pytest.raises(TypeError, match="must be text, bytes of codes or a sequence of codes"):
        codes(np.array([1], np.dtype("i4").newbyteorder("S")).data)


@pytest.mark.parametrize("cards", [{1, 2}, frozenset([1]), {1: 2}, {1: 2}.keys()], ids=repr)
def test_collections_without_an_order_are_refused(cards: object) -> None:
    with pytest.raises(TypeError, match=f"hand must have an order, not be a {type(cards).__name__}: "):
        codes(cards, "hand")  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [np.zeros((1, 5), np.uint8), np.zeros((2, 5), np.int64)])
def test_more_than_one_dimension_is_refused_with_the_shape(cards: object) -> None:
    with pytest.raises(ValueError, match=r"hand must have one dimension, not the shape \([12], 5\)"):
        codes(cards, "hand")  # type: ignore[arg-type]


@given(st.lists(st.integers() | st.booleans() | st.none() | st.floats() | st.text(max_size=2)))
def test_any_list_becomes_codes_or_is_refused_with_hand_error_or_type_error(cards: list[object]) -> None:
    good = all(type(card) is int and 0 <= card <= 53 for card in cards)
    try:
        found = codes(cards)  # type: ignore[arg-type]
    except (HandError, TypeError) as error:
        assert not good and "(card " in str(error)
    else:
        assert good and list(found) == cards


def test_hand_error_is_a_value_error_that_pickles() -> None:
    assert issubclass(HandError, ValueError)
    again = pickle.loads(pickle.dumps(HandError("a hand has 5 cards, not 4")))
    assert type(again) is HandError and str(again) == "a hand has 5 cards, not 4"
