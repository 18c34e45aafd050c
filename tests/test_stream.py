"""`scalareale evaluate -`: every line is answered as the evaluator would, however the lines come and however many."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import (  # noqa: F401  (plain_environment is a fixture)
    CARDS_BUT_ONE,
    FOUR,
    MAXIMUM,
    MEDIUM,
    MINIMUM,
    PAIR,
    invoke,
    plain_environment,
    process,
    refused,
    run,
)

import scalareale as sr
from scalareale.cards import RANKS
from scalareale.describe import CATEGORY_NAMES

GAMES = [(name, cards) for name in sr.rulesets() for cards in (min(sr.Rules.named(name).packs),)] + [("wild", 54)]
LANGUAGES = ["en", "it", "fr", "ru"]
RED, PLAIN = "\x1b[31m", "\x1b[0m"


class Arriving(io.BytesIO):
    """Standard input that comes in pieces of a few bytes, as through a slow pipe."""

    def __init__(self, data: bytes, seed: int) -> None:
        super().__init__(data)
        self._lengths = random.Random(seed)

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(self._lengths.randrange(1, 40))


def deals(evaluator: sr.Evaluator, count: int) -> list[list[int]]:
    rng = random.Random(evaluator.rules.name)
    return [rng.sample(evaluator.pack.codes, 5) for _ in range(count)]


def plain(evaluator: sr.Evaluator, hand: str, language: str = "en") -> str:
    rank = evaluator.rank(hand)
    cards = sr.format_cards(rank.cards, "unicode")
    names = CATEGORY_NAMES[language]
    category = f"{names[rank.category]:{max(map(len, names.values()))}}"
    return f"{cards:18}  {rank.strength:4}  {category}  {evaluator.describe(hand, language)}\n"


def record(evaluator: sr.Evaluator, line: str, notation: str = "international", language: str = "en") -> str:
    rank = evaluator.rank(sr.parse_cards(line, notation))
    return (
        json.dumps(
            {
                "hand": line.strip(),
                "cards": sr.format_cards(rank.cards),
                "strength": rank.strength,
                "category": rank.category.name.lower(),
                "tier": None if rank.tier is None else rank.tier.name.lower(),
                "description": evaluator.describe(rank.cards, language),
            }
        )
        + "\n"
    )


def spelled(hand: list[int], notation: str, rng: random.Random) -> str:
    """A hand as someone may write it."""
    suits = {"international": "cdhs", "italian": "fqcp"}[notation]
    cards = []
    for card in hand:
        if card >= 52:
            cards.append(rng.choice(["Jk", "JK", "jk"]))
            continue
        rank, suit = RANKS[card >> 2], card & 3
        rank = rng.choice([rank, rank.lower(), "10" if rank == "T" else rank])
        cards.append(rank + rng.choice([suits[suit], suits[suit].upper(), "♣♦♥♠"[suit], "♧♢♡♤"[suit] + "\ufe0f"]))
    text = "".join(card + rng.choice(["", " ", ",", ", ", "\t", "\u00a0", "\v", "\x1f"]) for card in cards)
    return rng.choice(["", " ", "\t", "\u3000"]) + text


# -- what is answered --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "cards"), GAMES)
def test_a_line_for_people_says_what_the_evaluator_says(ruleset: str, cards: int) -> None:
    ev = sr.Evaluator(ruleset, cards=cards)
    language = LANGUAGES[cards % 4]
    lines = [" ".join(sr.format_cards([card]) for card in hand) for hand in deals(ev, 1500)]
    out = run("evaluate", "--ruleset", ruleset, "--cards", str(cards), "--language", language, text="\n".join(lines))
    assert out == "".join(plain(ev, line, language) for line in lines)


@pytest.mark.parametrize("notation", ["international", "italian"])
@pytest.mark.parametrize(("ruleset", "cards"), [("classic", 40), ("wild", 54), ("ace-to-six", 52)])
def test_a_json_line_repeats_the_text_however_it_is_spelled(ruleset: str, cards: int, notation: str) -> None:
    ev = sr.Evaluator(ruleset, cards=cards)
    rng = random.Random(1)
    lines = [spelled(hand, notation, rng) for hand in deals(ev, 1500)]
    arguments = ("evaluate", "--ruleset", ruleset, "--cards", str(cards), "--notation", notation, "--json", "-")
    out = run(*arguments, text="\r\n".join(lines).encode())
    assert out == "".join(record(ev, line, notation) for line in lines)


def test_colours_are_those_of_an_argument() -> None:
    hands = [MINIMUM, MAXIMUM, MEDIUM, PAIR, "10h 10d 10c 10s Ah"]
    done = process("evaluate", *FOUR, "-", data="\n".join(hands).encode(), FORCE_COLOR="1", TERM="xterm", COLUMNS="99")
    lines = done.stdout.decode().splitlines()
    for line, hand in zip(lines, hands, strict=True):
        rank = sr.Evaluator(players=4).rank(hand)
        cards = [sr.format_cards([card], "unicode") for card in rank.cards]
        assert line.startswith(" ".join(f"{RED}{card}{PLAIN}" if card[-1] in "♥♦" else card for card in cards) + " ")
        assert line.replace(RED, "").replace(PLAIN, "") + "\n" == plain(sr.Evaluator(players=4), hand)


@pytest.mark.parametrize("seed", range(12))
def test_answers_do_not_depend_on_how_the_input_is_cut(seed: int) -> None:
    ev = sr.Evaluator("wild", cards=54)
    rng = random.Random(seed)
    lines = [spelled(hand, "international", rng) for hand in deals(ev, 60)]
    text = "\ufeff" + "".join(line + rng.choice(["\n", "\r\n", "\n\n", "\n \u3000\n"]) for line in lines)
    arguments = ("evaluate", "--ruleset", "wild", "--cards", "54", "--json", "-")
    result = invoke(*arguments, text=Arriving(text.encode(), seed))  # type: ignore[arg-type]
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "".join(record(ev, line) for line in lines)


def test_a_line_is_answered_before_the_next_is_asked() -> None:
    ev = sr.Evaluator(players=4)
    with subprocess.Popen(
        [sys.executable, "-m", "scalareale", "evaluate", *FOUR, "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        for line in (PAIR, MINIMUM, PAIR, MEDIUM):
            running.stdin.write(f"\n{line}\n".encode())
            running.stdin.flush()
            assert running.stdout.readline().decode() == record(ev, line)
        running.stdin.close()
        assert running.wait(60) == 0


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [("-",), ("--json", "-")])
@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (CARDS_BUT_ONE, "a hand has 5 cards, not 4"),
        ("Ah Kh Qh Jh Ah", "Ah twice (card 5)"),
        ("2h Kh Qh Jh Ah", "2h (card 1) is not in the pack of 32 cards (7 to A)"),
        ("Jk Kh Qh Jh Ah", "Jk (card 1) is not in the pack of 32 cards (7 to A)"),
        ("Ah Kh Qh Jh 1h", "'1h' at position 12 is not a card: '1' is not a rank (2-9 10 T J Q K A)"),
        (",", "a hand has 5 cards, not 0"),
        (
            "AC KQ QQ JQ 10Q",
            "'KQ' at position 3 is not a card: 'Q' is not a suit (h d c s ♥ ♦ ♣ ♠); "
            "it can be read with --notation italian",
        ),
    ],
)
def test_all_lines_before_a_bad_one_are_answered_wherever_it_is(options: tuple[str, ...], bad: str, why: str) -> None:
    ev = sr.Evaluator(players=4)
    lines = [" ".join(sr.format_cards([card]) for card in hand) for hand in deals(ev, 6)]
    for place in range(7):
        text = "\n\n".join([*lines[:place], f"{bad} \r", *lines[place:]])
        result = invoke("evaluate", *FOUR, *options, text=text)
        told = [record(ev, line) if "--json" in options else plain(ev, line) for line in lines[:place]]
        assert result.exit_code == 2
        assert result.stdout == "".join(told)
        assert result.stderr == f"error: line {2 * place + 1} ({bad!r}): {why}\n"


def test_a_bad_line_far_on_is_counted_over_all_blocks() -> None:
    text = f"{PAIR}\n\n" * 30_000 + "Xh\n" + f"{PAIR}\n" * 10
    result = invoke("evaluate", *FOUR, "-", text=text)
    assert result.stdout == plain(sr.Evaluator(players=4), PAIR) * 30_000
    assert result.stderr.startswith("error: line 60001 ('Xh'): ")


def test_a_byte_order_mark_is_met_at_the_start_only() -> None:
    for text in (f"{PAIR}\n\ufeff{PAIR}", f"\n\ufeff{PAIR}"):
        assert refused("evaluate", *FOUR, "-", text=text.encode()).startswith(f"line 2 ('\\ufeff{PAIR}'): ")


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_numpy_is_imported_by_streams_only() -> None:
    program = """
import sys
from scalareale.cli import group
try:
    group().main(sys.argv[1:])
finally:
    print("numpy" in sys.modules, file=sys.stderr)
"""
    for arguments, imported in ((["evaluate", *FOUR, PAIR], "False"), (["evaluate", *FOUR, "-"], "True")):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], input=PAIR, capture_output=True, encoding="utf-8", timeout=60
        )
        assert (done.returncode, done.stderr.split()) == (0, [imported])


def test_without_numpy_one_line_says_what_to_install() -> None:
    program = "import sys; sys.modules['numpy'] = None; from scalareale.cli import main; main()"
    command: list[str] = [sys.executable, "-c", program, "evaluate", *FOUR]
    done = subprocess.run([*command, "-"], input=PAIR, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'error: to judge many hands numpy is needed: pip install "scalareale[cli]"\n'
    assert subprocess.run([*command, PAIR], capture_output=True, timeout=60).returncode == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs the /proc of Linux")
@pytest.mark.parametrize("options", [("-",), ("--json", "-")])
def test_memory_does_not_grow_with_the_stream(options: tuple[str, ...], tmp_path: Path) -> None:
    program = """
import sys
from scalareale.cli import group
try:
    group().main(sys.argv[1:])
finally:
    print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""
    path = tmp_path / "hands.txt"
    text = "".join([sr.format_cards(hand) + "\n" for hand in sr.deal(50_000, 1, 32, rng=1)[:, 0].tolist()])
    peaks = []
    for times in (1, 8):
        path.write_text(text * times)
        with open(path, "rb") as file:
            command = [sys.executable, "-c", program, "evaluate", *FOUR, *options]
            done = subprocess.run(
                command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, check=True
            )
        peaks.append(int(done.stderr))
    # 350,000 more lines are 4 MB that are read and 25 MB or more that are written.
    assert peaks[1] - peaks[0] < 2000
