"""What must hold around the hands: how cards are written, upsets, chips, counts, saved tables, pictures, commands.

These properties join those of `doors.py` when this module is imported.
"""

from __future__ import annotations

import json
import os
import struct
from binascii import crc32
from collections.abc import Callable
from functools import cache
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from houses import HOUSES, any_house, any_house_with_upset
from hypothesis import strategies as st
from reckonings import chip_by_chip
from reference import Reference, Vectorised

import scalareale as sr

from .anything import EVALUATORS, TEXTS, evaluators, forms, objects, one_shot
from .doors import SMALL_PACKS, a_property, attempt, is_error, works

# -- cards as text ---

SUITS = {"international": ("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"), "italian": ("fF♣♧", "qQ♦♢", "cC♥♡", "pP♠♤")}
"""Ways to write clubs, diamonds, hearts, spades, from the rules of the notations and not from the parser's tables."""
RANKS = {
    "international": (*"23456789", ("10", "T", "t"), "Jj", "Qq", "Kk", "Aa"),
    "italian": (*"23456789", ("10", "T", "t"), "JjFf", "QqDd", "KkRr", "Aa"),
}


@a_property
def every_spelling_of_a_card_is_that_card(data: st.DataObject) -> None:
    notation = data.draw(st.sampled_from(list(SUITS)))
    # Suits decide in the first of them, so that two suits that were taken for one another would show.
    ev = data.draw(st.sampled_from([ev for ev in EVALUATORS if ev.pack.size == 32 or ev.pack.size == 52]))
    lines, held = [], []
    for _ in range(data.draw(st.integers(1, 8))):
        hand = bytes(data.draw(st.permutations([code for code in ev.pack.codes if code < 52]))[:5])
        words = []
        for code in hand:
            suit = data.draw(st.sampled_from(SUITS[notation][code % 4]))
            emoji = "" if suit.isascii() else data.draw(st.sampled_from(["", "\ufe0f"]))
            words.append(data.draw(st.sampled_from(RANKS[notation][code // 4])) + suit + emoji)
        line = data.draw(st.sampled_from(["", " ", ",", ", ", "\t"])).join(words)
        assert sr.parse_cards(line, notation) == hand
        if notation == "international":
            assert ev.evaluate(line) == ev.evaluate(hand) and ev.compare(line, hand) == 0
        lines.append(line)
        held.append(hand)
    assert [bytes(row) for row in sr.parse_hands("\n".join(lines).encode(), notation).tolist()] == held


# -- upsets and chips ---

GREAT = ("straight_flush", "four_of_a_kind")


@cache
def house(which: str) -> tuple[sr.Evaluator, Reference, list[bytes], list[bytes]]:
    """Rules with an upset, an evaluator and a reference of them, all their straight flushes and all their quads."""
    rules, ruleset, cards = HOUSES[which]
    ev = sr.Evaluator(rules, cards=cards)
    hands = sr.all_hands(ev.pack)
    categories = ev.category_many(ev.evaluate_many(hands))
    great = [[bytes(hand) for hand in hands[categories == sr.Category[name.upper()]].tolist()] for name in GREAT]
    return ev, Reference(ruleset, cards), great[0], great[1]


@a_property
def upset_of_great_hands_is_that_of_the_reference(data: st.DataObject) -> None:
    which = data.draw(st.sampled_from(["greek", "greek", "guide in other suits"]))
    ev, judge, flushes, quads = house(which)
    ends = [flushes[0], flushes[-1], quads[0], quads[-1]]
    hold: list[bytes | None] = []
    for _ in range(data.draw(st.integers(2, 5))):
        hand = data.draw(st.sampled_from(flushes) | st.sampled_from(quads) | st.sampled_from(ends))
        if all(not set(hand) & set(other or b"") for other in hold):
            hold.append(hand)
    rest = [code for code in ev.pack.codes if all(code not in (hand or b"") for hand in hold)]
    if len(rest) >= 5 and data.draw(st.booleans()):
        hold.append(bytes(data.draw(st.permutations(rest))[:5]))
    if data.draw(st.booleans()):
        hold.insert(data.draw(st.integers(0, len(hold))), None)
    live = [hand for hand in hold if hand is not None]
    for a in live:
        for b in live:
            assert ev.compare(a, b) == judge.compare(a, b) == int(ev.compare_many(ev.evaluate(a), ev.evaluate(b)))
    wanted = judge.showdown(hold)
    assert ev.showdown(hold) == wanted
    if len(hold) > 1:
        strengths = [[1 if hand is None else ev.evaluate(hand) for hand in hold]]
        mask = [[hand is not None for hand in hold]]
        assert np.flatnonzero(ev.showdown_many(strengths, contenders=mask)).tolist() == wanted
    stakes = [2 * 3 * 5 * 7] * len(hold)
    share = sum(stakes) // len(wanted)
    if sum(stakes) % len(wanted) == 0:
        assert sr.settle(stakes, hold, ev) == [share * (seat in wanted) for seat in range(len(hold))]


@a_property
def chips_of_ties_and_of_shared_cards_add_up(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    pack = ev.pack.codes
    cards = data.draw(st.permutations(list(pack)))
    common = bytes(cards[: data.draw(st.sampled_from([0, 0, 1, 3, 4, 5]))])
    own, seats = 5 - len(common), data.draw(st.integers(1, 8))
    hold: list[bytes | None] = []
    used = len(common)
    for seat in range(seats):
        before = hold[-1] if hold else None
        turned = bytes(4 * (code // 4) + (code + 1) % 4 for code in before or b"" if code < 52)
        free = set(pack) - set(common) - {code for hand in hold for code in hand or b""}
        if len(turned) == 5 and set(turned) <= free and data.draw(st.booleans()):
            hold.append(turned)  # the same ranks: a tie where suits decide nothing
        elif own <= len(left := [code for code in cards[used:] if code in free]):
            hold.append(common + bytes(left[:own]))
        else:
            hold.append(None)
        if seat and data.draw(st.integers(0, 4)) == 0:
            hold[-1] = None
    stakes = data.draw(st.lists(st.integers(0, 12), min_size=seats, max_size=seats))
    button = data.draw(st.integers(0, seats - 1))
    names = [name for name in forms() if name not in TEXTS]

    def given(codes: bytes) -> Any:
        return forms()[data.draw(st.sampled_from(names))](codes)

    # Forms that can be read once only, and a different one for each hand, as a list that can be read once.
    hands = [None if hand is None else given(hand) for hand in hold]
    shared = given(common)
    found = attempt(lambda: sr.settle(iter(stakes), one_shot(hands), ev, button=button, shared=shared))  # type: ignore[arg-type]
    strengths = [1 if hand is None else ev.evaluate(hand) for hand in hold]
    live = [seat for seat in range(seats) if hold[seat] is not None]

    def showdown(contenders: list[bytes | None]) -> list[int]:
        mask = [[hand is not None for hand in contenders]]
        if sum(mask[0]) == 1:
            return [mask[0].index(True)]
        return [int(seat) for seat in np.flatnonzero(ev.showdown_many([strengths], contenders=mask))]

    if not live:
        assert type(found) is sr.HandError
        return
    assert found == chip_by_chip(stakes, hold, showdown, button)[0] and sum(found) == sum(stakes)
    if sum(common[:1] in (hold[seat] or b"") for seat in live) > 1 and common:  # turned hands have none of them
        refused = attempt(lambda: sr.settle(stakes, hold, ev, button=button))
        assert type(refused) is sr.HandError and " is in hand " in str(refused)


# -- counts and saved tables ---


@a_property
def counts_of_categories_are_those_of_the_reference(data: st.DataObject) -> None:
    rules, ruleset = any_house(data.draw(st.integers(0, 2**32)))
    ev = attempt(lambda: sr.Evaluator(rules.replace(packs=(24,)), cards=24))
    if not is_error(ev):
        counts = ev.category_counts()
        found = np.bincount(Vectorised(ruleset, 24).categories(sr.all_hands(24)), minlength=len(sr.Category))
        assert {category: int(found[category]) for category in counts} == counts
        assert sum(counts.values()) == comb(24, 5)
    other = data.draw(evaluators)
    counts = other.category_counts()
    assert sum(counts.values()) == comb(other.pack.size, 5) and min(counts.values()) >= 0
    assert list(counts) == (list(other.rules.categories) if not other.rules.low else list(other.rules.categories)[::-1])


@a_property
def saved_table_comes_back_or_is_refused(data: st.DataObject) -> None:
    ev = data.draw(st.sampled_from(SMALL_PACKS))
    if data.draw(st.booleans()):
        drawn = attempt(lambda: sr.Evaluator(any_house_with_upset(data.draw(st.integers(0, 2**32)))[0]))
        ev = ev if is_error(drawn) else drawn
    with TemporaryDirectory() as folder:
        kinds: list[Callable[[str], Any]] = [str, Path, os.fsencode]
        path = data.draw(st.sampled_from(kinds))(os.path.join(folder, "ours.table"))
        sr.save_table(ev, path)
        assert sr.load_table(path) == ev
        saved = Path(os.fsdecode(path))
        good = saved.read_bytes()
        bad = spoilt(data, good)
        saved.write_bytes(bad)
        found = attempt(lambda: sr.load_table(path))
    if is_error(found):
        assert bad != good and type(found) is ValueError and str(found).startswith(f"{saved}: ")
    elif bad == good:
        assert found == ev
    else:  # rules that say something else of the same table, and a checksum that is right
        assert bad[-4:] != good[-4:]
        again = sr.Evaluator(found.rules, cards=found.pack.size)
        dealt = sr.deal(50, 1, found.pack, 1)[:, 0]
        assert (found.evaluate_many(dealt) == again.evaluate_many(dealt)).all() and found == again
    thing = data.draw(objects)
    attempt(lambda: sr.save_table(thing, "none"))


def spoilt(data: st.DataObject, good: bytes) -> bytes:
    """The bytes of a saved table with a few of them changed, gone or too many; often with a checksum that is right."""
    bad = bytearray(good)
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, 120) | st.integers(0, len(bad) - 1) | st.integers(len(bad) - 600, len(bad) - 1))
        how = data.draw(st.integers(0, 5))
        if how == 0:
            del bad[at:]
        elif how == 1:
            bad[at:at] = data.draw(st.binary(max_size=5))
        elif how == 2:
            del bad[at : at + data.draw(st.integers(1, 5))]
        else:
            bad[at : at + 1] = bytes([data.draw(st.integers(0, 255))])
        if len(bad) < 700:
            return bytes(bad)
    if data.draw(st.booleans()):
        bad[12:16] = struct.pack("<I", len(bad))
        bad[-4:] = struct.pack("<I", crc32(bad[:-4]))
    return bytes(bad)


# -- pictures ---


@a_property
def picture_is_made_or_refused(data: st.DataObject) -> None:
    from matplotlib.figure import Figure

    from scalareale import plot

    ev, thing = data.draw(st.sampled_from(SMALL_PACKS)), data.draw(objects)
    cards = data.draw(st.permutations(list(ev.pack.codes)))
    hand, other = bytes(cards[:5]), bytes(cards[5:10])
    for door in (
        lambda: plot.categories(thing),
        lambda: plot.categories([thing]),
        lambda: plot.categories([ev], language=thing),
        lambda: plot.draws(thing, hand),
        lambda: plot.draws(ev, thing),
        lambda: plot.draws(ev, hand, most=thing),
        lambda: plot.draws(ev, hand, language=thing),
        lambda: plot.strengths(thing, [hand]),
        lambda: plot.strengths(ev, thing),
        lambda: plot.strengths(ev, [hand, thing]),
        lambda: plot.strengths(ev, language=thing),
        lambda: plot.equity(thing, [hand, other]),
        lambda: plot.equity(ev, thing),
        lambda: plot.equity(ev, [hand, thing]),
        lambda: plot.equity(ev, [hand, other], seat=thing),
        lambda: plot.equity(ev, [hand, other], language=thing),
        lambda: plot.save(thing, "odds.svg"),
        lambda: plot.save(Figure(), "odds.gif"),
    ):
        found = attempt(door)
        assert is_error(found) or isinstance(found, Figure)
    assert type(attempt(lambda: plot.save(Figure(), "odds.gif"))) is ValueError
    makers: list[Callable[[], Any]] = [lambda: plot.strengths(ev, [hand, other]), lambda: plot.draws(ev, hand, most=1)]
    assert isinstance(data.draw(st.sampled_from(makers))(), Figure)


# -- the command line ---

CARDS = [
    "Ah",
    "7h 8h 9h 10h Ah",
    "AhKhQhJhTh",
    "8c 9c 10c Jc Qc",
    "Kd Kc 7s 8d 9c",
    "fold",
    "?",
    "unknown",
    "Jk",
    "AC FF",
]
NUMBERS = ["0", "1", "2", "3", "4", "5", "24", "28", "32", "36", "54", "-1", "x", "", "2.5", "1,2", "5,5,5", "\u0663"]
words = st.one_of(
    st.sampled_from(CARDS),
    st.sampled_from(["-", "--", "--help", "-h", "--version", "--json", "--four", "--no-four", "--no", "-x", "", " "]),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]) | st.just("\udcff"), max_size=8),
    st.lists(st.integers(24, 53), max_size=8).map(sr.format_cards),
)
OPTIONS: dict[str, st.SearchStrategy[str]] = {
    "--ruleset": st.sampled_from([*sr.rulesets(), "", "none"]),
    "--rules": st.sampled_from(["", ".", "no such file.toml", os.devnull]),
    "--players": st.sampled_from(NUMBERS),
    "--cards": st.sampled_from(NUMBERS),
    "--notation": st.sampled_from(["international", "italian", "", "IT"]),
    "--language": st.sampled_from(["en", "it", "fr", "ru", "", "de"]),
    "--shared": words,
    "--dead": words,
    "--discard": words,
    "--most": st.sampled_from(["0", "1", "2", "6", "-1", "x"]),
    "--samples": st.sampled_from(["1", "50", "0", "x"]),
    "--seed": st.sampled_from(["0", "5", "-1", "x", "9" * 40]),
    "--workers": st.sampled_from(["1", "2", "0", "x"]),
    "--seats": st.sampled_from(NUMBERS),
    "--minimum": st.sampled_from(["J", "A", "T", ""]),
    "--stakes": st.sampled_from(["5,5", "5,5,5", "10,50,50", "-1,5", "x", "", "5,,5", "9" * 50 + ",1", "1 2"]),
    "--button": st.sampled_from(NUMBERS),
    "--plot": st.sampled_from(["odds.gif", "", "."]),
    "--only": st.sampled_from(["x", ""]),
    "--nothing": words,
}


@a_property
def command_line_answers_or_says_why_not(data: st.DataObject) -> None:
    from commandline import invoke

    from scalareale import cli

    commands: dict[str, Any] = dict(cli.group().commands)
    del commands["bench"]  # which would measure
    name = data.draw(st.sampled_from(sorted(commands)))
    arguments = ["--json"] if (as_json := data.draw(st.booleans())) else []
    if data.draw(st.integers(0, 2)):
        arguments += data.draw(st.sampled_from([["--cards", "32"], ["--players", "4"], ["--ruleset", "standard"]]))
    known = {option for parameter in commands[name].params for option in parameter.opts}
    for _ in range(data.draw(st.integers(0, 3))):
        option = data.draw(st.sampled_from([option for option in OPTIONS if option in known] * 5 + list(OPTIONS)))
        arguments += [option, data.draw(OPTIONS[option])]
    if name == "simulate":
        arguments += ["--deals", data.draw(st.sampled_from(["1", "200", "0", "x"]))]
    arguments += data.draw(st.lists(words, max_size=4))
    line = st.sampled_from(CARDS).map(str.encode) | st.binary(max_size=12) | st.sampled_from([b"", b"5,5", b"\xff"])
    text = b"\n".join(data.draw(st.lists(line, max_size=4)))
    before = set(os.listdir())
    done = invoke(name, *arguments, text=text)
    assert set(os.listdir()) == before
    assert done.exit_code in (0, 1, 2, 130) and (done.exit_code == 0) == (done.stderr == "")
    if done.exit_code:
        assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1 and "Traceback" not in done.stdout
    if as_json and not done.stdout.startswith(("Usage: ", "scalareale, version")):
        assert done.stdout.isascii()
        for answer in done.stdout.splitlines():
            assert isinstance(json.loads(answer), dict)


@a_property
def rules_in_a_file_are_read_by_the_command_line_as_by_the_package(data: st.DataObject) -> None:
    from commandline import invoke

    rules, _ = any_house(data.draw(st.integers(0, 2**32)))
    text, ending = data.draw(st.sampled_from([(rules.to_toml(), "toml"), (rules.to_json(), "json")]))
    at = data.draw(st.integers(0, len(text)))
    cut = text[:at] + data.draw(st.sampled_from(["", "", "x", "\0", "\n[", '"'])) + text[at:]
    wanted = attempt(lambda: (sr.Rules.from_json if ending == "json" else sr.Rules.from_toml)(cut))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"ours.{ending}"
        path.write_text(cut, encoding="utf-8", newline="")
        done = invoke("rules", "--json", "--rules", str(path))
    if is_error(wanted):
        assert done.exit_code == 2 and done.stderr.startswith(f"error: {path}: ")
    else:
        assert done.exit_code == 0, done.stderr
        works(wanted)
