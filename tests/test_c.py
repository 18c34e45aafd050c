"""The functions of C by themselves, where Python would hide what they do: it has slower ways to the same answer."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sweeps import dealt

import scalareale as sr
from scalareale._core import ffi, lib

STANDARD = sr.Evaluator("standard")
WILD = sr.Evaluator("wild", cards=54)
CLASSIC = sr.Evaluator("classic", cards=32)

SUITS = ("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")


def by_c(ev: sr.Evaluator, text: str) -> int:
    data = text.encode()
    strength: int = lib.sr_evaluate_text(ev._table, data, len(data))
    return strength


def by_python(ev: sr.Evaluator, text: str) -> int:
    """The strength by the parser of Python and the codes; 0 if it is no hand."""
    try:
        codes = sr.parse_cards(text)
    except sr.HandError:
        return 0
    strength: int = lib.sr_evaluate(ev._table, codes) if len(codes) == 5 else 0
    return strength


# -- text --------------------------------------------------------------------------------------------------------------


def test_c_reads_every_card_in_every_spelling() -> None:
    for rank, suit in product(range(13), range(4)):
        card = 4 * rank + suit
        others = [c for c in range(52) if c // 4 != rank][suit : suit + 4]
        letter = sr.format_cards([card])[0]
        for spelled, written in product({letter, letter.lower(), "10" if letter == "T" else letter}, SUITS[suit]):
            for emoji in ("",) if written.isascii() else ("", "\ufe0f"):
                text = spelled + written + emoji
                wanted = STANDARD.evaluate(bytes([card, *others]))
                rest = sr.format_cards(others)
                assert by_c(STANDARD, text + rest) == by_c(STANDARD, rest + text) == wanted, text


def test_no_other_two_bytes_are_a_card() -> None:
    code = {
        (rank + suit).encode(): 4 * i + j for i, rank in enumerate("23456789TJQKA") for j, suit in enumerate("cdhs")
    }
    code[b"JK"] = 52
    codes = ffi.new("uint8_t[2]")
    for pair in product(range(256), repeat=2):
        text = bytes(pair)
        known = code.get(text[:1].upper() + text[1:].lower(), code.get(text.upper()))
        found = lib.sr_parse_cards(text, 2, codes, 2)
        if known is not None:
            assert (found, codes[0]) == (1, known), text
        else:
            assert found == (lib.SR_NOT_A_CARD if text.strip(b" ,\t\n\v\f\r") else 0), text


@pytest.mark.parametrize("between", ["", " ", ",", ", ", "\t", "\n", "\r\n", "\v", "\f", "   ,,, "])
def test_c_reads_what_stands_between_cards(between: str) -> None:
    wanted = STANDARD.evaluate("AhKdQcJs9h")
    cards = ["A♥", "Kd", "qc", "J♠", "9h"]
    for text in (between.join(cards), between + between.join(cards) + between):
        assert by_c(STANDARD, text) == wanted


def test_c_reads_jokers_in_the_order_in_which_they_come() -> None:
    for first, second in product(("Jk", "JK", "jk", "jK"), repeat=2):
        assert by_c(WILD, f"{first} Ah Kd Qc 2s") == WILD.evaluate(bytes([52, 50, 45, 40, 3])) > 0
        assert by_c(WILD, f"Ah {first} Kd Qc {second}") == WILD.evaluate(bytes([50, 52, 45, 40, 53])) > 0
        assert by_c(WILD, f"{first} Kd Qc {second} Jk") == 0
    assert by_c(sr.Evaluator("bug"), "Jk Ah Kd Qc Jk") == 0


def test_c_reads_a_hand_just_if_python_does() -> None:
    """Cards that are changed a little, cut off, or too many."""
    rng = np.random.default_rng(1)
    pieces = [
        "10",
        "1",
        "0",
        "T",
        "x",
        "k",
        "♥",
        "♠",
        "♤",
        "\ufe0f",
        "A",
        "h",
        "Jk",
        "J",
        " ",
        ",",
        "\0",
        "é",
        "Ts",
        "♨",
    ]
    hands = dealt(STANDARD, 4000, 2)
    read = refused = 0
    for hand in hands.tolist():
        text = sr.format_cards(hand, style=("ascii", "unicode")[int(rng.integers(2))])
        for _ in range(int(rng.integers(3))):
            at = int(rng.integers(len(text) + 1))
            text = text[:at] + pieces[int(rng.integers(len(pieces)))] + text[at + int(rng.integers(2)) :]
        for ev in (STANDARD, WILD):
            strength = by_c(ev, text)
            assert strength == by_python(ev, text), text
            read, refused = read + (strength > 0), refused + (strength == 0)
    assert min(read, refused) > 1000
    whole = "Ah K♦\ufe0f 10c J♠ 9h".encode()
    for end in range(len(whole)):
        assert lib.sr_evaluate_text(STANDARD._table, whole, end) == 0, end
    assert lib.sr_evaluate_text(STANDARD._table, whole, len(whole)) > 0


@pytest.mark.parametrize(
    "low", [b"\xe2\x99\xa8", b"\xe2\x99\x9f", b"\xe2\x98\xa5", b"\xe3\x99\xa5", b"\xe2\x99", b"\xe2"]
)
def test_c_takes_no_other_character_for_a_suit(low: bytes) -> None:
    for data in (b"KdQcJs9hA" + low, b"A" + low + b"KdQcJs9h"):
        assert lib.sr_evaluate_text(STANDARD._table, data, len(data)) == 0


# -- strengths ---------------------------------------------------------------------------------------------------------


def test_strength_that_no_hand_has_has_neither_category_nor_tier() -> None:
    for ev in (STANDARD, WILD, CLASSIC):
        for strength in (0, ev.strengths + 1, 0xFFFF):
            assert lib.sr_category(ev._table, strength) == lib.sr_tier(ev._table, strength) == -1
        for strength in (1, ev.strengths):
            assert lib.sr_category(ev._table, strength) >= 0
            assert lib.sr_tier(ev._table, strength) >= 0


def test_comparison_with_what_is_no_hand_is_none() -> None:
    good, repeated, stranger = b"\x14\x18\x1c\x20\x25", b"\x14\x14\x1c\x20\x25", b"\x10\x18\x1c\x20\x25"
    for bad in (repeated, stranger):
        assert lib.sr_compare(CLASSIC._table, good, bad) == lib.sr_compare(CLASSIC._table, bad, good) == -2
    assert lib.sr_compare(CLASSIC._table, good, good) == 0


def test_contenders_beyond_the_hands_are_not_there() -> None:
    table = CLASSIC._table
    strengths = ffi.new("uint16_t[]", [5, 7, 9, 0])
    assert lib.sr_showdown_strengths(table, strengths, 2, 0xFFFFFFFF) == 0b10
    assert lib.sr_showdown_strengths(table, strengths, 3, 0b1011) == 0b10
    assert lib.sr_showdown_strengths(table, strengths, 3, 0b1101) == 0b100
    assert lib.sr_showdown_strengths(table, strengths, 3, 0b1000) == 0
    assert lib.sr_showdown_strengths(table, strengths, 0, 1) == 0
    assert lib.sr_showdown_strengths(table, ffi.new("uint16_t[17]", [5] * 17), 17, 1) == 0
    hands = sr.parse_cards("Ah Kd Qc Js 9h  As Ks Qd Jc 9s  Td Jh Qh Kh Ac")
    assert lib.sr_showdown(table, hands, 5, 2, 0xFFFFFFFF, 0) == 0b01
    assert lib.sr_showdown(table, hands, 5, 3, 0xFFFFFFF8, 0) == 0
    assert lib.sr_showdown(table, hands + bytes(100), 5, 17, 1, 0) == 0


@pytest.mark.parametrize("n", [17, 32, 100_000])
def test_showdown_has_sixteen_hands_at_most_whatever_they_share(n: int) -> None:
    """No other reason to refuse them is left. Strengths of so many hands would end the process, if they were kept."""
    table, hand = CLASSIC._table, sr.parse_cards("Ah Kd Qc Js 9h")
    shared = sum(1 << card for card in hand)
    for contenders in (0xFFFFFFFF, 1, 1 << 15):
        assert lib.sr_showdown(table, hand, 0, 16, contenders, shared) == contenders & 0xFFFF
        assert lib.sr_showdown(table, hand, 0, n, contenders, shared) == 0
        assert lib.sr_why(table, hand, 0, 16, contenders, shared) == lib.SR_OK
        assert lib.sr_why(table, hand, 0, n, contenders, shared) == lib.SR_TOO_MANY_HANDS


# -- batches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", sr.kernels())
def test_column_that_is_given_twice_is_a_repeated_card_at_once(kernel: str) -> None:
    before = sr.kernel()
    sr.use_kernel(kernel)
    try:
        hands = dealt(STANDARD, 200, 3)
        start = ffi.from_buffer("uint8_t[]", hands)
        out = ffi.new("uint16_t[200]")
        for place, other in product(range(5), repeat=2):
            columns = [start + i for i in range(5)]
            columns[place] = start + other
            wanted = 200 if place == other else 0
            assert lib.sr_evaluate_batch(STANDARD._table, *columns, 5, 200, out) == wanted, (place, other)
    finally:
        sr.use_kernel(before)


# -- draws, equity, deals ----------------------------------------------------------------------------------------------


def test_draws_of_what_is_no_hand_or_holds_a_dead_card_are_refused() -> None:
    size = lib.sr_draws_sizeof(CLASSIC._table)
    work, out = ffi.new("uint64_t[]", size // 8 + 1), ffi.new("sr_draw[32]")

    def drawn(hand: bytes, dead: int) -> int:
        code: int = lib.sr_draws(CLASSIC._table, hand, dead, work, size, out, ffi.NULL, ffi.NULL)
        return code

    hand = sr.parse_cards("Ah Kd Qc Js 9h")
    assert drawn(hand, 0) == drawn(hand, 1 << 51) == lib.SR_OK
    for card in hand:
        assert drawn(hand, 1 << card) == lib.SR_IN_TWO_HANDS
    assert drawn(hand[:4] + hand[:1], 0) == lib.SR_NOT_A_HAND


def test_what_is_made_is_counted_and_nothing_of_what_cannot_be() -> None:
    table, out = CLASSIC._table, ffi.new("uint16_t[]", 100_000)
    kept, stub = sr.parse_cards("Ah Kd Qc Js 9h"), bytes(range(20, 32))
    assert [lib.sr_made(table, kept[:n], n, stub, len(stub), out) for n in range(6)] == [792, 495, 220, 66, 12, 1]
    assert out[0] == CLASSIC.evaluate(kept)
    assert lib.sr_made(table, kept, 5, b"", 0, out) == 1
    assert lib.sr_made(table, kept, 6, stub, len(stub), out) == 0
    assert lib.sr_made(table, kept[:2], 2, stub[:2], 2, out) == 0  # too few to draw three
    assert lib.sr_made(table, kept[:4], 4, bytes(range(55)), 55, out) == 0
    assert lib.sr_made(table, kept[:4], 4, stub + kept[:1], len(stub) + 1, out) == 0  # Ah twice in the last hand
    assert lib.sr_made(table, kept[:4], 4, kept[:1] + stub, len(stub) + 1, out) == 0


def test_deals_that_cannot_be_are_none() -> None:
    strengths = ffi.new("uint16_t[]", [5] * 2000)
    counts = ffi.new("uint64_t[]", 16 * 16)

    def dealt_to(players: int, stub: int, draws: list[int], start: int = 0, n: int = 10**6) -> int:
        deals = ffi.new("sr_deals *")
        deals.players, deals.stub = players, stub
        for player, k in enumerate(draws):
            deals.draws[player], deals.made[player] = k, strengths
        done: int = lib.sr_count_deals(CLASSIC._table, deals, start, n, counts)
        return done

    assert dealt_to(2, 6, [2, 1]) == 15
    assert sum(counts) == 2 * 15 * 4  # ties: both players are among two winners
    assert (counts[1], counts[17]) == (60, 60)
    assert dealt_to(2, 6, [2, 1], start=14) == dealt_to(2, 6, [2, 1], n=1) == 1
    assert dealt_to(2, 6, [2, 1], start=14, n=20) == 1
    assert dealt_to(2, 6, [2, 1], start=15) == dealt_to(2, 6, [2, 1], n=0) == 0
    assert dealt_to(1, 6, [2]) == 1
    assert dealt_to(16, 0, [0] * 16) == 1
    assert dealt_to(0, 6, []) == 0
    assert dealt_to(17, 6, [0] * 16) == 0
    assert dealt_to(1, 54, [1]) == 1
    assert dealt_to(1, 55, [1]) == 0
    assert dealt_to(2, 6, [5, 1]) == 6
    assert dealt_to(2, 6, [5, 2]) == 0  # one card is left
    assert dealt_to(2, 10, [6, 1]) == 0


def test_pack_with_codes_that_are_no_cards_has_no_hands() -> None:
    out = ffi.new("uint8_t[]", 50)
    for first, cards in ((1, 54), (250, 54), (3, 52), (2**32 - 1, 5), (0, 55)):
        assert lib.sr_all_hands(first, cards, 0, 10, out) == 0
    assert lib.sr_all_hands(2, 52, 0, 10, out) == 10
