# ruff: noqa: RUF001, RUF002  (Russian)
"""Hands in words: English, Italian, French and Russian.

The wording is data, a sentence for each language and category with the forms of the words it needs
(plural, genitive, with article or preposition), so that a new language is a new entry and no code.
"""

from __future__ import annotations

from .cards import _show, _unknown

TYPE_CHECKING = False  # known to type checkers by its name; importing it would mean importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CATEGORY_NAMES", "LANGUAGES", "RANK_NAMES", "SUIT_NAMES", "TIER_NAMES", "describe"]

LANGUAGES = ("en", "it", "fr", "ru")


def _by_number(start: int, names: str) -> dict[int, str]:
    """Names separated by semicolons, numbered."""
    return dict(enumerate(names.split("; "), start))


RANK_NAMES = {
    "en": _by_number(2, "two; three; four; five; six; seven; eight; nine; ten; jack; queen; king; ace"),
    "it": _by_number(2, "due; tre; quattro; cinque; sei; sette; otto; nove; dieci; fante; donna; re; asso"),
    "fr": _by_number(2, "deux; trois; quatre; cinq; six; sept; huit; neuf; dix; valet; dame; roi; as"),
    "ru": _by_number(2, "два; три; четыре; пять; шесть; семь; восемь; девять; десять; валет; дама; король; туз"),
}
"""Ranks 2..14, by language."""

SUIT_NAMES = {
    "en": _by_number(0, "clubs; diamonds; hearts; spades"),
    "it": _by_number(0, "fiori; quadri; cuori; picche"),
    "fr": _by_number(0, "trèfle; carreau; cœur; pique"),
    "ru": _by_number(0, "трефы; бубны; черви; пики"),
}
"""Suits 0..3, by language."""

CATEGORY_NAMES = {
    "en": _by_number(
        0,
        "high card; pair; two pair; three of a kind; straight; full house; flush; four of a kind; "
        "straight flush; five of a kind",
    ),
    "it": _by_number(
        0, "carta alta; coppia; doppia coppia; tris; scala; full; colore; poker; scala reale; pokerissimo"
    ),
    "fr": _by_number(
        0,
        "carte haute; paire; deux paires; brelan; quinte; main pleine; couleur; carré; quinte flush; "
        "cinq cartes identiques",
    ),
    "ru": _by_number(0, "старшая карта; пара; две пары; тройка; стрит; фул-хаус; флеш; каре; стрит-флеш; покер"),
}
"""Categories 0..9, by language."""

TIER_NAMES = {
    "en": _by_number(1, "minimum; medium; maximum"),
    "it": _by_number(1, "minima; media; massima"),
    "fr": _by_number(1, "minimale; moyenne; maximale"),
    "ru": _by_number(1, "минимальный; средний; максимальный"),
}
"""Classes of straight flushes 1..3, by language, in the gender of the straight flush."""

# The plural of each rank.
_MANY = {
    "en": _by_number(2, "twos; threes; fours; fives; sixes; sevens; eights; nines; tens; jacks; queens; kings; aces"),
    "it": _by_number(2, "due; tre; quattro; cinque; sei; sette; otto; nove; dieci; fanti; donne; re; assi"),
    "fr": _by_number(2, "deux; trois; quatre; cinq; six; sept; huit; neuf; dix; valets; dames; rois; as"),
    "ru": _by_number(
        2,
        "двойки; тройки; четвёрки; пятёрки; шестёрки; семёрки; восьмёрки; девятки; десятки; валеты; дамы; короли; тузы",
    ),
}

# "(a pair) of jacks"; in English that is the plural.
_OF = {
    "en": _MANY["en"],
    "it": {rank: "d'assi" if rank == 14 else f"di {name}" for rank, name in _MANY["it"].items()},
    "fr": {rank: "d'as" if rank == 14 else f"de {name}" for rank, name in _MANY["fr"].items()},
    "ru": _by_number(
        2,
        "двоек; троек; четвёрок; пятёрок; шестёрок; семёрок; восьмёрок; девяток; десяток; валетов; дам; королей; тузов",
    ),
}

# "(a straight) to the ten".
_TO = {
    "en": {rank: f"to the {name}" for rank, name in RANK_NAMES["en"].items()},
    "it": {
        rank: {8: "all'otto", 12: "alla donna", 14: "all'asso"}.get(rank, f"al {name}")
        for rank, name in RANK_NAMES["it"].items()
    },
    "fr": {rank: {12: "à la dame", 14: "à l'as"}.get(rank, f"au {name}") for rank, name in RANK_NAMES["fr"].items()},
    "ru": {
        rank: f"до {name}"
        for rank, name in _by_number(
            2,
            "двойки; тройки; четвёрки; пятёрки; шестёрки; семёрки; восьмёрки; девятки; десятки; валета; "
            "дамы; короля; туза",
        ).items()
    },
}

# "(kings) with queens", where a full house names its pair; all but Russian use the plural.
_WITH = {
    **_MANY,
    "ru": {rank: (name[:-1] + ("ями" if rank == 13 else "ами")) for rank, name in _MANY["ru"].items()},
}

# " of hearts", behind the name of a category and behind a card.
_HAND_OF_SUIT = {
    "en": {suit: f" of {name}" for suit, name in SUIT_NAMES["en"].items()},
    "it": {suit: f" di {name}" for suit, name in SUIT_NAMES["it"].items()},
    "fr": {suit: f" à {name}" for suit, name in SUIT_NAMES["fr"].items()},
    "ru": {0: " треф", 1: " бубен", 2: " червей", 3: " пик"},
}
_CARD_OF_SUIT = {
    **_HAND_OF_SUIT,
    "fr": {suit: f" de {name}" for suit, name in SUIT_NAMES["fr"].items()},
}

# How many of a hand's ranks decide, by category; the deciding ranks are given in order.
_DECIDING = (5, 4, 3, 3, 1, 2, 5, 2, 1, 1)

_RANKS = range(1, 15)  # 1 is an ace below the two

# {name} the category's name; {one} {many} {of} {to} forms of the first rank, {many2} {with2} of the
# second; {rest} {rest2} the ranks after the first, the second; {suited} the suit behind the hand's name,
# {card_suited} behind a card's; {suit} the suit alone, of whichever card decides.
_WORDING = {
    "en": (
        "{name} {one}, {rest}{suit}",
        "{name} of {of}, {rest}{suit}",
        "{name}, {many} and {many2}, {rest2}{suit}",
        "{name}, {many}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name}, {many} over {with2}{suit}",
        "{name}{suited}, {all}",
        "{name}, {many}, {rest}{suit}",
        "{name}{suited}, {one} high",
        "{name}, {many}{suit}",
    ),
    "it": (
        "{name} {one}, {rest}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name} {of} e {many2}, {rest2}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name} {of} con {with2}{suit}",
        "{name}{suited}, {all}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name} {of}{suit}",
    ),
    "fr": (
        "{name} {one}, {rest}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name}, {many} et {many2}, {rest2}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name} aux {many} par les {with2}{suit}",
        "{name}{suited}, {all}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name}, {many}{suit}",
    ),
    "ru": (
        "{name} {one}, {rest}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name}, {many} и {many2}, {rest2}{suit}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name}, {many} с {with2}{suit}",
        "{name}{suited}, {all}",
        "{name} {of}, {rest}{suit}",
        "{name} {to}{card_suited}",
        "{name} {of}{suit}",
    ),
}

# The straight flush's name with its class; the class alone gives the top of a minimum and a maximum.
_WITH_TIER = {"en": "{tier} {name}", "it": "{name} {tier}", "fr": "{name} {tier}", "ru": "{tier} {name}"}

# A high card where the lowest hand wins, and what the best hand of all with an ace below the two is called.
_LOW = {
    "en": ("{one}-{two} low, {rest2}{suit}", "wheel"),
    "it": ("punto basso {one}-{two}, {rest2}{suit}", "ruota"),
    "fr": ("main basse {one}-{two}, {rest2}{suit}", "roue"),
    "ru": ("младшая комбинация {one}-{two}, {rest2}{suit}", "колесо"),
}


def describe(
    category: int,
    tier: int | None,
    ranks: Iterable[int],
    suit: int | None,
    language: str = "en",
    *,
    low: bool = False,
) -> str:
    """Name a hand by category, class, deciding ranks in order and the suit where one is given.

    >>> describe(8, 1, [10], 2), describe(8, 1, [10], 2, "it")
    ('minimum straight flush of hearts', 'scala reale minima di cuori')
    >>> describe(1, None, [11, 14, 9, 7], None)
    'pair of jacks, ace nine seven'
    >>> describe(1, None, [11, 14, 9, 7], 2, "fr")
    'paire de valets, as neuf sept (cœur)'
    >>> describe(5, None, [13, 12], None, "ru")
    'фул-хаус, короли с дамами'
    >>> describe(0, None, [7, 5, 4, 3, 2], None, low=True)
    'seven-five low, four three two'
    >>> describe(0, None, [5, 4, 3, 2, 1], None, low=True)
    'five-four low, three two ace (wheel)'
    >>> describe(1, None, [11, 14, 9, 7], None, "de")
    Traceback (most recent call last):
        ...
    ValueError: unknown language 'de', must be one of 'en', 'it', 'fr', 'ru'

    Categories are 0..9 from high card to five of a kind, tiers None or 1..3, ranks 2..14 and 1 for an
    ace below the two, suits c d h s = 0..3.  ``low`` is for games that the lowest hand wins.

    Raises ValueError for an unknown language and for numbers that describe no hand, TypeError for a language that is
    no text.
    """
    if not isinstance(language, str) or language not in LANGUAGES:
        raise _unknown("language", language, LANGUAGES)
    ranks = tuple(ranks)
    if category not in CATEGORY_NAMES[language]:
        raise ValueError(f"a category is a number from 0 to 9, not {_show(category)}")
    if tier is not None and (category != 8 or tier not in TIER_NAMES[language]):
        raise ValueError(f"a tier is None, or from 1 to 3 for a straight flush, not {_show(tier)}")
    if len(ranks) != _DECIDING[category] or not all(rank in _RANKS for rank in ranks):
        deciding = f"{_DECIDING[category]} ranks from 1 to 14"
        raise ValueError(f"{deciding} decide a {CATEGORY_NAMES['en'][category]}, not {_show(ranks)}")
    if suit is not None and suit not in SUIT_NAMES[language]:
        raise ValueError(f"a suit is None or a number from 0 to 3, not {_show(suit)}")

    first, second = ranks[0], ranks[1] if len(ranks) > 1 else ranks[0]
    first, second = first if first > 1 else 14, second if second > 1 else 14
    one = RANK_NAMES[language]
    words = [one[rank if rank > 1 else 14] for rank in ranks]
    name = CATEGORY_NAMES[language][category]
    wording = _WORDING[language][category]
    if tier is not None:
        name = _WITH_TIER[language].format(name=name, tier=TIER_NAMES[language][tier])
        if tier != 2:
            wording = "{name}{suited}"
    wheel = ""
    if low and category == 0:
        wording, wheel = _LOW[language]
        wheel = f" ({wheel})" if ranks == (5, 4, 3, 2, 1) else ""
    return (
        wording.format(
            name=name,
            one=one[first],
            two=one[second],
            many=_MANY[language][first],
            many2=_MANY[language][second],
            of=_OF[language][first],
            to=_TO[language][first],
            with2=_WITH[language][second],
            all=" ".join(words),
            rest=" ".join(words[1:]),
            rest2=" ".join(words[2:]),
            suit="" if suit is None else f" ({SUIT_NAMES[language][suit]})",
            suited="" if suit is None else _HAND_OF_SUIT[language][suit],
            card_suited="" if suit is None else _CARD_OF_SUIT[language][suit],
        )
        + wheel
    )
