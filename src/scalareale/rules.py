"""Rules as data: what a game compares, in which order, with which packs.

A ruleset is a value of `Rules`. The named ones stand at the end of this file; the build tool turns them into C
tables with `scalareale.tables`, and a ruleset of the user's own goes through the same code at run time.
"""

from __future__ import annotations

from enum import IntEnum

from .cards import HandError, _show, integer
from .packs import PACK_SIZES, Pack, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class Category(IntEnum):
    """What a hand is. The numbers are an index, not an order: the ruleset orders.

    >>> Category.FLUSH
    <Category.FLUSH: 6>
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FULL_HOUSE = 5
    FLUSH = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


class Tier(IntEnum):
    """The class of a straight flush: with the ace low, with the ace high, or neither.

    >>> Tier.MINIMUM
    <Tier.MINIMUM: 1>
    """

    MINIMUM = 1
    MEDIUM = 2
    MAXIMUM = 3


CATEGORY_BY_NAME = {category.name.lower(): category for category in Category}
TIER_BY_NAME = {tier.name.lower(): tier for tier in Tier}

STRAIGHTS = ("ace-low", "middle", "ace-high")
"""Kinds of straights: the ace below the lowest card of the pack, no ace, the ace above the king."""

SUIT_KEYS = (
    "flush_suit",
    "suit_of_top",
    "suit_of_group0",
    "suit_of_kicker0",
    "suit_of_rank0",
    "suit_of_rank1",
)
RANK_KEYS = ("ranks", "groups", "top")

_SEQUENCES = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH)
_GROUPED = (
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)
_MIN_RANKS = 5
_MOST_TEXT = 500
"""Characters, so that rules as text are never too long to be read again (`rulestext.LONGEST`)."""


class Selector:
    """Some hands, by category and, where given, tier, suit and rank: one side of an upset.

    `tier` ("minimum", "medium", "maximum") is of straight flushes; `suit` ("c", "d", "h", "s") is the suit that
    breaks the ties of that category; `rank` ("2" to "A", or "lowest": the lowest of the pack) is that of the top
    card of a sequence, of the greatest group or of the highest card.

    >>> Selector("straight_flush", tier="maximum", suit="h")
    Selector('straight_flush', tier='maximum', suit='h')
    """

    __slots__ = ("category", "rank", "suit", "tier")

    category: Category
    tier: Tier | None
    suit: str | None
    rank: str | None

    def __init__(
        self,
        category: Category | str,
        tier: Tier | str | None = None,
        suit: str | None = None,
        rank: str | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "category", _category(category, "category of an upset"))
        put(self, "tier", None if tier is None else _one_of(tier, TIER_BY_NAME, "tier"))
        if suit is not None and (not isinstance(suit, str) or suit not in ("c", "d", "h", "s")):
            raise ValueError(f"the suit of an upset is c, d, h or s, not {_show(suit)}")
        if rank is not None and (not isinstance(rank, str) or rank not in (*"23456789TJQKA", "lowest")):
            raise ValueError(f"the rank of an upset is one of 2-9 T J Q K A or 'lowest', not {_show(rank)}")
        if self.tier is not None and self.category is not Category.STRAIGHT_FLUSH:
            raise ValueError(f"only straight flushes have a tier, not {self.category.name.lower()}")
        put(self, "suit", suit)
        put(self, "rank", rank)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Selector is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Selector is immutable: {name} cannot be deleted")

    def to_dict(self) -> dict[str, str]:
        """The selector as plain data, without what is not given."""
        data = {"category": self.category.name.lower()}
        if self.tier is not None:
            data["tier"] = self.tier.name.lower()
        if self.suit is not None:
            data["suit"] = self.suit
        if self.rank is not None:
            data["rank"] = self.rank
        return data

    def _value(self) -> tuple[object, ...]:
        return self.category, self.tier, self.suit, self.rank

    def __reduce__(self) -> tuple[Any, ...]:
        return Selector, self._value()

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, Selector) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        category, *rest = self.to_dict().items()
        return f"Selector({', '.join([repr(category[1])] + [f'{k}={v!r}' for k, v in rest])})"


_FIELDS = (
    "name",
    "source",
    "packs",
    "players",
    "categories",
    "keys",
    "straights",
    "flushes",
    "ace",
    "suits",
    "upset",
    "low",
    "jokers",
)


class Rules:
    """One game's order of hands, as immutable data.

    Start from a named one and replace what your table plays otherwise:

    >>> rules = Rules.named("classic").replace(name="ours", upset=None)
    >>> rules.packs, rules.suits, rules.upset
    ((24, 28, 32, 36, 40), 'hdcs', None)
    >>> rules.replace(suits=None)
    Traceback (most recent call last):
    ...
    ValueError: rules 'ours': straight_flush compares flush_suit, but suits do not count

    Fields (all keyword arguments; those left out are as in international poker with the ace-low straight):

    * `name`, `source`: what it is called and where the rules come from, up to 500 characters each.
    * `packs`: sizes of its packs; `players`: mapping of a number of players to the pack they use.
    * `categories`: names, high to low; must be exactly those that can occur.
    * `keys`: by category, what is compared inside it, in order: `ranks`, `groups` (ranks by how often they occur,
      then by rank), `top` (of a sequence), and at most one suit: `flush_suit`, `suit_of_top`, `suit_of_group0`
      (most frequent, then highest rank), `suit_of_kicker0` (highest single card), `suit_of_rank0`,
      `suit_of_rank1` (highest, second highest rank of the hand). Of several cards the best suit counts.
    * `straights`: which kinds exist, of "ace-low", "middle", "ace-high"; () for none. `flushes`: whether they do.
    * `ace`: "high", or "low" for games in which it always counts 1.
    * `suits`: from high to low, as "hdcs"; None where suits do not count.
    * `upset`: None, or a pair of `Selector`: hands of the first beat hands of the second although weaker.
    * `low`: the lowest hand by the same comparison wins.
    * `jokers`: None, "bug" (an ace, or completes a straight or flush) or "wild" (any card), in packs of 53 and 54.

    Contradictions are a ValueError that says why; a value of the wrong kind is a TypeError. Two limits are seen only
    when an `Evaluator` is made: 65,535 strengths, and 2,047 strengths between two suits of one hand (pairs of 52 cards
    compared by suit first would need more).
    """

    __slots__ = (*_FIELDS, "_hash")

    name: str
    source: str
    packs: tuple[int, ...]
    players: tuple[tuple[int, int], ...]
    categories: tuple[Category, ...]
    keys: tuple[tuple[Category, tuple[str, ...]], ...]
    straights: tuple[str, ...]
    flushes: bool
    ace: str
    suits: str | None
    upset: tuple[Selector, Selector] | None
    low: bool
    jokers: str | None
    _hash: int

    def __init__(
        self,
        *,
        name: str = "house",
        source: str = "",
        packs: Iterable[int] = (52,),
        players: Mapping[int, int] | Iterable[tuple[int, int]] = (),
        categories: Iterable[Category | str] | None = None,
        keys: Mapping[Any, Iterable[str]] | Iterable[tuple[Category | str, Iterable[str]]] | None = None,
        straights: Iterable[str] = STRAIGHTS,
        flushes: bool = True,
        ace: str = "high",
        suits: str | None = None,
        upset: tuple[Selector, Selector] | None = None,
        low: bool = False,
        jokers: str | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "name", _text(name, "name"))
        put(self, "source", _text(source, "source"))
        try:
            put(self, "packs", tuple(sorted({_int(size, "a pack") for size in _strings(packs, "packs")})))
            pairs = _pairs(players, "players")
            put(self, "players", tuple(sorted((_int(n, "players"), _int(size, "a pack")) for n, size in pairs)))
            put(self, "straights", _straights(straights))
            put(self, "flushes", _bool(flushes, "flushes"))
            put(self, "low", _bool(low, "low"))
            put(self, "ace", _one_of(ace, {"high": "high", "low": "low"}, "ace"))
            put(
                self,
                "jokers",
                None if jokers is None else _one_of(jokers, {"bug": "bug", "wild": "wild"}, "jokers"),
            )
            put(self, "suits", _suits(suits))
            put(self, "upset", _upset(upset))
            given = INTERNATIONAL_ORDER if categories is None else categories
            order = tuple(_category(c, "a category") for c in _strings(given, "categories"))
            if categories is None:
                order = tuple(category for category in order if category in self._possible())
            put(self, "categories", order)
            put(self, "keys", self._complete(keys))
            self._check()
        except (TypeError, ValueError) as error:
            raise type(error)(f"rules {self.name!r}: {error}") from None
        put(self, "_hash", hash(self._values()))
        if self.upset is not None and not (self.name in NAMED and self.name not in _built):
            # Whether an upset makes sense is seen from the strengths; the build has seen those of the named ones.
            from .tables import Entries

            Entries(self, Pack(self.packs[-1]))

    # -- what follows from the fields ---

    def _possible(self) -> set[Category]:
        """The categories that can occur."""
        possible = {
            Category.HIGH_CARD,
            Category.PAIR,
            Category.TWO_PAIR,
            Category.THREE_OF_A_KIND,
            Category.FULL_HOUSE,
            Category.FOUR_OF_A_KIND,
        }
        if self.straights:
            possible.add(Category.STRAIGHT)
        if self.flushes:
            possible.add(Category.FLUSH)
        if self.straights and self.flushes:
            possible.add(Category.STRAIGHT_FLUSH)
        if self.jokers:
            possible.add(Category.FIVE_OF_A_KIND)
        return possible

    def _complete(self, keys: Any) -> tuple[tuple[Category, tuple[str, ...]], ...]:
        """The keys of every category, high to low: those given, else the ranks alone."""
        pairs = () if keys is None else _pairs(keys, "keys")
        given = {_category(c, "a category in keys"): tuple(_strings(k, f"the key of {_show(c)}")) for c, k in pairs}
        for category in given:
            if category not in self.categories:
                raise ValueError(f"keys are given for {category.name.lower()}, which is none of its categories")
        return tuple((category, given.get(category, default_keys(category))) for category in self.categories)

    def _check(self) -> None:
        for size in self.packs:
            if size not in PACK_SIZES:
                raise ValueError(f"a pack has {listed(PACK_SIZES)} cards, not {_show(size)}")
            if size < 4 * _MIN_RANKS:
                raise ValueError(f"a pack of {size} cards is too small for a straight: it takes five ranks")
            if size == 4 * _MIN_RANKS and "ace-low" in self.straights:
                raise ValueError("a pack of 20 cards is too small for an ace-low straight: it takes six ranks")
            if size > 52 and not self.jokers:
                raise ValueError(f"a pack of {size} cards has jokers, but the rules give them no meaning")
            if size > 53 and self.jokers == "bug":
                raise ValueError("there is one bug: a pack of 54 cards has two jokers")
        if not self.packs:
            raise ValueError("a ruleset needs at least one pack")
        if self.jokers and max(self.packs) <= 52:
            raise ValueError("jokers need a pack of 53 or 54 cards")
        for number, size in self.players:
            if number < 1:
                raise ValueError(f"a number of players is at least 1, not {_show(number)}")
            if size not in self.packs:
                players = f"{_show(number)} players use {_show(size)} cards"
                raise ValueError(f"{players}, but the packs are {listed(self.packs, 'and')}")
            if 5 * number > size:
                raise ValueError(f"{_show(number)} players are too many for a pack of {size} cards: each holds five")
        if len(dict(self.players)) != len(self.players):
            raise ValueError("a number of players has two packs")
        if self.ace == "low" and "ace-high" in self.straights:
            raise ValueError("an ace that is always low makes no ace-high straight")
        self._check_categories()
        for side in self.upset or ():
            if side.category not in self.categories:
                raise ValueError(f"the upset names {side.category.name.lower()}, which is none of its categories")
        if self.suits is None:
            for category, keys in self.keys:
                for key in keys:
                    if key in SUIT_KEYS:
                        raise ValueError(f"{category.name.lower()} compares {key}, but suits do not count")
        elif self.jokers:
            raise ValueError("jokers go with rulesets without suits only")

    def _check_categories(self) -> None:
        possible = self._possible()
        for category in sorted(possible):
            if category not in self.categories:
                raise ValueError(f"the category {category.name.lower()} is missing from categories")
        for category in self.categories:
            if category not in possible:
                raise ValueError(f"the category {category.name.lower()} cannot occur under these rules")
        if len(self.categories) != len(possible):
            raise ValueError("a category stands twice in categories")
        for category, keys in self.keys:
            name = category.name.lower()
            for key in keys:
                if not isinstance(key, str) or key not in RANK_KEYS + SUIT_KEYS:
                    raise ValueError(f"{name}: {_show(key)} is no key, use {listed(RANK_KEYS + SUIT_KEYS)}")
            if len(set(keys)) != len(keys):
                raise ValueError(f"{name}: a key stands twice")
            if sum(key in SUIT_KEYS for key in keys) > 1:
                raise ValueError(f"{name}: two suits are compared, {listed(keys, 'and')}; at most one can be")
            for key, where in (("top", _SEQUENCES), ("suit_of_top", _SEQUENCES), ("flush_suit", _SUITED)):
                if key in keys and category not in where:
                    raise ValueError(f"{name} cannot be compared by {key}")
            if "suit_of_kicker0" in keys and category in (Category.FULL_HOUSE, Category.FIVE_OF_A_KIND):
                raise ValueError(f"{name} cannot be compared by suit_of_kicker0: it has no single card")
            if category is Category.FIVE_OF_A_KIND and "suit_of_rank1" in keys:
                raise ValueError(f"{name} cannot be compared by suit_of_rank1: it has one rank")

    # -- values ---

    @classmethod
    def named(cls, name: str) -> Rules:
        """A ruleset that the package knows, by its name.

        >>> Rules.named("standard").packs
        (52,)
        >>> Rules.named("holdem")
        Traceback (most recent call last):
        ...
        scalareale.HandError: no ruleset is called 'holdem': there are classic, fantini-santelia, guide, suit-first, \
russian, loto-quebec, no-cycle, turkish, german, six-plus, six-plus-trips, standard, deuce-to-seven, \
ace-to-six, ace-to-five, bug and wild
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a ruleset is a str, not {type(name).__name__}: {_show(name)}")
        if name not in _built:
            if name not in NAMED:
                raise HandError(f"no ruleset is called {_show(name)}: there are {listed(NAMED, 'and')}")
            _built[name] = cls(name=name, **NAMED[name])
        return _built[name]

    def replace(self, **changes: Any) -> Rules:
        """The same rules with some fields changed; `keys` replaces those of the categories it names only.

        >>> Rules.named("classic").replace(keys={"flush": ["flush_suit", "ranks"]}).key_of("flush")
        ('flush_suit', 'ranks')

        TypeError for what is no field, ValueError for a contradiction.
        """
        for field in changes:
            if field not in _FIELDS:
                raise TypeError(f"{_show(field)} is no field of Rules: they are {listed(_FIELDS, 'and')}")
        values = {field: getattr(self, field) for field in _FIELDS}
        order = changes.get("categories")
        names = None
        if isinstance(order, (list, tuple)):
            given = [item.name if isinstance(item, Category) else item for item in order]
            names = {name.lower() for name in given if isinstance(name, str)}
        own = [(category, keys) for category, keys in self.keys if names is None or category.name.lower() in names]
        if callable(getattr(changes.get("keys"), "items", None)):
            # What is changed comes last, so that it wins over what was.
            changes["keys"] = [*own, *changes["keys"].items()]
        return Rules(**(values | {"keys": own} | changes))

    def key_of(self, category: Category | str) -> tuple[str, ...]:
        """What is compared inside a category, in order; ValueError for one that cannot occur."""
        wanted = _category(category, "category")
        for known, keys in self.keys:
            if known is wanted:
                return keys
        raise ValueError(f"rules {self.name!r} have no {wanted.name.lower()}")

    def pack_for(self, players: int) -> int:
        """The size of the pack that so many players use; HandError where the ruleset has none."""
        table = dict(self.players)
        number = integer(players, "players")
        if number not in table:
            if not table:
                raise HandError(f"{self.name!r} has no table of packs by players: give cards={listed(self.packs)}")
            raise HandError(f"{self.name!r} is for {listed(table)} players, not {_show(number)}")
        return table[number]

    def to_dict(self) -> dict[str, Any]:
        """The rules as plain data: text, numbers, lists and dictionaries, without what is None."""
        data: dict[str, Any] = {
            "name": self.name,
            "source": self.source,
            "packs": list(self.packs),
            "categories": [category.name.lower() for category in self.categories],
            "straights": list(self.straights),
            "flushes": self.flushes,
            "ace": self.ace,
            "low": self.low,
        }
        if self.suits is not None:
            data["suits"] = self.suits
        if self.jokers is not None:
            data["jokers"] = self.jokers
        if self.players:
            data["players"] = {str(number): size for number, size in self.players}
        if self.upset is not None:
            data["upset"] = {"winner": self.upset[0].to_dict(), "loser": self.upset[1].to_dict()}
        data["keys"] = {category.name.lower(): list(keys) for category, keys in self.keys}
        return data

    def to_toml(self) -> str:
        """The rules as TOML text, which `from_toml` reads back.

        >>> Rules.from_toml(Rules.named("turkish").to_toml()) == Rules.named("turkish")
        True
        """
        from .rulestext import to_toml

        return to_toml(self)

    @classmethod
    def from_toml(cls, text: str) -> Rules:
        """Rules from TOML text: the fields of `Rules`, or `base`, the name of a ruleset, and what differs from it.

        >>> ours = Rules.from_toml('''
        ... base = "classic"
        ... name = "ours"
        ... suits = "sdch"
        ... [keys]
        ... flush = ["flush_suit", "ranks"]
        ... [upset]
        ... winner = { category = "four_of_a_kind", rank = "lowest" }
        ... loser = { category = "straight_flush", tier = "maximum", suit = "s" }
        ... ''')
        >>> ours.suits, ours.key_of("flush"), ours.key_of("pair")
        ('sdch', ('flush_suit', 'ranks'), ('groups', 'suit_of_group0'))

        An empty `suits` or `jokers`, or an empty table `upset`, takes away what the base has. ValueError for text
        that is no TOML, for unknown fields, and for whatever `Rules` refuses.
        """
        from .rulestext import from_toml

        return from_toml(text)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Rules:
        """Rules from plain data as `to_dict` gives it, with the fields and errors of `from_toml`."""
        from .rulestext import from_dict

        return from_dict(data)

    def to_json(self) -> str:
        """The rules as JSON text, which `from_json` reads back.

        >>> Rules.from_json(Rules.named("bug").to_json()) == Rules.named("bug")
        True
        """
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Rules:
        """Rules from JSON text: the same fields as in TOML, with the same errors.

        >>> Rules.from_json('{"base": "standard", "name": "ours", "packs": [48, 52]}').packs
        (48, 52)
        """
        from .rulestext import from_json

        return from_json(text)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in _FIELDS)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Rules are immutable: {name} cannot be set, use replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Rules are immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._values(),)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        if self.name in NAMED and self == Rules.named(self.name):
            return f"Rules.named({self.name!r})"
        shown = []
        for field in _FIELDS:
            value = getattr(self, field)
            if field == "categories":
                value = tuple(category.name.lower() for category in value)
            elif field in ("keys", "players"):
                value = {k.name.lower() if isinstance(k, Category) else k: v for k, v in value}
            shown.append(f"{field}={value!r}")
        return f"Rules({', '.join(shown)})"


def _restore(values: tuple[Any, ...]) -> Rules:
    return Rules(**dict(zip(_FIELDS, values, strict=True)))


def default_keys(category: Category) -> tuple[str, ...]:
    """How a category is compared where suits do not count."""
    if category in _SEQUENCES:
        return ("top",)
    return ("groups",) if category in _GROUPED else ("ranks",)


# -- the doors of the fields: a wrong kind is a TypeError, a wrong value a ValueError ---


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} is text, not {type(value).__name__}: {_show(value)}")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError(f"{what} is text without halves of surrogate pairs, not {_show(value)}")
    if len(value) > _MOST_TEXT:
        raise ValueError(f"{what} is at most {_MOST_TEXT} characters long, not {len(value)}")
    return value


def _bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{what} is true or false, not {_show(value)}")
    return value


def _int(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} is an int, not {type(value).__name__}: {_show(value)}")
    return value


def _pairs(values: Any, what: str) -> list[tuple[Any, Any]]:
    pairs = list(values.items()) if callable(getattr(values, "items", None)) else _strings(values, what)
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"{what} is a table or a list of pairs, not {_show(values)}")
    return pairs


def _strings(values: Any, what: str) -> list[Any]:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"{what} is a list, not {_show(values)}")
    return list(values)


def _one_of(value: Any, known: Mapping[str, Any], what: str) -> Any:
    if isinstance(value, Tier) and value in known.values():
        return value
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{what} is {listed(known)}, not {_show(value)}")
    return known[value]


def _category(value: Any, what: str) -> Category:
    if isinstance(value, Category):
        return value
    if not isinstance(value, str) or value not in CATEGORY_BY_NAME:
        raise ValueError(f"{what} is {listed(CATEGORY_BY_NAME)}, not {_show(value)}")
    return CATEGORY_BY_NAME[value]


def _straights(values: Any) -> tuple[str, ...]:
    given = _strings(values, "straights")
    for kind in given:
        if not isinstance(kind, str) or kind not in STRAIGHTS:
            raise ValueError(f"straights are of the kinds {listed(STRAIGHTS, 'and')}, not {_show(kind)}")
    return tuple(kind for kind in STRAIGHTS if kind in given)


def _suits(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"suits is text such as 'hdcs', or None, not {_show(value)}")
    if sorted(value) != ["c", "d", "h", "s"]:
        raise ValueError(f"suits are the letters h d c s from high to low, each once, not {_show(value)}")
    return value


def _upset(value: Any) -> tuple[Selector, Selector] | None:
    if value is None:
        return None
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"upset is a pair of Selector or None, not {_show(value)}")
    pair = tuple(value)
    if len(pair) != 2 or not all(isinstance(side, Selector) for side in pair):
        raise TypeError(f"upset is a pair of Selector (who wins, over whom) or None, not {_show(value)}")
    return pair


# -- the named rulesets ---

ITALIAN_ORDER = (
    "straight_flush",
    "four_of_a_kind",
    "flush",
    "full_house",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
INTERNATIONAL_ORDER = (
    "five_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
_TRIPS_OVER_STRAIGHT = (*ITALIAN_ORDER[:4], "three_of_a_kind", "straight", *ITALIAN_ORDER[6:])

_CLASSIC_KEYS: dict[str, tuple[str, ...]] = {
    "straight_flush": ("top", "flush_suit"),
    "flush": ("ranks", "flush_suit"),
    "straight": ("top", "suit_of_top"),
    "two_pair": ("groups", "suit_of_group0"),
    "pair": ("groups", "suit_of_group0"),
    "high_card": ("ranks", "suit_of_rank0"),
}
_KICKER_KEYS: dict[str, tuple[str, ...]] = {
    "four_of_a_kind": ("groups", "suit_of_kicker0"),
    "two_pair": ("groups", "suit_of_kicker0"),
    "pair": ("groups", "suit_of_kicker0"),
}
_HIGHEST_KEYS: dict[str, tuple[str, ...]] = {
    "two_pair": ("groups", "suit_of_rank0"),
    "pair": ("groups", "suit_of_rank0"),
}
_MINIMUM_BEATS_MAXIMUM = (
    Selector("straight_flush", tier="minimum"),
    Selector("straight_flush", tier="maximum"),
)
_LITERAL = (
    Selector("straight_flush", tier="minimum", suit="s"),
    Selector("straight_flush", tier="maximum", suit="h"),
)
_ITALIAN: dict[str, Any] = {
    "packs": (24, 28, 32, 36, 40),
    "players": {2: 24, 3: 28, 4: 32, 5: 36, 6: 40},
    "categories": ITALIAN_ORDER,
    "keys": _CLASSIC_KEYS,
    "suits": "hdcs",
    "upset": _MINIMUM_BEATS_MAXIMUM,
}
_SUIT_FIRST = _ITALIAN | {"keys": _CLASSIC_KEYS | _KICKER_KEYS | {"flush": ("flush_suit", "ranks")}}
_SIX_PLUS: dict[str, Any] = {"packs": (36,), "categories": ITALIAN_ORDER}

NAMED: dict[str, dict[str, Any]] = {
    "classic": _ITALIAN | {"source": "poker all'italiana as the pagat.com page describes it (after Ilardo)"},
    "fantini-santelia": _ITALIAN
    | {
        "source": "Fantini and Santelia's book of 1985, as cited by pagat.com: side cards break ties by suit",
        "keys": _CLASSIC_KEYS
        | _KICKER_KEYS
        | {
            "three_of_a_kind": ("groups", "suit_of_kicker0"),
            "high_card": ("ranks", "suit_of_rank1"),
        },
    },
    "guide": _SUIT_FIRST
    | {"source": "Italian guides to poker with five cards (skill games), read literally", "upset": _LITERAL},
    "suit-first": _SUIT_FIRST | {"source": "clubs, online rooms and Telesina: a flush is compared by suit first"},
    "russian": _ITALIAN
    | {
        "source": "Russian page on the Italian game (after Ilardo): the highest card breaks ties by suit",
        "packs": (32, 36, 40),
        "players": {4: 32, 5: 36, 6: 40},
        "keys": _CLASSIC_KEYS | _HIGHEST_KEYS,
        "upset": None,
    },
    "loto-quebec": {
        "source": "Loto-Quebec, five-card private games 7-A, Italiano",
        "packs": (32, 36),
        "players": {2: 32, 3: 32, 4: 32, 5: 36},
        "categories": ITALIAN_ORDER,
    },
    "no-cycle": _ITALIAN | {"source": "openfacepoker.it: straight flushes in their natural order", "upset": None},
    "turkish": _ITALIAN
    | {
        "source": "Turkish poker as the pagat.com page describes it",
        "packs": (24, 28, 32, 36),
        "players": {2: 24, 3: 28, 4: 32, 5: 36},
        "categories": _TRIPS_OVER_STRAIGHT,
        "suits": "hsdc",
        "upset": None,
    },
    "german": {
        "source": "German club rules for 32 cards (grand-nationals.de)",
        "packs": (32,),
        "keys": _CLASSIC_KEYS | _HIGHEST_KEYS,
        "straights": ("middle", "ace-high"),
        "suits": "cshd",
    },
    "six-plus": _SIX_PLUS | {"source": "six-plus (short-deck) hold'em, straight above three of a kind"},
    "six-plus-trips": _SIX_PLUS
    | {
        "source": "six-plus (short-deck) hold'em, three of a kind above straight",
        "categories": _TRIPS_OVER_STRAIGHT,
    },
    "standard": {"source": "international poker with 52 cards"},
    "deuce-to-seven": {
        "source": "deuce-to-seven lowball (Kansas City): ace high, straights and flushes count against",
        "straights": ("middle", "ace-high"),
        "low": True,
    },
    "ace-to-six": {
        "source": "ace-to-six lowball: ace low, straights and flushes count against",
        "straights": ("ace-low", "middle"),
        "ace": "low",
        "low": True,
    },
    "ace-to-five": {
        "source": "ace-to-five lowball (California): ace low, no straights, no flushes",
        "straights": (),
        "flushes": False,
        "ace": "low",
        "low": True,
    },
    "bug": {
        "source": "standard with one joker that is an ace or completes a straight, a flush or a straight flush",
        "packs": (53,),
        "jokers": "bug",
    },
    "wild": {
        "source": "standard with one or two jokers that stand for any card, five of a kind highest",
        "packs": (53, 54),
        "jokers": "wild",
    },
}

_built: dict[str, Rules] = {}


def rulesets() -> tuple[str, ...]:
    """The names of the rulesets that the package knows.

    >>> rulesets()[0]
    'classic'
    """
    return tuple(NAMED)
