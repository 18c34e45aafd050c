# ruff: noqa: RUF001  (Russian)
"""Pictures of hands and packs, as figures of matplotlib (extra `plot`).

Figures are made without pyplot: there is no display, and nothing has to be closed. `save` writes one as PNG or SVG,
and a notebook shows it as it is. What is said in pictures is data, a text for each language.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, floor, log10, prod
from os import fspath
from pathlib import PurePath
from textwrap import wrap
from threading import Lock

from .cards import HandError, _show, _unknown, format_cards, integer
from .deal import whole
from .describe import CATEGORY_NAMES, LANGUAGES
from .draw import _most, dead_cards
from .equity import MOST_DEALS, _discards, _hands
from .evaluator import Evaluator
from .rules import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike
    from typing import Any

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy import float64
    from numpy.typing import NDArray

    from .equity import Equity
    from .evaluator import Cards

__all__ = ["categories", "draws", "equity", "save", "strengths"]

_WORDS = {
    "en": {
        "game": "{rules}, {size} cards",
        "size": "cards",
        "rarity": "How rare each category is",
        "rarity_in": "How rare each category is: {}",
        "odds": "one hand in … (logarithmic scale)",
        "one_in": "1 in {}",
        "category": "by the rules, the best first",
        "place": "place by rarity",
        "place_note": "in brackets: place by\nthe rules, if another",
        "draws": "discards: {shown} of {all}, the best first",
        "draw": "share of the possible draws",
        "cards": "bold: kept\nstruck out: discarded",
        "percentile": "percentile",
        "average": "percentile, average",
        "strength": "strength",
        "standing": "percentile (weaker hands and half of the equal ones)",
        "upset": "strengths {}–{} beat {}–{} although weaker",
        "share": "share of the pot",
        "exact": "exact",
        "sampled": "sampled: average ± standard error",
        "player": "player {}: {}",
        "discards": "discards {}",
        "unknown": "unknown",
    },
    "it": {
        "game": "{rules}, {size} carte",
        "size": "carte",
        "rarity": "Quanto è rara ogni categoria",
        "rarity_in": "Quanto è rara ogni categoria: {}",
        "odds": "una mano su … (scala logaritmica)",
        "one_in": "1 su {}",
        "category": "secondo le regole, dalla migliore",
        "place": "posto per rarità",
        "place_note": "tra parentesi: posto per\nle regole, se diverso",
        "draws": "scarti: {shown} su {all}, dal migliore",
        "draw": "quota dei cambi possibili",
        "cards": "in grassetto: tenute\nbarrate: scartate",
        "percentile": "percentile",
        "average": "percentile medio",
        "strength": "forza",
        "standing": "percentile (mani più deboli e metà delle pari)",
        "upset": "le forze {}–{} battono {}–{} benché più deboli",
        "share": "quota del piatto",
        "exact": "esatta",
        "sampled": "campionata: media ± errore standard",
        "player": "giocatore {}: {}",
        "discards": "scarta {}",
        "unknown": "ignota",
    },
    "fr": {
        "game": "{rules}, {size} cartes",
        "size": "cartes",
        "rarity": "La rareté de chaque catégorie",
        "rarity_in": "La rareté de chaque catégorie : {}",
        "odds": "une main sur … (échelle logarithmique)",
        "one_in": "1 sur {}",
        "category": "selon les règles, la meilleure d'abord",
        "place": "rang de rareté",
        "place_note": "entre parenthèses : rang\nselon les règles, si autre",
        "draws": "écarts : {shown} sur {all}, le meilleur d'abord",
        "draw": "part des tirages possibles",
        "cards": "en gras : gardées\nbarrées : écartées",
        "percentile": "centile",
        "average": "centile moyen",
        "strength": "force",
        "standing": "centile (mains plus faibles et moitié des égales)",
        "upset": "les forces {}–{} battent {}–{} bien que plus faibles",
        "share": "part du pot",
        "exact": "exacte",
        "sampled": "échantillon : moyenne ± erreur type",
        "player": "joueur {} : {}",
        "discards": "écarte {}",
        "unknown": "inconnue",
    },
    "ru": {
        "game": "{rules}, карт: {size}",
        "size": "карт",
        "rarity": "Насколько редка каждая категория",
        "rarity_in": "Насколько редка каждая категория: {}",
        "odds": "одна рука из … (логарифмическая шкала)",
        "one_in": "1 из {}",
        "category": "по правилам, от старшей",
        "place": "место по редкости",
        "place_note": "в скобках: место по\nправилам, если другое",
        "draws": "сбросы: {shown} из {all}, от лучшего",
        "draw": "доля возможных обменов",
        "cards": "жирные: остаются\nзачёркнутые: сброшены",
        "percentile": "процентиль",
        "average": "средний процентиль",
        "strength": "сила",
        "standing": "процентиль (более слабые руки и половина равных)",
        "upset": "руки силы {}–{} бьют руки {}–{}, хотя и слабее",
        "share": "доля банка",
        "exact": "точно",
        "sampled": "по выборке: среднее ± стандартная ошибка",
        "player": "игрок {}: {}",
        "discards": "сброс {}",
        "unknown": "неизвестна",
    },
}

# Thousands, decimals and what stands before a percent sign.
_NUMBERS = {
    "en": (",", ".", ""),
    "it": (".", ",", ""),
    "fr": ("\u202f", ",", "\u202f"),
    "ru": ("\u202f", ",", "\u202f"),
}

# Of Okabe and Ito, who chose them so that everyone can tell them apart; neighbours differ in lightness too.
_COLOURS = ("#0072B2", "#E69F00", "#000000", "#56B4E9", "#D55E00", "#CC79A7")
_MARKERS = "osD^vP"
_BLUE, _MARK = "#0072B2", "#D55E00"
_INK, _GREY, _PALE, _STRIPE = "#111111", "#666666", "#dddddd", "#f3f3f3"

# Text is plain in a font that comes with matplotlib and has suits and Cyrillic, whatever the settings of the process.
_FONT = "DejaVu Sans"
_TEXT: dict[str, Any] = {"family": [_FONT], "usetex": False, "parse_math": False}

_WIDTH, _DPI = 8, 100
"""Inches, and points an inch: 800 points wide."""
_ROW = 0.285
"""Inches that a discard takes."""
_DISCARDS = 12
"""Discards that are shown."""
_HANDS = 16
"""Hands that are marked in one picture."""
_ROOM = 0.06
"""The shortest bar that a number fits in."""
_COUNTED = 10**7
"""Deals that are counted for each discard rather than sampled: it takes up to a quarter of a second."""
_SAMPLES = 100_000

_saving = Lock()


def categories(evaluators: Iterable[Evaluator], *, language: str = "en") -> Figure:
    """How rare each category is in up to six games: in their packs, or by their rulesets.

    >>> from scalareale import Evaluator
    >>> figure = categories([Evaluator("classic", cards=cards) for cards in (24, 28, 32, 36, 40)])
    >>> figure.axes[0].get_xscale()
    'log'

    The rows are in the order of the first ruleset, the best on top. Beside them stands the place that each category
    would have by rarity, in a box where the rules give it another. TypeError for what is no list of evaluators,
    ValueError for none and for more than six.
    """
    words = _words(language)
    if isinstance(evaluators, (str, bytes, Evaluator)) or not hasattr(evaluators, "__iter__"):
        raise TypeError(f"evaluators is a list of Evaluator, not {type(evaluators).__name__}")
    games = [_checked(ev) for ev in evaluators]
    if not 1 <= len(games) <= len(_MARKERS):
        raise ValueError(f"a picture has 1 to {len(_MARKERS)} evaluators, not {len(games)}")
    counts = [ev.category_counts() for ev in games]
    orders = [_order(ev) for ev in games]
    rows = _merged(orders)
    alike = all(ev.rules == games[0].rules for ev in games)

    figure = _figure(5 if alike else 5.5)
    aside = max(42 * len(games), 120)
    odds, table = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [560 - aside, aside]})
    _title(figure, words["rarity_in"].format(_short(games[0])) if alike else words["rarity"])
    _frame(odds)
    _frame(table, bottom=False)
    _stripes(len(rows), odds, table)
    odds.set_ylim(len(rows) - 0.5, -1.4)
    _ticks(odds, "y", range(len(rows)), [CATEGORY_NAMES[language][category] for category in rows], size=8.5)
    _label(odds, "y", words["category"])
    _label(odds, "x", words["odds"])
    _odds(odds, games, counts, rows, language)
    _label(table, "x", words["place_note"], size=7.5)
    table.set_title(words["place"], fontsize=8, color=_INK, **_TEXT)
    _places(table, games, counts, orders, rows)
    _write(odds, 0.99, -0.75, words["size"], size=8, ha="right", transform=odds.get_yaxis_transform())
    if not alike:
        _legend(figure, odds.lines, 2)
    return _settled(figure)


def _odds(
    ax: Axes, games: list[Evaluator], counts: list[dict[Category, int]], rows: list[Category], language: str
) -> None:
    """One hand in how many is of each category: a row a category, and a marker in it for each game."""
    words = _WORDS[language]
    one_in = [{c: sum(count.values()) / n for c, n in count.items() if n} for count in counts]
    rarest = max(max(game.values()) for game in one_in)
    ax.set_xscale("log")
    left, right = 0.6, rarest * (rarest / 0.6) ** 0.28  # more than a fifth is for the number of the rarest
    ax.set_xlim(left, right)
    decades = [10**n for n in range(0, int(log10(rarest)) + 2, 1 if rarest < 10**5 and len(games) < 6 else 2)]
    _ticks(ax, "x", decades, [_number(n, language) for n in decades])
    ax.minorticks_off()
    ax.grid(axis="x", color=_PALE, linewidth=0.6)
    # The games of a row stand below each other, so that no marker hides another.
    shift = [0.7 * (game / (len(games) - 1) - 0.5) if len(games) > 1 else 0.0 for game in range(len(games))]
    for game, ev in enumerate(games):
        places = [row for row, category in enumerate(rows) if category in one_in[game]]
        ax.plot(
            [one_in[game][rows[row]] for row in places],
            [row + shift[game] for row in places],
            _MARKERS[game],
            label=_game(ev, language),
            **_marker(_COLOURS[game]),
        )
    for row, category in enumerate(rows):
        here = [game for game in range(len(games)) if category in one_in[game]]
        # Where there is no room for every number, the first and the last have one, away from the markers between.
        few = len(games) <= 3
        for game in here if few else sorted({here[0], here[-1]}):
            value = one_in[game][category]
            lower = value < max(one_in[game][category] for game in here)
            leftwards = not few and lower and log10(value / left) > 0.155 * log10(right / left)
            ax.annotate(
                words["one_in"].format(_number(value, language)),
                (value, row + shift[game]),
                (-6 if leftwards else 6, 0),
                textcoords="offset points",
                ha="right" if leftwards else "left",
                va="center_baseline",
                fontsize=7.5,
                color=_INK,
                **_TEXT,
            )


def _places(
    ax: Axes,
    games: list[Evaluator],
    counts: list[dict[Category, int]],
    orders: list[list[Category]],
    rows: list[Category],
) -> None:
    """The place of each category by rarity, and by the rules if that is another one."""
    ax.set_xlim(-0.5, len(games) - 0.5)
    box = {"boxstyle": "square,pad=0.25", "facecolor": "white", "edgecolor": _MARK, "linewidth": 1.2}
    for game, (ev, count, order) in enumerate(zip(games, counts, orders, strict=True)):
        ax.plot([game], [-1.15], _MARKERS[game], **_marker(_COLOURS[game]))
        _write(ax, game, -0.75, str(ev.pack.size), size=8)
        for row, category in enumerate(rows):
            if category not in order:
                _write(ax, game, row, "–", size=8)
                continue
            by_rarity = 1 + sum(0 < n < count[category] for n in count.values())
            by_rules = 1 + order.index(category)
            if by_rarity == by_rules:
                _write(ax, game, row, str(by_rarity), size=8)
            else:
                _write(ax, game, row, f"{by_rarity} ({by_rules})", size=8, bbox=box)


def draws(evaluator: Evaluator, hand: Cards, *, dead: Cards = b"", most: int = 4, language: str = "en") -> Figure:
    """What each discard of a hand leads to: the categories after the draw, and the percentile on average.

    >>> from scalareale import Evaluator
    >>> figure = draws(Evaluator("classic", cards=32), "Kh Kd Kc 9s 8h")
    >>> len(figure.axes)
    3

    The best dozen of the discards that `Evaluator.draws` finds, with its arguments and its errors.
    """
    words = _words(language)
    held = _checked(evaluator).rank(hand).cards
    found = evaluator.draws(held, dead=dead, most=most)
    best = found[:_DISCARDS]

    figure = _figure(1.75 + _ROW * len(best))
    slots, bars, points = figure.subplots(1, 3, sharey=True, gridspec_kw={"width_ratios": [165, 420, 145]})
    shown = words["draws"].format(shown=len(best), all=len(found))
    _title(figure, evaluator.describe(held, language), f"{_game(evaluator, language)} · {shown}")
    _slots(slots, held, [draw.discard for draw in best], language)
    _frame(bars)
    bars.set_xlim(0, 1)
    quarters = (0, 0.25, 0.5, 0.75, 1)
    _ticks(bars, "x", quarters, [_percent(quarter, language) for quarter in quarters])
    _label(bars, "x", words["draw"])
    handles, starts = [], [0] * len(best)
    order = _order(evaluator)
    for place, category in enumerate(order):
        counts = [draw.counts[category] for draw in best]
        if any(counts):
            look = _look(place / (len(order) - 1), hatched=place % 2 == 1)
            shares = [count / draw.total for count, draw in zip(counts, best, strict=True)]
            left = [start / draw.total for start, draw in zip(starts, best, strict=True)]
            name = CATEGORY_NAMES[language][category]
            handles.append(bars.barh(range(len(best)), shares, 0.8, left, label=name, linewidth=0.5, **look))
            box = {"boxstyle": "square,pad=0.15", "facecolor": look["facecolor"], "edgecolor": "none"}
            for row, (share, start) in enumerate(zip(shares, left, strict=True)):
                if share >= _ROOM:
                    text = f"{100 * share:.0f}"
                    _write(bars, start + share / 2, row, text, size=7.5, color=look["edgecolor"], bbox=box)
            starts = [start + count for start, count in zip(starts, counts, strict=True)]
    _points(points, [draw.percentile for draw in best], [None] * len(best), language, wide=False)
    _label(points, "x", words["average"])
    _legend(figure, handles, 5)
    return _settled(figure)


def strengths(evaluator: Evaluator, hands: Sequence[Cards] = (), *, language: str = "en") -> Figure:
    """The percentile of every strength, the ranges of the categories, and up to sixteen hands.

    >>> from scalareale import Evaluator
    >>> figure = strengths(Evaluator("classic", cards=32), ["Kh Kd Kc 9s 8h", "Ah 7h 8h 9h Th"])
    >>> figure.axes[0].get_yscale()
    'logit'

    The percentile of a strength is the share of the pack's hands that are weaker, and half of the equal ones. It is on
    a logistic scale, so that both ends can be read. HandError for what is no hand, naming its index from 0; TypeError
    for what is no list of hands, ValueError for more than sixteen.
    """
    import numpy as np

    from .sweep import strength_counts

    words = _words(language)
    _checked(evaluator)
    if isinstance(hands, (str, bytes, bytearray)) or not hasattr(hands, "__iter__"):
        raise TypeError(f"hands is a list of hands, not {type(hands).__name__}")
    held = [evaluator._hand(hand, f"hand {i}") for i, hand in enumerate(hands)]
    if len(held) > _HANDS:
        raise ValueError(f"a picture has at most {_HANDS} hands, not {len(held)}")
    counts = strength_counts(evaluator)
    up_to = counts.cumsum() / counts.sum()
    percentile = up_to - counts / (2 * counts.sum())

    key = 0.19 * (len(held) + 1) if held else 0.0
    figure = _figure(5 + key)
    ratios = {"width_ratios": [540, 170], "height_ratios": [4, key] if held else [4]}
    grid = figure.add_gridspec(1 + bool(held), 2, **ratios)
    curve, names = figure.add_subplot(grid[0, 0]), figure.add_subplot(grid[0, 1])
    _title(figure, _game(evaluator, language))
    _frame(curve)
    curve.set_yscale("logit")
    low, high = _logit(percentile[1]), _logit(percentile[-1])
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low)
    curve.set_ylim(_unlogit(low), _unlogit(high))
    curve.set_xlim(-0.1 * evaluator.strengths, 1.02 * evaluator.strengths)
    rare = [10.0**-n for n in range(9, 0, -1)]
    ticks = [p for p in (*rare, 0.5, *(1 - p for p in reversed(rare))) if low < _logit(p) < high]
    _ticks(curve, "y", ticks, [_percent(p, language) for p in ticks])
    _label(curve, "y", words["standing"])
    marks = range(0, evaluator.strengths, _step(evaluator.strengths))
    _ticks(curve, "x", marks, [_number(mark, language) for mark in marks])
    _label(curve, "x", words["strength"])
    curve.minorticks_off()
    curve.grid(axis="y", color=_PALE, linewidth=0.6)
    curve.plot(np.arange(1, len(percentile)), percentile[1:], color=_BLUE, linewidth=1.8)
    _ranges(curve, names, evaluator, up_to, (low, high), language)
    if evaluator.upset:
        ends = [_number(strength, language) for side in evaluator.upset for strength in side]
        curve.set_title(words["upset"].format(*ends), loc="left", fontsize=8, color=_INK, **_TEXT)
    if held:
        _marks(curve, figure.add_subplot(grid[1, :]), evaluator, held, percentile, (low, high), language)
    return _settled(figure)


def _ranges(
    curve: Axes,
    names: Axes,
    evaluator: Evaluator,
    up_to: NDArray[float64],
    limits: tuple[float, float],
    language: str,
) -> None:
    """A box around the part of the curve that each category has, and the names of the categories beside it."""
    import numpy as np

    low, high = limits
    _frame(names, bottom=False)
    names.set_ylim(low, high)
    names.set_xlim(0, 1)
    of = evaluator.category_many(np.arange(1, len(up_to)))
    middles, texts = [], []
    for place, category in enumerate(reversed(_order(evaluator))):
        first, last = (int(strength) + 1 for strength in np.flatnonzero(of == category)[[0, -1]])
        start, end = up_to[first - 1], up_to[last]
        bottom = max(_logit(start), low) if start > 0 else low
        top = min(_logit(end), high) if last < evaluator.strengths else high
        colour = ("#d0d0d0", "#a8a8a8")[place % 2]
        curve.fill_between([first - 0.5, last + 0.5], _unlogit(bottom), _unlogit(top), color=colour, linewidth=0)
        names.fill_between([0, 0.05], bottom, top, color=colour, linewidth=0)
        middles.append((bottom + top) / 2)
        texts.append(f"{CATEGORY_NAMES[language][category]}  {_finely(end - start, language)}")
    gap = 0.034 * (high - low)
    apart = _apart([(0, middle) for middle in middles], 1, gap, high - gap / 2)
    for middle, y, text in zip(middles, apart, texts, strict=True):
        names.plot([0.05, 0.11], [middle, y], color=_GREY, linewidth=0.7)
        _write(names, 0.13, y, text, size=8, ha="left")


def _marks(
    curve: Axes,
    key: Axes,
    evaluator: Evaluator,
    held: list[tuple[bytes, int]],
    percentile: NDArray[float64],
    limits: tuple[float, float],
    language: str,
) -> None:
    """Hands as numbered points of the curve, and what the numbers stand for."""
    low, high = limits
    weakest_first = sorted(range(len(held)), key=lambda i: held[i][1])
    width, gap = 0.035 * evaluator.strengths, 0.045 * (high - low)
    at = [(held[i][1] - 2 * width, _logit(percentile[held[i][1]]) + gap / 2) for i in weakest_first]
    box = {"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": _INK, "linewidth": 0.8}
    for i, y in zip(weakest_first, _apart(at, width, gap, high - gap / 2), strict=True):
        strength = held[i][1]
        curve.plot([strength], [percentile[strength]], "o", **_marker(_MARK))
        curve.annotate(
            str(i + 1),
            (strength, percentile[strength]),
            (strength - 2 * width, _unlogit(y)),
            ha="center",
            va="center",
            fontsize=7.5,
            color=_INK,
            bbox=box,
            arrowprops={"arrowstyle": "-", "linewidth": 0.7, "color": _INK},
            **_TEXT,
        )
    _frame(key, bottom=False)
    key.set_xlim(0, 1)
    key.set_ylim(len(held) - 0.5, -1.5)
    for x, head in ((0.88, "strength"), (1, "percentile")):
        _write(key, x, -1, _WORDS[language][head], size=8, color=_GREY, ha="right")
    for i, (hand, strength) in enumerate(held):
        cards = format_cards(evaluator.rank(hand).cards, "unicode")
        _write(key, 0.02, i, str(i + 1), size=8)
        _write(key, 0.04, i, cards, size=8, ha="left")
        _write(key, 0.25, i, evaluator.describe(hand, language), size=8, ha="left")
        _write(key, 0.88, i, _number(strength, language), size=8, ha="right")
        _write(key, 1, i, _finely(percentile[strength], language), size=8, ha="right")


def equity(
    evaluator: Evaluator,
    hands: Sequence[Cards | None],
    seat: int = 0,
    *,
    discards: Sequence[Cards | None] | None = None,
    dead: Cards = b"",
    samples: int | None = None,
    rng: Any = None,
    most: int = 3,
    language: str = "en",
) -> Figure:
    """The share of the pot that a player takes on average, by each of his discards; the best dozen.

    >>> from scalareale import Evaluator
    >>> ev = Evaluator("classic", cards=32)
    >>> figure = equity(ev, ["Ah Ad Kc 9s 8h", "Qh Qd Qc 9d 7h"], discards=[None, "9d 7h"])

    `hands`, `discards`, `dead` and `rng` are those of `Evaluator.equity`, with its errors; `seat` is the player, from
    0 (the picture numbers players from 1). The others discard as given; what the player discards is left to the
    picture, None or no cards, and at most `most` are tried. Every deal is counted where there are not too many, else
    `samples` of them are drawn (100,000 if it is None) and the standard error is shown. An int as `rng` gives all
    discards the same random numbers. HandError for a player whose hand is unknown, ValueError for any other seat.
    """
    words = _words(language)
    held = _hands(_checked(evaluator), hands)
    seat = integer(seat, "seat")
    if not 0 <= seat < len(held):
        raise ValueError(f"seat is the index of a player, 0 to {len(held) - 1}, not {_show(seat)}")
    mine = held[seat]
    if mine is None:
        raise HandError(f"hand {seat} is unknown, so there is nothing to choose from")
    thrown = _discards(evaluator, held, discards)
    if thrown[seat]:
        raise ValueError(f"discard {seat} is what the picture is about: give None, not {format_cards(thrown[seat])!r}")
    mine = evaluator.rank(mine).cards
    found = _equities(evaluator, held, seat, mine, thrown, dead, _most(most), samples, rng)
    found.sort(key=lambda each: (-each[1].share[seat], len(each[0])))
    best = found[:_DISCARDS]

    figure = _figure(2 + _ROW * len(best))
    slots, points = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [165, 565]})
    shown = words["draws"].format(shown=len(best), all=len(found))
    others = [
        _player(i, hand, cards, language) for i, (hand, cards) in enumerate(zip(held, thrown, strict=True)) if i != seat
    ]
    name = words["player"].format(seat + 1, evaluator.describe(mine, language))
    _title(figure, name, " · ".join([_game(evaluator, language), shown, *others]))
    _slots(slots, mine, [cards for cards, _ in best], language)
    _stripes(len(best), slots, points)
    results = [result for _, result in best]
    errors = [None if result.stderr is None else result.stderr[seat] for result in results]
    handles = _points(points, [result.share[seat] for result in results], errors, language, wide=True)
    _label(points, "x", words["share"])
    _legend(figure, handles, 2)
    return _settled(figure)


def _equities(
    evaluator: Evaluator,
    held: list[bytes | None],
    seat: int,
    mine: bytes,
    thrown: list[bytes],
    dead: Cards,
    most: int,
    samples: int | None,
    rng: Any,
) -> list[tuple[bytes, Equity]]:
    """Every discard of a player for which enough cards are left, with the equity of all players."""
    names = [f"hand {i}" for i, hand in enumerate(held) if hand is not None]
    seen = dead_cards(evaluator.pack, dead, [hand for hand in held if hand is not None], names)
    left = evaluator.pack.size - 5 * len(names) - len(set(seen))
    size = _SAMPLES if samples is None else whole(samples, "samples", 1)
    found = []
    for n in range(most + 1):
        needs = [n if i == seat else 5 if hand is None else len(thrown[i]) for i, hand in enumerate(held)]
        if n and sum(needs) > left:  # of too few cards without any discard, `Evaluator.equity` complains
            break
        deals = prod(comb(left - sum(needs[:i]), need) for i, need in enumerate(needs) if need)
        drawn = None if deals <= min(max(_COUNTED, size), MOST_DEALS) else size
        for cards in map(bytes, combinations(mine, n)):
            discards = [cards if i == seat else other for i, other in enumerate(thrown)]
            found.append((cards, evaluator.equity(held, discards=discards, dead=seen, samples=drawn, rng=rng)))
    return found


def _player(i: int, hand: bytes | None, discard: bytes, language: str) -> str:
    """What is known of another player, in words."""
    words = _WORDS[language]
    shown = words["unknown"] if hand is None else format_cards(hand, "unicode")
    if discard:
        shown += f" ({words['discards'].format(format_cards(discard, 'unicode'))})"
    return words["player"].format(i + 1, shown).replace(" ", "\u00a0")  # not to be broken


def save(figure: Figure, path: str | PathLike[str], *, dpi: float = 200) -> None:
    """Write a figure as PNG or SVG, by the end of the name; the same figure gives the same bytes.

    >>> from scalareale import Evaluator
    >>> save(categories([Evaluator("standard")]), "odds.gif")
    Traceback (most recent call last):
    ...
    ValueError: a picture's name ends in .png or .svg, not 'odds.gif'

    `dpi` are the points an inch of a PNG. The text of an SVG is drawn as outlines, so that it looks the same
    everywhere. ValueError for any other ending, TypeError for what is no figure.
    """
    if not hasattr(figure, "savefig"):
        raise TypeError(f"a figure is a Figure of matplotlib, not {type(figure).__name__}")
    name = fspath(path)
    kind = PurePath(name).suffix.lower()
    if kind not in (".png", ".svg"):
        raise ValueError(f"a picture's name ends in .png or .svg, not {PurePath(name).name!r}")
    from matplotlib import rc_context

    # Neither a day nor a version nor a random salt. The salt has no other door than the settings of the process,
    # which are put back, so no two threads may do so at once.
    metadata = {".png": {"Software": None}, ".svg": {"Date": None, "Creator": None}}[kind]
    with _saving, rc_context({"svg.hashsalt": "scalareale", "svg.fonttype": "path", "savefig.bbox": None}):
        figure.savefig(name, format=kind[1:], dpi=dpi, metadata=metadata)


# -- parts of pictures ---


def _figure(height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'scalareale[plot]'") from error
    return Figure((_WIDTH, height), _DPI, facecolor="white", layout="constrained")


def _settled(figure: Figure) -> Figure:
    """The figure with its parts where the layout puts them, rounded.

    The solver behind the layout does not always find the last bits again, and names in an SVG are made of them.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for ax in figure.axes:
        left, bottom, width, height = (round(edge, 5) for edge in ax.get_position().bounds)
        ax.set_position((left, bottom, width, height))
    return figure


def _frame(ax: Axes, *, bottom: bool = True) -> None:
    """White, with no line but the one below, and no ticks as yet."""
    ax.set_facecolor("white")
    for side, spine in ax.spines.items():
        spine.set_visible(bottom and side == "bottom")
        spine.set_color(_GREY)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.tick_params(left=False, labelleft=False, bottom=False, labelbottom=False)
    ax.grid(False)
    ax.set_axisbelow(True)


def _stripes(rows: int, *axes: Axes) -> None:
    for ax in axes:
        for row in range(0, rows, 2):
            ax.axhspan(row - 0.5, row + 0.5, color=_STRIPE, linewidth=0, zorder=0)


def _ticks(ax: Axes, axis: str, places: Iterable[float], labels: Iterable[str], *, size: float = 8) -> None:
    if axis == "x":
        ax.tick_params(axis="x", bottom=True, labelbottom=True, color=_GREY)
        ax.set_xticks(list(places), list(labels), fontsize=size, color=_INK, **_TEXT)
    else:
        ax.tick_params(axis="y", labelleft=True)
        ax.set_yticks(list(places), list(labels), fontsize=size, color=_INK, **_TEXT)


def _label(ax: Axes, axis: str, text: str, *, size: float = 8) -> None:
    (ax.set_xlabel if axis == "x" else ax.set_ylabel)(text, fontsize=size, color=_INK, **_TEXT)


def _title(figure: Figure, *lines: str) -> None:
    wrapped = [short for line in lines for short in wrap(line, 105)]
    figure.set_figheight(figure.get_figheight() + 0.17 * (len(wrapped) - len(lines)))
    figure.suptitle("\n".join(wrapped), x=0.01, ha="left", fontsize=9.5, color=_INK, **_TEXT)


def _write(
    ax: Axes, x: float, y: float, text: str, *, size: float, color: str = _INK, ha: str = "center", **more: Any
) -> None:
    ax.text(x, y, text, fontsize=size, color=color, ha=ha, va="center_baseline", **more, **_TEXT)


def _legend(figure: Figure, handles: Iterable[Any], columns: int) -> None:
    found = list(handles)
    legend = figure.legend(
        # A legend is filled column by column; it is to be read row by row.
        handles=[handle for first in range(columns) for handle in found[first::columns]],
        loc="outside lower left",
        ncols=columns,
        frameon=False,
        labelcolor=_INK,
        prop={"family": [_FONT], "size": 8},
    )
    for text in legend.get_texts():
        text.set(usetex=False, parse_math=False)


def _marker(colour: str) -> dict[str, Any]:
    return {"color": colour, "markeredgecolor": _INK, "markeredgewidth": 0.7, "markersize": 6.5, "zorder": 3}


def _look(weakness: float, *, hatched: bool) -> dict[str, Any]:
    """The bar of a category, from dark for the best to light: an order that everybody sees, in grey too."""
    from matplotlib import colormaps

    red, green, blue, _ = colour = colormaps["cividis"](weakness)
    dark = 0.3 * red + 0.6 * green + 0.1 * blue < 0.5
    return {"facecolor": colour, "edgecolor": "white" if dark else _INK, "hatch": "//" if hatched else None}


def _slots(ax: Axes, held: bytes, discards: list[bytes], language: str) -> None:
    """A hand in every row, with the cards that it discards struck out."""
    _frame(ax, bottom=False)
    ax.set_xlim(-0.5, 4.5)
    ax.set_ylim(len(discards) - 0.4, -0.6)
    _label(ax, "x", _WORDS[language]["cards"], size=7.5)
    for row, discard in enumerate(discards):
        for place, card in enumerate(held):
            text = format_cards([card], "unicode")
            if card in discard:
                _write(ax, place, row, text, size=8.5, color=_GREY)
                ax.plot([place - 0.4, place + 0.4], [row, row], color=_GREY, linewidth=0.8)
            else:
                _write(ax, place, row, text, size=8.5, fontweight="bold")


def _points(ax: Axes, shares: list[float], errors: Sequence[float | None], language: str, *, wide: bool) -> list[Any]:
    """A share in every row and its number at the right; those with an error (not None) are samples."""
    from matplotlib.ticker import MaxNLocator

    _frame(ax)
    low = min(share - (error or 0) for share, error in zip(shares, errors, strict=True))
    high = max(share + (error or 0) for share, error in zip(shares, errors, strict=True))
    span = max(high - low, 0.01)
    low, high = (low + high - span) / 2, (low + high + span) / 2
    right = high + (0.25 if wide else 0.75) * span  # where the numbers stand
    ax.set_xlim(low - span / 8, right)
    low, high = max(low - span / 9, 0), min(high + span / 9, 1)
    ticks = [
        tick
        for tick in MaxNLocator(6 if wide else 2, steps=[1, 2, 5, 10]).tick_values(low, high)
        if low <= tick <= high
    ]
    _ticks(ax, "x", ticks, [_percent(tick, language) for tick in ticks])
    ax.grid(axis="x", color=_PALE, linewidth=0.6)
    exact = [row for row, error in enumerate(errors) if error is None]
    sampled = [(row, error) for row, error in enumerate(errors) if error is not None]
    handles: list[Any] = []
    if exact:
        label = _WORDS[language]["exact"]
        handles += ax.plot([shares[row] for row in exact], exact, "o", label=label, **_marker(_BLUE))
    if sampled:
        look = _marker("white") | {"ecolor": _INK, "elinewidth": 1.2, "capsize": 3}
        rows = [row for row, _ in sampled]
        places, ends = [shares[row] for row in rows], [error for _, error in sampled]
        handles += [ax.errorbar(places, rows, xerr=ends, fmt="s", label=_WORDS[language]["sampled"], **look)]
    for row, (share, error) in enumerate(zip(shares, errors, strict=True)):
        plus = "" if error is None else f" ± {_written(f'{100 * error:.2f}', language)}"
        _write(ax, right, row, f"{_percent(share, language, 2)}{plus}", size=8, ha="right")
    return handles


# -- words and numbers ---


def _words(language: str) -> dict[str, str]:
    if not isinstance(language, str) or language not in LANGUAGES:
        raise _unknown("language", language, LANGUAGES)
    return _WORDS[language]


def _number(value: float, language: str) -> str:
    """A number with three figures at least, and no decimals where they are none."""
    decimals = 0 if value >= 100 or value == int(value) else 1 if value >= 10 else 2
    return _written(f"{value:,.{decimals}f}", language)


def _percent(share: float, language: str, decimals: int | None = None) -> str:
    """A share in percent, with so many decimals or all."""
    text = f"{100 * share:.10g}" if decimals is None else f"{100 * share:.{decimals}f}"
    return f"{_written(text, language)}{_NUMBERS[language][2]}%"


def _finely(share: float, language: str) -> str:
    """A share in percent, with two figures of it and of what it lacks, and with two decimals at least."""
    least = 100 * min(share, 1 - share)
    return _percent(share, language, max(2, 1 - floor(log10(least))) if least > 0 else 2)


def _written(text: str, language: str) -> str:
    thousands, point, _ = _NUMBERS[language]
    return text.translate({ord(","): thousands, ord("."): point})


def _short(evaluator: Evaluator) -> str:
    """The name of a ruleset, on one line."""
    name = " ".join(evaluator.rules.name.split())
    return name if len(name) <= 40 else name[:39] + "…"


def _game(evaluator: Evaluator, language: str) -> str:
    return _WORDS[language]["game"].format(rules=_short(evaluator), size=evaluator.pack.size)


# -- what is drawn ---


def _checked(evaluator: Evaluator) -> Evaluator:
    if not isinstance(evaluator, Evaluator):
        raise TypeError(f"an evaluator is an Evaluator, not {type(evaluator).__name__}: {_show(evaluator)}")
    return evaluator


def _order(evaluator: Evaluator) -> list[Category]:
    """The categories that occur, the best first."""
    import numpy as np

    of = evaluator.category_many(np.arange(evaluator.strengths, 0, -1))
    return [Category(category) for category in dict.fromkeys(of.tolist())]


def _merged(orders: list[list[Category]]) -> list[Category]:
    """The first order, with what only others have below what is above it there."""
    rows = list(orders[0])
    for order in orders[1:]:
        for place, category in enumerate(order):
            if category not in rows:
                rows.insert(rows.index(order[place - 1]) + 1 if place else 0, category)
    return rows


def _logit(share: float) -> float:
    return log10(share / (1 - share))


def _unlogit(value: float) -> float:
    return 1 / (1 + 10**-value)


def _step(n: int) -> int:
    """A round number that goes 4 to 10 times into n."""
    power: int = 10 ** int(log10(n / 4))
    return next(step * power for step in (5, 2, 1) if step * power * 4 <= n)


def _apart(points: Sequence[tuple[float, float]], reach: float, gap: float, most: float) -> list[float]:
    """Where to write at points (x, y), ascending in both: a new y for each, a gap above those within reach in x.

    They are moved up as far as they must, but not above `most`: there they push those below them down.
    """
    found: list[float] = []
    for i, (x, y) in enumerate(points):
        below = [found[j] + gap for j in range(i) if x - points[j][0] < reach]
        found.append(max([y, *below]))
    for i in reversed(range(len(points))):
        above = [found[j] - gap for j in range(i + 1, len(points)) if points[j][0] - points[i][0] < reach]
        found[i] = min([found[i], most, *above])
    return found
