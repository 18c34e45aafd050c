"""How many hands of each category there are, and how many strengths: as the rules say, not computed here."""

from __future__ import annotations

from reference import CATEGORIES

# Straight flush, four, flush, full house, straight, three, two pair, pair, high card.
COUNTS = {
    24: (12, 120, 12, 720, 3060, 3840, 8640, 23040, 3060),
    28: (16, 168, 68, 1008, 4080, 6720, 15120, 53760, 17340),
    32: (20, 224, 204, 1344, 5100, 10752, 24192, 107520, 52020),
    36: (24, 288, 480, 1728, 6120, 16128, 36288, 193536, 122400),
    40: (28, 360, 980, 2160, 7140, 23040, 51840, 322560, 249900),
    52: (40, 624, 5108, 3744, 10200, 54912, 123552, 1098240, 1302540),
}
# Games with other straights than these ten, in the same order: a straight that does not exist leaves 4 flushes and
# 1,020 hands of nothing.
OTHER_COUNTS = {
    ("german", 32): (16, 224, 208, 1344, 4080, 10752, 24192, 107520, 53040),
    ("deuce-to-seven", 52): (36, 624, 5112, 3744, 9180, 54912, 123552, 1098240, 1303560),
    ("ace-to-six", 52): (36, 624, 5112, 3744, 9180, 54912, 123552, 1098240, 1303560),
    ("ace-to-five", 52): (0, 624, 0, 3744, 0, 54912, 123552, 1098240, 1317888),
}
# Five of a kind, straight flush, four, full house, flush, straight, three, two pair, pair, high card.
JOKER_COUNTS = {
    ("bug", 53): (1, 204, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964),
    ("wild", 53): (13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540),
    ("wild", 54): (78, 624, 9360, 9360, 11388, 34704, 232968, 123552, 1437936, 1302540),
}
DISTINCT = {
    "classic": {24: 528, 28: 1092, 32: 2072, 36: 3672, 40: 6156},
    "no-cycle": {24: 528, 28: 1092, 32: 2072, 36: 3672, 40: 6156},
    "turkish": {24: 528, 28: 1092, 32: 2072, 36: 3672},
    "fantini-santelia": {24: 918, 28: 1778, 32: 3192, 36: 5400, 40: 8706},
    "guide": {24: 738, 28: 1463, 32: 2688, 36: 4644, 40: 7626},
    "suit-first": {24: 738, 28: 1463, 32: 2688, 36: 4644, 40: 7626},
    "russian": {32: 2338, 36: 4134, 40: 6906},
    "loto-quebec": {32: 840, 36: 1404},
    "six-plus": {36: 1404},
    "six-plus-trips": {36: 1404},
    "german": {32: 2338},
    "standard": {52: 7462},
    "deuce-to-seven": {52: 7462},
    "ace-to-six": {52: 7462},
    "ace-to-five": {52: 6175},
    "bug": {53: 7462 + 1},
    "wild": {53: 7462 + 13, 54: 7462 + 13},
}
NO_SUITS = {24: 252, 28: 476, 32: 840, 36: 1404, 40: 2244, 52: 7462}


def expanded(keys: tuple[int, ...]) -> dict[str, int]:
    """The numbers of a row of COUNTS by category."""
    names = (
        "straight_flush", "four_of_a_kind", "flush", "full_house", "straight",
        "three_of_a_kind", "two_pair", "pair", "high_card",
    )  # fmt: skip
    return dict(zip(names, keys, strict=True))


def counts_of(name: str, cards: int) -> dict[str, int]:
    """How many hands of each of the ten categories a ruleset has with a pack."""
    if (name, cards) in JOKER_COUNTS:
        five, straight_flush, four, full, flush, *rest = JOKER_COUNTS[name, cards]
        found = {"five_of_a_kind": five, **expanded((straight_flush, four, flush, full, *rest))}
    else:
        found = expanded(OTHER_COUNTS.get((name, cards), COUNTS[cards]))
    return {category: found.get(category, 0) for category in CATEGORIES}
