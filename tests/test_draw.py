"""What discards lead to: the published odds, brute force, the percentile, and what is refused."""

from __future__ import annotations

import json
import pickle
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from reference import CATEGORIES, RULESETS, SHORT, Reference, Vectorised, all_hands

import scalareale as sr
from scalareale._core import lib
from scalareale.draw import Draw, draws

DECKS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text(encoding="utf-8"))["decks"]
CLASSIC = sr.Evaluator("classic", cards=24)


def by_discard(ev: sr.Evaluator, hand: bytes, **choices: Any) -> dict[bytes, Draw]:
    """The draws of a hand by what is thrown away, in the order of the hand."""
    found = draws(ev, hand, **choices)
    result = {draw.discard: draw for draw in found}
    assert len(result) == len(found)
    return result


@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40])
def test_draws_equal_every_row_of_the_published_odds(cards: int) -> None:
    ev = sr.Evaluator("classic", cards=cards)
    rows = DECKS[str(cards)]["draw_odds"]
    assert len(rows) == 12
    for name, row in rows.items():
        keep, discard = (sr.parse_cards("".join(row[key])) for key in ("keep", "discard"))
        draw = by_discard(ev, keep + discard, most=5)[discard]
        assert draw.total == row["total"], name
        wanted = dict.fromkeys(CATEGORIES, 0) | {SHORT.get(key, key): n for key, n in row["counts"].items()}
        assert {category.name.lower(): n for category, n in draw.counts.items()} == wanted, name


def brute_force(
    ev: sr.Evaluator, hand: bytes, dead: bytes, most: int, values: NDArray[Any], keys: Any, category: Any
) -> dict[bytes, tuple[int, dict[str, int], float, float]]:
    """The same by dealing every set of new cards; `values` are of all hands of the pack."""
    ruleset = RULESETS[ev.rules.name]
    order = [SHORT.get(name, name) for name in ruleset["category_order"]]
    if ruleset.get("low"):
        order.reverse()
    held = order.index(category(np.frombuffer(hand, np.uint8)[None, :])[0])
    values = np.sort(values)
    stub = [card for card in ev.pack.codes if card not in hand and card not in dead]
    result = {}
    for size in range(most + 1):
        sets = list(combinations(stub, size))
        new = np.array(sets, dtype=np.uint8).reshape(len(sets), size)
        for discard in combinations(hand, size):
            if not len(new):
                continue
            kept = np.array([card for card in hand if card not in discard], np.uint8)
            hands = np.hstack([np.tile(kept, (len(new), 1)), new])
            made, names = keys(hands), category(hands)
            weaker, not_stronger = (np.searchsorted(values, made, side) for side in ("left", "right"))
            counts = {name: int((names == name).sum()) for name in CATEGORIES}
            improves = sum(n for name, n in counts.items() if n and order.index(name) < held) / len(new)
            percentile = float((weaker + not_stronger).sum(dtype=np.int64)) / (2 * len(values) * len(new))
            result[bytes(discard)] = len(new), counts, improves, percentile
    return result


@pytest.mark.parametrize(
    ("ruleset", "cards", "text", "dead", "most"),
    [
        ("classic", 24, "AhAdKs9cTd", "", 5),
        ("classic", 24, "9hThJhQhAd", "Ah9d", 5),
        ("turkish", 28, "8h8d8sAcKc", "8cAs", 4),
        ("loto-quebec", 32, "7h9hTdJdAs", "Th", 3),
        ("guide", 24, "AsTdTs9s9c", "9hJdJhJsKd", 4),
        ("german", 32, "7h8h9hThKs", "", 2),
        ("deuce-to-seven", 52, "2h3d4s7cKd", "5s", 2),
    ],
)
def test_draws_equal_brute_force_with_the_reference(ruleset: str, cards: int, text: str, dead: str, most: int) -> None:
    reference = Vectorised(ruleset, cards)
    names = np.array(CATEGORIES)
    ev, hand, gone = sr.Evaluator(ruleset, cards=cards), sr.parse_cards(text), sr.parse_cards(dead)
    wanted = brute_force(
        ev,
        hand,
        gone,
        most,
        reference.keys(all_hands(cards)),
        reference.keys,
        lambda hands: names[reference.categories(hands)],
    )
    found = by_discard(ev, hand, dead=gone, most=most)
    assert found.keys() == wanted.keys()
    for discard, draw in found.items():
        total, counts, improves, percentile = wanted[discard]
        assert draw.total == total
        assert {category.name.lower(): n for category, n in draw.counts.items()} == counts
        assert draw.improves == pytest.approx(improves, abs=1e-15)
        assert draw.percentile == pytest.approx(percentile, abs=1e-15)


@pytest.mark.parametrize(("ruleset", "cards"), [("bug", 53), ("wild", 53), ("wild", 54)])
def test_draws_know_jokers(ruleset: str, cards: int) -> None:
    ev, hand = sr.Evaluator(ruleset, cards=cards), sr.parse_cards("AhAd5s6sJk")
    names = np.array(CATEGORIES)
    strengths = ev.evaluate_many(sr.all_hands(cards))
    wanted = brute_force(
        ev,
        hand,
        b"",
        2,
        strengths,
        ev.evaluate_many,
        lambda hands: names[ev.category_many(ev.evaluate_many(hands))],
    )
    for discard, draw in by_discard(ev, hand, most=2).items():
        total, counts, improves, percentile = wanted[discard]
        assert draw.total == total
        assert draw.improves == pytest.approx(improves, abs=1e-15)
        assert {category.name.lower(): n for category, n in draw.counts.items()} == counts
        assert draw.percentile == pytest.approx(percentile, abs=1e-15)


def test_draws_fall_by_percentile_and_then_by_fewer_discards() -> None:
    for hand in ("AhAdKs9cTd", "9hThJhQhKh", "AhAdAsAcTd"):
        for most in range(6):
            found = draws(CLASSIC, hand, most=most)
            assert len(found) == sum(comb(5, size) for size in range(most + 1))
            keys = [(-draw.percentile, len(draw.discard)) for draw in found]
            assert keys == sorted(keys)
            for draw in found:
                assert draw.total == comb(19, len(draw.discard)) == sum(draw.counts.values())
                assert list(draw.counts) == list(sr.Category)
                assert 0 <= draw.improves <= 1
                assert 0 < draw.percentile < 1


def test_best_hand_stands_pat_and_its_percentile_is_nearly_one() -> None:
    best = draws(CLASSIC, "AhKhQhJhTh")[0]
    assert best.discard == b""
    assert best.percentile == (comb(24, 5) - 0.5) / comb(24, 5)
    assert best.improves == 0


def test_cards_keep_their_order_in_the_discard() -> None:
    hand = sr.parse_cards("9cAhTdAdKs")
    assert draws(CLASSIC, hand, most=5)[-1].discard in [bytes(c) for n in range(6) for c in combinations(hand, n)]
    assert hand in by_discard(CLASSIC, hand, most=5)


def test_discards_that_cannot_be_replaced_are_left_out() -> None:
    hand = CLASSIC.pack.codes[:5]
    for left in range(5):
        found = draws(CLASSIC, hand, dead=CLASSIC.pack.codes[5 : 24 - left], most=5)
        assert {len(draw.discard) for draw in found} == set(range(left + 1))
        assert all(draw.total == comb(left, len(draw.discard)) for draw in found)


def test_a_house_rule_has_draws() -> None:
    rules = sr.Rules.named("classic").replace(name="house", packs=(24, 28, 32, 36, 40), upset=None)
    assert draws(sr.Evaluator(rules, cards=24), "AhAdKs9cTd") == draws(CLASSIC, "AhAdKs9cTd")


def test_improving_is_a_better_category_by_the_order_of_the_ruleset() -> None:
    hand = sr.parse_cards("AhAdAsKhKd")  # thrown away: the kings, which leaves only four aces to hope for
    thrown = hand[3:]
    draw = by_discard(CLASSIC, hand)[thrown]
    assert draw.improves == draw.counts[sr.Category.FOUR_OF_A_KIND] / draw.total
    reference = Reference("classic", 24)
    assert reference.category(hand) == "full_house"


def test_a_draw_is_an_immutable_value() -> None:
    draw, again = draws(CLASSIC, "AhAdKs9cTd")[1], draws(CLASSIC, "AhAdKs9cTd")[1]
    assert draw == again == pickle.loads(pickle.dumps(draw))
    assert hash(draw) == hash(again)
    assert draw != draws(CLASSIC, "AhAdKs9cTd")[2]
    assert draw != 1
    with pytest.raises(AttributeError, match="a Draw is immutable: total cannot be set"):
        draw.total = 1
    with pytest.raises(AttributeError, match="immutable"):
        del draw.total
    draw.counts[sr.Category.PAIR] = -1
    assert draw == again
    assert repr(draw) == f"<Draw of 9cTd: 171 draws, percentile {draw.percentile:.4f}, improves {draw.improves:.4f}>"


@pytest.mark.parametrize(
    ("hand", "choices", "error", "message"),
    [
        ("AhAdKs9cTd", {"dead": "9hAd"}, sr.HandError, r"^dead: Ad \(card 2\) is in the hand$"),
        ("AhAdKs9cTd", {"dead": "9h9h"}, sr.HandError, r"^dead: 9h twice \(card 2\)$"),
        ("AhAdKs9cTd", {"dead": "9h8h"}, sr.HandError, r"^dead: 8h \(card 2\) is not in the pack of 24 cards"),
        ("AhAdKs9cTd", {"dead": "Xh"}, sr.HandError, "^dead: 'Xh' at position 0 is not a card"),
        ("AhAdKs9cTd", {"dead": [60]}, sr.HandError, r"^dead: 60 \(card 1\) is no card"),
        ("AhAdKs9cTd", {"dead": [1.5]}, TypeError, r"^dead: 1.5 \(card 1\) is no code"),
        ("AhAdKs9cTd", {"dead": None}, TypeError, "^dead must be text"),
        ("AhAdKs9cTd", {"most": 6}, ValueError, "^at most 0 to 5 cards are discarded, not 6$"),
        ("AhAdKs9cTd", {"most": -1}, ValueError, "not -1"),
        ("AhAdKs9cTd", {"most": True}, TypeError, "not bool: True"),
        ("AhAdKs9cTd", {"most": 2.0}, TypeError, "not float: 2.0"),
        ("AhAdKs9c", {}, sr.HandError, "^a hand has 5 cards, not 4$"),
        ("AhAhKs9cTd", {}, sr.HandError, r"^hand: Ah twice \(card 2\)$"),
        (12, {}, TypeError, "not 12"),
    ],
)
def test_bad_input_is_named(hand: Any, choices: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        draws(CLASSIC, hand, **choices)


def test_every_kernel_gives_the_same_draws() -> None:
    used, index, found = lib.sr_kernel(), 0, set()
    try:
        while name := lib.sr_kernel_at(index):
            assert lib.sr_use_kernel(name)
            found.add(tuple(draws(CLASSIC, "AhAdKs9cTd", dead="9h")))
            index += 1
    finally:
        lib.sr_use_kernel(used)
    assert index
    assert len(found) == 1
