"""Rules of houses, made up and drawn by lot, for the package and for the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
from reference import CATEGORIES, RULESETS, Ruleset

import scalareale as sr


def own(base: str, **changes: Any) -> Ruleset:
    return {**RULESETS[base], **changes}


QUIET: dict[str, Any] = {"exceptions": []}
GREEK = (sr.Selector("four_of_a_kind", rank="lowest"), sr.Selector("straight_flush", tier="maximum", suit="h"))
STRANGE_ORDER = (
    "four_of_a_kind", "straight_flush", "pair", "flush", "straight", "full_house", "three_of_a_kind",
    "two_pair", "high_card",
)  # fmt: skip
STRANGE_KEYS = {
    "full_house": ["groups", "suit_of_rank1"],
    "pair": ["groups", "suit_of_rank1"],
    "straight": ["suit_of_top", "top"],
    "three_of_a_kind": ["ranks", "suit_of_rank0"],
    "four_of_a_kind": ["suit_of_kicker0", "groups"],
    "two_pair": ["suit_of_kicker0", "ranks"],
    "high_card": ["suit_of_rank1", "ranks"],
    "straight_flush": ["flush_suit", "top"],
}
HOUSES: dict[str, tuple[sr.Rules, Ruleset, int]] = {
    "greek": (
        sr.Rules.named("classic").replace(name="greek", upset=GREEK),
        own("classic", straight_flush={"exceptions": [["quads:lowest_rank", "maximum:highest_suit"]]}),
        32,
    ),
    "low with suits": (
        sr.Rules.named("classic").replace(name="low", low=True, suits="scdh", upset=None),
        own("classic", low=True, suit_order=[*"scdh"], straight_flush=QUIET),
        36,
    ),
    "ace to six with 32 cards": (
        sr.Rules.named("ace-to-six").replace(name="low 32", packs=(32,)), own("ace-to-six", deck={"lowest": 7}), 32
    ),
    "suits turned round": (
        sr.Rules.named("fantini-santelia").replace(name="turned", suits="scdh"),
        own("fantini-santelia", suit_order=[*"scdh"]),
        40,
    ),
    "guide in other suits": (
        sr.Rules.named("guide").replace(
            name="guide in other suits",
            suits="cshd",
            upset=(
                sr.Selector("straight_flush", tier="minimum", suit="d"),
                sr.Selector("straight_flush", tier="maximum", suit="c"),
            ),
        ),
        own("guide", suit_order=[*"cshd"]),
        28,
    ),
    "everything strange": (
        sr.Rules.named("classic").replace(name="strange", categories=STRANGE_ORDER, keys=STRANGE_KEYS, upset=None),
        own(
            "classic",
            category_order=list(STRANGE_ORDER),
            keys={**own("classic")["keys"], **STRANGE_KEYS},
            straight_flush=QUIET,
        ),
        28,
    ),
    "44 cards": (
        sr.Rules.named("classic").replace(name="44", packs=(44,), players={}), own("classic", deck={"lowest": 4}), 44
    ),
    "no straights": (
        sr.Rules.named("loto-quebec").replace(
            name="no straights",
            straights=(),
            categories=[c for c in sr.Rules.named("loto-quebec").categories if "STRAIGHT" not in c.name],
            keys=[(c, k) for c, k in sr.Rules.named("loto-quebec").keys if "STRAIGHT" not in c.name],
        ),
        own(
            "loto-quebec",
            category_order=["quads", "flush", "full_house", "trips", "two_pair", "pair", "high_card"],
            straights={"ace_low": False, "ace_high": False, "wrap": False},
        ),
        32,
    ),
    "wild with the lowest winning": (
        sr.Rules.named("wild").replace(name="low wild", low=True), own("wild", low=True), 53
    ),
}  # fmt: skip

# A house where hearts are the lowest suit, three of a kind beats a straight, a flush goes by its suit first, and four
# of the lowest rank beat the straight flush to the ace of the highest suit, as in Greece.
HOUSE = """
name = "the house on the hill"
source = "as Ανδρέας plays it"   # an agreement
base = "classic"
packs = [44, 32, 40, 36]
suits = "scdh"
categories = [
    "straight_flush", "four_of_a_kind", "flush", "full_house", "three_of_a_kind", "straight",
    "two_pair", "pair", "high_card",
]

[players]
4 = 32
5 = 36
6 = 40

[keys]
flush = ["flush_suit", "ranks"]

[upset]
winner = { category = "four_of_a_kind", rank = "lowest" }
loser = { category = "straight_flush", tier = "maximum", suit = "s" }
"""  # fmt: skip
REFERENCE_HOUSE: Ruleset = {
    **RULESETS["classic"],
    "suit_order": [*"scdh"],
    "category_order": [
        "straight_flush", "quads", "flush", "full_house", "trips", "straight", "two_pair", "pair", "high_card"
    ],
    "keys": {**RULESETS["classic"]["keys"], "flush": ["flush_suit", "ranks"]},
    "straight_flush": {"exceptions": [["quads:lowest_rank", "maximum:highest_suit"]]},
}  # fmt: skip

RANK_KEYS = {
    "straight": [["top"]],
    "straight_flush": [["top"]],
    "flush": [["ranks"], ["groups"]],
    "high_card": [["ranks"], ["groups"]],
    "five_of_a_kind": [["groups"], ["ranks"]],
}
SUIT_KEYS = {
    "straight": ["suit_of_top"],
    "straight_flush": ["suit_of_top", "flush_suit"],
    "flush": ["flush_suit", "suit_of_rank0", "suit_of_rank1", "suit_of_group0", "suit_of_kicker0"],
    "high_card": ["suit_of_rank0", "suit_of_rank1", "suit_of_group0", "suit_of_kicker0"],
    "full_house": ["suit_of_group0", "suit_of_rank0", "suit_of_rank1"],
}
GROUP_SUITS = ["suit_of_group0", "suit_of_kicker0", "suit_of_rank0", "suit_of_rank1"]


def any_house(seed: int) -> tuple[sr.Rules, Ruleset]:
    """Rules drawn by lot, for the package and for the reference."""
    rng = np.random.default_rng(seed)

    def one(choices: Any) -> Any:
        return choices[int(rng.integers(len(choices)))]

    low_ace, flushes, straights = rng.random() < 0.2, rng.random() < 0.9, rng.random() < 0.9
    kinds = ["ace-low", "middle"] if low_ace else one([["middle"], ["ace-low", "middle"], ["middle", "ace-high"],
                                                      ["ace-low", "middle", "ace-high"]])  # fmt: skip
    kinds = kinds if straights else []
    absent = [word for word, occurs in (("straight", straights), ("flush", flushes)) if not occurs]
    order = [name for name in CATEGORIES[:9] if not any(word in name for word in absent)]
    order = [order[i] for i in rng.permutation(len(order))]
    # Five different ranks are a high card only if they are nothing better.
    order.remove("high_card")
    above = [order.index(name) for name in ("straight", "flush") if name in order]
    order.insert(int(rng.integers(max(above, default=-1) + 1, len(order) + 1)), "high_card")
    suits = "".join("cdhs"[i] for i in rng.permutation(4)) if rng.random() < 0.85 else None
    keys: dict[str | sr.Category, list[str]] = {}
    for category in order:
        wanted = list(one(RANK_KEYS.get(category, [["groups"], ["ranks"], ["groups"], []])))
        if suits and rng.random() < 0.7:
            wanted.insert(int(rng.integers(len(wanted) + 1)), one(SUIT_KEYS.get(category, GROUP_SUITS)))
        keys[category] = wanted
    low = bool(rng.random() < 0.3)
    pack = int(one([24, 28, 32, 36, 40, 44, 48, 52]))
    rules = sr.Rules(
        name=f"drawn {seed}", packs=(pack,), categories=order, keys=keys, straights=kinds, flushes=bool(flushes),
        ace="low" if low_ace else "high", suits=suits, low=low,
    )  # fmt: skip
    ruleset: Ruleset = {
        "category_order": order,
        "keys": keys,
        "straights": {"ace_low": "ace-low" in kinds, "ace_high": "ace-high" in kinds, "wrap": False},
        "suit_order": [*suits] if suits else None,
        "flushes": bool(flushes),
        "low": low,
        "ace": "always low" if low_ace else "high",
    }
    return rules, ruleset


def any_house_with_upset(seed: int) -> tuple[sr.Rules, Ruleset]:
    """The same, and minimums beat maximums where the rules drawn have both, in this order of strength."""
    rules, ruleset = any_house(seed)
    sides = [sr.Selector("straight_flush", tier=tier) for tier in ("minimum", "maximum")]
    try:
        turned = rules.replace(name=f"{rules.name}, upset", upset=sides)
    except ValueError:
        return rules, ruleset
    return turned, {**ruleset, "straight_flush": {"exceptions": [["minimum", "maximum"]]}}
