"""Commands about chances and chips: what they print equals what the package answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest
from commandline import (  # noqa: F401  (plain_environment is a fixture)
    FOUR,
    MAXIMUM,
    MEDIUM,
    MINIMUM,
    POSIX,
    invoke,
    objects,
    on_terminal,
    plain_environment,
    process,
    refused,
    run,
    without_colours,
)

import scalareale as sr
from scalareale.rules import Category

KINGS, QUEENS, ACES = "Kh Kd Kc 9s 8h", "Qh Qd Qc 9d 7h", "Ah Ad Kc 9s 8h"
EV = sr.Evaluator("classic", players=4)
_SHORT = {"four_of_a_kind": "quads", "three_of_a_kind": "trips"}
LANGUAGES = ("en", "it", "fr", "ru")
EVERY = {
    "evaluate": (KINGS,),
    "compare": (MINIMUM, MAXIMUM),
    "showdown": (MINIMUM, MAXIMUM, MEDIUM),
    "best": (MINIMUM + " Kd 8c",),
    "draw": (KINGS,),
    "equity": (ACES, QUEENS, "--discard", "Kc", "--discard", "9d 7h"),
    "table": (),
    "open": ("Jh Jd 9s 8c 7d", "8h 9h 10h Jh Ad", MINIMUM, "9h 9d Js 8c 7d"),
    "simulate": ("--deals", "1000", "--seed", "1"),
    "settle": ("--stakes", "10,50,70,5", MINIMUM, MEDIUM, MAXIMUM, "fold"),
    "explain": (MINIMUM, MAXIMUM),
}
"""Commands that play a game, each with arguments that make it say much."""


def by_name(counts: dict[Category, int]) -> dict[str, int]:
    return {category.name.lower(): counts[category] for category in EV.rules.categories}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_every_command_speaks_every_language_in_any_width(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = run(name, *FOUR, "--language", language, *EVERY[name])
    assert "{" not in wide
    for columns in (80, 40, 24):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = run(name, *FOUR, "--language", language, *EVERY[name])
        assert max(map(len, shown.splitlines())) <= columns, shown
        assert "…" not in shown


@pytest.mark.parametrize("name", EVERY)
def test_every_command_prints_json_that_no_language_changes(name: str) -> None:
    english = objects(name, *FOUR, *EVERY[name])
    assert english
    italian = objects(name, *FOUR, "--language", "it", *EVERY[name])
    for there, here in zip(english, italian, strict=True):
        assert there.keys() == here.keys()


@pytest.mark.parametrize("name", [*EVERY, "bench", "rules", "completion"])
def test_every_help_has_an_example_that_runs(name: str) -> None:
    text = run(name, "--help")
    assert f"scalareale {name}" in text
    assert "--json" in text
    assert name in run("--help")


# -- best, open --------------------------------------------------------------------------------------------------------


def test_best_takes_five_of_seven_cards() -> None:
    (found,) = objects("best", *FOUR, MINIMUM + " Kd 8c")
    assert (found["best"], found["rest"], found["tier"]) == ("Th9h8h7hAh", "Kd8c", "minimum")
    assert found["strength"] == EV.evaluate(MINIMUM)
    assert run("best", *FOUR, MINIMUM + " Kd 8c").splitlines()[1].startswith("10♥ 9♥ 8♥ 7♥ A♥  minimum")
    assert refused("best", *FOUR, "Ah Kh Qh Jh") == (
        "hand 1 ('Ah Kh Qh Jh'): the best five are taken of 5, 6 or 7 cards, not 4"
    )
    lines = f"{MINIMUM} Kd 8c\n{KINGS}\n"
    assert [each["best"] for each in objects("best", *FOUR, "-", text=lines)] == ["Th9h8h7hAh", "KhKdKc9s8h"]
    assert run("best", *FOUR, text=lines).count("\n") == 2


@pytest.mark.parametrize(
    ("hand", "options", "why"),
    [
        ("Jh Jd 9s 8c 7d", (), "pair"),
        ("Jh Jd 9s 8c 7d", ("--minimum", "Q"), None),
        ("9h 9d 8s 8c 7d", ("--minimum", "A"), "better"),
        ("8h 9h 10h Jh Ad", (), "four"),
        ("8h 9h 10h Jh Ad", ("--no-four",), None),
        ("Jh Jd 10d 9d 8d", (), "pair"),
        ("Jh 8h 9h 10h 10d", (), "four"),
    ],
)
def test_open_says_what_opens(hand: str, options: tuple[str, ...], why: str | None) -> None:
    (found,) = objects("open", *FOUR, *options, hand)
    assert (found["opens"], found["why"]) == (why is not None, why)
    answer = run("open", *FOUR, *options, hand).splitlines()[1]
    assert answer.endswith("no") if why is None else "yes: " in answer


def test_openers_of_a_whole_pack_are_as_the_package_counts_them() -> None:
    hands = [sr.format_cards(hand) for hand in sr.all_hands(24)[:: 42504 // 500].tolist()]
    ev = sr.Evaluator(cards=24)
    found = objects("open", "--cards", "24", "-", text="\n".join(hands))
    assert [each["opens"] for each in found] == [ev.can_open(hand) for hand in hands]


# -- draw --------------------------------------------------------------------------------------------------------------


def test_draw_lists_every_discard_best_first() -> None:
    found = objects("draw", *FOUR, KINGS)
    expected = EV.draws(KINGS)
    assert [each["discard"] for each in found] == [sr.format_cards(draw.discard) for draw in expected]
    for record, draw in zip(found, expected, strict=True):
        assert record["percentile"] == draw.percentile
        assert record["improves"] == draw.improves
        assert record["total"] == draw.total
        assert record["counts"] == by_name(draw.counts)
    lines = run("draw", *FOUR, KINGS).splitlines()
    assert lines[4].startswith("9♠ 8♥            96.33%  17.66%  █")
    assert lines[-1].split() == ["three", "of", "a", "kind", "289", "82.336%", "████████████████████████▊"]


def test_dead_cards_and_the_number_of_discards_are_options() -> None:
    found = objects("draw", *FOUR, "--dead", "Ks", "--most", "2", KINGS)
    expected = EV.draws(KINGS, dead="Ks", most=2)
    assert [each["counts"] for each in found] == [by_name(draw.counts) for draw in expected]
    assert refused("draw", *FOUR, "--dead", "2c", KINGS).startswith("--dead: 2c (card 1) is not in the pack")
    assert refused("draw", *FOUR, "--dead", "9x", KINGS).startswith("--dead ('9x'): '9x' at position 0")
    assert refused("draw", *FOUR, "--dead", "Kh", KINGS) == "--dead: Kh is in hand 1"
    assert refused("draw", *FOUR, "--most", "6", KINGS).startswith("invalid value for '--most': 6 ")


# -- equity ------------------------------------------------------------------------------------------------------------


def test_equity_counts_all_deals() -> None:
    (found,) = objects("equity", *FOUR, ACES, QUEENS, "--discard", "Kc 9s 8h", "--discard", "9d 7h")
    expected = EV.equity([ACES, QUEENS], discards=["Kc 9s 8h", "9d 7h"])
    assert [each["share"] for each in found["hands"]] == list(expected.share)
    assert [each["stderr"] for each in found["hands"]] == [None, None]
    assert (found["deals"], found["exact"], found["stopped"]) == (263340, True, False)
    shown = run("equity", *FOUR, ACES, QUEENS, "--discard", "Kc 9s 8h", "--discard", "9d 7h")
    assert shown.splitlines()[-1] == "all 263,340 deals"


def test_unknown_hands_are_sampled_the_same_by_any_number_of_workers() -> None:
    options = ("--samples", "40000", "--seed", "7")
    (found,) = objects("equity", *FOUR, ACES, "unknown", "?", *options)
    expected = EV.equity([ACES, None, None], samples=40_000, rng=7)
    assert [each["share"] for each in found["hands"]] == list(expected.share)
    assert [each["hand"] for each in found["hands"]] == [ACES, "unknown", "?"]
    assert objects("equity", *FOUR, ACES, "unknown", "?", *options, "--workers", "2") == [found]
    shown = run("equity", *FOUR, ACES, "unknown", *options)
    assert "±" in shown
    assert shown.splitlines()[-1] == "deals at random: 40,000"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), 'no hand is given: write each as one argument, "Ah Ad Kc 9s 8h", or unknown'),
        ((ACES, ACES), "hand 2: Ah is in hand 1 too"),
        ((ACES, "--discard", "Kd"), "--discard of hand 1: Kd is not in the hand"),
        (("unknown", "--discard", "Kd"), "--discard of hand 1: an unknown hand throws nothing away"),
        ((ACES, "--discard", "none", "--discard", "Kd"), "--discard is given 2 times, but there are 1 hands"),
        ((ACES, QUEENS, "--dead", "Qh"), "--dead: Qh is in hand 2"),
        (
            (ACES, "unknown", "unknown", "unknown"),
            "13155340358160 deals are more than can be enumerated (10000000000): use --samples",
        ),
    ],
)
def test_equity_refuses_what_cannot_be(arguments: tuple[str, ...], message: str) -> None:
    assert refused("equity", *FOUR, *arguments) == message


# -- table, simulate ---------------------------------------------------------------------------------------------------


def test_table_counts_the_hands_of_every_pack_exactly() -> None:
    counts = json.loads((Path(__file__).parent / "data" / "counts.json").read_text(encoding="utf-8"))
    found = objects("table")
    assert [each["cards"] for each in found] == [24, 28, 32, 36, 40]
    for each in found:
        expected = counts["decks"][str(each["cards"])]["counts"]
        assert {_SHORT.get(name, name): number for name, number in each["counts"].items()} == expected
        assert each["hands"] == sum(each["counts"].values()) == comb(each["cards"], 5)
        assert each["odds"]["flush"] == each["counts"]["flush"] / each["hands"]
    side_by_side = run("table").splitlines()
    assert side_by_side[0].split() == ["category", *"24 cards 28 cards 32 cards 36 cards 40 cards".split()]
    assert side_by_side[1].startswith("straight flush    0.0282%")
    (one,) = objects("table", "--players", "4")
    assert one == found[2]
    assert run("table", "--players", "4").splitlines()[3].split() == ["flush", "204", "0.1013%", "987"]


@pytest.mark.parametrize("ruleset", ["ace-to-five", "wild", "turkish"])
def test_table_puts_the_best_category_first(ruleset: str) -> None:
    for each in objects("table", "--ruleset", ruleset):
        rules = sr.Rules.named(ruleset)
        order = [category.name.lower() for category in rules.categories]
        assert list(each["counts"]) == (order[::-1] if rules.low else order)


def test_simulate_counts_as_the_package_does() -> None:
    (found,) = objects("simulate", *FOUR, "--deals", "70000", "--seed", "3")
    expected = EV.simulate(70_000, 4, rng=3)
    assert tuple(found["wins"]) == expected.wins
    assert found["categories"][3]["pair"] == expected.categories[3][Category.PAIR]
    assert objects("simulate", *FOUR, "--deals", "70000", "--seed", "3", "--workers", "2") == [found]
    assert len(objects("simulate", "--cards", "40", "--seats", "6", "--deals", "10")[0]["wins"]) == 6
    assert len(objects("simulate", "--cards", "40", "--deals", "10")[0]["wins"]) == 2
    assert refused("simulate", *FOUR, "--seats", "7") == "7 hands take 35 cards, and the pack of 32 has 32"


# -- settle ------------------------------------------------------------------------------------------------------------


def test_settle_pays_side_pots_and_gives_back_what_nobody_called() -> None:
    (found,) = objects("settle", *FOUR, "--stakes", "10,50,70,5", MINIMUM, MEDIUM, MAXIMUM, "fold")
    assert found["payouts"] == sr.settle([10, 50, 70, 5], [MINIMUM, MEDIUM, MAXIMUM, None], EV)
    assert [pot["chips"] for pot in found["pots"]] == [35, 80]
    assert [pot["winners"] for pot in found["pots"]] == [[0, 1, 2], [2]]
    assert found["returned"] == [0, 0, 20, 0]
    shown = run("settle", *FOUR, "--stakes", "10,50,70,5", MINIMUM, MEDIUM, MAXIMUM, "fold").splitlines()
    assert shown[-3:] == [
        "pot of 35, contested by seats 1, 2 and 3, won by seats 1, 2 and 3",
        "pot of 80, contested by seats 2 and 3, won by seat 3",
        "uncalled, back to seat 3: 20",
    ]


@pytest.mark.parametrize(
    ("stakes", "hands", "told"),
    [
        ("10,50,50", (MINIMUM, MEDIUM, "fold"), ["pot of 30, contested by seats 1 and 2, won by seat 2"]),
        ("5,50,50", ("fold", MEDIUM, "fold"), ["pot of 105, won by seat 2: everybody else folded"]),
        (
            "10,20",
            (MINIMUM, "fold"),
            ["pot of 30, won by seat 1: everybody else folded"],
        ),
        (
            "20,10",
            (MINIMUM, "fold"),
            ["pot of 20, won by seat 1: everybody else folded", "uncalled, back to seat 1: 10"],
        ),
    ],
)
def test_chips_that_others_folded_are_won_and_not_given_back(
    stakes: str, hands: tuple[str, ...], told: list[str]
) -> None:
    shown = run("settle", *FOUR, "--stakes", stakes, *hands).splitlines()
    lines = [line for line in shown if line.startswith(("pot", "uncalled"))]
    assert lines[: len(told)] == told
    (found,) = objects("settle", *FOUR, "--stakes", stakes, *hands)
    assert sum(pot["chips"] for pot in found["pots"]) + sum(found["returned"]) == sum(found["payouts"])
    held = [None if hand == "fold" else hand for hand in hands]
    assert found["payouts"] == sr.settle([int(stake) for stake in stakes.split(",")], held, EV)


def test_the_odd_chip_goes_to_the_left_of_the_button() -> None:
    hands = ("Ah Kd Qc 9s 8h", "Ad Kh Qs 9c 8s")
    rules = ("--ruleset", "standard")
    for button, payouts in ((1, [5, 6]), (2, [6, 5])):
        found = objects("settle", *rules, "--stakes", "5,6", "--button", str(button), *hands)[0]
        assert sum(found["payouts"]) == 11
        odd = objects("settle", *rules, "--stakes", "5,5,1", "--button", str(button), *hands, "fold")[0]
        assert odd["payouts"][:2] == payouts


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--stakes", "10", ACES, "fold"), "there are 2 hands, but --stakes has 1"),
        (("--stakes", "10,x", ACES, "fold"), "--stakes: 'x' is no number of chips; write them as 10,50,50"),
        (("--stakes", "10,-5", ACES, "fold"), "--stakes: '-5' is no number of chips; write them as 10,50,50"),
        (("--stakes", "10,5", "--button", "3", ACES, "fold"), "--button is a seat, 1 to 2, not 3"),
        (("--stakes", "10,5", "fold", "fold"), "nobody is left in: every hand was folded"),
        (("--stakes", "10,5", ACES, ACES), "hand 2: Ah is in hand 1 too"),
        (("--stakes", "10,5", "--shared", "Xh", ACES, "fold"), "--shared ('Xh'): 'Xh' at position 0 is not a card"),
    ],
)
def test_settle_refuses_what_cannot_be(arguments: tuple[str, ...], message: str) -> None:
    assert refused("settle", *FOUR, *arguments).startswith(message)


# -- explain -----------------------------------------------------------------------------------------------------------


def test_explain_goes_on_until_something_decides() -> None:
    (found,) = objects("explain", *FOUR, "Kh Kd Qc 9s 8h", "Ks Kc Qd 9h 8s")
    assert [(step["compared"], step["result"]) for step in found["steps"]] == [
        ("category", 0),
        ("groups", 0),
        ("suit_of_group0", 1),
    ]
    assert (found["steps"][1]["first"], found["steps"][2]["first"], found["steps"][2]["second"]) == (
        [13, 12, 9, 8],
        "h",
        "c",
    )
    (found,) = objects("explain", *FOUR, MINIMUM, MAXIMUM)
    assert found["upset"] is True
    assert (found["result"], [step["result"] for step in found["steps"]]) == (1, [0, -1, 1])
    assert found["steps"][-1] == {"compared": "upset", "first": "minimum", "second": "maximum", "result": 1}
    assert objects("explain", *FOUR, "--language", "ru", MINIMUM, MAXIMUM)[0]["steps"] == found["steps"]
    assert "upset     minimum          >  maximum" in run("explain", *FOUR, MINIMUM, MAXIMUM)


@pytest.mark.parametrize("ruleset", sr.rulesets())
def test_the_last_step_of_an_explanation_is_the_result(ruleset: str) -> None:
    import numpy as np

    cards = sr.Rules.named(ruleset).packs[-1]
    ev = sr.Evaluator(ruleset, cards=cards)
    rng = np.random.default_rng(6)
    # Hands of neighbouring strengths share most of what is compared.
    hands = sr.deal(400, 1, ev.pack, rng)[:, 0]
    hands = hands[np.argsort(ev.evaluate_many(hands), kind="stable")]
    for first, second in [*pairwise(hands[:60]), *pairwise(hands[:-60:-1])]:
        texts = sr.format_cards(first.tolist()), sr.format_cards(second.tolist())
        if sum(text.count("Jk") for text in texts) > 1:
            continue
        (found,) = objects("explain", "--ruleset", ruleset, "--cards", str(cards), *texts)
        expected = ev.compare(*texts)
        assert found["result"] == expected
        assert found["steps"][-1]["result"] == expected, (texts, found)
        decided = found["steps"][-2:-1] if found["upset"] else []
        assert all(step["result"] == -expected for step in decided)
        assert all(step["result"] == 0 for step in found["steps"][: -1 - len(decided)])


def test_explain_says_where_one_hand_stands() -> None:
    (found,) = objects("explain", *FOUR, MINIMUM)
    assert (found["place"], found["places"], found["suit"]) == (1, 9, "h")
    assert found["percentile"] == EV.draws(MINIMUM, most=0)[0].percentile
    assert found["upsets"] == [{"beats": True, "other": {"category": "straight_flush", "tier": "maximum"}}]
    assert objects("explain", *FOUR, MAXIMUM)[0]["upsets"][0]["beats"] is False
    assert objects("explain", *FOUR, KINGS)[0]["upsets"] == []
    assert "beats maximum straight flush, although weaker" in run("explain", *FOUR, MINIMUM)
    assert "no suit: equal ranks share" in run("explain", "--ruleset", "standard", "Kh Kd Qc 9s 8h")
    assert refused("explain", *FOUR, KINGS, KINGS, KINGS).endswith("each one argument in quotes, not 3")


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("table",),
        ("evaluate", *FOUR, KINGS, QUEENS),
        ("draw", *FOUR, KINGS),
        ("equity", *FOUR, ACES, QUEENS, "--discard", "none", "--discard", "9d 7h"),
    ],
)
def test_a_picture_is_drawn_beside_the_answer(arguments: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        file = tmp_path / f"picture{suffix}"
        assert run(*arguments, "--plot", str(file)) == run(*arguments)
        assert file.read_bytes().startswith(start)
    assert refused(*arguments, "--plot", str(tmp_path / "picture.jpg")).startswith("--plot ")
    assert refused(*arguments, "--plot", str(tmp_path / "missing" / "picture.png")).startswith("--plot ")


def test_a_picture_is_of_arguments_only(tmp_path: Path) -> None:
    file = str(tmp_path / "picture.svg")
    assert refused("evaluate", *FOUR, "--plot", file, "-", text=KINGS).startswith("--plot takes hands as arguments")
    for hands in ((KINGS, QUEENS), ("-",)):
        assert refused("draw", *FOUR, "--plot", file, *hands, text=KINGS) == "--plot takes one hand as an argument"
    assert refused("equity", *FOUR, "--plot", file, "unknown", QUEENS).startswith(
        "--plot shows what the first hand may"
    )
    assert not Path(file).exists()


@pytest.mark.parametrize("name", ["equity", "explain"])
def test_commands_that_read_no_standard_input_say_so(name: str) -> None:
    assert refused(name, *FOUR, "-", text=KINGS).startswith(f"{name} reads no standard input")


def test_options_take_cards_in_either_notation() -> None:
    italian = (*FOUR, "--notation", "italian")
    assert refused("draw", *italian, "--dead", "Ks", "RC RQ RF 9P 8C").endswith("read with --notation international")
    (found,) = objects("equity", *italian, "AC AQ RF 9P 8C", "DC DQ DF 9Q 7C", "--discard", "RF 9P 8C")
    assert found["hands"][0]["discard"] == "Kc9s8h"
    assert objects("draw", *italian, "--dead", "RP", "RC RQ RF 9P 8C")[0]["total"] == 325


def test_hands_may_share_the_cards_of_a_vela() -> None:
    hands = ("Ah Ad Kc 9s 8h", "Ah Kd Qc 9d 7h")
    assert objects("showdown", *FOUR, "--shared", "Ah", *hands)[0]["winners"] == [0]
    assert refused("showdown", *FOUR, *hands) == f"hand 2 ('{hands[1]}'): Ah is in hand 1 too"
    assert refused("showdown", *FOUR, "--shared", "2h", *hands).startswith("--shared: 2h (card 1) is not in the pack")


def test_an_empty_name_or_file_is_no_ruleset(tmp_path: Path) -> None:
    assert refused("evaluate", "--ruleset", "", KINGS).startswith("no ruleset is called ''")
    assert refused("rules", "").startswith("no ruleset is called ''")
    file = tmp_path / "empty.toml"
    file.write_text("\n")
    assert refused("evaluate", "--rules", str(file), KINGS).endswith("empty.toml: the file is empty")
    assert refused("evaluate", "--rules", "", KINGS) == "'': No such file or directory"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("draw", "--help")])
def test_help_onto_a_full_disk_is_an_error(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "scalareale", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert done.stderr.count(b"\n") == 1


def test_pictures_without_matplotlib_say_what_to_install() -> None:
    program = "import sys; sys.modules['matplotlib'] = None; from scalareale.cli import main; main()"
    command = [sys.executable, "-c", program, "table", "--plot", "x.png"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'error: pictures need matplotlib: pip install "scalareale[plot]"\n'


# -- long work, shells -------------------------------------------------------------------------------------------------


@POSIX
def test_the_bar_is_on_the_terminal_and_gone_in_the_end() -> None:
    shown = on_terminal(80, "simulate", *FOUR, "--deals", "3000000", "--seed", "1")
    assert "deals/s" in shown
    assert shown.rstrip().endswith("deals at random: 3,000,000")
    done = process("simulate", *FOUR, "--deals", "3000000", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, b"")


@POSIX
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", *FOUR, "--deals", "100000000000"),
        ("equity", *FOUR, ACES, "unknown", "unknown", "--samples", "100000000000"),
        ("equity", "--cards", "40", ACES, "unknown", "--discard", "Ad Kc 9s 8h"),
    ],
)
def test_an_interrupt_tells_what_is_known_so_far(arguments: tuple[str, ...], workers: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scalareale", *arguments, "--workers", workers, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        try:
            with suppress(subprocess.TimeoutExpired):
                running.wait(3)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, err) == (130, b"")
    found = json.loads(out)
    assert found["stopped"] is True
    assert 0 < found["deals"] < 100_000_000_000


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_options_and_rulesets(shell: str) -> None:
    assert "_SCALAREALE_COMPLETE" in run("completion", shell)
    words = "scalareale evaluate --ruleset german"
    environment = {
        "_SCALAREALE_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": words if shell != "fish" else "scalareale evaluate --ruleset ",
        "COMP_CWORD": "3" if shell != "fish" else "german",
    }
    done = subprocess.run(
        [sys.executable, "-m", "scalareale"], capture_output=True, text=True, env=os.environ | environment, timeout=60
    )
    assert "german" in done.stdout


def test_an_unknown_shell_is_refused() -> None:
    assert "'tcsh' is not one of" in refused("completion", "tcsh")


def test_bench_measures_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    found = objects("bench", "--only", "single")
    assert found[0]["machine"]["kernel"] == sr.kernel()
    ratios = {each["what"]: each["ratio"] for each in found[1:]}
    assert 0 < ratios["bare cffi call, one bytes argument"] < ratios["ev.showdown, three bytes hands"]
    assert "ev.evaluate(bytes)" in run("bench", "--only", "single")


@POSIX
def test_tables_have_colours_on_a_terminal() -> None:
    shown = on_terminal(80, "draw", *FOUR, "--most", "1", KINGS)
    assert "\x1b[31m8♥\x1b[0m" in shown
    assert "8♥" in without_colours(shown.replace("\x1b[36m", ""))


def test_bars_are_ascii_where_blocks_are_not_known() -> None:
    done = process("draw", *FOUR, "--most", "1", KINGS, PYTHONIOENCODING="ascii")
    assert b"#####" in done.stdout
    assert done.stdout.isascii()
    assert invoke("draw", *FOUR, KINGS).exit_code == 0
