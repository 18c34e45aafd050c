"""The functions of the C header say what Python says, and say what is wrong by the right code."""

from __future__ import annotations

import ctypes
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scalareale as sr
from scalareale._core import ffi, lib

RNG = random.Random(12)
TABLES = [(name, cards) for name in sr.rulesets() for cards in sr.Rules.named(name).packs]
CLASSIC = sr.Evaluator("classic", cards=32)
MINIMUM, MEDIUM, MAXIMUM = map(sr.parse_cards, ("Ah 7h 8h 9h 10h", "8c 9c 10c Jc Qc", "10d Jd Qd Kd Ad"))


def memory(size: int) -> Any:
    return ffi.cast("sr_evaluator *", _kept(ffi.new("uint64_t[]", size // 8 + 1)))


def opened(ruleset: str, cards: int) -> Any:
    ev = memory(lib.sr_sizeof())
    assert lib.sr_open(ev, lib.sr_sizeof(), ruleset.encode(), cards) == lib.SR_OK
    return ev


_kept_ones: list[object] = []


def _kept(what: Any) -> Any:
    """cffi frees what nobody refers to, and a cast does not."""
    _kept_ones.append(what)
    return what


# -- evaluators -------------------------------------------------------------------------------------------------------


def test_every_table_is_opened_by_its_name_and_its_pack() -> None:
    listed, cards, index = [], ffi.new("unsigned *"), 0
    while name := lib.sr_ruleset_at(index, cards):
        listed.append((ffi.string(name).decode(), cards[0]))
        index += 1
    assert listed == TABLES
    assert lib.sr_ruleset_at(0, ffi.NULL) != ffi.NULL
    codes = ffi.new("uint8_t[]", lib.SR_PACK)
    for name, size in TABLES:
        ev, ours = opened(name, size), sr.Evaluator(name, cards=size)
        assert ffi.string(lib.sr_ruleset(ev)).decode() == name
        assert lib.sr_pack(ev, codes) == lib.sr_pack(ev, ffi.NULL) == size
        assert ffi.buffer(codes, size)[:] == ours.pack.codes
        assert lib.sr_strengths(ev) == ours.strengths
        spans = ffi.new("sr_range[2]")
        has_upset = lib.sr_upset(ev, spans, spans + 1)
        found = tuple((span.low, span.high) for span in spans) if has_upset else None
        assert found == ours.upset


def test_the_only_pack_of_a_ruleset_needs_no_number() -> None:
    assert lib.sr_pack(opened("standard", 0), ffi.NULL) == 52


def test_evaluator_that_cannot_be_opened_is_refused_with_the_reason() -> None:
    size = lib.sr_sizeof()
    ev = memory(size + 8)
    inside = ffi.cast("sr_evaluator *", ffi.cast("char *", ev) + 4)
    assert lib.sr_open(ev, size - 1, b"classic", 32) == lib.SR_TOO_SMALL
    assert lib.sr_open(inside, size, b"classic", 32) == lib.SR_MISALIGNED
    assert lib.sr_open(ev, size, b"holdem", 52) == lib.SR_NO_RULESET
    assert lib.sr_open(ev, size, b"", 32) == lib.SR_NO_RULESET
    assert lib.sr_open(ev, size, b"classic", 52) == lib.SR_NO_PACK
    assert lib.sr_open(ev, size, b"classic", 0) == lib.SR_NO_PACK


def test_every_error_has_words_of_its_own() -> None:
    codes = [getattr(lib, name) for name in dir(lib) if isinstance(getattr(lib, name), int)]
    errors = [code for code in codes if code < 0] + [lib.SR_OK]
    words = [ffi.string(lib.sr_error_text(code)).decode() for code in errors]
    assert len(set(words)) == len(errors) == 23
    unknown = ffi.string(lib.sr_error_text(1)).decode()
    assert unknown not in words
    assert ffi.string(lib.sr_error_text(-1000)).decode() == unknown


def test_kernel_of_an_evaluator_is_its_own() -> None:
    one, other = opened("classic", 40), opened("classic", 40)
    assert ffi.string(lib.sr_kernel_of(one)).decode() == sr.kernels()[-1]
    hands = sr.all_hands(sr.Pack(40), 0, 5000)
    wanted = sr.Evaluator("classic", cards=40).evaluate_many(hands)
    for name in sr.kernels():
        assert lib.sr_set_kernel(one, name.encode()) == lib.SR_OK
        assert ffi.string(lib.sr_kernel_of(one)).decode() == name
        assert ffi.string(lib.sr_kernel_of(other)).decode() == sr.kernels()[-1]
        out = np.zeros(len(hands), np.uint16)
        pointers = ffi.from_buffer("uint8_t[]", hands), ffi.from_buffer("uint16_t[]", out)
        assert lib.sr_evaluate_rows(one, pointers[0], len(hands), pointers[1]) == len(hands)
        assert (out == wanted).all()
    assert lib.sr_set_kernel(one, b"abacus") == lib.SR_NO_KERNEL


# -- hands ------------------------------------------------------------------------------------------------------------


def test_text_of_any_number_of_cards_is_read() -> None:
    codes = ffi.new("uint8_t[]", 64)
    for text in ("", " ,\t", "Ah", "A\u2665 10d,Jc", "AhAhAh", "jk JK", "2c " * 60):
        wanted = sr.parse_cards(text)
        data = text.encode()
        assert lib.sr_parse_cards(data, len(data), codes, 64) == len(wanted)
        assert ffi.buffer(codes, len(wanted))[:] == wanted
    for bad in ("A", "Ah 1d", "hA", "JkJkJk", "A\u2665x", "\xff"):
        data = bad.encode()
        assert lib.sr_parse_cards(data, len(data), codes, 64) == lib.SR_NOT_A_CARD
    assert lib.sr_parse_cards(b"AhKh", 4, codes, 1) == lib.SR_TOO_SMALL
    assert lib.sr_parse_cards(b"AhKh", 2, codes, 1) == 1


@pytest.mark.parametrize(("name", "cards"), TABLES)
def test_descriptions_of_every_strength_are_those_of_python(name: str, cards: int) -> None:
    """Of its first and its last hand, each in another language; of some hands in every language."""
    ours, ev = sr.Evaluator(name, cards=cards), opened(name, cards)
    text = ffi.new("char[]", lib.SR_WORDS)
    every = sr.all_hands(ours.pack)
    strengths = ours.evaluate_many(every)
    _, first = np.unique(strengths, return_index=True)
    _, last = np.unique(strengths[::-1], return_index=True)
    assert len(first) == ours.strengths
    hands = [(hand, i % 4) for i, hand in enumerate(every[[*first, *(len(every) - 1 - last)]].tolist())]
    hands += [(RNG.sample(list(ours.pack.codes), 5), i % 4) for i in range(240)]
    for codes, i in hands:
        hand, language = bytes(codes), ("en", "it", "fr", "ru")[i]
        length = lib.sr_describe(ev, hand, language.encode(), text, lib.SR_WORDS)
        assert ffi.string(text).decode() == ours.describe(hand, language), sr.format_cards(hand)
        assert length == len(ffi.string(text))


def test_longest_description_of_all_fits_into_the_room_for_words() -> None:
    """Rules that compare pairs by the suit of a kicker name a suit beside all the ranks."""
    keys = {name: ["groups", "suit_of_kicker0"] for name in ("pair", "two_pair", "three_of_a_kind")}
    rules = sr.Rules.named("classic").replace(name="long", keys=keys, low=True, upset=None)
    ev = sr.Evaluator(rules, cards=40)
    text = ffi.new("char[]", lib.SR_WORDS)
    _, first = np.unique(ev.evaluate_many(sr.all_hands(40)), return_index=True)
    longest = 0
    for hand in sr.all_hands(40)[first[::3]]:
        for language in ("en", "it", "fr", "ru"):
            length = lib.sr_describe(ev._table, hand.tobytes(), language.encode(), text, lib.SR_WORDS)
            assert ffi.string(text).decode() == ev.describe(hand, language)
            longest = max(longest, length)
    assert 80 < longest < lib.SR_WORDS - 20


def test_description_that_does_not_fit_is_empty_and_no_byte_is_written_too_many() -> None:
    ev, wanted = opened("classic", 32), CLASSIC.describe(MINIMUM, "ru").encode()
    for size in range(len(wanted) + 3):
        text = ffi.new("char[]", b"x" * (len(wanted) + 10))
        code = lib.sr_describe(ev, MINIMUM, b"ru", text, size)
        assert ffi.buffer(text)[size : len(wanted) + 10] == b"x" * (len(wanted) + 10 - size)
        if size > len(wanted):
            assert (code, ffi.string(text)) == (len(wanted), wanted)
        else:
            assert code == lib.SR_TOO_SMALL
            assert size == 0 or text[0] == b"\0"


def test_what_cannot_be_described_is_refused_with_the_reason() -> None:
    ev, text = opened("classic", 32), ffi.new("char[]", 200)
    assert lib.sr_describe(ev, MINIMUM, b"de", text, 200) == lib.SR_NO_LANGUAGE
    assert lib.sr_describe(ev, MINIMUM[:4] + MINIMUM[:1], b"en", text, 200) == lib.SR_NOT_A_HAND
    assert lib.sr_describe(ev, b"\0" + MINIMUM[1:], b"en", text, 200) == lib.SR_NOT_A_HAND


def test_why_there_is_no_winner_is_told() -> None:
    ev = opened("classic", 32)

    def why(*hands: bytes, contenders: int | None = None, shared: int = 0) -> int:
        everybody = (1 << len(hands)) - 1 if contenders is None else contenders
        code: int = lib.sr_why(ev, b"".join(hands), 5, len(hands), everybody, shared)
        if len(hands) <= 16:
            winners = lib.sr_showdown(ev, b"".join(hands), 5, len(hands), everybody, shared)
            assert (winners != 0) == (code == lib.SR_OK)
        return code

    low, twice = b"\0" + MINIMUM[1:], MINIMUM[:4] + MINIMUM[:1]
    assert why(MINIMUM, MEDIUM, MAXIMUM) == lib.SR_OK
    assert why() == why(MINIMUM, contenders=0) == lib.SR_NOBODY
    assert why(*[MINIMUM] * 17) == lib.SR_TOO_MANY_HANDS
    assert why(MEDIUM, low) == lib.SR_NOT_IN_PACK
    assert why(MEDIUM, bytes([255] * 5)) == lib.SR_NOT_IN_PACK
    assert why(MEDIUM, twice, low) == lib.SR_CARD_TWICE
    assert why(MEDIUM, twice, contenders=1) == lib.SR_OK
    other = bytes([MINIMUM[0]]) + sr.parse_cards("Ks Qs Js 9s")
    assert why(MINIMUM, other) == lib.SR_IN_TWO_HANDS
    assert why(MINIMUM, other, shared=1 << MINIMUM[0]) == lib.SR_OK


# -- dealing, draws, equity -------------------------------------------------------------------------------------------


def test_deal_without_seats_is_the_deal_to_seats_in_order() -> None:
    outs = []
    for seats in (ffi.NULL, bytes(range(4))):
        generator = np.random.PCG64(5)
        bits = ffi.cast("sr_bitgen *", generator.ctypes.bit_generator.value)
        out = ffi.new("uint8_t[]", 100 * 4 * 5)
        assert lib.sr_deal(bits, CLASSIC.pack.codes, 32, seats, 4, 20, 100, out) == 100
        outs.append(ffi.buffer(out)[:])
    assert outs[0] == outs[1] == sr.deal(100, 4, 32, np.random.PCG64(5)).tobytes()


class Watch:
    """A progress function that remembers what it is told, and may stop the work."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.told: list[tuple[int, int]] = []
        self.stop_at = stop_at
        self.callback = ffi.callback("int(void *, uint64_t, uint64_t)", self._told)

    def _told(self, context: Any, done: int, total: int) -> int:
        self.told.append((done, total))
        return int(self.stop_at is not None and len(self.told) >= self.stop_at)


def draws(ev: Any, hand: bytes, dead: int, watch: Watch | None = None, short: int = 0) -> tuple[int, Any]:
    size = lib.sr_draws_sizeof(ev)
    work, out = ffi.new("uint64_t[]", size // 8 + 1), ffi.new("sr_draw[]", lib.SR_DISCARDS)
    progress = watch.callback if watch else ffi.NULL
    return lib.sr_draws(ev, hand, dead, work, size - short, out, progress, ffi.NULL), out


def test_draws_are_those_of_python() -> None:
    hand, dead = sr.parse_cards("Kh Kd Qc 9s 8h"), sr.parse_cards("Ks 7c")
    code, out = draws(opened("classic", 32), hand, sum(1 << card for card in dead))
    assert code == lib.SR_OK
    for draw in CLASSIC.draws(hand, dead=dead, most=5):
        kept = sum(1 << i for i, card in enumerate(hand) if card not in draw.discard)
        assert (out[kept].total, list(out[kept].count)) == (draw.total, list(draw.counts.values()))


def test_draws_tell_how_far_they_are_and_can_be_stopped() -> None:
    ev, hand = opened("standard", 52), sr.parse_cards("Kh Kd Qc 9s 8h")
    whole = Watch()
    assert draws(ev, hand, 0, whole)[0] == lib.SR_OK
    dones = [done for done, _ in whole.told]
    assert len(dones) > 1
    assert dones == sorted(set(dones))
    assert dones[-1] == 2_598_960
    assert {total for _, total in whole.told} == {2_598_960}
    stopped = Watch(stop_at=1)
    assert draws(ev, hand, 0, stopped)[0] == lib.SR_STOPPED
    assert len(stopped.told) == 1


def test_draws_that_cannot_be_are_refused_with_the_reason() -> None:
    ev = opened("classic", 32)
    assert draws(ev, MINIMUM[:4] + MINIMUM[:1], 0)[0] == lib.SR_NOT_A_HAND
    assert draws(ev, MINIMUM, 1 << MINIMUM[2])[0] == lib.SR_IN_TWO_HANDS
    assert draws(ev, MINIMUM, 0, short=1)[0] == lib.SR_TOO_SMALL
    out, work = ffi.new("sr_draw[]", 32), ffi.new("char[]", lib.sr_draws_sizeof(ev) + 16)
    assert lib.sr_draws(ev, MINIMUM, 0, work + 4, len(work) - 4, out, ffi.NULL, ffi.NULL) == lib.SR_MISALIGNED


def players(hands: list[bytes], discards: list[bytes]) -> tuple[Any, int]:
    """What C is told of hands and discards: what everybody keeps, and the set of the cards that are out of play."""
    player = ffi.new("sr_player[]", len(hands))
    dead = 0
    for one, hand, thrown in zip(player, hands, discards, strict=True):
        kept = bytes(card for card in hand if card not in thrown)
        one.n = len(kept)
        one.cards = kept.ljust(5, b"\xff")
        dead |= sum(1 << card for card in thrown)
    return player, dead


def equity(ev: Any, player: Any, n: int, dead: int, watch: Watch | None = None) -> tuple[int, list[int], int]:
    size = lib.sr_equity_sizeof(ev, player, n, dead)
    work = ffi.new("uint64_t[]", size // 8 + 1)
    counts, deals = ffi.new("uint64_t[]", max(n, 1) * lib.SR_SEATS), ffi.new("uint64_t *", 999)
    progress = watch.callback if watch else ffi.NULL
    code = lib.sr_equity(ev, player, n, dead, work, size, counts, deals, progress, ffi.NULL)
    return code, list(counts), deals[0]


def shares(counts: list[int], deals: int) -> list[float]:
    rows = [counts[at : at + lib.SR_SEATS] for at in range(0, len(counts), lib.SR_SEATS)]
    return [sum(count / k for k, count in enumerate(row, 1)) / deals for row in rows]


@pytest.mark.parametrize(
    ("hands", "discards"),
    [
        (["Ah Ad Kc 9s 8h", "Qh Qd Qc 9d 7h"], ["Kc 9s 8h", "9d 7h"]),
        (["Ah 7h 8h 9h 10h", "8c 9c 10c Jc Qc", "10d Jd Qd Kd Ad"], ["", "8c", "Ad"]),
        (["Ah Kh Qd 9s 8h", "", "Jh Jd Jc 9d 7h"], ["Qd 9s 8h", "", ""]),
        (["Ah Kh Qd 9s 8h"], ["Qd 9s 8h"]),
    ],
)
def test_equity_is_that_of_python(hands: list[str], discards: list[str]) -> None:
    held, thrown = [sr.parse_cards(hand) for hand in hands], [sr.parse_cards(cards) for cards in discards]
    ev, (player, dead) = opened("classic", 32), players(held, thrown)
    wanted = CLASSIC.equity([hand or None for hand in held], discards=thrown)
    code, counts, deals = equity(ev, player, len(held), dead)
    assert (code, deals) == (lib.SR_OK, wanted.deals)
    assert shares(counts, deals) == pytest.approx(wanted.share, abs=1e-12)
    wins = tuple(counts[i * lib.SR_SEATS] / deals for i in range(len(held)))
    assert wins == pytest.approx(wanted.win, abs=1e-12)


@pytest.mark.parametrize("known", [[], ["Ah Ad Kc 9s 10h"], ["Ah Ad Kc 9s 10h", "Qh Qd Qc 9d 10d"]])
def test_equity_of_two_unknown_hands_is_that_of_python(known: list[str]) -> None:
    ev, dead = sr.Evaluator("classic", cards=24), sr.parse_cards("9h 9c Jh Jd")
    held = [sr.parse_cards(hand) for hand in known]
    player, _ = players([*held, b"", b""], [b""] * (len(held) + 2))
    wanted = ev.equity([*held, None, None], dead=dead)
    table = opened("classic", 24)
    code, counts, deals = equity(table, player, len(held) + 2, sum(1 << card for card in dead))
    assert (code, deals) == (lib.SR_OK, wanted.deals)
    assert shares(counts, deals) == pytest.approx(wanted.share, abs=1e-12)


def test_equity_tells_how_far_it_is_and_can_be_stopped_with_what_is_known() -> None:
    ev = opened("classic", 40)
    player, dead = players([sr.parse_cards("Ah Kh"), sr.parse_cards("Jh Jd")], [b""] * 2)
    whole = Watch()
    code, counts, deals = equity(ev, player, 2, dead, whole)
    assert code == lib.SR_OK
    dones = [done for done, _ in whole.told]
    assert len(dones) > 3
    assert dones == sorted(set(dones))
    assert whole.told[-1] == (deals, deals)
    assert sum(shares(counts, deals)) == pytest.approx(1)
    stopped = Watch(stop_at=2)
    code, counts, deals = equity(ev, player, 2, dead, stopped)
    assert (code, deals) == (lib.SR_STOPPED, dones[1])
    assert sum(shares(counts, deals)) == pytest.approx(1)


def test_equity_that_cannot_be_is_refused_with_the_reason_and_writes_nothing() -> None:
    ev = opened("classic", 24)
    a, b = sr.parse_cards("Ah Kh Qh Jh 10h"), sr.parse_cards("Ad Kd Qd Jd 10d")
    cases = [
        ([a, b[:4] + a[:1]], 0, lib.SR_IN_TWO_HANDS),
        ([a, b], 1 << b[3], lib.SR_IN_TWO_HANDS),
        ([a, b[:4] + b[:1]], 0, lib.SR_CARD_TWICE),
        ([a, b"\0" + b[1:]], 0, lib.SR_NOT_IN_PACK),
        ([a, b"\xff" + b[1:]], 0, lib.SR_NOT_IN_PACK),
        ([a, b"", b"", b"", b""], 0, lib.SR_TOO_FEW_CARDS),
        ([], 0, lib.SR_NOBODY),
        ([b""] * 17, 0, lib.SR_TOO_MANY_HANDS),
    ]
    for hands, dead, wanted in cases:
        player, _ = players(hands, [b""] * len(hands))
        assert lib.sr_equity_sizeof(ev, player, len(hands), dead) == 0
        code, counts, deals = equity(ev, player, len(hands), dead)
        assert (code, set(counts), deals) == (wanted, {0}, 999)
        bits = ffi.new("sr_bitgen *")
        out, done = ffi.new("uint64_t[]", 17 * 16), ffi.new("uint64_t *")
        arguments = ev, player, len(hands), dead, bits, 100, out, done, ffi.NULL, ffi.NULL
        assert lib.sr_equity_sampled(*arguments) == wanted
    player, _ = players([a, b], [b"", b""])
    player[0].n = 6
    assert equity(ev, player, 2, 0)[0] == lib.SR_NOT_A_HAND
    many, _ = players([b""] * 10, [b""] * 10)
    standard = opened("standard", 52)
    assert equity(standard, many, 10, 0)[0] == lib.SR_TOO_MANY_DEALS
    player, _ = players([a, b""], [b"", b""])
    size, out, done = lib.sr_equity_sizeof(ev, player, 2, 0), ffi.new("uint64_t[]", 32), ffi.new("uint64_t *")
    work = ffi.new("char[]", size + 16)
    rest = out, done, ffi.NULL, ffi.NULL
    assert size == 8 + 2 * 11_628  # the one hand, aligned, and C(19, 5) others
    assert lib.sr_equity(ev, player, 2, 0, work, size - 1, *rest) == lib.SR_TOO_SMALL
    assert lib.sr_equity(ev, player, 2, 0, work + 4, size, *rest) == lib.SR_MISALIGNED


def test_sampled_equity_is_near_the_exact_one_and_can_be_stopped() -> None:
    ev = opened("classic", 32)
    held, thrown = [sr.parse_cards("Ah Ad Kc 9s 8h"), b""], [sr.parse_cards("Kc 9s 8h"), b""]
    player, dead = players(held, thrown)
    exact = CLASSIC.equity([held[0], None], discards=thrown).share

    def sampled(samples: int, watch: Watch | None = None) -> tuple[int, list[int], int]:
        generator = np.random.PCG64(3)
        bits = ffi.cast("sr_bitgen *", generator.ctypes.bit_generator.value)
        counts, deals = ffi.new("uint64_t[]", 32), ffi.new("uint64_t *")
        progress = watch.callback if watch else ffi.NULL
        code = lib.sr_equity_sampled(ev, player, 2, dead, bits, samples, counts, deals, progress, ffi.NULL)
        return code, list(counts), deals[0]

    code, counts, deals = sampled(300_001)
    assert (code, deals) == (lib.SR_OK, 300_001)
    assert sum(shares(counts, deals)) == pytest.approx(1)
    assert shares(counts, deals)[0] == pytest.approx(exact[0], abs=5 * 0.5 / 300_001**0.5)
    stopped = Watch(stop_at=2)
    code, counts, deals = sampled(300_001, stopped)
    assert (code, deals) == (lib.SR_STOPPED, 2 << 16)
    assert sum(shares(counts, deals)) == pytest.approx(1)
    assert sampled(0)[0] == lib.SR_OK


def test_sampled_hands_are_all_equally_likely() -> None:
    """One player with three cards, of whose draws each comes as often as another: counted by strength."""
    ev = opened("classic", 24)
    one = sr.parse_cards("Ah Kh Qh")
    rest = [card for card in sr.Pack(24).codes if card not in one]
    ours = sr.Evaluator("classic", cards=24)
    pairs = [ours.evaluate(one + bytes(pair)) for pair in combinations(rest, 2)]
    rival = sr.parse_cards("Jd Jc Ts 9s 9d")
    rest = [card for card in rest if card not in rival]
    better = sum(ours.evaluate(one + bytes(pair)) > ours.evaluate(rival) for pair in combinations(rest, 2))
    player, dead = players([one, rival], [b"", b""])
    assert len(pairs) == 210
    generator = np.random.PCG64(9)
    bits = ffi.cast("sr_bitgen *", generator.ctypes.bit_generator.value)
    counts, deals = ffi.new("uint64_t[]", 32), ffi.new("uint64_t *")
    assert lib.sr_equity_sampled(ev, player, 2, dead, bits, 200_000, counts, deals, ffi.NULL, ffi.NULL) == lib.SR_OK
    chance = better / (len(rest) * (len(rest) - 1) / 2)
    assert counts[0] / 200_000 == pytest.approx(chance, abs=5 * (chance * (1 - chance) / 200_000) ** 0.5)


# -- for extensions ---------------------------------------------------------------------------------------------------


def test_header_is_in_the_folder_that_is_named() -> None:
    folder = Path(sr.get_include())
    assert folder.is_absolute()
    assert "SR_ABI_MAJOR" in (folder / "scalareale.h").read_text(encoding="utf-8")


def test_functions_and_evaluators_have_addresses() -> None:
    size = ctypes.CFUNCTYPE(ctypes.c_size_t)(sr.c_address("sr_sizeof"))
    assert size() == lib.sr_sizeof()
    house = sr.Evaluator(sr.Rules.named("classic").replace(name="h\u00e4user", suits="sdch"), cards=32)
    strengths = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_void_p)(sr.c_address("sr_strengths"))
    ruleset = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)(sr.c_address("sr_ruleset"))
    for ev in (CLASSIC, house):
        assert strengths(sr.c_address(ev)) == ev.strengths
        assert ruleset(sr.c_address(ev)).decode() == ev.rules.name


@pytest.mark.parametrize("name", ["SR_HAND", "sr_nothing", "", "__dir__", "sr_range"])
def test_what_is_no_function_has_no_address(name: str) -> None:
    with pytest.raises(ValueError, match="declares no function"):
        sr.c_address(name)


def test_address_of_anything_else_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="name of a C function is a str, not int"):
        sr.c_address(5)  # type: ignore[arg-type]
