"""Rules as data: text that is read back, contradictions that are refused, and houses that the reference agrees with."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from houses import GREEK, GROUP_SUITS, HOUSE, REFERENCE_HOUSE, any_house
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from reference import CATEGORIES, RULESETS, Reference, Ruleset, Vectorised
from reference import all_hands as every_hand
from sweeps import dealt

import scalareale as sr

Hands = NDArray[np.uint8]
Bools = NDArray[np.bool_]

NAMES = sr.rulesets()

HOUSES = [
    sr.Rules.from_toml(HOUSE),
    sr.Rules(),
    sr.Rules(name='"quoted" \\ \t\n\x7f\x00 é 💔', source="'''\"\"\"\r\n", packs=(20, 24), straights=("ace-high",)),
    sr.Rules(name="", packs=[52, 48, 52], players={1: 48, 9: 52}, suits="hsdc", low=True),
    sr.Rules.named("classic").replace(name="greek", upset=GREEK),
    sr.Rules.named("wild").replace(name="only two", packs=(54,), low=True),
]
EVERY = [*map(sr.Rules.named, NAMES), *HOUSES]


def named(rules: sr.Rules) -> str:
    return ascii(rules.name)


# -- text --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY, ids=named)
def test_text_is_read_back_as_the_same_rules(rules: sr.Rules) -> None:
    for write, read in ((sr.Rules.to_toml, sr.Rules.from_toml), (sr.Rules.to_json, sr.Rules.from_json)):
        text = write(rules)
        again = read(text)
        assert again == rules
        assert hash(again) == hash(rules)
        assert repr(again) == repr(rules)
        assert write(again) == text
    assert json.loads(rules.to_json()) == rules.to_dict()
    assert sr.Rules.from_json(json.dumps(rules.to_dict())) == rules


@pytest.mark.parametrize("name", NAMES)
def test_ruleset_is_the_base_that_it_is_named_as(name: str) -> None:
    rules = sr.Rules.named(name)
    like = sr.Rules.from_toml(f'base = "{name}"')
    assert like.name == f"{name} (house rules)"
    assert like.source == ""
    assert like == rules.replace(name=like.name, source="")
    assert sr.Rules.from_toml(f'base = "{name}"\nname = "{name}"\nsource = {json.dumps(rules.source)}') == rules
    assert sr.Rules.from_json(json.dumps({"base": name, "name": "x"})) == rules.replace(name="x", source="")


def test_base_gives_what_the_text_does_not() -> None:
    rules, classic = sr.Rules.from_toml(HOUSE), sr.Rules.named("classic")
    assert rules.name == "the house on the hill"
    assert rules.source == "as Ανδρέας plays it"
    assert rules.packs == (32, 36, 40, 44)
    assert rules.players == ((4, 32), (5, 36), (6, 40))
    assert rules.pack_for(5) == 36
    assert rules.suits == "scdh"
    assert rules.key_of("flush") == ("flush_suit", "ranks")
    assert [c.name for c in rules.categories][4:6] == ["THREE_OF_A_KIND", "STRAIGHT"]
    winner, loser = rules.upset or (None, None)
    assert winner == sr.Selector("four_of_a_kind", rank="lowest")
    assert loser == sr.Selector("straight_flush", tier=sr.Tier.MAXIMUM, suit="s")
    for category in classic.categories:
        assert category is sr.Category.FLUSH or rules.key_of(category) == classic.key_of(category)
    assert (rules.straights, rules.flushes, rules.ace) == (classic.straights, classic.flushes, classic.ace)


def test_text_without_a_base_starts_from_international_poker() -> None:
    assert sr.Rules.from_toml("") == sr.Rules.from_json("{}") == sr.Rules()
    standard = sr.Rules.named("standard")
    assert sr.Rules().replace(name="standard", source=standard.source) == standard
    mine = sr.Rules.from_toml('name = "mine"\npacks = [36]\nsuits = "hdcs"\n[keys]\npair = ["groups", "suit_of_rank0"]')
    assert mine == sr.Rules(name="mine", packs=(36,), suits="hdcs", keys=[("pair", ["groups", "suit_of_rank0"])])


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('base = "classic"\nupset = {}', "upset"),
        ('base = "classic"\n[upset]', "upset"),
        ('base = "classic"\nsuits = ""\nupset = {}\n[keys]\nstraight_flush = ["top"]\nflush = ["ranks"]\n'
         'straight = ["top"]\ntwo_pair = ["groups"]\npair = ["groups"]\nhigh_card = ["ranks"]', "suits"),
        ('jokers = ""', "jokers"),
    ],
)  # fmt: skip
def test_empty_text_or_table_takes_away_what_the_base_has(text: str, field: str) -> None:
    assert getattr(sr.Rules.from_toml(text), field) is None


def test_null_takes_away_what_the_base_has() -> None:
    rules = sr.Rules.from_json('{"base": "classic", "upset": null, "players": {}}')
    assert rules == sr.Rules.named("no-cycle").replace(name="classic (house rules)", source="", players={})


NO_TOML = [
    "=", "name = ", "name = 'x", "[keys", "a = 1\na = 2", 'name = "\\q"', "\x00", "name = 'x' y", "[[[]]]",
    "packs = [1,,2]", "[upset]\nwinner = {\n", "packs = 0x", "a.b = 1\na = 2", "\ufeff=", "name = 'x'\n[name]",
]  # fmt: skip
NO_JSON = ["", "{", "[1", "{'name': 'x'}", '{"name": }', '{"name": "x",}', "nul", '"', "\x00", "{}{}", "\ufeff{}"]


@pytest.mark.parametrize("text", NO_TOML, ids=ascii)
def test_text_that_is_no_toml_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="the rules are no TOML: "):
        sr.Rules.from_toml(text)


@pytest.mark.parametrize("text", NO_JSON, ids=ascii)
def test_text_that_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="the rules are no JSON: "):
        sr.Rules.from_json(text)


@pytest.mark.parametrize("text", ["[]", "null", "3", '"classic"', "[{}]", "true", "NaN"])
def test_json_that_is_no_object_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="the rules are one JSON object, not"):
        sr.Rules.from_json(text)


@pytest.mark.parametrize("depth", [900, 5_000, 200_000])
@pytest.mark.parametrize("opening", ["[", "{a="], ids=["lists", "tables"])
def test_toml_that_is_nested_too_deep_is_a_value_error(opening: str, depth: int) -> None:
    with pytest.raises(ValueError):
        sr.Rules.from_toml("name = " + opening * depth)
    with pytest.raises(ValueError):
        sr.Rules.from_toml(f"name = {opening * depth}0{('}' if '{' in opening else ']') * depth}")


@pytest.mark.parametrize("depth", [900, 5_000, 200_000])
@pytest.mark.parametrize("opening", ["[", '{"a":'], ids=["lists", "objects"])
def test_json_that_is_nested_too_deep_is_a_value_error(opening: str, depth: int) -> None:
    with pytest.raises(ValueError):
        sr.Rules.from_json('{"name": ' + opening * depth)
    with pytest.raises(ValueError):
        sr.Rules.from_json(f'{{"name": {opening * depth}0{("}" if "{" in opening else "]") * depth}}}')


@pytest.mark.parametrize("text", [None, b"", b"name = 'x'", 5, {}, ["name"]], ids=repr)
def test_what_is_no_text_is_a_type_error(text: Any) -> None:
    for read in (sr.Rules.from_toml, sr.Rules.from_json):
        with pytest.raises(TypeError, match="rules to be read are text"):
            read(text)


# -- contradictions ----------------------------------------------------------------------------------------------------

ITALIAN = [category.name.lower() for category in sr.Rules.named("classic").categories]


def without(*names: str) -> list[str]:
    return [name for name in ITALIAN if name not in names]


UPSET = {"winner": {"category": "pair"}, "loser": {"category": "straight_flush"}}

# What the text says, and the reason of the refusal.
REFUSED: list[tuple[dict[str, Any], str]] = [
    # fields
    ({"colour": "red"}, "no field 'colour': there are base, name, source, packs"),
    ({"base": "classic", "Name": "x"}, "no field 'Name'"),
    ({"_hash": 5}, "no field '_hash'"),
    ({"base": "holdem"}, "base 'holdem' is no ruleset: there are classic, .* and wild"),
    ({"base": ["classic"]}, r"base \['classic'\] is no ruleset"),
    ({"base": 5}, "base 5 is no ruleset"),
    ({"name": 5}, "name is text, not int"),
    ({"name": ["x"]}, "name is text, not list"),
    ({"source": True}, "source is text, not bool"),
    ({"flushes": 1}, "flushes is true or false, not 1"),
    ({"flushes": "yes"}, "flushes is true or false, not 'yes'"),
    ({"low": 0.0}, "low is true or false"),
    ({"ace": "middle"}, "ace is high or low, not 'middle'"),
    ({"ace": 1}, "ace is high or low, not 1"),
    ({"suits": ["h", "d", "c", "s"]}, "suits is text such as 'hdcs'"),
    ({"suits": "hdc"}, "each once, not 'hdc'"),
    ({"suits": "hdcc"}, "each once, not 'hdcc'"),
    ({"suits": "HDCS"}, "each once, not 'HDCS'"),
    ({"jokers": "tame", "packs": [53]}, "jokers is bug or wild, not 'tame'"),
    ({"jokers": True}, "jokers is bug or wild, not True"),
    # packs and players
    ({"packs": []}, "at least one pack"),
    ({"packs": 32}, "packs is a list, not 32"),
    ({"packs": "32"}, "packs is a list, not '32'"),
    ({"packs": [32.0]}, "a pack is an int, not float: 32.0"),
    ({"packs": [True]}, "a pack is an int, not bool"),
    ({"packs": [[32]]}, "a pack is an int, not list"),
    ({"packs": [30]}, "a pack has 4, .* cards, not 30"),
    ({"packs": [-52]}, "a pack has 4, .* cards, not -52"),
    ({"packs": [10**30]}, "a pack has 4, .* cards, not 1000"),
    ({"packs": [52, 16]}, "pack of 16 cards is too small for a straight"),
    ({"packs": [4]}, "pack of 4 cards is too small"),
    ({"packs": [20]}, "pack of 20 cards is too small for an ace-low straight: it takes six ranks"),
    ({"packs": [53]}, "pack of 53 cards has jokers, but the rules give them no meaning"),
    ({"packs": [54]}, "pack of 54 cards has jokers"),
    ({"jokers": "bug", "packs": [53, 54]}, "there is one bug: a pack of 54 cards has two jokers"),
    ({"jokers": "wild"}, "jokers need a pack of 53 or 54 cards"),
    ({"jokers": "bug", "packs": [40, 52]}, "jokers need a pack of 53 or 54 cards"),
    ({"jokers": "wild", "packs": [53], "suits": "hdcs"}, "jokers go with rulesets without suits only"),
    ({"base": "wild", "jokers": ""}, "jokers|five_of_a_kind"),
    ({"players": {"4": 32}}, "4 players use 32 cards, but the packs are 52"),
    ({"players": {"0": 52}}, "number of players is at least 1, not 0"),
    ({"players": {"-2": 52}}, "players is a table"),
    ({"players": {"four": 52}}, "players is a table"),
    ({"players": {"²": 52}}, "players is a table"),
    ({"players": {"": 52}}, "players is a table"),
    ({"players": [[4, 52]]}, "players is a table"),
    ({"players": 4}, "players is a table"),
    ({"players": {"4": "52"}}, "a pack is an int, not str"),
    # categories and straights
    ({"categories": "pair"}, "categories is a list, not 'pair'"),
    ({"categories": 5}, "categories is a list, not 5"),
    ({"categories": []}, "the category high_card is missing from categories"),
    ({"categories": without("flush")}, "the category flush is missing from categories"),
    ({"categories": without("high_card")}, "the category high_card is missing"),
    ({"categories": ["five_of_a_kind", *ITALIAN]}, "the category five_of_a_kind cannot occur"),
    ({"categories": [*ITALIAN, "pair"]}, "a category stands twice"),
    ({"categories": [*ITALIAN, "royal_flush"]}, "a category is high_card, .* not 'royal_flush'"),
    ({"categories": [*ITALIAN, 3]}, "a category is high_card, .* not 3"),
    ({"categories": [*ITALIAN, ["pair"]]}, "a category is"),
    ({"base": "classic", "flushes": False}, "flush.* cannot occur|flush"),
    ({"base": "classic", "straights": []}, "straight.* cannot occur|straight"),
    ({"straights": "middle"}, "straights is a list, not 'middle'"),
    ({"straights": ["ace-low", "wrap"]}, "straights are of the kinds ace-low, middle and ace-high, not 'wrap'"),
    ({"straights": [5]}, "straights are of the kinds"),
    ({"straights": [["middle"]]}, "straights are of the kinds"),
    ({"ace": "low"}, "an ace that is always low makes no ace-high straight"),
    ({"base": "ace-to-six", "ace": "high", "packs": [20]}, "too small for an ace-low straight"),
    # keys
    ({"keys": [["pair", ["groups"]]]}, "keys is a table of lists"),
    ({"keys": "ranks"}, "keys is a table of lists"),
    ({"keys": {"pair": "groups"}}, "pair.* is a list, not 'groups'"),
    ({"keys": {"pair": 5}}, "pair.* is a list, not 5"),
    ({"keys": {"pair": ["colour"]}}, "pair: 'colour' is no key, use ranks, groups"),
    ({"keys": {"pair": [5]}}, "pair: 5 is no key"),
    ({"keys": {"pair": [["groups"]]}}, "is no key"),
    ({"keys": {"pairs": ["groups"]}}, "a category in keys is .* not 'pairs'"),
    ({"keys": {"five_of_a_kind": ["groups"]}}, "keys are given for five_of_a_kind, which is none of its categories"),
    ({"base": "ace-to-five", "keys": {"flush": ["ranks"]}}, "keys are given for flush, which is none"),
    ({"base": "classic", "keys": {"flush": ["ranks", "ranks"]}}, "flush: a key stands twice"),
    ({"base": "classic", "keys": {"flush": ["flush_suit", "ranks", "suit_of_rank0"]}}, "flush: two suits are compared"),
    ({"base": "classic", "keys": {"straight_flush": ["suit_of_top", "flush_suit"]}}, "straight_flush: two suits are"),
    ({"base": "classic", "keys": {"pair": ["groups", "suit_of_group0", "suit_of_kicker0"]}}, "pair: two suits are"),
    ({"base": "classic", "keys": {"pair": ["top"]}}, "pair cannot be compared by top"),
    ({"base": "classic", "keys": {"flush": ["top", "flush_suit"]}}, "flush cannot be compared by top"),
    ({"base": "classic", "keys": {"high_card": ["ranks", "suit_of_top"]}}, "high_card cannot be compared by suit_of"),
    ({"base": "classic", "keys": {"straight": ["top", "flush_suit"]}}, "straight cannot be compared by flush_suit"),
    ({"base": "classic", "keys": {"full_house": ["groups", "suit_of_kicker0"]}},
     "full_house cannot be compared by suit_of_kicker0: it has no single card"),
    ({"base": "wild", "keys": {"five_of_a_kind": ["suit_of_kicker0"]}}, "cannot be compared by suit_of_kicker0"),
    ({"base": "wild", "keys": {"five_of_a_kind": ["suit_of_rank1"]}}, "cannot be compared by suit_of_rank1"),
    ({"keys": {"pair": ["groups", "suit_of_group0"]}}, "pair compares suit_of_group0, but suits do not count"),
    ({"base": "classic", "suits": ""}, "straight_flush compares flush_suit, but suits do not count"),
    # the upset
    ({"upset": "minimum"}, "upset has a winner and a loser, and nothing else"),
    ({"upset": [{"category": "pair"}, {"category": "flush"}]}, "upset has a winner and a loser"),
    ({"upset": {"winner": {"category": "pair"}}}, "upset has a winner and a loser"),
    ({"upset": {**UPSET, "why": "Greece"}}, "upset has a winner and a loser, and nothing else"),
    ({"upset": {**UPSET, "winner": "pair"}}, "the winner of the upset is a table with a category, not 'pair'"),
    ({"upset": {**UPSET, "loser": {"tier": "maximum"}}}, "the loser of the upset is a table with a category"),
    ({"upset": {**UPSET, "loser": {"category": "pair", "colour": "red"}}}, "the loser of the upset has no 'colour'"),
    ({"upset": {**UPSET, "winner": {"category": "royal"}}}, "category of an upset is .* not 'royal'"),
    ({"upset": {**UPSET, "winner": {"category": 1}}}, "category of an upset is .* not 1"),
    ({"upset": {**UPSET, "winner": {"category": "pair", "tier": "minimum"}}}, "only straight flushes have a tier"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "tier": "top"}}}, "tier is minimum, .* not 'top'"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "tier": 3}}}, "tier is minimum, .* not 3"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "suit": "x"}}}, "c, d, h or s, not 'x'"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "suit": ["s"]}}}, "c, d, h or s, not"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "rank": "1"}}}, "2-9 T J Q K A or 'lowest', not '1'"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "rank": "10"}}}, "or 'lowest', not '10'"),
    ({"upset": {**UPSET, "loser": {"category": "straight_flush", "rank": 9}}}, "2-9 T J Q K A or 'lowest', not 9"),
]  # fmt: skip


def toml(value: Any) -> str:
    """A value in TOML, written without the package."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def as_toml(data: dict[str, Any]) -> str:
    return "\n".join(f"{key} = {toml(value)}" for key, value in data.items())


@pytest.mark.parametrize(("data", "why"), REFUSED, ids=[json.dumps(data)[:60] for data, _ in REFUSED])
def test_contradiction_is_refused_with_its_reason(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        sr.Rules.from_json(json.dumps(data))
    with pytest.raises(ValueError, match=why):
        sr.Rules.from_toml(as_toml(data))


def test_error_names_the_rules_that_are_wrong() -> None:
    with pytest.raises(ValueError, match=r"^rules 'mine': a pack has .* not 30$"):
        sr.Rules.from_toml('name = "mine"\npacks = [30]')
    wrong: Any = ["32"]
    with pytest.raises(TypeError, match=r"^rules 'mine': a pack is an int, not str: '32'$"):
        sr.Rules(name="mine", packs=wrong)


@pytest.mark.parametrize(
    "fields",
    [
        {"ace": sr.Tier.MINIMUM},
        {"ace": sr.Category.PAIR},
        {"jokers": sr.Tier.MINIMUM, "packs": (53,)},
        {"jokers": sr.Category.PAIR, "packs": (53,)},
        {"suits": 5},
        {"players": 5},
        {"players": [4]},
        {"keys": 5},
        {"keys": ["pair"]},
        {"upset": 5},
        {"upset": GREEK[0]},
        {"straights": None},
        {"packs": None},
        {"name": None},
    ],
    ids=repr,
)
def test_value_of_a_wrong_kind_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        sr.Rules(**fields)


SF = "straight_flush"


def side(text: str) -> sr.Selector:
    """`pair 7`, `straight_flush minimum h`: a selector in one line."""
    category, *rest = text.split()
    named: dict[str, str] = {}
    for word in rest:
        named["tier" if word in ("minimum", "medium", "maximum") else "suit" if word in "cdhs" else "rank"] = word
    return sr.Selector(category, **named)


@pytest.mark.parametrize(
    ("base", "winner", "loser", "why"),
    [
        ("classic", "pair h", f"{SF} maximum", "the winner of the upset is not one range"),
        ("classic", f"{SF} minimum h", f"{SF} h", "the loser of the upset is not one range"),
        ("suit-first", "pair", "flush A", "the loser of the upset is not one range"),
        ("classic", f"{SF} maximum", f"{SF} minimum", "the winner of the upset must be weaker than its loser"),
        ("classic", SF, "pair", "must be weaker than its loser"),
        ("classic", "pair", "pair A", "must be weaker than its loser"),
        ("classic", "pair", "pair", "must be weaker than its loser"),
        ("deuce-to-seven", "pair", "flush", "must be weaker than its loser"),
        ("classic", "pair 6", SF, "no hand of 32 cards is the winner of the upset"),
        ("classic", f"{SF} lowest", f"{SF} maximum", "no hand of 40 cards is the winner of the upset"),
        ("classic", "pair", f"{SF} 9", "no hand of 32 cards is the loser of the upset"),
        ("classic", "pair", f"{SF} maximum T", "no hand of 40 cards is the loser of the upset"),
        ("german", f"{SF} minimum", f"{SF} maximum", "no hand of 32 cards is the winner of the upset"),
        ("classic", "full_house h", SF, "suits do not decide in full_house"),
        ("standard", "pair", f"{SF} h", "suits do not decide in straight_flush"),
    ],
)
def test_upset_that_is_not_two_ranges_in_order_is_refused(base: str, winner: str, loser: str, why: str) -> None:
    rules = sr.Rules.named(base)
    cards = 32 if 32 in rules.packs else 40 if 40 in rules.packs else 52
    with pytest.raises(ValueError, match=why):
        sr.Evaluator(rules.replace(name="upside down", upset=(side(winner), side(loser))), cards=cards)
    written = {"winner": side(winner).to_dict(), "loser": side(loser).to_dict()}
    with pytest.raises(ValueError, match=why):
        sr.Evaluator(sr.Rules.from_json(json.dumps({"base": base, "upset": written})), cards=cards)


@pytest.mark.parametrize("base", ["ace-to-five", "standard"])
def test_upset_of_a_category_that_is_none_of_the_ruleset_is_refused(base: str) -> None:
    category = SF if base == "ace-to-five" else "five_of_a_kind"
    with pytest.raises(ValueError):
        sr.Evaluator(sr.Rules.named(base).replace(upset=(sr.Selector("pair"), sr.Selector(category))))
    with pytest.raises(ValueError):
        sr.Evaluator(sr.Rules.named(base).replace(upset=(sr.Selector(category), sr.Selector("pair"))))


# -- values ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY, ids=named)
def test_rules_are_values(rules: sr.Rules) -> None:
    for again in (
        pickle.loads(pickle.dumps(rules)),
        copy.copy(rules),
        copy.deepcopy(rules),
        rules.replace(),
        eval(repr(rules), {**vars(sr)}),
        sr.Rules(**{field: getattr(rules, field) for field in sr.Rules.__slots__ if field != "_hash"}),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
        assert repr(again) == repr(rules)
    assert rules.replace(name=rules.name + "!") != rules
    assert rules != rules.to_dict()
    assert {rules: 1}[rules.replace()] == 1
    for field in (*sr.Rules.__slots__, "anything"):
        with pytest.raises(AttributeError):
            setattr(rules, field, None)
        with pytest.raises(AttributeError):
            delattr(rules, field)
    assert len({*EVERY}) == len(EVERY)


@pytest.mark.parametrize("rules", EVERY, ids=named)
def test_fields_hold_nothing_that_can_be_changed(rules: sr.Rules) -> None:
    def frozen(value: object) -> bool:
        if isinstance(value, tuple):
            return all(map(frozen, value))
        return value is None or isinstance(value, (str, int, bool, sr.Selector))

    for field in sr.Rules.__slots__:
        assert frozen(getattr(rules, field)), field
    data = rules.to_dict()
    data["packs"].append(1)
    data["keys"].clear()
    assert rules.to_dict() != data


def test_order_and_repetition_of_what_is_a_set_does_not_matter() -> None:
    one = sr.Rules(packs=(36, 52), players={4: 36, 2: 52}, straights=("ace-high", "middle"))
    two = sr.Rules(packs=[52, 36, 36], players=[(2, 52), (4, 36)], straights=["middle", "ace-high"])
    assert one == two
    assert hash(one) == hash(two)
    three = sr.Rules(packs=[52, 36], players={2: 52, 4: 36}, straights=["middle", "middle", "ace-high"])
    assert three == one


@pytest.mark.parametrize("field", ["name", "packs", "players", "categories", "suits", "upset", "low", "keys", "source"])
def test_replacing_one_field_keeps_the_others(field: str) -> None:
    rules = sr.Rules.named("classic" if field != "low" else "no-cycle")  # the lowest winning, no upset is upset
    changes: dict[str, Any] = {
        "name": "mine",
        "source": "me",
        "packs": (24, 28, 32, 36, 40, 44),
        "players": {2: 40},
        "categories": [*ITALIAN[1:], ITALIAN[0]],
        "suits": "cdhs",
        "upset": None,
        "low": True,
        "keys": {"pair": ["suit_of_rank0", "ranks"], sr.Category.FLUSH: ("flush_suit",)},
    }
    changed = rules.replace(**{field: changes[field]})
    assert changed != rules
    before, after = rules.to_dict(), changed.to_dict()
    different = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    # The keys are written in the order of the categories, but a dictionary is equal in any order.
    assert different == {field}
    if field == "keys":
        assert {c for c in rules.categories if rules.key_of(c) != changed.key_of(c)} == {1, 6}


def test_replacing_what_is_no_field_is_a_type_error() -> None:
    for change in ({"colour": "red"}, {"_hash": 1}, {"base": "classic"}):
        with pytest.raises(TypeError, match="is no field of Rules"):
            sr.Rules.named("classic").replace(**change)


# -- houses against the reference --------------------------------------------------------------------------------------


def same_order(strengths: NDArray[Any], keys: NDArray[np.int64]) -> bool:
    """Whether the two tell the same hands apart and in the same order."""
    return np.array_equal(np.unique(strengths, return_inverse=True)[1], np.unique(keys, return_inverse=True)[1])


def verdicts(keys: NDArray[np.int64], upper: Bools, lower: Bools) -> Bools:
    """Who shares each pot, by the rules' own words, from keys and the two sides of the upset."""
    nothing = np.iinfo(np.int64).min

    def strongest(among: Bools) -> NDArray[np.int64]:
        best: NDArray[np.int64] = np.where(among, keys, nothing).max(axis=1, keepdims=True)
        return best

    v = strongest(np.ones_like(upper))
    u = strongest(upper)
    turned = (lower & (keys == v)).any(axis=1, keepdims=True) & (u > nothing)
    m = strongest((keys > u) & ~lower)
    circle = turned & (m > nothing)
    plain = ~turned
    shares: Bools = (plain & (keys == v)) | (turned & (keys == u)) | (circle & ((keys == m) | (keys == v)))
    return shares


def test_house_from_text_decides_a_hundred_thousand_showdowns_as_the_reference_does() -> None:
    """Each third table holds both sides of the upset, and each sixth a third hand between them."""
    ev = sr.Evaluator(sr.Rules.from_toml(HOUSE), players=4)
    judge, vectorised = Reference(REFERENCE_HOUSE, 32), Vectorised(REFERENCE_HOUSE, 32)
    n, seats = 100_000, 6
    rng = np.random.default_rng(32)
    pack = np.frombuffer(ev.pack.codes, np.uint8)
    tables = rng.permuted(np.tile(pack, (n, 1)), axis=1)[:, : 5 * seats].reshape(n, seats, 5)
    imperial = list(sr.parse_cards("TsJsQsKsAs"))
    between = [list(sr.parse_cards(text)) for text in (
        "8h8d8c8s9h", "9h9d9c9s8h", "8h9hThJhQh", "8d9dTdJdQd", "9cTcJcQcKc", "ThJhQhKhAh", "TcJcQcKcAc",
    )]  # fmt: skip
    for row in range(0, n, 3):
        hands = [imperial, [*sr.parse_cards("7h7d7c7s")]]
        if row % 6 == 0:
            hands.append(between[row // 6 % len(between)])
        held = [card for hand in hands for card in hand]
        rest = [card for card in tables[row].reshape(-1).tolist() if card not in held]
        hands[1].append(rest.pop())
        filled = hands + [rest[5 * i : 5 * i + 5] for i in range(min(seats, 6) - len(hands))]
        filled = [hand for hand in filled if len(hand) == 5]
        while len(filled) < seats:  # no cards are left: somebody's hand again, as a tie
            filled.append(filled[int(rng.integers(len(filled)))])
        tables[row] = [filled[i] for i in rng.permutation(seats)]
    flat = tables.reshape(-1, 5)
    strengths = ev.evaluate_many(flat)
    keys = vectorised.keys(flat)
    assert same_order(strengths, keys)
    sevens = (flat // 4 == pack[0] // 4).sum(axis=1) == 4
    emperors = (np.sort(flat, axis=1) == np.sort(imperial)).all(axis=1)
    shape = n, seats
    wanted = verdicts(keys.reshape(shape), sevens.reshape(shape), emperors.reshape(shape))
    found = ev.showdown_many(strengths.reshape(shape))
    wrong = np.flatnonzero((found != wanted).any(axis=1))
    assert not len(wrong), tables[wrong[0]].tolist()
    # Some of them by the reference itself, hand by hand, and with hands that were folded.
    mask = rng.random(shape) < 0.7
    mask[np.arange(n), rng.integers(0, seats, n)] = True
    folded = ev.showdown_many(np.where(mask, strengths.reshape(shape), 0), contenders=mask)
    for row in [*range(1500), *range(1500, n, 997)]:
        table = tables[row].tolist()
        assert judge.showdown(table) == np.flatnonzero(found[row]).tolist()
        left = [hand if mask[row, seat] else None for seat, hand in enumerate(table)]
        assert judge.showdown(left) == np.flatnonzero(folded[row]).tolist()
    shares = np.array([len(set(row[won].tolist())) for row, won in zip(keys.reshape(shape), found, strict=True)])
    assert (shares == 3).sum() > n // 10  # circles
    assert (sevens.reshape(shape) & found).any(axis=1).sum() > n // 4


@pytest.mark.parametrize("cards", [32, 36, 40, 44])
def test_house_from_text_orders_every_hand_as_the_reference_does(cards: int) -> None:
    ev = sr.Evaluator(sr.Rules.from_toml(HOUSE), cards=cards)
    hands = sr.all_hands(cards)
    strengths, vectorised = ev.evaluate_many(hands), Vectorised(REFERENCE_HOUSE, cards)
    assert same_order(strengths, vectorised.keys(hands))
    assert np.array_equal(ev.category_many(strengths), vectorised.categories(hands))
    assert ev.strengths == len(np.unique(strengths))
    judge = Reference(REFERENCE_HOUSE, cards)
    (low, high), (emperor, same) = ev.upset or ((0, 0), (0, 0))
    lowest = (hands // 4 == hands.min() // 4).sum(axis=1) == 4
    assert np.array_equal((strengths >= low) & (strengths <= high), lowest)
    assert emperor == same == ev.strengths
    assert judge.in_upset_loser(hands[strengths == same][0].tolist())
    for hand in hands[lowest][::7].tolist():
        assert judge.in_upset_winner(hand)


LARGE: list[tuple[str, sr.Rules, Ruleset]] = [
    (
        "20, 44, 48 and 52 cards",
        sr.Rules.named("fantini-santelia").replace(
            name="other packs", packs=(20, 44, 48, 52), players={}, straights=("middle", "ace-high"), suits="dshc",
            upset=None,
        ),
        {
            **RULESETS["fantini-santelia"],
            "straights": {"ace_low": False, "ace_high": True, "wrap": False},
            "suit_order": [*"dshc"],
            "straight_flush": {"exceptions": []},
        },
    ),
    (
        "suit first and the lowest hand wins",
        sr.Rules.named("suit-first").replace(
            name="low", packs=(20, 44, 48, 52), players={}, straights=("middle", "ace-high"), low=True, upset=None
        ),
        {
            **RULESETS["suit-first"],
            "straights": {"ace_low": False, "ace_high": True, "wrap": False},
            "low": True,
            "straight_flush": {"exceptions": []},
        },
    ),
    (
        "ace low",
        sr.Rules.named("russian").replace(
            name="ace low", packs=(44, 48, 52), players={}, straights=("ace-low", "middle"), ace="low", suits="schd"
        ),
        {
            **RULESETS["russian"],
            "straights": {"ace_low": True, "ace_high": False, "wrap": False},
            "ace": "always low",
            "suit_order": [*"schd"],
        },
    ),
    (
        "classic in a large pack",
        sr.Rules.named("classic").replace(name="large", packs=(44, 48, 52), players={}),
        RULESETS["classic"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "ruleset"), [(r, s) for _, r, s in LARGE], ids=[name for name, _, _ in LARGE])
def test_house_with_suits_and_other_packs_agrees_with_the_reference(rules: sr.Rules, ruleset: Ruleset) -> None:
    for cards in rules.packs:
        ev = sr.Evaluator(rules, cards=cards)
        # The reference knows no pack of 20 cards, but the hands of 24 cards without the nines are its hands.
        vectorised, judge = (kind(ruleset, max(cards, 24)) for kind in (Vectorised, Reference))
        hands = sr.all_hands(20) if cards == 20 else dealt(ev, 150_000, cards)
        strengths = ev.evaluate_many(hands)
        assert isinstance(vectorised, Vectorised)
        assert isinstance(judge, Reference)
        assert same_order(strengths, vectorised.keys(hands))
        assert np.array_equal(ev.category_many(strengths), vectorised.categories(hands))
        rng = np.random.default_rng(cards)
        pairs = hands[rng.integers(0, len(hands), (400, 2))].tolist()
        assert [ev.compare(a, b) for a, b in pairs] == [judge.compare(a, b) for a, b in pairs]


def test_hands_of_every_pack_are_those_that_the_reference_lists() -> None:
    for cards in (20, 24, 36):
        assert np.array_equal(sr.all_hands(cards), every_hand(cards))


def test_categories_that_a_small_pack_lacks_have_no_strengths() -> None:
    """With 20 cards five ranks are the straight to the ace: there is no flush and no high card beside it."""
    ev = sr.Evaluator(sr.Rules(packs=(20,), straights=("middle", "ace-high"), suits="hdcs"))
    found = set(ev.category_many(np.arange(1, ev.strengths + 1)).tolist())
    assert found == {1, 2, 3, 4, 5, 7, 8}
    assert ev.rank("AhKhQhJhTh").tier is sr.Tier.MAXIMUM


@pytest.mark.parametrize("seed", range(60))
def test_rules_drawn_by_lot_order_hands_as_the_reference_does(seed: int) -> None:
    rules, ruleset = any_house(seed)
    assert sr.Rules.from_toml(rules.to_toml()) == rules
    try:
        ev = sr.Evaluator(rules)
    except ValueError as error:
        assert "strengths between two suits, more than 2047" in str(error)
        return
    hands = dealt(ev, 15_000, seed)
    strengths, vectorised = ev.evaluate_many(hands), Vectorised(ruleset, ev.pack.size)
    assert same_order(strengths, vectorised.keys(hands))
    assert np.array_equal(ev.category_many(strengths), vectorised.categories(hands))


# -- the sides of an upset ---------------------------------------------------------------------------------------------


def rank_of(hand: list[int], category: str, tier: str | None) -> int:
    """The rank of the top card of a sequence, of the greatest group, or of the highest card."""
    ranks = [card // 4 for card in hand]
    if category in ("straight", SF) and tier == "minimum":
        return sorted(ranks)[-2]
    return max(ranks, key=lambda rank: (ranks.count(rank), rank))


@pytest.mark.parametrize(
    "winner",
    [
        sr.Selector("high_card"),
        sr.Selector("high_card", rank="A"),
        sr.Selector("pair", rank="lowest"),
        sr.Selector("three_of_a_kind", rank="K"),
        sr.Selector("full_house", rank="7"),
        sr.Selector("straight", rank="T"),
        sr.Selector("straight", rank="T", suit="s"),
        sr.Selector("flush", rank="K"),
        sr.Selector("four_of_a_kind", rank="lowest"),
        sr.Selector(SF, tier="minimum"),
        sr.Selector(SF, tier="minimum", suit="c"),
        sr.Selector(SF, rank="J"),
        sr.Selector(SF, tier="medium", rank="K", suit="h"),
        sr.Selector(SF, tier="medium"),
    ],
    ids=repr,
)
def test_side_of_an_upset_is_the_hands_that_its_selector_names(winner: sr.Selector) -> None:
    rules = sr.Rules.named("classic").replace(name="x", upset=(winner, sr.Selector(SF, tier="maximum", suit="h")))
    ev = sr.Evaluator(rules, cards=32)
    hands = sr.all_hands(32)
    strengths = ev.evaluate_many(hands)
    low, high = ev.upset[0] if ev.upset else (0, 0)
    judge = Reference("classic", 32)
    candidates = hands[ev.category_many(strengths) == winner.category]
    wanted = None if winner.rank is None else 5 if winner.rank == "lowest" else "23456789TJQKA".index(winner.rank)
    candidates = candidates if len(candidates) < 12_000 else candidates[::17]
    for hand in candidates.tolist():
        category, tier = winner.category.name.lower(), judge.tier(hand)
        low_straight = category == "straight" and {c // 4 for c in hand} == {12, 5, 6, 7, 8}
        top = rank_of(hand, category, "minimum" if low_straight else tier)
        deciding = {c % 4 for c in hand if c // 4 == top}
        inside = (
            (winner.tier is None or tier == winner.tier.name.lower())
            and (wanted is None or top == wanted)
            and (winner.suit is None or deciding == {"cdhs".index(winner.suit)})
        )
        assert (low <= ev.evaluate(hand) <= high) == inside, hand


# -- anything at all ---------------------------------------------------------------------------------------------------


def works(rules: sr.Rules, cards: int) -> None:
    """The rules are written and read back, and their evaluator judges hands, or says why there is none."""
    assert sr.Rules.from_toml(rules.to_toml()) == rules
    assert sr.Rules.from_json(rules.to_json()) == rules
    try:
        ev = sr.Evaluator(rules, cards=cards)
    except ValueError as error:
        assert str(error)
        return
    hands = dealt(ev, 200, 1)
    strengths = ev.evaluate_many(hands)
    assert strengths.min() >= 1
    assert strengths.max() <= ev.strengths
    assert strengths.tolist() == [ev.evaluate(hand.tobytes()) for hand in hands]
    assert set(ev.category_many(strengths).tolist()) <= set(rules.categories)
    a, b = hands[0].tobytes(), hands[1].tobytes()
    assert ev.compare(a, b) == -ev.compare(b, a) == ev.compare_many(strengths[0], strengths[1])
    assert ev.rank(a).category in rules.categories
    assert ev.describe(a)


def tried(read: Callable[[str], sr.Rules], text: str) -> None:
    try:
        rules = read(text)
    except ValueError as error:
        assert str(error)
    else:
        works(rules, rules.packs[0])


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_text_is_rules_or_a_value_error(text: str) -> None:
    for read in (sr.Rules.from_toml, sr.Rules.from_json):
        tried(read, text)
    tried(sr.Rules.from_toml, "name = " + text)
    tried(sr.Rules.from_json, '{"name": ' + text + "}")


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A valid text with some pieces cut out, doubled, exchanged or overwritten."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        i, j = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        j = min(j, i + 30)
        kind = draw(st.integers(0, 4))
        if kind == 0:
            text = text[:i] + text[j:]
        elif kind == 1:
            text = text[:j] + text[i:j] + text[j:]
        elif kind == 2:
            words = [
                "pair",
                "ranks",
                "32",
                "[",
                "]",
                "{}",
                "=",
                '"',
                "\n",
                "ace-low",
                "true",
                "null",
                "53",
                "hdcs",
                "low",
            ]
            text = text[:i] + draw(st.sampled_from(words) | st.text(max_size=3)) + text[i:]
        elif kind == 3:
            lines = text.split("\n") if "\n" in text else text.split(", ")
            joint = "\n" if "\n" in text else ", "
            a, b = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            lines[a], lines[b] = lines[b], lines[a]
            text = joint.join(lines)
        else:
            text = text.replace(draw(st.sampled_from(["groups", "ranks", "suit", "pair", "3", '"'])), "flush", 1)
    return text


SMALL = [rules for rules in EVERY if min(rules.packs) <= 40]


@given(mutated([rules.to_toml() for rules in SMALL] + [HOUSE]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_spoilt_toml_is_rules_or_a_value_error(text: str) -> None:
    tried(sr.Rules.from_toml, text)


@given(mutated([rules.to_json() for rules in SMALL]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_spoilt_json_is_rules_or_a_value_error(text: str) -> None:
    tried(sr.Rules.from_json, text)


CATEGORY_NAMES = st.sampled_from([*CATEGORIES, "royal"])
KEYS = st.sampled_from(["ranks", "groups", "top", "flush_suit", "suit_of_top", *GROUP_SUITS, "colour"])
SELECTORS = st.fixed_dictionaries(
    {"category": CATEGORY_NAMES},
    optional={
        "tier": st.sampled_from(["minimum", "medium", "maximum", "x"]),
        "suit": st.sampled_from([*"cdhs", "x"]),
        "rank": st.sampled_from([*"789TJQKA", "lowest", "1"]),
    },
)
JUNK: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats(allow_nan=True) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
PLAUSIBLE: dict[str, Any] = {
    "base": st.sampled_from(["classic", "guide", "german", "loto-quebec", "suit-first", "six-plus", "nothing"]),
    "name": st.text(max_size=6),
    "packs": st.lists(st.sampled_from([20, 24, 28, 32, 36]), min_size=1, max_size=3),
    "players": st.dictionaries(st.sampled_from(["1", "2", "4", "x"]), st.sampled_from([24, 32]), max_size=2),
    "categories": st.permutations(ITALIAN),
    "keys": st.dictionaries(CATEGORY_NAMES, st.lists(KEYS, max_size=3), max_size=3),
    "straights": st.lists(st.sampled_from(["ace-low", "middle", "ace-high"]), max_size=3),
    "flushes": st.booleans(),
    "ace": st.sampled_from(["high", "low"]),
    "suits": st.sampled_from(["hdcs", "scdh", "", "hhdd"]),
    "upset": st.fixed_dictionaries({"winner": SELECTORS, "loser": SELECTORS}),
    "low": st.booleans(),
    "jokers": st.sampled_from(["", "bug", "wild"]),
}


@given(st.fixed_dictionaries({}, optional=PLAUSIBLE), st.none() | st.tuples(st.sampled_from([*PLAUSIBLE]), JUNK))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_any_fields_are_rules_or_a_value_error(data: dict[str, Any], junk: tuple[str, Any] | None) -> None:
    data.setdefault("packs", [28])
    if junk:
        data[junk[0]] = junk[1]
    text = json.dumps(data)
    try:
        rules = sr.Rules.from_json(text)
    except ValueError as error:
        assert str(error)
        return
    if rules.packs[0] <= 40:
        works(rules, rules.packs[0])


@given(st.dictionaries(st.sampled_from([*PLAUSIBLE][1:]), JUNK, max_size=3))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_arguments_are_rules_or_a_type_error_or_a_value_error(fields: dict[str, Any]) -> None:
    try:
        rules = sr.Rules(**fields)
    except (TypeError, ValueError) as error:
        assert str(error)
    else:
        assert sr.Rules.from_json(rules.to_json()) == rules


def test_half_of_a_surrogate_pair_is_no_text_of_rules() -> None:
    for field in ("name", "source"):
        with pytest.raises(ValueError, match=f"{field} is text without halves of surrogate pairs"):
            sr.Rules.named("classic").replace(**{field: "\ud800"})


def test_rules_with_jokers_are_played_with_packs_without_them_too() -> None:
    rules = sr.Rules.named("wild").replace(name="sometimes wild", packs=(40, 52, 53, 54))
    for cards in (40, 52):
        ev, plain = sr.Evaluator(rules, cards=cards), sr.Rules.named("standard").replace(name="plain", packs=(cards,))
        hands = sr.all_hands(cards)[::37]
        assert (ev.evaluate_many(hands) == sr.Evaluator(plain).evaluate_many(hands)).all()
    assert sr.Evaluator(rules, cards=54).strengths == sr.Evaluator("wild", cards=54).strengths


def test_suit_that_decides_is_named_where_the_ace_is_low_and_in_straights() -> None:
    keys = {"high_card": ["ranks", "suit_of_rank0"], "straight": ["top", "suit_of_rank1"]}
    low = sr.Evaluator(
        sr.Rules(name="x", packs=[40], ace="low", straights=["ace-low", "middle"], suits="hdcs", keys=keys)
    )
    assert low.describe("Ah Ks Jd 9c 7s").endswith("(spades)")
    classic = sr.Evaluator(sr.Rules.named("classic").replace(name="x", keys={"straight": keys["straight"]}), cards=40)
    assert "straight to the nine of clubs" in classic.describe("5h 6d 7c 8c 9h")
    assert "of diamonds" in classic.describe("Ah 5h 6d 7d 8c")


def test_contradictory_upset_is_refused_before_an_evaluator_is_made() -> None:
    for winner, loser, why in [
        ({"category": "straight_flush"}, {"category": "pair"}, "must be weaker"),
        ({"category": "pair", "suit": "h"}, {"category": "straight_flush"}, "is not one range"),
    ]:
        with pytest.raises(ValueError, match=why):
            sr.Rules.from_dict({"base": "classic", "upset": {"winner": winner, "loser": loser}})
    with pytest.raises(ValueError, match="is the winner of the upset"):
        sr.Rules.named("classic").replace(straights=["middle", "ace-high"])
