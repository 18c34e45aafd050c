"""The command line: what it prints for people and for programs, what it reads, how it fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from commandline import (  # noqa: F401  (plain_environment is a fixture)
    CARDS_BUT_ONE,
    FOUR,
    MAXIMUM,
    MEDIUM,
    MINIMUM,
    PAIR,
    POSIX,
    invoke,
    objects,
    on_terminal,
    plain_environment,
    process,
    random_lines,
    refused,
    run,
    without_colours,
)

import scalareale as sr
from scalareale.cli.sayings import SAYINGS

PAIRS = Path(__file__).resolve().parents[2] / "shared" / "data" / "two_hands_a_line.txt"


# -- showdown ----------------------------------------------------------------------------------------------------------


def test_minimum_maximum_and_medium_split_the_pot_in_three() -> None:
    assert run("showdown", *FOUR, MINIMUM, MAXIMUM, MEDIUM).splitlines() == [
        "hand  cards            description",
        "1     10♥ 9♥ 8♥ 7♥ A♥  minimum straight flush of hearts            wins 1/3",
        "2     A♦ K♦ Q♦ J♦ 10♦  maximum straight flush of diamonds          wins 1/3",
        "3     Q♣ J♣ 10♣ 9♣ 8♣  medium straight flush of clubs, queen high  wins 1/3",
        "minimum beats maximum, maximum beats medium, medium beats minimum: a circle",
        "the pot is split in three: hands 1, 2 and 3",
    ]


def test_without_the_medium_the_minimum_wins_by_an_upset() -> None:
    assert run("showdown", *FOUR, MAXIMUM, PAIR, MINIMUM).splitlines()[1:] == [
        "1     A♦ K♦ Q♦ J♦ 10♦  maximum straight flush of diamonds  loses",
        "2     J♥ J♠ A♠ 9♠ 7♦   pair of jacks, ace nine seven       loses",
        "3     10♥ 9♥ 8♥ 7♥ A♥  minimum straight flush of hearts    wins",
        "minimum beats maximum, although it is the weaker hand",
        "hand 3 wins: minimum straight flush of hearts",
    ]


def test_without_an_upset_the_strongest_hand_wins() -> None:
    lines = run("showdown", *FOUR, MEDIUM, MINIMUM).splitlines()
    assert lines[3:] == ["hand 1 wins: medium straight flush of clubs, queen high"]


def test_where_minimum_does_not_beat_maximum_nothing_is_said_of_it() -> None:
    out = run("showdown", *FOUR, "--ruleset", "no-cycle", MINIMUM, MAXIMUM, MEDIUM)
    assert out.splitlines()[4:] == ["hand 2 wins: maximum straight flush of diamonds"]


def test_a_circle_of_two_minimums_is_told_by_the_numbers_of_the_hands() -> None:
    out = run("showdown", *FOUR, "--ruleset", "guide", "As 7s 8s 9s Ts", "Ah Kh Qh Jh Th", "Ad 7d 8d 9d Td")
    assert "hand 1 beats hand 2, hand 2 beats hand 3, hand 3 beats hand 1: a circle\n" in out


def test_equal_hands_share_without_an_upset() -> None:
    arguments = ("showdown", *FOUR, "--ruleset", "loto-quebec", "Ah Kd 9c 8c 7c", "Ad Kh 9h 8h 7h", "Kc Qc Jc 9d 7d")
    assert run(*arguments).endswith("\nthe pot is split in two: hands 1 and 2\n")
    (result,) = objects(*arguments)
    assert (result["winners"], result["split"], result["upset"]) == ([0, 1], 2, False)


def test_showdown_as_json() -> None:
    (result,) = objects("showdown", *FOUR, MINIMUM, " Fold ", MAXIMUM)
    assert list(result) == ["ruleset", "cards", "hands", "winners", "split", "upset"]
    assert (result["ruleset"], result["cards"]) == ("classic", 32)
    assert (result["winners"], result["split"], result["upset"]) == ([0], 1, True)
    ev = sr.Evaluator("classic", players=4)
    assert result["hands"] == [
        {
            "hand": MINIMUM,
            "cards": "Th9h8h7hAh",
            "strength": ev.evaluate(MINIMUM),
            "category": "straight_flush",
            "tier": "minimum",
            "description": "minimum straight flush of hearts",
            "wins": True,
        },
        {
            "hand": "Fold",
            "cards": None,
            "strength": None,
            "category": None,
            "tier": None,
            "description": None,
            "wins": False,
        },
        {
            "hand": MAXIMUM,
            "cards": "AdKdQdJdTd",
            "strength": ev.evaluate(MAXIMUM),
            "category": "straight_flush",
            "tier": "maximum",
            "description": "maximum straight flush of diamonds",
            "wins": False,
        },
    ]


def test_the_only_hand_that_was_not_folded_wins() -> None:
    out = run("showdown", *FOUR, "fold", PAIR)
    assert out.splitlines()[1].split() == ["1", "folded"]
    assert out.endswith("\nhand 2 wins: everybody else folded\n")


def test_all_lines_of_standard_input_are_one_pot() -> None:
    text = f"{MINIMUM}\n\n{MAXIMUM}\r\nfold\n  \n{MEDIUM}"
    assert run("showdown", *FOUR, "-", text=text).endswith("\nthe pot is split in three: hands 1, 2 and 4\n")
    assert run("showdown", *FOUR, text=text) == run("showdown", *FOUR, MINIMUM, MAXIMUM, "fold", MEDIUM)


def test_two_hands_of_a_pot_may_have_a_joker_each() -> None:
    hands = ("Jk Ah Kh Qh 2c", "Jk Ad Kd Qd 2d")
    assert run("showdown", "--ruleset", "wild", "--cards", "54", *hands).endswith(
        "hand 2 wins: flush, ace king queen jack two\n"
    )
    assert refused("showdown", "--ruleset", "wild", "--cards", "53", *hands).endswith("Jk is in hand 1 too")


# -- evaluate ----------------------------------------------------------------------------------------------------------


def test_evaluate_shows_a_table() -> None:
    ev = sr.Evaluator("classic", players=4)
    assert run("evaluate", *FOUR, MINIMUM, "AC KC JH 10H 9H").splitlines() == [
        "cards            description                                category        strength",
        f"10♥ 9♥ 8♥ 7♥ A♥  minimum straight flush of hearts           straight flush  {ev.evaluate(MINIMUM)}",
        f"A♣ K♣ J♥ 10♥ 9♥  high card ace, king jack ten nine (clubs)  high card       {ev.evaluate('AcKcJhTh9h')}",
    ]


def test_evaluate_as_json() -> None:
    results = objects("evaluate", *FOUR, f" {MINIMUM} ", "JsJhAs9s7d")
    ev = sr.Evaluator("classic", players=4)
    assert results == [
        {
            "hand": MINIMUM,
            "cards": "Th9h8h7hAh",
            "strength": ev.evaluate(MINIMUM),
            "category": "straight_flush",
            "tier": "minimum",
            "description": "minimum straight flush of hearts",
        },
        {
            "hand": "JsJhAs9s7d",
            "cards": "JhJsAs9s7d",
            "strength": ev.evaluate(PAIR),
            "category": "pair",
            "tier": None,
            "description": "pair of jacks, ace nine seven",
        },
    ]
    assert list(results[0]) == ["hand", "cards", "strength", "category", "tier", "description"]


@pytest.mark.parametrize(
    ("ruleset", "cards"),
    [("classic", 24), ("suit-first", 40), ("russian", 36), ("ace-to-five", 52), ("bug", 53), ("wild", 54)],
)
def test_a_stream_says_of_every_hand_what_the_evaluator_says(ruleset: str, cards: int) -> None:
    ev = sr.Evaluator(ruleset, cards=cards)
    lines = random_lines(2000, 5, ev)
    results = objects("evaluate", "--ruleset", ruleset, "--cards", str(cards), text="\n".join(lines))
    assert len(results) == len(lines)
    for line, result in zip(lines, results, strict=True):
        rank = ev.rank(line)
        assert result == {
            "hand": line,
            "cards": sr.format_cards(rank.cards),
            "strength": rank.strength,
            "category": rank.category.name.lower(),
            "tier": None if rank.tier is None else rank.tier.name.lower(),
            "description": ev.describe(line),
        }


def test_a_stream_for_people_is_a_line_a_hand() -> None:
    assert run("evaluate", *FOUR, "-", text=f"{MINIMUM}\n\n{PAIR}\n").splitlines() == [
        "10♥ 9♥ 8♥ 7♥ A♥     2056  straight flush   minimum straight flush of hearts",
        "J♥ J♠ A♠ 9♠ 7♦       690  pair             pair of jacks, ace nine seven",
    ]


def test_an_empty_stream_is_no_error() -> None:
    assert run("evaluate", *FOUR, "-", text="") == ""
    assert run("evaluate", *FOUR, text="\n \n") == ""


def test_a_byte_order_mark_and_bytes_that_are_no_text_are_met() -> None:
    assert len(objects("evaluate", *FOUR, text=f"\ufeff{MINIMUM}\r\n{PAIR}\r\n".encode())) == 2
    assert refused("evaluate", *FOUR, text=b"\n\xff\n").startswith(r"line 2 ('\udcff'): '\udcff' at position 0")


def test_lines_are_whole_wherever_the_input_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scalareale.cli.game._CHUNK", 17)
    text = f"{MINIMUM}\n{PAIR}\n\n{MEDIUM}"
    assert [result["hand"] for result in objects("evaluate", *FOUR, text=text)] == [MINIMUM, PAIR, MEDIUM]


def test_a_line_that_never_ends_is_refused_before_it_fills_the_memory() -> None:
    message = refused("evaluate", *FOUR, text="Ah" * 100_000)
    assert message.startswith("line 1 ('AhAhAh")
    assert 5 < int(message.rpartition(" ")[2]) < 100_000


# -- compare -----------------------------------------------------------------------------------------------------------


def test_compare_says_which_hand_wins_and_describes_both() -> None:
    assert run("compare", *FOUR, PAIR, MEDIUM).splitlines() == [
        "hand    cards            description",
        "first   J♥ J♠ A♠ 9♠ 7♦   pair of jacks, ace nine seven               loses",
        "second  Q♣ J♣ 10♣ 9♣ 8♣  medium straight flush of clubs, queen high  wins",
        "second hand wins: medium straight flush of clubs, queen high",
    ]


def test_compare_tells_an_upset() -> None:
    assert run("compare", *FOUR, MINIMUM, MAXIMUM).splitlines()[1:] == [
        "first   10♥ 9♥ 8♥ 7♥ A♥  minimum straight flush of hearts    wins",
        "second  A♦ K♦ Q♦ J♦ 10♦  maximum straight flush of diamonds  loses",
        "minimum beats maximum, although it is the weaker hand",
        "first hand wins: minimum straight flush of hearts",
    ]


def test_hands_that_are_compared_may_share_cards_and_tie() -> None:
    out = run("compare", *FOUR, PAIR, PAIR)
    assert out.count("ties\n") == 2
    assert out.endswith("\nneither hand wins: pair of jacks, ace nine seven\n")
    assert objects("compare", *FOUR, PAIR, PAIR)[0]["winner"] == "tie"


def test_compare_as_json() -> None:
    assert objects("compare", *FOUR, MINIMUM, MAXIMUM) == [
        {
            "first": MINIMUM,
            "second": MAXIMUM,
            "result": 1,
            "winner": "first",
            "upset": True,
            "first_description": "minimum straight flush of hearts",
            "second_description": "maximum straight flush of diamonds",
        }
    ]
    assert objects("compare", *FOUR, MAXIMUM, MINIMUM)[0]["result"] == -1


def test_compare_reads_ten_cards_a_line_and_ends_with_a_summary() -> None:
    text = f"{MINIMUM} {MAXIMUM}\n\n{PAIR},{MEDIUM}\n{PAIR.replace(' ', '')}{PAIR.replace(' ', '')}\n"
    first, second, tie, summary = objects("compare", *FOUR, "-", text=text)
    assert (first["first"], first["second"], first["winner"]) == (MINIMUM, MAXIMUM, "first")
    assert (second["first"], second["second"], second["winner"]) == (PAIR, MEDIUM, "second")
    assert (tie["first"], tie["second"], tie["result"]) == ("JsJhAs9s7d", "JsJhAs9s7d", 0)
    assert summary == {"summary": {"first": 1, "second": 1, "ties": 1, "lines": 3}}
    lines = run("compare", *FOUR, text=text).splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["first", "second", "tie"]
    assert lines[0].endswith("  minimum straight flush of hearts          maximum straight flush of diamonds")
    assert lines[3:] == ["first hand wins 1, second 1, ties 1 of 3"]


def test_both_hands_of_a_line_may_have_the_only_joker() -> None:
    text = "Jk Ah Kh Qh 2c Jk Ad Kd Qd 2d"
    result, _ = objects("compare", "--ruleset", "wild", "--cards", "53", text=text)
    assert (result["winner"], result["first"], result["second"]) == ("second", text[:14], text[15:])


def test_a_stream_of_pairs_is_compared_as_the_evaluator_does() -> None:
    ev = sr.Evaluator("classic", cards=24)
    lines = random_lines(2000, 10, ev)
    *results, summary = objects("compare", "--players", "2", text="\n".join(lines))
    assert [r["result"] for r in results] == [ev.compare(line[:14], line[15:]) for line in lines]
    assert summary["summary"]["first"] == sum(r["result"] == 1 for r in results)
    assert summary["summary"]["ties"] == 0


@pytest.mark.skipif(not PAIRS.exists(), reason="the file of a thousand pairs of hands is not here")
def test_the_first_of_a_thousand_pairs_wins_376_times() -> None:
    data = PAIRS.read_bytes()
    *lines, summary = process("compare", "--ruleset", "standard", "--json", "-", data=data).stdout.splitlines()
    assert len(lines) == 1000
    assert json.loads(summary) == {"summary": {"first": 376, "second": 624, "ties": 0, "lines": 1000}}
    out = process("compare", "--ruleset", "standard", data=data).stdout.decode()
    assert out.splitlines()[-1] == "first hand wins 376, second 624, ties 0 of 1000"


# -- options -----------------------------------------------------------------------------------------------------------


def test_results_are_told_in_italian() -> None:
    assert run("showdown", *FOUR, "--language", "it", MINIMUM, MAXIMUM, MEDIUM).splitlines() == [
        "mano  carte            punto",
        "1     10♥ 9♥ 8♥ 7♥ A♥  scala reale minima di cuori            vince 1/3",
        "2     A♦ K♦ Q♦ J♦ 10♦  scala reale massima di quadri          vince 1/3",
        "3     Q♣ J♣ 10♣ 9♣ 8♣  scala reale media alla donna di fiori  vince 1/3",
        "la minima batte la massima, la massima batte la media, la media batte la minima: un circolo",
        "il piatto è diviso in tre: mani 1, 2 e 3",
    ]
    assert objects("evaluate", *FOUR, "--language", "it", PAIR)[0]["category"] == "pair"


@pytest.mark.parametrize("language", ["en", "it", "fr", "ru"])
def test_every_language_has_every_sentence(language: str) -> None:
    shared = (*FOUR, "--language", language)
    for hands in ((MINIMUM, MAXIMUM, MEDIUM), (MINIMUM, MAXIMUM), (PAIR, "fold"), (PAIR, MEDIUM)):
        assert "{" not in run("showdown", *shared, *hands)
    for pair in ((MINIMUM, MAXIMUM), (PAIR, MEDIUM), (PAIR, PAIR)):
        assert "{" not in run("compare", *shared, *pair)
    assert "{" not in run("compare", *shared, text=f"{PAIR} {MEDIUM}")
    assert SAYINGS[language].keys() == SAYINGS["en"].keys()
    assert sr.Evaluator(players=4).describe(PAIR, language) in run("evaluate", *shared, PAIR)


def test_cards_are_read_in_italian_notation() -> None:
    italian = objects("evaluate", *FOUR, "--notation", "italian", "AC FC DC RC 10C")
    assert italian[0]["cards"] == "AhKhQhJhTh"
    assert refused("evaluate", *FOUR, "AC FC DC RC 10C").endswith("; it can be read with --notation italian")


def test_the_pack_is_named_by_players_or_cards_or_the_ruleset() -> None:
    by_players = run("evaluate", "--players", "5", PAIR)
    assert by_players == run("evaluate", "--cards", "36", PAIR)
    assert by_players != run("evaluate", "--cards", "40", PAIR)
    assert "flush of hearts" not in run("evaluate", "--ruleset", "standard", "2h 3h 4h 5h 7h")


def test_help_and_version() -> None:
    assert run("--version") == f"scalareale {sr.__version__}\n"
    assert run() == run("--help") == run("-h")
    for name in ("evaluate", "compare", "showdown"):
        assert name in run("--help")
        assert f"scalareale {name} --" in run(name, "--help")  # an example
    assert all(name in run("--help") for name in sr.rulesets())


# -- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("evaluate", PAIR),
            "'classic' has more than one pack: give --cards 24, 28, 32, 36 or 40, or --players 2, 3, 4, 5 or 6",
        ),
        (("evaluate", "--ruleset", "wild", PAIR), "'wild' has more than one pack: give --cards 53 or 54"),
        (("evaluate", *FOUR, "--cards", "32", PAIR), "give --players or --cards, not both: they name the pack twice"),
        (
            ("evaluate", "--ruleset", "standard", *FOUR, PAIR),
            "'standard' has no table of packs by players: give --cards 52",
        ),
        (("evaluate", "--players", "7", PAIR), "'classic' is for 2, 3, 4, 5 or 6 players, not 7"),
        (("evaluate", "--cards", "30", PAIR), "'classic' is played with 24, 28, 32, 36 or 40 cards, not 30"),
        (
            ("evaluate", "--cards", "x", PAIR),
            "invalid value for '--cards': 'x' is not a valid integer (see scalareale evaluate --help)",
        ),
        (("evaluate", *FOUR, CARDS_BUT_ONE), f"hand 1 ('{CARDS_BUT_ONE}'): a hand has 5 cards, not 4"),
        (
            ("evaluate", *FOUR, *PAIR.split()),
            "hand 1 ('Js'): a hand has 5 cards, not 1; write a hand as one argument, in quotes",
        ),
        (("compare", *FOUR, PAIR), "two hands are compared, each one argument in quotes, not 1"),
        (("compare", *FOUR, PAIR, CARDS_BUT_ONE), f"second hand ('{CARDS_BUT_ONE}'): a hand has 5 cards, not 4"),
        (("showdown", *FOUR, PAIR, MEDIUM, PAIR), f"hand 3 ('{PAIR}'): Jh is in hand 1 too"),
        (("showdown", *FOUR, "fold", "fold"), "a showdown needs at least one hand that was not folded"),
        (("showdown", *FOUR), "a showdown needs at least one hand that was not folded"),
    ],
)
def test_errors_name_the_offender(arguments: tuple[str, ...], message: str) -> None:
    assert refused(*arguments) == message
    assert refused(*arguments, "--json") == message


@pytest.mark.parametrize(
    ("arguments", "start", "end"),
    [
        (("evaluate", "--ruleset", "holdem", PAIR), "no ruleset is called 'holdem': there are classic, ", "wild"),
        (("evaluate", *FOUR, "2h 3h 4h 5h 7h"), "hand 1 ('2h 3h 4h 5h 7h'): 2h (card 1)", "(7 to A)"),
        (("evaluate", *FOUR, PAIR, "Ah Kh Qh Jh Jh"), "hand 2 ('Ah Kh Qh Jh Jh'): Jh twice", ""),
        (("evaluate", *FOUR, "Ah Kh Xh Jh 9h"), "hand 1 ('Ah Kh Xh Jh 9h'): 'Xh' at position 6", ""),
        (("evaluate", *FOUR, PAIR, "-"), "hand 2 ('-'): ", "; for standard input it must be the only argument"),
        (("evaluate", *FOUR, "Ah " * 50), f"hand 1 ('{('Ah ' * 50)[:57]}...'): ", ""),
        (("evaluate", "--notation", "french", PAIR), "invalid value for '--notation': 'french'", "--help)"),
        (("evaluate", "--language", "de", PAIR), "invalid value for '--language': 'de'", "--help)"),
        (("evaluate", "--rulset", "x", PAIR), "no such option", "(see scalareale evaluate --help)"),
        (("deal",), "no such command 'deal'", "(see scalareale --help)"),
    ],
)
def test_errors_of_the_package_and_of_click_are_passed_on(arguments: tuple[str, ...], start: str, end: str) -> None:
    message = refused(*arguments)
    assert message.startswith(start)
    assert message.endswith(end)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("evaluate", f"\n{PAIR}\n{CARDS_BUT_ONE}\n", f"line 3 ('{CARDS_BUT_ONE}'): a hand has 5 cards, not 4"),
        ("compare", f"{PAIR} {CARDS_BUT_ONE}", f"line 1 ('{PAIR} {CARDS_BUT_ONE}'): two hands have 10 cards, not 9"),
        ("showdown", f"{PAIR}\n\n{PAIR}\n", f"line 3 ('{PAIR}'): Jh is in hand 1 too"),
    ],
)
def test_errors_in_standard_input_name_the_line(name: str, text: str, message: str) -> None:
    assert refused(name, *FOUR, "-", text=text) == message


def test_the_lines_before_a_bad_one_are_answered() -> None:
    result = invoke("evaluate", *FOUR, "--json", "-", text=f"{PAIR}\nJs\n{PAIR}\n")
    assert result.exit_code == 2
    assert [json.loads(line)["hand"] for line in result.stdout.splitlines()] == [PAIR]


def test_arguments_are_refused_before_anything_is_printed() -> None:
    for more in ((), ("--json",)):
        assert invoke("evaluate", *FOUR, *more, PAIR, "Js").stdout == ""


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_one_line_says_what_to_install(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from scalareale.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'the command line needs click and rich: pip install "scalareale[cli]"\n'


# -- real processes ----------------------------------------------------------------------------------------------------


def test_the_module_can_be_run() -> None:
    done = process("showdown", *FOUR, MINIMUM, MAXIMUM, MEDIUM)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == run("showdown", *FOUR, MINIMUM, MAXIMUM, MEDIUM).splitlines()
    done = process("evaluate", *FOUR, "Xx")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: hand 1 ('Xx'): 'Xx' at position 0 is not a card")


def test_cards_are_ascii_where_the_encoding_has_no_suits() -> None:
    done = process("evaluate", *FOUR, "--language", "fr", MINIMUM, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith(b"Th 9h 8h 7h Ah  quinte flush minimale ? c?ur  ")
    assert process("evaluate", *FOUR, data=PAIR.encode(), PYTHONIOENCODING="latin-1").stdout.startswith(b"Jh Js As")


def test_a_reader_that_had_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scalareale", "evaluate", *FOUR, "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job ignores it
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(f"{PAIR}\n".encode())
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["hand"] == PAIR  # answered before the stream ends
        running.stdout.close()
        with suppress(BrokenPipeError):  # it may be gone by now
            running.stdin.write(f"{PAIR}\n".encode() * 10_000)
            running.stdin.flush()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0
        with suppress(BrokenPipeError):  # new Pythons have a longer buffer, in which some of it is left
            running.stdin.close()


@POSIX
def test_an_interrupt_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scalareale", "evaluate", *FOUR],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job ignores it
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(f"{PAIR}\n".encode())
        running.stdin.flush()
        assert running.stdout.readline()
        time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert running.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scalareale", "evaluate", *FOUR, PAIR],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert done.stderr.count(b"\n") == 1


@POSIX
def test_a_terminal_without_input_is_told_what_to_write() -> None:
    assert on_terminal(100, "evaluate", *FOUR).startswith("error: no hand is given: ")


@POSIX
def test_a_terminal_shows_hearts_and_diamonds_in_red() -> None:
    for shown in (
        on_terminal(80, "evaluate", *FOUR, PAIR),
        on_terminal(80, "evaluate", *FOUR, "-", data=PAIR.encode()),
    ):
        assert "\x1b[31mJ♥\x1b[0m J♠ A♠ 9♠ \x1b[31m7♦\x1b[0m " in shown
    assert "\x1b[31m" not in on_terminal(80, "evaluate", *FOUR, PAIR, NO_COLOR="1")


@POSIX
def test_nothing_is_wider_than_a_narrow_terminal() -> None:
    pot = without_colours(on_terminal(40, "showdown", *FOUR, MINIMUM, MAXIMUM, MEDIUM))
    hand = without_colours(on_terminal(40, "evaluate", *FOUR, MINIMUM))
    hands = without_colours(on_terminal(40, "evaluate", *FOUR, "-", data=f"{MINIMUM}\n{MEDIUM}".encode()))
    pairs = without_colours(on_terminal(40, "compare", *FOUR, "-", data=f"{MINIMUM} {MEDIUM}".encode()))
    usage = on_terminal(40, "evaluate", "--help")
    error = on_terminal(40, "evaluate", "--cards", "30", MINIMUM)
    for shown in (pot, hand, hands, pairs, usage, error):
        assert max(map(len, shown.splitlines())) <= 40
        assert "…" not in shown
    for shown in (pot, hand, hands, pairs):
        assert "10♥ 9♥ 8♥ 7♥ A♥" in shown
        assert "minimum straight flush of hearts" in " ".join(shown.split())
    assert "the pot is split in three: hands 1, 2 and 3" in " ".join(pot.split())


def test_columns_is_obeyed_by_tables_but_not_by_streams_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("showdown", *FOUR, MINIMUM, MAXIMUM, MEDIUM).splitlines())) <= 40
    assert len(run("evaluate", *FOUR, text=MINIMUM).splitlines()) == 1


def test_a_pipe_gets_no_colours_and_all_of_a_wide_table() -> None:
    done = process("evaluate", "--cards", "32", "--language", "fr", "9s 9h 8s 8h Kd", TERM="xterm-256color")
    assert b"\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 2


def test_halves_of_a_line_have_five_cards_each_however_they_are_written() -> None:
    first = objects("compare", "--cards", "32", "-", text="AhKh Qh Jh Th 9d 9s 8c 8d , 7s\n")[0]
    assert (first["first"], first["second"]) == ("AhKh Qh Jh Th", "9d 9s 8c 8d , 7s")


def test_rulesets_are_listed_and_printed_as_toml_that_every_command_reads(tmp_path: Path) -> None:
    listed = run("rules")
    assert all(name in listed for name in sr.rulesets())
    for name in sr.rulesets():
        printed = run("rules", name)
        assert sr.Rules.from_toml(printed) == sr.Rules.named(name)
        assert objects("rules", name)[0] == sr.Rules.named(name).to_dict()
    file = tmp_path / "ours.toml"
    file.write_text('base = "classic"\nname = "ours"\nsuits = "sdch"\n')
    hands = ("Ah Kd Qc 9s 8h", "As Kh Qd 9c 8s")
    assert objects("compare", "--cards", "32", *hands)[0]["winner"] == "first"
    assert objects("compare", "--cards", "32", "--rules", str(file), *hands)[0]["winner"] == "second"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (None, (), "No such file or directory"),
        ("packs = [", (), "the rules are no TOML"),
        ('base = "poker"', (), "the base 'poker' is no ruleset"),
        ("", ("--ruleset", "classic"), "give --ruleset or --rules, not both"),
    ],
)
def test_rules_file_that_will_not_do_is_refused(
    tmp_path: Path, text: str | None, options: tuple[str, ...], message: str
) -> None:
    file = tmp_path / "ours.toml"
    if text is not None:
        file.write_text(text)
    assert message in refused("evaluate", "--rules", str(file), *options, "Ah Kd Qc 9s 8h")
