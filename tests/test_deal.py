"""Dealing: every deal as likely as any other, the same stream for ever, and nothing but what can be dealt."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.random import MT19937, PCG64, PCG64DXSM, SFC64, Generator, Philox, SeedSequence
from reckonings import Rigged, dealt_from, words_of

from scalareale import Evaluator, HandError, Pack, _core, format_cards
from scalareale.deal import deal

MILLION = 1_000_000
BIT_GENERATORS = [MT19937, PCG64, PCG64DXSM, Philox, SFC64]


def excess(counts: Any, expected: float) -> float:
    """How many standard deviations chi-square is from its mean, for equally likely cells but one."""
    cells = int(counts.size)
    chi_square = float(((counts - expected) ** 2).sum() / expected)
    return (chi_square - (cells - 1)) / sqrt(2 * (cells - 1))


# -- uniform ---


def assert_uniform(cards: int, players: int, seed: int) -> None:
    """Each place of a deal has each card equally often, and two places each pair of cards."""
    first = Pack(cards).codes[0]
    dealt = deal(MILLION, players, cards, seed).reshape(MILLION, 5 * players) - np.uint8(first)
    place = [column.astype(np.intp) for column in dealt.T]
    for column in place:
        assert abs(excess(np.bincount(column, minlength=cards), MILLION / cards)) < 5
    # Neighbours in a hand, and the same place of neighbouring seats and of the first and the last.
    pairs = [(i, i + 1) for i in range(len(place) - 1)] + [(i, i + 5) for i in range(len(place) - 5)] + [(0, -1)]
    different = ~np.eye(cards, dtype=bool)
    for a, b in pairs:
        counts = np.bincount(place[a] * cards + place[b], minlength=cards * cards).reshape(cards, cards)
        assert not counts.diagonal().any()
        assert abs(excess(counts[different], MILLION / (cards * (cards - 1)))) < 5


@pytest.mark.parametrize(("cards", "players"), [(24, 2), (28, 5), (32, 4), (36, 2), (40, 3), (52, 2), (54, 2)])
def test_cards_pairs_of_cards_and_seats_are_uniform(cards: int, players: int) -> None:
    assert_uniform(cards, players, seed=1526)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40])
def test_a_million_deals_of_each_italian_pack_are_uniform(cards: int, seed: int) -> None:
    assert_uniform(cards, (cards - 16) // 4, seed)


def test_every_order_of_five_out_of_eight_cards_is_equally_likely() -> None:
    hands = deal(MILLION, 1, 8, 9)[:, 0].astype(np.intp) - 44
    keys, counts = np.unique(hands @ (8 ** np.arange(5)), return_counts=True)
    assert len(keys) == 8 * 7 * 6 * 5 * 4
    assert abs(excess(counts, MILLION / len(keys))) < 5


def test_no_card_is_dealt_twice_in_a_deal_of_the_whole_pack() -> None:
    dealt = np.sort(deal(20_000, 8, 40, 3).reshape(-1, 40), axis=1)
    assert (dealt == np.frombuffer(Pack(40).codes, np.uint8)).all()


def first_hand(rigged: Rigged, cards: int) -> list[int]:
    bits = _core.ffi.cast("sr_bitgen *", rigged.address)
    pack, out = Pack(cards).codes, bytearray(5)
    to = _core.ffi.from_buffer("uint8_t[]", out)
    assert _core.lib.sr_deal(bits, pack, len(pack), b"\0", 1, 5, 1, to) == 1
    return list(out)


@pytest.mark.parametrize("cards", [8, 24, 32, 40, 52, 53, 54])
def test_draws_that_would_make_a_bias_are_refused_and_no_others(cards: int) -> None:
    product = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4)
    twos = product & -product
    threshold = (1 << 64) % product

    def draw_with_rest(rest: int) -> int:
        """The draw x whose rest, x * product modulo 2**64, is that one."""
        return rest // twos * pow(product // twos, -1, (1 << 64) // twos) % ((1 << 64) // twos)

    good = draw_with_rest(threshold)
    assert good * product % (1 << 64) == threshold
    refused = [0, draw_with_rest(threshold - twos), draw_with_rest(twos)]
    rigged = Rigged([*refused, good, 1 << 63])
    expected = dealt_from(iter([good]).__next__, 1, list(Pack(cards).codes))[0]
    assert first_hand(rigged, cards) == expected
    assert next(rigged.draws) == 1 << 63


def test_source_that_always_gives_what_is_refused_does_not_hang() -> None:
    for draw in (0, 1 << 63):
        rigged = Rigged([draw] * 64)
        assert len(set(first_hand(rigged, 40))) == 5
        assert next(rigged.draws, None) is None


def test_more_cards_than_there_are_is_nothing_to_c() -> None:
    bits = _core.ffi.new("sr_bitgen *")
    out = _core.ffi.new("uint8_t[]", 64)
    for cards, hands in ((4, 1), (40, 9), (55, 1)):
        assert _core.lib.sr_deal(bits, bytes(range(cards)), cards, bytes(range(hands)), hands, 45, 1, out) == 0


# -- the stream ---


def test_stream_is_the_one_that_was_always_dealt() -> None:
    assert deal(2, 3, 32, 1).tolist() == [
        [[36, 31, 41, 43, 34], [45, 37, 25, 35, 27], [23, 49, 32, 20, 50]],
        [[50, 31, 21, 43, 51], [28, 30, 42, 35, 29], [44, 26, 47, 45, 23]],
    ]
    given = [None, "Ah Kh Qh Jh Th", None]
    dealt = deal(1, 3, 54, SFC64(2), dead="2c Jk", given=given)
    assert [format_cards(hand) for hand in dealt[0]] == ["Js4dAc7dTs", "AhKhQhJhTh", "3c6h8c2s5s"]
    assert (
        sha256(deal(10_000, 5, 40, PCG64DXSM(1526)).tobytes()).hexdigest()
        == "78d2cec7ad767ed3623e0de74fa771a243a67f8b34df1931fe5b64b02d2b3160"
    )


@pytest.mark.parametrize("kind", BIT_GENERATORS)
def test_stream_is_as_documented_for_every_bit_generator(kind: Any) -> None:
    given = [None, "2d 2h 2s 3c 3d", None, None]
    dealt = deal(50, 4, 53, kind(7), dead="Ah Jk", given=given)
    draw = words_of(Generator(kind(7)))
    out = {50, 52, 1, 2, 3, 4, 5}
    for table in dealt.tolist():
        expected = dealt_from(draw, 3, [card for card in range(53) if card not in out])
        assert table == [expected[0], [1, 2, 3, 4, 5], *expected[1:]]


def test_400_and_600_deals_are_1000() -> None:
    once, twice = np.random.default_rng(5), np.random.default_rng(5)
    parts = [deal(400, 3, 36, twice), deal(600, 3, 36, twice)]
    assert (deal(1000, 3, 36, once) == np.concatenate(parts)).all()
    assert once.bit_generator.state == twice.bit_generator.state


def test_deals_of_several_calls_into_c_are_one_stream() -> None:
    n = 150_000  # of eight hands: more than a block
    dealt, rng = deal(n, 8, 40, 5), np.random.default_rng(5)
    assert (dealt == np.concatenate([deal(1, 8, 40, rng), deal(n - 1, 8, 40, rng)])).all()


def test_every_kind_of_source_deals() -> None:
    of_int = deal(100, 2, 24, 11)
    for rng in (np.int64(11), SeedSequence(11), PCG64(11), np.random.default_rng(11)):
        assert (deal(100, 2, Pack(24), rng) == of_int).all()
    assert (deal(100, 2, 24) != deal(100, 2, 24, None)).any()


def test_generator_goes_on_where_it_was() -> None:
    rng = np.random.default_rng(1)
    assert (deal(10, 2, 24, rng) != deal(10, 2, 24, rng)).any()


def test_generator_is_locked_while_it_deals() -> None:
    rng = np.random.default_rng(1)
    done = threading.Event()

    def work() -> None:
        deal(10, 2, 24, rng)
        done.set()

    with rng.bit_generator.lock:
        thread = threading.Thread(target=work)
        thread.start()
        assert not done.wait(0.1)
    thread.join()
    assert done.is_set()


def test_threads_may_share_a_generator_and_no_draw_is_lost() -> None:
    rng, alone = np.random.default_rng(8), np.random.default_rng(8)
    threads = [threading.Thread(target=deal, args=(20_000, 5, 40, rng)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    deal(80_000, 5, 40, alone)
    assert rng.bit_generator.state == alone.bit_generator.state


# -- dead and given ---


def test_dead_and_given_cards_are_not_dealt() -> None:
    dealt = deal(5000, 3, 32, 2, dead="As Ks", given=["Ah Kh Qh Jh Th", None, None])
    assert (dealt[:, 0] == [50, 46, 42, 38, 34]).all()
    rest = dealt[:, 1:].reshape(5000, 10)
    assert set(np.unique(rest)) == set(range(20, 52)) - {51, 47, 50, 46, 42, 38, 34}
    assert (np.sort(rest, axis=1)[:, 1:] != np.sort(rest, axis=1)[:, :-1]).all()


def test_cards_that_are_left_are_uniform() -> None:
    dealt = deal(MILLION, 2, 32, 4, dead=[20, 21], given=(None, [22, 23, 24, 25, 26]))
    counts = np.bincount(dealt[:, 0, 3], minlength=52)[27:]
    assert abs(excess(counts, MILLION / 25)) < 5


def test_hands_that_are_all_given_take_no_draw() -> None:
    rng = np.random.default_rng(3)
    before = rng.bit_generator.state
    assert deal(2, 1, 24, rng, given=[b"\x33\x32\x31\x30\x2f"]).tolist() == [[[51, 50, 49, 48, 47]]] * 2
    assert deal(0, 3, 24, rng).shape == (0, 3, 5)
    assert rng.bit_generator.state == before


def test_result_is_a_new_array_of_codes() -> None:
    dealt = deal(7, 2, 24, 1)
    assert dealt.dtype == np.uint8 and dealt.shape == (7, 2, 5) and dealt.flags.c_contiguous and dealt.flags.owndata


# -- what cannot be dealt ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 7}, "7 hands take 35 cards, and the pack of 32 has 32"),
        ({"players": 10**30}, f"{10**30} hands take {5 * 10**30} cards, and the pack of 32 has 32"),
        (
            {"players": 6, "dead": "7c 7d 7h"},
            "6 hands take 30 cards, and the pack of 32 without the dead and given cards has 29",
        ),
        (
            {"players": 6, "dead": "7c 7d 7h", "given": [None] * 5 + ["As Ks Qs Js Ts"]},
            "5 hands take 25 cards, and the pack of 32 without the dead and given cards has 24",
        ),
        ({"dead": "2c"}, "dead: 2c (card 1) is not in the pack of 32 cards (7 to A)"),
        ({"dead": "As As"}, "dead: As twice (card 2)"),
        ({"dead": "Az"}, "'Az' at position 0 is not a card"),
        ({"dead": [99]}, "dead: 99 (card 1) is no card, codes are 0 to 53"),
        ({"dead": "As", "given": [None, "As Ks Qs Js Ts"]}, "As is dead and given to player 1"),
        (
            {"given": ["Ah Kh Qh Jh Th", "As Ks Qs Js Th"]},
            "Th is given to player 0 and to player 1",
        ),
        ({"given": [None, "As Ks Qs Js Js"]}, "hand of player 1: Js twice (card 5)"),
        ({"given": [None, "As Ks Qs Js"]}, "hand of player 1: a hand has 5 cards, not 4"),
        ({"given": [None, "As Ks Qs Js 2c"]}, "hand of player 1: 2c (card 5) is not in the pack of 32 cards"),
        ({"pack": 30}, "a pack has"),
    ],
)
def test_impossible_deals_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as caught:
        deal(**{"n": 1, "players": 2, "pack": 32, **arguments})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n is not negative, but -1 is"),
        ({"players": 0}, "players is at least 1, not 0"),
        ({"n": 10**20}, "more than fit into memory"),
        ({"n": sys.maxsize // 10 + 1}, "more than fit into memory"),
        ({"rng": -1}, "a seed is not negative: -1"),
        ({"given": [None]}, "given has a hand or None for each of 2 players, not 1"),
        ({"dead": np.zeros((2, 2), np.uint8)}, "dead must have one dimension"),
    ],
)
def test_other_wrong_values_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        deal(**{"n": 1, "players": 2, "pack": 32, **arguments})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 1.0}, "n is an int, not float: 1.0"),
        ({"n": True}, "n is an int, not bool"),
        ({"players": "2"}, "players is an int, not str"),
        ({"pack": "32"}, "the size of a pack is an int, not str"),
        ({"rng": "seed"}, "rng is a numpy Generator, BitGenerator or SeedSequence, an int or None, not str: 'seed'"),
        ({"rng": 1.5}, "not float: 1.5"),
        ({"rng": True}, "not bool: True"),
        ({"given": "As Ks Qs Js Ts"}, "given is a list of a hand or None for each player, not str"),
        ({"given": [None, 3]}, "hand of player 1 must be text, bytes of codes or a sequence of codes, not 3"),
        ({"dead": 3}, "dead must be text, bytes of codes or a sequence of codes, not 3"),
        ({"dead": None}, "dead must be text"),
    ],
)
def test_wrong_kinds_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        deal(**{"n": 1, "players": 2, "pack": 32, **arguments})
    assert message in str(caught.value)


def test_more_deals_than_memory_is_a_memory_error() -> None:
    with pytest.raises(MemoryError if sys.maxsize > 1 << 32 else ValueError):
        deal(10**16, 2, 32)


def test_what_is_a_seed_for_one_is_one_for_all_that_draw_by_lot() -> None:
    ev = Evaluator("classic", cards=32)
    doors: list[Callable[[Any], Any]] = [
        lambda rng: deal(50, 2, 32, rng).tobytes(),
        lambda rng: ev.simulate(50, 2, rng=rng),
        lambda rng: ev.equity([None, None], samples=50, rng=rng),
    ]
    for door in doors:
        assert door(5) == door(np.int64(5)) == door(np.array(5)) == door([5]) == door(np.random.SeedSequence(5))
        for bad in (True, np.True_, "5", 5.0, [5.0], object()):
            with pytest.raises(TypeError, match=r"^rng is a numpy Generator, "):
                door(bad)
        for negative in (-1, [-1]):
            with pytest.raises(ValueError, match=r"^rng is a numpy Generator, .* a seed is not negative: "):
                door(negative)
