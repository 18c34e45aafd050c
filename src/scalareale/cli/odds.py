"""Commands about chances: draw, equity, table, simulate."""

from __future__ import annotations

from contextlib import closing, contextmanager
from math import comb
from typing import TYPE_CHECKING, Any

from ..cards import format_cards
from ..equity import so_far as equity_so_far
from ..simulate import so_far as simulation_so_far
from .errors import Interrupted, Refusal
from .game import from_input
from .output import Bar
from .progress import followed
from .registry import HANDS, PLOT, argument, command, option
from .sayings import SAYINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

    from ..draw import Draw
    from ..equity import Equity
    from ..simulate import Simulation
    from .game import Game
    from .output import Cell

UNKNOWN = ("?", "unknown")
"""How a hand that nobody has seen is written."""
_ERROR = 4
"""The column of the standard error, which is there where there is one."""

_DEAD = option("--dead", metavar="CARDS", default="", help="Cards that nobody can draw any more.")
_SEED = option("--seed", metavar="N", least=0, help="The same numbers each time, by a number of your own.")
_WORKERS = option("--workers", metavar="N", least=1, default=1, show_default=True, help="Threads that share the work.")


@contextmanager
def _threads(workers: int) -> Iterator[Executor | None]:
    """An executor of so many threads; None for one, which is this one."""
    if workers == 1:
        yield None
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as executor:
        yield executor


@command(
    HANDS,
    _DEAD,
    option(
        "--most",
        metavar="N",
        least=0,
        greatest=5,
        default=4,
        show_default=True,
        help="Cards that may be thrown away, 0 to 5.",
    ),
    PLOT,
)
def draw(game: Game, hands: Sequence[str], dead: str, most: int, plot: str | None) -> None:
    """Say what to throw away: every discard, best first.

    Each HAND is one argument. With - or nothing, lines of standard input are read, a hand each. The percentile is what
    the hands after the draw are worth on average: the share of the pack's hands that are weaker, and half of the equal
    ones. "better" is the chance of a better category. All numbers are exact.

    \b
    scalareale draw --players 4 \\
      "Kh Kd Kc 9s 8h"
    scalareale draw --players 4 --dead Ks \\
      "Kh Kd Kc 9s 8h" --plot draw.png
    """
    gone = game.cards(dead, "--dead")
    if plot is not None and (len(hands) != 1 or from_input(hands)):
        raise Refusal("--plot takes one hand as an argument")

    def find(text: str) -> tuple[bytes, list[Draw]]:
        cards = game.hand(text)
        game.cards(dead, "--dead", [cards])
        return cards, game.evaluator.draws(cards, dead=gone, most=most)

    def tell(found: Sequence[tuple[str, tuple[bytes, list[Draw]]]]) -> None:
        if plot is not None:
            cards = found[0][1][0]
            game.out.picture(plot, "draws", game.evaluator, cards, dead=gone, most=most, language=game.language)
        for number, (text, (cards, draws)) in enumerate(found):
            if game.out.as_json:
                for discard in draws:
                    game.out.record({"hand": text.strip(), "cards": format_cards(cards)} | _draw_record(game, discard))
            else:
                game.out.write("\n" if number else "")
                _tell_draws(game, cards, draws)

    game.each(hands, find, tell)


def _draw_record(game: Game, draw: Draw) -> dict[str, Any]:
    return {
        "discard": format_cards(draw.discard),
        "percentile": draw.percentile,
        "improves": draw.improves,
        "total": draw.total,
        "counts": game.by_name(draw.counts),
    }


def _tell_draws(game: Game, cards: bytes, draws: Sequence[Draw]) -> None:
    game.out.hands(["", *game.heads[1:3], ""], [game.row(cards)])
    game.out.write("\n")
    rows: list[list[Cell]] = [
        [
            draw.discard or game.says["stand_pat"],
            game.percent(draw.percentile, 2),
            game.percent(draw.improves, 2),
            Bar(draw.percentile),
        ]
        for draw in draws
    ]
    game.out.grid(game.words("draw_heads"), rows, bold={0})
    best = draws[0]
    game.out.write("\n")
    game.out.sentence(game.says["after"].format(cards=game.out.plain(best.discard) or game.says["stand_pat"]))
    made: list[list[Cell]] = [
        [
            game.category_name(category),
            game.whole(ways),
            game.percent(ways / best.total, 3),
            Bar(ways / best.total),
        ]
        for category in game.categories
        if (ways := best.counts[category])
    ]
    game.out.grid(game.words("made_heads"), made)


@command(
    argument("hands", nargs=-1, metavar="HAND..."),
    option(
        "--discard",
        "discards",
        metavar="CARDS",
        multiple=True,
        help="What a hand throws away: the first option for the first hand, and so on; none for nothing.",
    ),
    _DEAD,
    option("--samples", metavar="N", least=1, help="Deals to draw at random, instead of all of them."),
    _SEED,
    _WORKERS,
    PLOT,
)
def equity(
    game: Game,
    hands: Sequence[str],
    discards: Sequence[str],
    dead: str,
    samples: int | None,
    seed: int | None,
    workers: int,
    plot: str | None,
) -> None:
    """Say what part of the pots each hand wins.

    Each HAND is one argument; the word unknown (or "?") stands for a hand that nobody has seen, dealt at random. Each
    player draws as many cards as he throws away, and all show down. All deals are counted; where they are too many,
    --samples draws some at random, and the error is the standard error of the pots. Ctrl-C ends the work and tells
    what is known so far.

    \b
    scalareale equity --players 4 \\
      "Ah Ad Kc 9s 8h" "Qh Qd Qc 9d 7h" \\
      --discard "Kc 9s 8h" --discard "9d 7h"
    scalareale equity --players 4 \\
      "Ah Ad Kc 9s 8h" unknown unknown \\
      --samples 1000000
    """
    if "-" in hands:
        raise Refusal("equity reads no standard input: write each hand as one argument")
    if not hands:
        raise Refusal('no hand is given: write each as one argument, "Ah Ad Kc 9s 8h", or unknown')
    held = [
        None if text.strip().lower() in UNKNOWN else game.argument(text, f"hand {place}", game.hand)
        for place, text in enumerate(hands, 1)
    ]
    nothing = {"", *(says["stand_pat"] for says in SAYINGS.values())}
    if len(discards) > len(held):
        raise Refusal(f"--discard is given {len(discards)} times, but there are {len(held)} hands")
    thrown = [
        b"" if text.strip().lower() in nothing else game.cards(text, f"--discard of hand {place}")
        for place, text in enumerate(discards, 1)
    ]
    thrown += [b""] * (len(held) - len(thrown))
    for place, (hand, cards) in enumerate(zip(held, thrown, strict=True), 1):
        _refuse_discard(hand, cards, f"--discard of hand {place}")
    game.refuse_common(held)
    if plot is not None and held[0] is None:
        raise Refusal("--plot shows what the first hand may throw away, and it is unknown")
    gone = game.cards(dead, "--dead", held)
    with _threads(workers) as executor:
        result, total, stopped = followed(
            equity_so_far(game.evaluator, held, thrown, gone, samples, seed, executor), game
        )
    if result is None:
        raise KeyboardInterrupt
    _tell_equity(game, hands, held, thrown, result(), total, stopped=stopped)
    if plot is not None and not stopped:
        game.out.picture(
            plot,
            "equity",
            game.evaluator,
            held,
            discards=[None, *thrown[1:]],
            dead=gone,
            samples=samples,
            rng=seed,
            language=game.language,
        )
    if stopped:
        raise Interrupted


def _refuse_discard(hand: bytes | None, thrown: bytes, what: str) -> None:
    for card in thrown:
        if hand is None:
            raise Refusal(f"{what}: an unknown hand throws nothing away")
        if card not in hand:
            raise Refusal(f"{what}: {format_cards([card])} is not in the hand")


def _tell_equity(
    game: Game,
    texts: Sequence[str],
    held: Sequence[bytes | None],
    thrown: Sequence[bytes],
    result: Equity,
    total: int,
    *,
    stopped: bool,
) -> None:
    errors = result.stderr or (None,) * len(held)
    if game.out.as_json:
        game.out.record(
            {
                "hands": [
                    {
                        "hand": text.strip(),
                        "cards": None if hand is None else format_cards(hand),
                        "discard": format_cards(cards),
                        "share": share,
                        "stderr": error,
                        "win": win,
                        "split": split,
                    }
                    for text, hand, cards, share, error, win, split in zip(
                        texts, held, thrown, result.share, errors, result.win, result.split, strict=True
                    )
                ],
                "deals": result.deals,
                "exact": result.exact and not stopped,
                "stopped": stopped,
                "fair_sample": not (result.exact and stopped),
            }
        )
        return
    rows = [
        [
            str(place),
            game.says["unknown"] if hand is None else hand,
            cards,
            game.percent(share, 2),
            *(() if error is None else ("±" + game.percent(error, 2),)),
            game.percent(win, 2),
            game.percent(split, 2),
            Bar(share),
        ]
        for place, (hand, cards, share, error, win, split) in enumerate(
            zip(held, thrown, result.share, errors, result.win, result.split, strict=True), 1
        )
    ]
    heads = game.words("equity_heads")
    game.out.grid([head for place, head in enumerate(heads) if place != _ERROR or result.stderr], rows)
    saying = "all_deals" if result.exact else "sampled"
    if stopped:
        saying = "unfair" if result.exact else "stopped"
    number = game.whole(result.deals)
    if total > 1:
        game.out.sentence(game.says[saying].format(deals=number, done=number, total=game.whole(total)))


@command(PLOT, wants="games")
def table(games: Sequence[Game], plot: str | None) -> None:
    """Count the hands of each category, and their odds.

    The pack is that of --players or --cards; without either, all packs of the rules stand side by side. The best
    category comes first, which need not be the rarest one.

    \b
    scalareale table --players 4
    scalareale table --ruleset russian
    scalareale table --plot odds.svg
    """
    game, out = games[0], games[0].out
    counts = [each.evaluator.category_counts() for each in games]
    sizes = [comb(each.evaluator.pack.size, 5) for each in games]
    if plot is not None:
        out.picture(plot, "categories", [each.evaluator for each in games], language=game.language)
    if out.as_json:
        for each, counted, total in zip(games, counts, sizes, strict=True):
            out.record(
                {
                    "ruleset": each.evaluator.rules.name,
                    "cards": each.evaluator.pack.size,
                    "hands": total,
                    "counts": game.by_name(counted),
                    "odds": {category.name.lower(): number / total for category, number in counted.items()},
                }
            )
        return
    if len(games) == 1:
        total = sizes[0]
        rows: list[list[Cell]] = [
            [
                game.category_name(category),
                game.whole(number),
                game.percent(number / total, 4),
                game.one_in(total, number),
                Bar(number / total),
            ]
            for category, number in counts[0].items()
        ]
        rows.append([game.says["total"], game.whole(total), "", "", ""])
        out.grid(game.words("table_heads"), rows)
        return
    known = dict.fromkeys(category for counted in counts for category in counted)
    packs = [game.says["pack"].format(cards=each.evaluator.pack.size) for each in games]
    rows = [
        [
            game.category_name(category),
            *(
                game.percent(counted[category] / total, 4) if category in counted else ""
                for counted, total in zip(counts, sizes, strict=True)
            ),
        ]
        for category in known
    ]
    rows.append([game.says["total"], *map(game.whole, sizes)])
    out.grid([game.words("table_heads")[0], *packs], rows)


@command(
    option("--seats", metavar="N", least=2, help="Players who are dealt to (default: those of --players, else 2)."),
    option("--deals", metavar="N", least=1, default=1_000_000, show_default=True, help="How many deals."),
    _SEED,
    _WORKERS,
    wants="deals",
)
def simulate(game: Game, seats: int | None, deals: int, seed: int | None, workers: int) -> None:
    """Deal hands to everybody, let all show down, count who wins.

    Five cards each, without a draw: what seats win, and what hands they hold. Ctrl-C ends the work and tells what is
    known so far.

    \b
    scalareale simulate --players 4
    scalareale simulate --cards 40 --seats 6 \\
      --deals 10000000 --seed 7 --workers 2
    """
    number = seats or game.players or 2
    with _threads(workers) as executor:
        steps = simulation_so_far(game.evaluator, deals, number, rng=seed, executor=executor)
        with closing(steps):
            result, _, stopped = followed(((done, deals, found) for done, found in steps), game)
    if result is None:
        raise KeyboardInterrupt
    _tell_simulation(game, result(), deals, stopped=stopped)
    if stopped:
        raise Interrupted


def _tell_simulation(game: Game, result: Simulation, total: int, *, stopped: bool) -> None:
    if game.out.as_json:
        game.out.record(
            {
                "ruleset": game.evaluator.rules.name,
                "cards": game.evaluator.pack.size,
                "deals": result.deals,
                "wins": result.wins,
                "splits": result.splits,
                "share": result.share if result.deals else None,
                "categories": [game.by_name(seat) for seat in result.categories],
                "stopped": stopped,
            }
        )
        return
    game.out.grid(
        game.words("simulate_heads"),
        [
            [str(seat), game.whole(wins), game.whole(splits), game.percent(share, 3), Bar(share)]
            for seat, (wins, splits, share) in enumerate(zip(result.wins, result.splits, result.share, strict=True), 1)
        ],
    )
    game.out.write("\n")
    held = sum(map(sum, result.categories))
    found = [(category, sum(seat[category] for seat in result.categories)) for category in game.categories]
    game.out.grid(
        game.words("table_heads"),
        [
            [
                game.category_name(category),
                game.whole(number),
                game.percent(number / held, 4) if held else "",
                game.one_in(held, number),
                Bar(number / held) if held else "",
            ]
            for category, number in found
        ],
    )
    saying = "stopped" if stopped else "sampled"
    number = game.whole(result.deals)
    game.out.sentence(game.says[saying].format(deals=number, done=number, total=game.whole(total)))
