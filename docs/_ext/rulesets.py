"""The table of rulesets, made from the rulesets themselves: the directive `rulesets`."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import scalareale as sr
from scalareale.describe import SUIT_NAMES
from scalareale.packs import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx

KEYS = {
    "ranks": "ranks",
    "groups": "ranks",
    "top": "top card",
    "flush_suit": "suit",
    "suit_of_top": "suit of the top card",
    "suit_of_group0": "best suit in the (higher) pair",
    "suit_of_kicker0": "suit of the highest side card",
    "suit_of_rank0": "suit of the highest card of the hand",
    "suit_of_rank1": "suit of the second highest card of the hand",
}
JOKERS = {"bug": "a joker is an ace or completes a straight or a flush", "wild": "a joker is any card"}
ABSENT = {"ace-low": "no ace-low straight", "middle": "no straight without an ace", "ace-high": "no ace-high straight"}


def differences(rules: sr.Rules, base: sr.Rules) -> Iterator[str]:
    """What rules decide otherwise than others do, packs aside, in words.

    >>> list(differences(sr.Rules.named("turkish"), sr.Rules.named("classic")))
    ['three of a kind above straight', 'hearts > spades > diamonds > clubs', 'no upset']
    """
    if rules.low and not base.low:
        yield "the lowest hand wins"
    if rules.ace != base.ace:
        yield f"the ace is always {rules.ace}"
    if rules.jokers and rules.jokers != base.jokers:
        yield JOKERS[rules.jokers]
        yield f"{words(rules.categories[0])} highest"
    both = [category for category in base.categories if category in rules.categories]
    for higher, lower in combinations(both, 2):
        if rules.categories.index(lower) < rules.categories.index(higher):
            yield f"{words(lower)} above {words(higher)}"
    if not rules.straights:
        yield "no straights"
    elif rules.ace == base.ace:  # where the ace is always low, that says it
        yield from (ABSENT[kind] for kind in base.straights if kind not in rules.straights)
    if not rules.flushes:
        yield "no flushes"
    if rules.suits is None:
        if base.suits is not None:
            yield "suits do not count"
    else:
        if rules.suits != base.suits:
            yield " > ".join(SUIT_NAMES["en"]["cdhs".index(suit)] for suit in rules.suits)
        found: dict[str, list[str]] = {}
        for category, keys in rules.keys:
            if category not in base.categories or keys != base.key_of(category):
                found.setdefault(", then ".join(KEYS[key] for key in keys), []).append(words(category))
        for how, categories in found.items():
            yield f"{listed(categories, 'and')}: {how}"
    if rules.upset != base.upset:
        yield "no upset" if rules.upset is None else "upset: " + " beats ".join(map(selected, rules.upset))


def words(category: sr.Category) -> str:
    return category.name.lower().replace("_", " ")


def selected(side: sr.Selector) -> str:
    """The hands that one side of an upset names."""
    tier = "" if side.tier is None else f"{side.tier.name.lower()} "
    rank = "" if side.rank is None else f" of rank {side.rank}"
    suit = "" if side.suit is None else f" of {SUIT_NAMES['en']['cdhs'.index(side.suit)]}"
    return f"{tier}{words(side.category)}{rank}{suit}"


def table() -> Iterator[str]:
    """The lines of the table, in Markdown."""
    classic = sr.Rules.named("classic")
    yield "| ruleset | cards | differs from `classic` by | so played by |"
    yield "| --- | --- | --- | --- |"
    for name in sr.rulesets():
        rules = sr.Rules.named(name)
        told = "; ".join(differences(rules, classic)) or "nothing"
        yield f"| `{name}` | {', '.join(map(str, rules.packs))} | {told} | {rules.source} |"


def setup(app: Sphinx) -> dict[str, bool]:
    # What is above runs without Sphinx, so that the tests need none.
    from docutils.nodes import table as Table
    from sphinx.util.docutils import SphinxDirective

    class RulesetsDirective(SphinxDirective):
        """A row for each ruleset that the package knows."""

        def run(self) -> list[nodes.Node]:
            found = self.parse_text_to_nodes("\n".join(table()))
            for node in found:
                if isinstance(node, Table):
                    node["classes"].append("wide")
            return found

    app.add_directive("rulesets", RulesetsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
