"""The command that shows rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..describe import SUIT_NAMES
from ..packs import listed
from ..rules import Rules, rulesets
from .registry import RULES_FILE, argument, command, complete_rulesets, named_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .output import Output


@command(
    argument("name", required=False, metavar="[NAME]", shell_complete=complete_rulesets), RULES_FILE, wants="output"
)
def rules(out: Output, name: str | None, rules_file: str | None) -> None:
    """List the rulesets, or print one.

    With NAME, or with rules of your own in a FILE, the rules are told in words and as TOML, which --rules reads: print
    the ruleset that is nearest to your table's, change what you play otherwise, and give the file to any command.

    \b
    scalareale rules
    scalareale rules classic > ours.toml
    """
    if name is None and rules_file is None:
        known = [Rules.named(word) for word in rulesets()]
        if out.as_json:
            for ruleset in known:
                out.record(ruleset.to_dict())
            return
        width = max(len(ruleset.name) for ruleset in known)
        for ruleset in known:
            out.item(ruleset.name.ljust(width), f"{listed(ruleset.packs, 'and')} cards; {ruleset.source}")
        return
    ruleset = named_rules(name, rules_file)
    if out.as_json:
        out.record(ruleset.to_dict())
        return
    for line in _told(ruleset):
        out.item("#", line)
    out.write(ruleset.to_toml())


def _told(rules: Rules) -> Iterator[str]:
    """A ruleset in words."""

    def words(name: str) -> str:
        return name.lower().replace("_", " ")

    yield f"{rules.name}: {rules.source}" if rules.source else rules.name
    yield f"packs of {listed(rules.packs, 'and')} cards"
    if rules.players:
        yield ", ".join(f"{number} players {size} cards" for number, size in rules.players)
    yield " > ".join(words(category.name) for category in rules.categories)
    if rules.low:
        yield "the lowest hand wins"
    if rules.ace == "low":
        yield "the ace is always low"
    if rules.straights:
        kinds = {"ace-low": "with the ace low", "middle": "without an ace", "ace-high": "with the ace high"}
        yield f"straights {listed([kinds[kind] for kind in rules.straights], 'and')}"
    else:
        yield "no straights"
    if not rules.flushes:
        yield "no flushes"
    if rules.suits is None:
        yield "suits do not count"
    else:
        names = SUIT_NAMES["en"]
        yield "ties are broken by suit: " + " > ".join(names["cdhs".index(suit)] for suit in rules.suits)
        yield "; ".join(f"{words(c.name)} by {', '.join(map(words, keys))}" for c, keys in rules.keys)
    if rules.jokers:
        meaning = {"bug": "an ace, or completes a straight or flush", "wild": "any card"}
        yield f"a joker is {meaning[rules.jokers]}"
    if rules.upset is not None:
        winner, loser = (" ".join(words(value) for value in side.to_dict().values()) for side in rules.upset)
        yield f"upset: {winner} beats {loser}"
