# ruff: noqa: RUF001  (dashes)
"""Pictures: the numbers in them are the exact ones, every word is there and has room, and files are reproducible."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from itertools import combinations, pairwise
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from reference import CATEGORIES, SHORT, Vectorised, all_hands

import scalareale as sr
from scalareale import plot
from scalareale.describe import CATEGORY_NAMES, LANGUAGES

pytest.importorskip("matplotlib")

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DECKS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text(encoding="utf-8"))["decks"]
ITALIAN = [sr.Evaluator("classic", cards=cards) for cards in (24, 28, 32, 36, 40)]
EV = ITALIAN[2]
THREE_KINGS = "Kh Kd Kc 9s 8h"
ACES, QUEENS = "Ah Ad Kc 9s 8h", "Qh Qd Qc 9d 7h"
LONG = sr.Rules.named("wild").replace(name="$our\n$house_rules^ of the club at the corner of the square, <&> more")


def published(cards: int) -> dict[str, int]:
    """The published counts of a pack, by the names of the package."""
    return {SHORT.get(name, name): n for name, n in DECKS[str(cards)]["counts"].items()}


def texts(where: Figure | Axes) -> list[str]:
    """Everything that a picture, or a part of it, says."""
    from matplotlib.text import Text

    return [str(text.get_text()) for text in where.findobj(Text) if text.get_visible() and text.get_text()]


def line(ax: Axes, label: str) -> tuple[list[float], list[float]]:
    """The points of the line that a legend calls so."""
    (found,) = (line for line in ax.lines if line.get_label() == label)
    return list(np.asarray(found.get_xdata(), float)), list(np.asarray(found.get_ydata(), float))


# Pictures of many kinds: small and large packs, lowball, jokers, many hands, unknown hands, exact and sampled.
PICTURES: dict[str, Callable[[str], Figure]] = {
    "five packs": lambda language: plot.categories(ITALIAN, language=language),
    "one pack": lambda language: plot.categories([EV], language=language),
    "three packs": lambda language: plot.categories(ITALIAN[:3], language=language),
    "lowball odds": lambda language: plot.categories(
        [sr.Evaluator("ace-to-five"), sr.Evaluator("deuce-to-seven")], language=language
    ),
    "rulesets": lambda language: plot.categories(
        [sr.Evaluator(LONG, cards=54), sr.Evaluator("six-plus-trips"), sr.Evaluator("bug")], language=language
    ),
    "draws": lambda language: plot.draws(EV, THREE_KINGS, language=language),
    "draws of tens": lambda language: plot.draws(ITALIAN[4], "Th Td Ts Jh Qh", most=5, language=language),
    "draws with a joker": lambda language: plot.draws(
        sr.Evaluator(LONG, cards=54), "Jk Ah Kh 9c 8c", language=language
    ),
    "lowball draws": lambda language: plot.draws(sr.Evaluator("ace-to-six"), "7h 5d 4c 3s Kh", language=language),
    "no draw": lambda language: plot.draws(ITALIAN[0], "Ah Kd Qc Jc 9s", most=0, language=language),
    "strengths": lambda language: plot.strengths(EV, language=language),
    "strengths of hands": lambda language: plot.strengths(
        EV, [THREE_KINGS, "Ah 7h 8h 9h Th", "Td Jd Qd Kd Ad", "8c 9c Tc Jc Qc", "7d 8s 9s Jd Qh"], language=language
    ),
    "lowball strengths": lambda language: plot.strengths(
        sr.Evaluator("deuce-to-seven"), ["7h 5d 4c 3s 2h", "Ah Kh Qh Jh Th"], language=language
    ),
    "strengths of jokers": lambda language: plot.strengths(
        sr.Evaluator("wild", cards=54), ["Jk Jk Ah Ac Ad", "Jk 2h 3d 9c Tc"], language=language
    ),
    "equity": lambda language: plot.equity(EV, [ACES, QUEENS], discards=[None, "9d 7h"], language=language),
    "sampled equity": lambda language: plot.equity(
        EV, [ACES, None, QUEENS, None], 2, samples=500, rng=1, most=5, language=language
    ),
    "a sure thing": lambda language: plot.equity(EV, ["Ah Kh Qh Jh Th", "Qd Qs Qc 9d 7h"], most=0, language=language),
}


# One of each kind, which is looked at in every language; French has the longest words.
EVERY = ("five packs", "draws", "strengths of hands", "sampled equity")


# -- how rare categories are -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40, 52])
def test_category_counts_are_the_published_ones(cards: int) -> None:
    ev = sr.Evaluator("standard" if cards == 52 else "classic", cards=cards)
    counts = ev.category_counts()
    assert tuple(counts) == ev.rules.categories
    assert {category.name.lower(): n for category, n in counts.items()} == published(cards)


@pytest.mark.parametrize(("rules", "cards"), [("ace-to-five", 52), ("six-plus-trips", 36), ("bug", 53)])
def test_category_counts_are_those_of_the_reference(rules: str, cards: int) -> None:
    judged = Vectorised(rules, cards).categories(all_hands(cards))
    counts = sr.Evaluator(rules, cards=cards).category_counts()
    numbers = np.bincount(judged, minlength=10).tolist()
    assert [counts.get(category, 0) for category in sr.Category] == numbers


def test_each_marker_stands_at_the_exact_odds_in_the_row_of_its_category() -> None:
    odds = plot.categories(ITALIAN).axes[0]
    rows = [label.get_text() for label in odds.get_yticklabels()]
    assert rows == [CATEGORY_NAMES["en"][category] for category in EV.rules.categories]
    for ev in ITALIAN:
        counts = published(ev.pack.size)
        x, y = line(odds, f"classic, {ev.pack.size} cards")
        assert x == [sum(counts.values()) / counts[category.name.lower()] for category in EV.rules.categories]
        assert [round(row) for row in y] == list(range(9))
        assert max(abs(row - round(row)) for row in y) < 0.5


def test_numbers_stand_at_the_markers_of_a_single_pack() -> None:
    found = texts(plot.categories([EV], language="it").axes[0])
    assert {"1 su 10.069", "1 su 899", "1 su 987", "1 su 18,7", "1 su 1,87"} <= set(found)


def test_odds_have_a_mark_at_each_power_of_ten_or_at_every_second_one() -> None:
    few, many = plot.categories([EV]).axes[0], plot.categories([EV] * 6).axes[0]
    assert few.get_xticks().tolist() == [1, 10, 100, 1000, 10_000, 100_000]
    assert [label.get_text() for label in few.get_xticklabels()] == ["1", "10", "100", "1,000", "10,000", "100,000"]
    assert many.get_xticks().tolist() == [1, 100, 10_000]


def test_pictures_are_800_points_wide_and_higher_the_more_they_show() -> None:
    def size(figure: Figure) -> tuple[float, float]:
        return tuple((figure.get_size_inches() * figure.dpi).tolist())

    assert size(plot.categories(ITALIAN)) == size(plot.strengths(EV)) == (800, 500)
    assert size(plot.categories([EV, sr.Evaluator("standard")])) == (800, 550)
    one, two = size(plot.strengths(EV, [ACES])), size(plot.strengths(EV, [ACES, QUEENS]))
    assert 500 < one[1] < two[1] < 600
    heights = [size(plot.draws(EV, ACES, most=most))[1] for most in (0, 1, 5)]
    assert heights == [175 + 28.5 * rows for rows in (1, 6, 12)]  # more are not shown


def test_places_by_rarity_are_boxed_where_the_rules_give_another() -> None:
    table = plot.categories(ITALIAN).axes[1]
    order = [category.name.lower() for category in EV.rules.categories]
    shown = {
        (round(text.get_position()[0]), round(text.get_position()[1])): (text.get_text(), text.get_bbox_patch())
        for text in table.texts
        if text.get_position()[1] >= 0
    }
    assert len(shown) == 5 * 9
    different = set()
    for game, ev in enumerate(ITALIAN):
        counts = published(ev.pack.size)
        for row, name in enumerate(order):
            place = 1 + sum(n < counts[name] for n in counts.values())
            text, box = shown[game, row]
            assert text == (str(place) if place == row + 1 else f"{place} ({row + 1})")
            assert (box is None) == (place == row + 1)
            if box is not None:
                different.add((ev.pack.size, name))
    # A flush is rarer than four of a kind in the three smallest packs.
    assert {(24, "flush"), (28, "flush"), (32, "flush"), (32, "four_of_a_kind")} <= different
    assert not {(36, "flush"), (40, "flush"), (36, "four_of_a_kind")} & different


def test_what_a_game_does_not_have_is_a_dash_in_its_column() -> None:
    figure = plot.categories([sr.Evaluator("standard"), sr.Evaluator("wild", cards=53)])
    rows = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert rows[:2] == ["five of a kind", "straight flush"]
    (dash,) = (text for text in figure.axes[1].texts if text.get_text() == "–")
    assert dash.get_position() == (0, 0)
    assert {"standard, 52 cards", "wild, 53 cards"} <= set(texts(figure))


def test_the_best_category_of_a_low_game_is_on_top() -> None:
    rows = plot.categories([sr.Evaluator("deuce-to-seven")]).axes[0].get_yticklabels()
    assert (rows[0].get_text(), rows[-1].get_text()) == ("high card", "straight flush")


def test_a_category_that_a_pack_cannot_make_has_no_row() -> None:
    rules = sr.Rules.named("german").replace(name="tiny", packs=(20,))
    rows = [label.get_text() for label in plot.categories([sr.Evaluator(rules)]).axes[0].get_yticklabels()]
    assert len(rows) == 7
    assert not {"flush", "high card"} & set(rows)


# -- draws ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [32, 40])
def test_bars_are_the_published_odds_of_a_draw(cards: int) -> None:
    ev = sr.Evaluator("classic", cards=cards)
    for name in ("trips, draw 2", "two pair, draw 1", "pair, draw 3"):
        row = DECKS[str(cards)]["draw_odds"][name]
        hand = sr.parse_cards("".join(row["keep"] + row["discard"]))
        thrown = set(sr.parse_cards("".join(row["discard"])))
        (place,) = (i for i, draw in enumerate(ev.draws(hand)[:12]) if set(draw.discard) == thrown)
        bars = plot.draws(ev, hand).axes[1]
        left = 0.0
        wanted = {SHORT.get(key, key): n / row["total"] for key, n in row["counts"].items()}
        shown = {}
        for container in bars.containers:
            bar = container[place]
            assert bar.get_x() == pytest.approx(left, abs=1e-12)
            left += bar.get_width()
            shown[container.get_label()] = bar.get_width()
        assert left == pytest.approx(1)
        assert {label: width for label, width in shown.items() if width} == pytest.approx(
            {CATEGORY_NAMES["en"][CATEGORIES.index(category)]: share for category, share in wanted.items() if share}
        )


def test_every_row_of_draws_has_its_numbers_and_its_cards() -> None:
    figure = plot.draws(EV, THREE_KINGS)
    slots, bars, points = figure.axes
    best = EV.draws(THREE_KINGS)[:12]
    x, y = line(points, "exact")
    assert x == [draw.percentile for draw in best]
    assert y == list(range(12))
    for container in bars.containers:
        (category,) = (c for c in sr.Category if CATEGORY_NAMES["en"][c] == container.get_label())
        shares = [draw.counts[category] / draw.total for draw in best]
        assert [bar.get_width() for bar in container] == pytest.approx(shares, rel=1e-12)
        assert [bar.get_y() + bar.get_height() / 2 for bar in container] == pytest.approx(list(range(12)))
    struck = [int(np.asarray(stroke.get_ydata(), float)[0]) for stroke in slots.lines]
    assert struck == [row for row, draw in enumerate(best) for _ in draw.discard]
    for row, draw in enumerate(best):
        cards = {text.get_text(): text.get_fontweight() for text in slots.texts if text.get_position()[1] == row}
        assert len(cards) == 5
        for card in EV.rank(THREE_KINGS).cards:
            weight = cards[sr.format_cards([card], "unicode")]
            assert weight == ("normal" if card in draw.discard else "bold")
    assert f"{100 * best[0].percentile:.2f}%" in texts(points)


def test_draws_say_how_many_discards_there_are() -> None:
    assert any("discards: 12 of 31" in text for text in texts(plot.draws(EV, THREE_KINGS)))
    assert any("discards: 6 of 6" in text for text in texts(plot.draws(EV, THREE_KINGS, most=1)))


def test_draws_know_of_dead_cards() -> None:
    figure = plot.draws(EV, "Jh Js 9d 9c Kd", dead="Jd Jc")
    assert line(figure.axes[2], "exact")[0][0] == EV.draws("Jh Js 9d 9c Kd", dead="Jd Jc")[0].percentile


def test_neighbours_among_the_bars_differ_by_more_than_colour() -> None:
    bars = plot.draws(ITALIAN[4], "Th Td Jh Qh Kh", most=5).axes[1]
    looks = [(bar[0].get_facecolor(), bar[0].get_hatch()) for bar in bars.containers]
    assert len(looks) == 9
    grey = [0.2126 * red + 0.7152 * green + 0.0722 * blue for (red, green, blue, _), _ in looks]
    assert grey == sorted(grey)
    assert all((one is None) != (next_one is None) for (_, one), (_, next_one) in pairwise(looks))


# -- strengths -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "cards"), [("classic", 24), ("classic", 32), ("six-plus", 36)])
def test_the_curve_is_the_percentile_of_each_strength(rules: str, cards: int) -> None:
    keys, counts = np.unique(Vectorised(rules, cards).keys(all_hands(cards)), return_counts=True)
    weaker = np.cumsum(counts) - counts
    (curve,) = plot.strengths(sr.Evaluator(rules, cards=cards)).axes[0].lines
    assert np.asarray(curve.get_xdata()).tolist() == list(range(1, len(keys) + 1))
    np.testing.assert_allclose(np.asarray(curve.get_ydata(), float), (weaker + counts / 2) / counts.sum(), rtol=1e-12)


def test_hands_are_marked_at_their_strength_and_named() -> None:
    hands = [THREE_KINGS, "Ah 7h 8h 9h Th", "7d 8s 9s Jd Qh"]
    figure = plot.strengths(EV, hands, language="it")
    curve = figure.axes[0]
    percentile = dict(zip(*(np.asarray(data).tolist() for data in curve.lines[0].get_data()), strict=True))
    marked = {tuple(np.asarray(mark.get_data(), float).ravel()) for mark in curve.lines[1:]}
    assert marked == {(EV.evaluate(hand), percentile[EV.evaluate(hand)]) for hand in hands}
    found = texts(figure.axes[2])
    for hand in hands:
        assert EV.describe(hand, "it") in found
        assert sr.format_cards(EV.rank(hand).cards, "unicode") in found
    assert "1.677" in found
    assert [text for text in texts(curve) if text in ("1", "2", "3")] == ["3", "1", "2"]


def test_categories_are_named_with_their_share() -> None:
    found = texts(plot.strengths(EV).axes[1])
    counts = published(32)
    for category in EV.rules.categories:
        name = CATEGORY_NAMES["en"][category]
        (label,) = (text for text in found if text.startswith(f"{name}  "))
        share = 100 * counts[category.name.lower()] / sum(counts.values())
        assert float(label.removeprefix(f"{name}  ").removesuffix("%")) == pytest.approx(share, abs=0.006)


def test_the_box_of_a_category_is_its_range() -> None:
    boxes = plot.strengths(EV).axes[0].collections
    counts, strengths = published(32), np.asarray(EV.category_many(np.arange(1, EV.strengths + 1)))
    below = 0
    for box, category in zip(boxes, reversed(EV.rules.categories), strict=True):
        corners = np.asarray(box.get_paths()[0].vertices)
        of = np.flatnonzero(strengths == category) + 1
        assert (corners[:, 0].min(), corners[:, 0].max()) == (of[0] - 0.5, of[-1] + 0.5)
        if below:
            assert corners[:, 1].min() == pytest.approx(below / 201376)
        below += counts[category.name.lower()]
        if below < 201376:
            assert corners[:, 1].max() == pytest.approx(below / 201376)
    assert below == 201376


def test_an_upset_is_told_where_there_is_one() -> None:
    assert "strengths 2,053–2,056 beat 2,069–2,072 although weaker" in texts(plot.strengths(EV))
    assert not any("although" in text for text in texts(plot.strengths(sr.Evaluator("no-cycle", cards=32))))


# -- equity --------------------------------------------------------------------------------------------------------


def test_shares_are_those_of_equity_the_best_first() -> None:
    figure = plot.equity(EV, [QUEENS, ACES], 1, discards=["9d 7h", None])
    slots, points = figure.axes
    shares, rows = line(points, "exact")
    assert rows == list(range(12))
    assert shares == sorted(shares, reverse=True)
    every = {
        cards: EV.equity([QUEENS, ACES], discards=["9d 7h", bytes(cards)]).share[1]
        for n in range(4)
        for cards in combinations(EV.rank(ACES).cards, n)
    }
    assert shares == sorted(every.values(), reverse=True)[:12]
    assert shares[0] == pytest.approx(0.2195, abs=1e-4)
    for row, share in enumerate(shares):
        cards = {text.get_text(): text.get_fontweight() for text in slots.texts if text.get_position()[1] == row}
        thrown = [c for c in EV.rank(ACES).cards if cards[sr.format_cards([c], "unicode")] == "normal"]
        assert every[tuple(thrown)] == share
    assert any("player 1: Q♥ Q♦ Q♣ 9♦ 7♥ (discards 9♦ 7♥)" in text.replace("\u00a0", " ") for text in texts(figure))


def test_what_cannot_be_counted_is_sampled_with_its_standard_error() -> None:
    hands = [ACES, None, QUEENS, None]
    figure = plot.equity(EV, hands, 2, samples=500, rng=7, most=1)
    points = figure.axes[1]
    best = sorted(
        (
            (-result.share[2], len(cards), result.stderr[2])
            for cards in ("", *"Qh Qd Qc 9d 7h".split())
            if (result := EV.equity(hands, discards=["", "", cards, ""], samples=500, rng=7)).stderr
        ),
    )
    sampled: Any
    (sampled,) = points.containers
    assert sampled.get_label() == "sampled: average ± standard error"
    dots, _, (bars,) = sampled.lines
    assert np.asarray(dots.get_xdata()).tolist() == [-share for share, _, _ in best]
    for (share, _, error), segment in zip(best, bars.get_segments(), strict=True):
        assert segment[:, 0].tolist() == pytest.approx([-share - error, -share + error])
    assert not [line for line in points.lines if line.get_label() == "exact"]


def test_exact_and_sampled_discards_stand_in_one_picture() -> None:
    figure = plot.equity(EV, [ACES, None], samples=1000, rng=1, most=5)
    assert {"exact", "sampled: average ± standard error"} <= set(texts(figure))
    rows = line(figure.axes[1], "exact")[1]
    assert 0 < len(rows) < 12
    for row in rows:
        assert sum(position[1] == row for position in (text.get_position() for text in figure.axes[0].texts)) == 5


def test_more_samples_than_deals_means_that_they_are_counted() -> None:
    figure = plot.equity(EV, [ACES, None], samples=10**8, most=2)
    assert "exact" in texts(figure)
    assert not figure.axes[1].containers


def test_discards_for_which_too_few_cards_are_left_are_left_out() -> None:
    ev = ITALIAN[0]
    hands = ["9h 9d 9c 9s Ah", "Th Td Tc Ts Kh", "Jh Jd Jc Js Qh"]
    figure = plot.equity(ev, hands, 0, discards=[None, "Kh", "Qh"], dead="Ad Ac As Kd Kc", most=5)
    # Four cards are left and the others ask for two, so that two can be discarded: in 1 + 5 + 10 ways.
    assert any("discards: 12 of 16" in text for text in texts(figure))


# -- words ---------------------------------------------------------------------------------------------------------


def test_every_language_has_every_text_with_the_same_fields() -> None:
    def fields(text: str) -> list[str]:
        return sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)

    assert tuple(plot._WORDS) == LANGUAGES
    assert tuple(plot._NUMBERS) == LANGUAGES
    english = {key: fields(text) for key, text in plot._WORDS["en"].items()}
    for words in plot._WORDS.values():
        assert {key: fields(text) for key, text in words.items()} == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_axes_and_categories_are_in_the_language(language: str) -> None:
    words = plot._WORDS[language]
    said = [text for make in ("five packs", "draws", "strengths", "equity") for text in texts(PICTURES[make](language))]
    for key in ("odds", "category", "place", "place_note", "draw", "cards", "average", "strength", "standing", "share"):
        assert words[key] in said
    for category in EV.rules.categories:
        assert CATEGORY_NAMES[language][category] in said
    assert EV.describe(THREE_KINGS, language) in "\n".join(said)
    if language != "en":
        other = [plot._WORDS["en"][key] for key in words if words[key] != plot._WORDS["en"][key]]
        assert not set(other) & set(said)


SHOWN = [(name, language) for name in PICTURES for language in (LANGUAGES if name in EVERY else ["fr"])]


@pytest.mark.parametrize(("name", "language"), SHOWN)
def test_every_text_is_in_the_picture_and_apart_from_the_others(name: str, language: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a letter that the font has not, a layout that does not fit
        figure = PICTURES[name](language)
        canvas: Any = FigureCanvasAgg(figure)
        canvas.draw()
    placed = [
        (text.get_text(), Text.get_window_extent(text, canvas.get_renderer()))  # without an arrow
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip()
    ]
    width, height = figure.get_size_inches() * figure.dpi
    assert width == 800
    for text, box in placed:
        assert box.x0 >= -1 and box.x1 <= width + 1, text
        assert box.y0 >= -1 and box.y1 <= height + 1, text
    for (one, box), (other, place) in combinations(placed, 2):
        across = min(box.x1, place.x1) - max(box.x0, place.x0)
        up = min(box.y1, place.y1) - max(box.y0, place.y0)
        assert across < 2 or up < 4, (one, other)  # boxes have room for accents and tails that few letters have


def test_a_picture_does_not_depend_on_the_style_of_the_process() -> None:
    from matplotlib import style
    from matplotlib.text import Text

    def looks() -> list[Any]:
        figure = PICTURES["strengths of hands"]("en")
        said: Any = figure.findobj(Text)
        colours = [
            (text.get_text(), text.get_color(), text.get_fontsize())
            for text in said
            if text.get_text() and text.get_visible()
        ]
        return [figure.get_facecolor(), [ax.get_facecolor() for ax in figure.axes], colours]

    plain = looks()
    with style.context(["dark_background", {"font.size": 20, "text.usetex": True}]):
        assert looks() == plain


# -- what is refused -----------------------------------------------------------------------------------------------


Refusal = tuple["Callable[[], object]", type[Exception], str]
REFUSED: dict[str, Refusal] = {
    "categories: one evaluator": (lambda: plot.categories(EV), TypeError, "list of Evaluator, not Evaluator"),  # type: ignore[arg-type]
    "categories: a name": (lambda: plot.categories("classic"), TypeError, "list of Evaluator, not str"),  # type: ignore[arg-type]
    "categories: names": (lambda: plot.categories(["classic"]), TypeError, "an Evaluator, not str: 'classic'"),  # type: ignore[list-item]
    "categories: long": (lambda: plot.categories([10**5000]), TypeError, "not int: an integer of 16610 bits"),  # type: ignore[list-item]
    "categories: none": (lambda: plot.categories([]), ValueError, "1 to 6 evaluators, not 0"),
    "categories: seven": (lambda: plot.categories([EV] * 7), ValueError, "1 to 6 evaluators, not 7"),
    "categories: language": (lambda: plot.categories([EV], language="de"), ValueError, "unknown language 'de'"),
    "draws: no evaluator": (lambda: plot.draws("classic", ACES), TypeError, "an Evaluator, not str"),  # type: ignore[arg-type]
    "draws: four cards": (lambda: plot.draws(EV, "Ah Ad Kc 9s"), sr.HandError, "a hand has 5 cards, not 4"),
    "draws: another pack": (lambda: plot.draws(EV, "Ah Ad Kc 9s 2h"), sr.HandError, "2h .card 5. is not in the pack"),
    "draws: dead": (lambda: plot.draws(EV, ACES, dead="Ah"), sr.HandError, "dead: Ah .card 1. is in the hand"),
    "draws: most": (lambda: plot.draws(EV, ACES, most=6), ValueError, "0 to 5 cards are discarded, not 6"),
    "draws: language": (lambda: plot.draws(EV, ACES, language=""), ValueError, "unknown language ''"),
    "draws: languages": (
        lambda: plot.draws(EV, ACES, language=np.array(["en", "it"])),  # type: ignore[arg-type]
        TypeError,
        "unknown language array",
    ),
    "draws: list": (lambda: plot.draws(EV, ACES, language=["en"]), TypeError, "unknown language .'en'."),  # type: ignore[arg-type]
    "strengths: no evaluator": (lambda: plot.strengths(None), TypeError, "an Evaluator, not NoneType"),  # type: ignore[arg-type]
    "strengths: text": (lambda: plot.strengths(EV, ACES), TypeError, "hands is a list of hands, not str"),
    "strengths: a number": (lambda: plot.strengths(EV, 3), TypeError, "hands is a list of hands, not int"),  # type: ignore[arg-type]
    "strengths: a hand": (lambda: plot.strengths(EV, [ACES, "Ah Ah Kc 9s 8h"]), sr.HandError, "hand 1: Ah twice"),
    "strengths: many": (lambda: plot.strengths(EV, [ACES] * 17), ValueError, "at most 16 hands, not 17"),
    "strengths: language": (lambda: plot.strengths(EV, language="EN"), ValueError, "unknown language 'EN'"),
    "equity: no evaluator": (lambda: plot.equity(32, [ACES]), TypeError, "an Evaluator, not int"),  # type: ignore[arg-type]
    "equity: text": (lambda: plot.equity(EV, ACES), TypeError, "hands is a list"),
    "equity: common cards": (lambda: plot.equity(EV, [ACES, ACES]), sr.HandError, "Ah is in hand 0 and in hand 1"),
    "equity: seat": (lambda: plot.equity(EV, [ACES, QUEENS], 2), ValueError, "0 to 1, not 2"),
    "equity: negative": (lambda: plot.equity(EV, [ACES, QUEENS], -1), ValueError, "0 to 1, not -1"),
    "equity: kind": (lambda: plot.equity(EV, [ACES], True), TypeError, "seat is an int, not bool: True"),
    "equity: array": (lambda: plot.equity(EV, [ACES], np.array([0])), TypeError, "seat is an int, not ndarray"),  # type: ignore[arg-type]
    "equity: long": (lambda: plot.equity(EV, [ACES], 10**5000), ValueError, "0 to 0, not an integer of 16610 bits"),
    "equity: unknown": (lambda: plot.equity(EV, [ACES, None], 1), sr.HandError, "hand 1 is unknown"),
    "equity: own": (lambda: plot.equity(EV, [ACES], discards=["Kc"]), ValueError, "discard 0 is .* not 'Kc'"),
    "equity: others": (
        lambda: plot.equity(EV, [ACES, QUEENS], discards=[None, "Kc"]),
        sr.HandError,
        "discard 1: Kc .card 1. is not in hand 1",
    ),
    "equity: number": (lambda: plot.equity(EV, [ACES, QUEENS], discards=[None]), ValueError, "an entry a player, 2"),
    "equity: dead": (lambda: plot.equity(EV, [ACES], dead="Ah"), sr.HandError, "dead: Ah .card 1. is in hand 0"),
    "equity: samples": (lambda: plot.equity(EV, [ACES, QUEENS], samples=0), ValueError, "samples is at least 1, not 0"),
    "equity: samples' kind": (
        lambda: plot.equity(EV, [ACES], samples=1.5),  # type: ignore[arg-type]
        TypeError,
        "samples is an int, not float: 1.5",
    ),
    "equity: rng": (lambda: plot.equity(EV, [ACES, None, None], rng="x"), TypeError, "rng is a numpy Generator"),
    "equity: most": (lambda: plot.equity(EV, [ACES, QUEENS], most=-1), ValueError, "0 to 5 cards are discarded"),
    "equity: too few": (
        lambda: plot.equity(ITALIAN[0], ["9h Th Jh Qh Kh", None, None, None, None]),
        sr.HandError,
        "20 cards are to come, but 19 are left",
    ),
    "equity: language": (lambda: plot.equity(EV, [ACES], language="xx"), ValueError, "unknown language 'xx'"),
    "save: kind": (
        lambda: plot.save(plot.draws(EV, ACES, most=0), "a.pdf"),
        ValueError,
        "in .png or .svg, not 'a.pdf'",
    ),
    "save: no kind": (lambda: plot.save(plot.draws(EV, ACES, most=0), "x/png"), ValueError, "not 'png'"),
    "save: no figure": (lambda: plot.save(EV, "a.png"), TypeError, "a Figure of matplotlib, not Evaluator"),  # type: ignore[arg-type]
    "save: path": (lambda: plot.save(plot.draws(EV, ACES, most=0), 3), TypeError, "int"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_refused_and_named(name: str) -> None:
    call, kind, message = REFUSED[name]
    with pytest.raises(kind, match=message) as caught:
        call()
    assert type(caught.value) is kind


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install 'scalareale\[plot\]'"):
        plot.categories([EV])


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [*((name, "svg") for name in EVERY), ("strengths of hands", "png")])
def test_the_same_picture_gives_the_same_bytes(name: str, kind: str, tmp_path: Path) -> None:
    for file in ("a", "b"):
        plot.save(PICTURES[name]("ru"), tmp_path / f"{file}.{kind}")
    first = (tmp_path / f"a.{kind}").read_bytes()
    assert first == (tmp_path / f"b.{kind}").read_bytes()
    assert first.startswith({"png": b"\x89PNG", "svg": b"<?xml"}[kind])
    assert b"matplotlib.org/" not in first
    assert b"<dc:date>" not in first


def test_the_end_of_the_name_may_be_in_capitals_and_the_path_text(tmp_path: Path) -> None:
    figure = PICTURES["no draw"]("en")
    plot.save(figure, str(tmp_path / "A.PNG"), dpi=100)
    plot.save(figure, tmp_path / "a.b.SVG")
    assert (tmp_path / "A.PNG").read_bytes()[16:20] == (800).to_bytes(4, "big")
    assert b"</svg>" in (tmp_path / "a.b.SVG").read_bytes()


PROGRAM = """
import sys
import scalareale as sr
from scalareale import plot
assert not {"matplotlib", "numpy"} & set(sys.modules)
figure = plot.strengths(sr.Evaluator("classic", cards=24), ["Ah Kd Qc Jc 9s"])
import matplotlib
before = matplotlib.rcParams.copy()  # copied without looking for a display
plot.categories([sr.Evaluator("classic", cards=24)])
plot.draws(sr.Evaluator("classic", cards=24), "Ah Kd Qc Jc 9s")
plot.equity(sr.Evaluator("classic", cards=24), ["Ah Kd Qc Jc 9s", None])
plot.save(figure, sys.argv[1])
assert matplotlib.rcParams.copy() == before
assert not {"matplotlib.pyplot", "tkinter"} & set(sys.modules)
"""


def test_other_processes_write_the_same_bytes_without_pyplot_and_without_changed_settings(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        command = [sys.executable, "-c", PROGRAM, str(tmp_path / f"{seed}.svg")]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed}, timeout=120)
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()
