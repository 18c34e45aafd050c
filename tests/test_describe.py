# ruff: noqa: RUF001  (Russian)
"""Hands in words: the fixed samples, the grammar at its corners, and that no two hands read alike."""

from __future__ import annotations

from itertools import combinations

import pytest

from scalareale.describe import (
    CATEGORY_NAMES,
    LANGUAGES,
    RANK_NAMES,
    SUIT_NAMES,
    TIER_NAMES,
    describe,
)

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FULL_HOUSE,
    FLUSH,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    FIVE_OF_A_KIND,
) = range(10)
MINIMUM, MEDIUM, MAXIMUM = 1, 2, 3
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
RANKS = range(2, 15)


def falling(ranks: object, size: int) -> list[tuple[int, ...]]:
    return list(combinations(sorted(ranks, reverse=True), size))  # type: ignore[call-overload]


def deciding_ranks(category: int) -> list[tuple[int, ...]]:
    """Every list of ranks that can decide a category."""
    if category in (HIGH_CARD, FLUSH):
        return falling(RANKS, 5)
    if category in (STRAIGHT, STRAIGHT_FLUSH, FIVE_OF_A_KIND):
        return [(rank,) for rank in RANKS]
    if category in (FULL_HOUSE, FOUR_OF_A_KIND):
        return [(a, b) for a in RANKS for b in RANKS if a != b]
    if category == TWO_PAIR:
        return [(*pairs, side) for pairs in falling(RANKS, 2) for side in RANKS if side not in pairs]
    sides = 3 if category == PAIR else 2
    return [(rank, *rest) for rank in RANKS for rest in falling(set(RANKS) - {rank}, sides)]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((STRAIGHT_FLUSH, MINIMUM, [10], HEARTS), "minimum straight flush of hearts"),
        ((STRAIGHT_FLUSH, MINIMUM, [10], HEARTS, "it"), "scala reale minima di cuori"),
        ((PAIR, None, [11, 14, 9, 7], None), "pair of jacks, ace nine seven"),
    ],
)
def test_fixed_samples_are_worded_as_agreed(arguments: tuple[object, ...], text: str) -> None:
    assert describe(*arguments) == text  # type: ignore[arg-type]


HANDS = [
    (HIGH_CARD, None, [14, 13, 10, 9, 7], HEARTS),
    (PAIR, None, [11, 14, 9, 7], HEARTS),
    (PAIR, None, [14, 13, 9, 7], None),
    (TWO_PAIR, None, [14, 8, 12], SPADES),
    (THREE_OF_A_KIND, None, [13, 14, 9], None),
    (STRAIGHT, None, [10], CLUBS),
    (STRAIGHT, None, [12], None),
    (STRAIGHT, None, [14], None),
    (FULL_HOUSE, None, [13, 12], None),
    (FULL_HOUSE, None, [14, 13], None),
    (FLUSH, None, [14, 13, 9, 8, 7], DIAMONDS),
    (FLUSH, None, [14, 13, 9, 8, 7], None),
    (FOUR_OF_A_KIND, None, [6, 11], None),
    (STRAIGHT_FLUSH, None, [13], None),
    (STRAIGHT_FLUSH, MINIMUM, [10], HEARTS),
    (STRAIGHT_FLUSH, MEDIUM, [13], HEARTS),
    (STRAIGHT_FLUSH, MAXIMUM, [14], SPADES),
    (STRAIGHT_FLUSH, MAXIMUM, [14], None),
    (FIVE_OF_A_KIND, None, [14], None),
]
WORDS = {
    "en": [
        "high card ace, king ten nine seven (hearts)",
        "pair of jacks, ace nine seven (hearts)",
        "pair of aces, king nine seven",
        "two pair, aces and eights, queen (spades)",
        "three of a kind, kings, ace nine",
        "straight to the ten of clubs",
        "straight to the queen",
        "straight to the ace",
        "full house, kings over queens",
        "full house, aces over kings",
        "flush of diamonds, ace king nine eight seven",
        "flush, ace king nine eight seven",
        "four of a kind, sixes, jack",
        "straight flush, king high",
        "minimum straight flush of hearts",
        "medium straight flush of hearts, king high",
        "maximum straight flush of spades",
        "maximum straight flush",
        "five of a kind, aces",
    ],
    "it": [
        "carta alta asso, re dieci nove sette (cuori)",
        "coppia di fanti, asso nove sette (cuori)",
        "coppia d'assi, re nove sette",
        "doppia coppia d'assi e otto, donna (picche)",
        "tris di re, asso nove",
        "scala al dieci di fiori",
        "scala alla donna",
        "scala all'asso",
        "full di re con donne",
        "full d'assi con re",
        "colore di quadri, asso re nove otto sette",
        "colore, asso re nove otto sette",
        "poker di sei, fante",
        "scala reale al re",
        "scala reale minima di cuori",
        "scala reale media al re di cuori",
        "scala reale massima di picche",
        "scala reale massima",
        "pokerissimo d'assi",
    ],
    "fr": [
        "carte haute as, roi dix neuf sept (cœur)",
        "paire de valets, as neuf sept (cœur)",
        "paire d'as, roi neuf sept",
        "deux paires, as et huit, dame (pique)",
        "brelan de rois, as neuf",
        "quinte au dix de trèfle",
        "quinte à la dame",
        "quinte à l'as",
        "main pleine aux rois par les dames",
        "main pleine aux as par les rois",
        "couleur à carreau, as roi neuf huit sept",
        "couleur, as roi neuf huit sept",
        "carré de six, valet",
        "quinte flush au roi",
        "quinte flush minimale à cœur",
        "quinte flush moyenne au roi de cœur",
        "quinte flush maximale à pique",
        "quinte flush maximale",
        "cinq cartes identiques, as",
    ],
    "ru": [
        "старшая карта туз, король десять девять семь (черви)",
        "пара валетов, туз девять семь (черви)",
        "пара тузов, король девять семь",
        "две пары, тузы и восьмёрки, дама (пики)",
        "тройка королей, туз девять",
        "стрит до десятки треф",
        "стрит до дамы",
        "стрит до туза",
        "фул-хаус, короли с дамами",
        "фул-хаус, тузы с королями",
        "флеш бубен, туз король девять восемь семь",
        "флеш, туз король девять восемь семь",
        "каре шестёрок, валет",
        "стрит-флеш до короля",
        "минимальный стрит-флеш червей",
        "средний стрит-флеш до короля червей",
        "максимальный стрит-флеш пик",
        "максимальный стрит-флеш",
        "покер тузов",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_is_worded_with_its_ranks_in_order(language: str) -> None:
    assert [describe(*hand, language) for hand in HANDS] == WORDS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lowball_hands_are_named_by_their_two_highest_ranks(language: str) -> None:
    expected = {
        "en": ("seven-five low, four three two", "five-four low, three two ace (wheel)"),
        "it": (
            "punto basso sette-cinque, quattro tre due",
            "punto basso cinque-quattro, tre due asso (ruota)",
        ),
        "fr": ("main basse sept-cinq, quatre trois deux", "main basse cinq-quatre, trois deux as (roue)"),
        "ru": (
            "младшая комбинация семь-пять, четыре три два",
            "младшая комбинация пять-четыре, три два туз (колесо)",
        ),
    }[language]
    hands = [7, 5, 4, 3, 2], [5, 4, 3, 2, 1]
    assert tuple(describe(HIGH_CARD, None, hand, None, language, low=True) for hand in hands) == expected


def test_low_games_word_pairs_as_usual_and_know_the_low_ace() -> None:
    assert describe(PAIR, None, [1, 13, 9, 7], None, low=True) == "pair of aces, king nine seven"
    assert describe(FULL_HOUSE, None, [13, 1], None, low=True) == "full house, kings over aces"
    assert describe(STRAIGHT, None, [5], None, low=True) == "straight to the five"
    assert describe(HIGH_CARD, None, [14, 5, 4, 3, 2], None, low=True) == "ace-five low, four three two"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_hands_read_alike(language: str) -> None:
    texts = []
    for category in range(10):
        for suit in (None, CLUBS, DIAMONDS, HEARTS, SPADES):
            texts += [describe(category, None, ranks, suit, language) for ranks in deciding_ranks(category)]
    for suit in (None, CLUBS, DIAMONDS, HEARTS, SPADES):
        # the pack fixes the top of a minimum and of a maximum
        texts.append(describe(STRAIGHT_FLUSH, MINIMUM, [10], suit, language))
        texts.append(describe(STRAIGHT_FLUSH, MAXIMUM, [14], suit, language))
        texts += [describe(STRAIGHT_FLUSH, MEDIUM, [top], suit, language) for top in RANKS]
    assert len(set(texts)) == len(texts)
    assert all(text == text.strip() and "  " not in text and "{" not in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_low_hands_read_alike(language: str) -> None:
    hands = falling(range(1, 14), 5)  # ace always low
    assert len({describe(HIGH_CARD, None, ranks, None, language, low=True) for ranks in hands}) == len(hands)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_description_begins_with_or_holds_the_name_of_its_category(language: str) -> None:
    for category in range(10):
        for ranks in deciding_ranks(category)[:50]:
            assert CATEGORY_NAMES[language][category] in describe(category, None, ranks, HEARTS, language)


def test_names_are_there_for_every_language_and_number() -> None:
    for names, numbers in (
        (RANK_NAMES, range(2, 15)),
        (SUIT_NAMES, range(4)),
        (CATEGORY_NAMES, range(10)),
        (TIER_NAMES, range(1, 4)),
    ):
        assert tuple(names) == LANGUAGES
        for language in LANGUAGES:
            assert list(names[language]) == list(numbers)
            assert len(set(names[language].values())) == len(numbers)
    assert [RANK_NAMES[language][14] for language in LANGUAGES] == ["ace", "asso", "as", "туз"]
    assert [RANK_NAMES[language][11] for language in LANGUAGES] == ["jack", "fante", "valet", "валет"]
    assert [SUIT_NAMES[language][HEARTS] for language in LANGUAGES] == ["hearts", "cuori", "cœur", "черви"]
    assert list(TIER_NAMES["it"].values()) == ["minima", "media", "massima"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (PAIR, None, [11, 14, 9, 7], None, "de"),
            "unknown language 'de', must be one of 'en', 'it', 'fr', 'ru'",
        ),
        ((10, None, [11], None), "a category is a number from 0 to 9, not 10"),
        ((PAIR, MINIMUM, [11, 14, 9, 7], None), "a tier is None, or from 1 to 3 for a straight flush, not 1"),
        ((STRAIGHT_FLUSH, 4, [11], None), "a tier is None, or from 1 to 3 for a straight flush, not 4"),
        ((PAIR, None, [11, 14], None), "4 ranks from 1 to 14 decide a pair, not (11, 14)"),
        ((STRAIGHT, None, [15], None), "1 ranks from 1 to 14 decide a straight, not (15,)"),
        ((STRAIGHT, None, [11], 4), "a suit is None or a number from 0 to 3, not 4"),
    ],
)
def test_what_describes_no_hand_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        describe(*arguments)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_numbers_too_long_for_decimals_are_refused_by_name() -> None:
    long = 10**5000
    for arguments, said in (
        ((long, None, [14], None), "a category is .* not an integer of 16610 bits"),
        ((8, long, [14], 2), "a tier is .* not an integer of 16610 bits"),
        ((0, None, [long] * 5, None), "5 ranks from 1 to 14 decide a high card, not a tuple"),
        ((0, None, [14, 12, 11, 10, 9], long), "a suit is .* not an integer of 16610 bits"),
    ):
        with pytest.raises(ValueError, match=said):
            describe(*arguments)
