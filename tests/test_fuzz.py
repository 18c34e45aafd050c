"""What the fuzzers look for, tried a little each time: properties of the doors, inputs that were kept, and findings."""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from fuzz import corpus, doors, outside  # noqa: F401  (its properties join those of doors)
from numpy.lib.stride_tricks import as_strided

import scalareale as sr

KEPT = Path(corpus.__file__).parent / "corpus"
CLASSIC = sr.Evaluator("classic", cards=32)
HAND = CLASSIC.pack.codes[:5]
LONG = 10**5000
"""Python refuses to write so many digits."""


@pytest.fixture(autouse=True)
def kernel() -> Any:
    before = sr.kernel()
    yield
    sr.use_kernel(before)


@pytest.mark.parametrize("name", doors.PROPERTIES)
def test_property_of_a_door_holds(name: str) -> None:
    doors.trying(name, max_examples=25, derandomize=True)()


@pytest.mark.parametrize("name", doors.PROPERTIES)
def test_kept_input_breaks_no_property(name: str) -> None:
    """Kept inputs are choices of Hypothesis: another version of it may read them as others, which do no harm."""
    chosen = doors.trying(name, database=None)
    for data in corpus.read(KEPT / "python" / f"{name}.txt"):
        chosen.hypothesis.fuzz_one_input(data)


def test_kept_inputs_are_of_targets_and_properties_and_few() -> None:
    source = (KEPT.parent / "main.c").read_text("ascii")
    targets = set(re.findall(r'\{"(\w+)", fuzz_\1\}', source))
    assert {file.stem for file in (KEPT / "c").iterdir()} == targets
    assert {file.stem for file in KEPT.glob("python/*")} <= set(doors.PROPERTIES)
    assert sum(file.stat().st_size for file in KEPT.rglob("*.txt")) < 300_000
    assert all(f"fuzz_{name}(input *in);" in (KEPT.parent / "targets.h").read_text("ascii") for name in targets)


# -- what was found, as whole kinds ---


@pytest.mark.parametrize("number", [LONG, -LONG], ids=["long", "negative"])
@pytest.mark.parametrize(
    "door",
    [
        sr.Pack,
        sr.Pack.for_players,
        lambda n: sr.Evaluator("classic", cards=n),
        lambda n: sr.Evaluator("classic", players=n),
        lambda n: CLASSIC.draws(HAND, most=n),
        lambda n: CLASSIC.simulate(5, n) if n > 0 else CLASSIC.simulate(n, 2),
        lambda n: CLASSIC.simulate(n, 2),
        lambda n: CLASSIC.equity([HAND, None], samples=-abs(n)),
        lambda n: CLASSIC.equity([HAND, None], samples=5, rng=-abs(n)),
        lambda n: sr.deal(5, n, 32),
        lambda n: sr.deal(n, 2, 32),
        lambda n: sr.deal(5, 2, n),
        lambda n: sr.deal(5, 2, 32, -abs(n)),
        lambda n: sr.all_hands(32, -abs(n)),
        lambda n: sr.settle([5, 5], [HAND, None], CLASSIC, button=n),
        lambda n: sr.settle([-abs(n), 5], [HAND, None], CLASSIC),
        lambda n: CLASSIC.evaluate_many([list(HAND)], workers=-abs(n)),
        lambda n: sr.Rules(packs=[n]),
        lambda n: sr.Rules(players=[(n, 52)]),
        lambda n: sr.Rules(players=[(2, n)]),
        lambda n: sr.Rules.from_dict({n: 52}),
        lambda n: sr.Selector("pair", rank=n),
        lambda n: sr.Selector("pair", suit=n),
        lambda n: sr.Selector(n),
    ],
)
def test_integer_too_long_for_decimals_is_refused_in_our_own_words(door: Any, number: int) -> None:
    with pytest.raises(ValueError, match=r"an integer of 166\d\d bits"):
        door(number)


def test_numbers_of_players_have_a_few_digits_at_most() -> None:
    for players in ({LONG: 52}, {"9" * 5000: 52}, {"10000": 52}, {"-1": 52}, {True: 52}):
        with pytest.raises(ValueError, match="players is a table of packs by numbers of players, not "):
            sr.Rules.from_dict({"players": players})


@pytest.mark.parametrize(
    "door",
    [
        lambda n: sr.Rules(name=n),
        lambda n: sr.Rules.named(n),
        lambda n: sr.Evaluator(n),
        lambda n: CLASSIC.describe(HAND, n),
        lambda n: sr.use_kernel(n),
    ],
)
def test_integer_too_long_for_decimals_is_a_type_error_where_text_is_wanted(door: Any) -> None:
    with pytest.raises(TypeError, match="an integer of 16610 bits"):
        door(LONG)


@pytest.mark.parametrize(
    ("what", "door"),
    [
        ("the size of a pack", sr.Pack),
        ("players", sr.Pack.for_players),
        ("cards", lambda n: sr.Evaluator("classic", cards=n)),
        ("players", lambda n: sr.Evaluator("classic", players=n)),
        ("most", lambda n: CLASSIC.draws(HAND, most=n)),
        ("n", lambda n: CLASSIC.simulate(n, 2)),
        ("players", lambda n: CLASSIC.simulate(2, n)),
        ("samples", lambda n: CLASSIC.equity([HAND, None], samples=n)),
        ("n", lambda n: sr.deal(n, 2, 32)),
        ("start", lambda n: sr.all_hands(32, n)),
        ("stop", lambda n: sr.all_hands(32, 0, n)),
        ("button", lambda n: sr.settle([5, 5], [HAND, None], CLASSIC, button=n)),
        ("stake 1", lambda n: sr.settle([5, n], [HAND, None], CLASSIC)),
        ("workers", lambda n: CLASSIC.evaluate_many([list(HAND)], workers=n)),
    ],
)
def test_array_of_several_is_no_integer_and_the_argument_is_named(what: str, door: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{what}\b.* is an int, not ndarray: array\(\[2, 3\]\)$"):
        door(np.array([2, 3]))


def test_array_without_dimensions_is_an_integer_everywhere() -> None:
    assert sr.Evaluator("classic", players=np.array(4)) == CLASSIC  # type: ignore[arg-type]
    assert sr.Pack(np.array(32)) == CLASSIC.pack  # type: ignore[arg-type]
    assert len(sr.all_hands(32, np.array(5), np.array(7))) == 2  # type: ignore[arg-type]


def test_representation_of_a_hand_with_the_second_joker_alone_is_that_hand() -> None:
    """Text numbers jokers as they come."""
    ev = sr.Evaluator("wild", cards=54)
    for jokers in ([52], [53], [52, 53]):
        rank = ev.rank([0, 5, 10, 15, 20][: 5 - len(jokers)] + jokers)
        assert eval(repr(rank), {"Evaluator": sr.Evaluator}) == rank


@pytest.mark.parametrize(
    ("shape", "strides"),
    [((3, 4), (4, 2)), ((2, 3), (4, 2)), ((2, 2), (2, 2)), ((2, 3, 2), (4, 4, 2)), ((3, 4), (6, -2))],
    ids=str,
)
def test_result_whose_dimensions_overlap_is_refused(shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
    """Each stride is wide enough for an item, and yet items share memory."""
    store = np.full(60, 7, np.uint16)
    out = as_strided(store[20:], shape, strides)
    hands = np.broadcast_to(np.frombuffer(HAND, np.uint8), (*shape, 5))
    with pytest.raises(ValueError, match="out overlaps itself"):
        CLASSIC.evaluate_many(hands, out=out)
    assert (store == 7).all()


@pytest.mark.parametrize("strides", [(8, 2), (2, 6), (-8, 2), (20, -4)], ids=str)
def test_result_whose_dimensions_do_not_overlap_is_written(strides: tuple[int, int]) -> None:
    store = np.full(60, 7, np.uint16)
    out = as_strided(store[20:], (3, 4), strides) if strides != (2, 6) else as_strided(store, (3, 4), strides)
    hands = CLASSIC.evaluate_many(sr.all_hands(32, 0, 12).reshape(3, 4, 5), out=out)
    assert hands is out
    assert out.tolist() == CLASSIC.evaluate_many(sr.all_hands(32, 0, 12)).reshape(3, 4).tolist()
    assert (store == 7).sum() == 48


@pytest.mark.parametrize(
    "door",
    [
        CLASSIC.evaluate_many,
        CLASSIC.category_many,
        CLASSIC.showdown_many,
        lambda x: CLASSIC.showdown_many([[1, 2]], contenders=x),
        lambda x: sr.convert_from("rlcard", x),
        lambda x: sr.convert_to("rlcard", x),
    ],
)
def test_text_and_bytes_together_are_refused_by_their_kind(door: Any) -> None:
    """numpy decodes the bytes, and says UnicodeDecodeError."""
    with pytest.raises(TypeError, match="not text and bytes together"):
        door(["", b"\x80"])


@pytest.mark.parametrize("kind", ["M8[s]", "u1,u1", [("a", "u2"), ("b", "O")], "S3", "O"], ids=str)
def test_list_of_empty_arrays_of_another_kind_is_no_empty_list(kind: Any) -> None:
    with pytest.raises(TypeError, match="are strengths"):
        CLASSIC.category_many([np.zeros(0, kind)] * 3)


class Holder:
    """Has items, but not as a mapping has them."""

    items: Any = ()

    def __iter__(self) -> Any:
        return iter(self.items)


def test_attribute_called_items_makes_no_table() -> None:
    assert sr.Rules(players=Holder()).players == ()
    assert sr.Rules.named("classic").replace(keys=Holder()).keys == sr.Rules.named("classic").replace(keys=[]).keys


@pytest.mark.parametrize("data", [None, [1], "x", 5, [("name", "x")]], ids=repr)
def test_plain_data_of_rules_is_a_dict(data: Any) -> None:
    with pytest.raises(TypeError, match="rules as plain data are a dict, not "):
        sr.Rules.from_dict(data)


@pytest.mark.parametrize(
    "fields",
    [{"suits": 5}, {"jokers": [5]}, {"upset": 5}, {"straights": [5]}, {"keys": {"pair": [5]}}, {"packs": [5]}],
    ids=str,
)
def test_arrays_among_plain_data_are_refused_and_named(fields: dict[str, Any]) -> None:
    """Comparing one with text or an empty table gives an array, of which the truth cannot be told."""
    pair = np.array([1, 2])
    changed = {
        field: pair if value == 5 else {"pair": [pair]} if isinstance(value, dict) else [pair]
        for field, value in fields.items()
    }
    with pytest.raises(ValueError, match=r"array\(\[1, 2\]\)"):
        sr.Rules.from_dict(changed)


def test_players_hold_five_cards_each_of_their_pack() -> None:
    assert sr.Rules(players={10: 52}).pack_for(10) == 52
    with pytest.raises(ValueError, match="11 players are too many for a pack of 52 cards: each holds five"):
        sr.Rules(players={11: 52})


@pytest.mark.parametrize("number", [2**63, 2**64, -(2**63) - 1, 10**30, LONG], ids=lambda number: number.bit_length())
def test_integers_that_no_array_holds_are_named_like_others(number: int) -> None:
    """Among smaller ones numpy makes floats or objects of them, and what was refused were these."""
    ev = sr.Evaluator("classic", cards=24)
    shown = "an integer of 16610 bits" if number == LONG else str(number)
    hands = [[32, 33, 34, 35, 36], [32, 33, 34, 35, number]]
    for call, place in (
        (lambda: ev.evaluate_many(hands), "row 1"),
        (lambda: ev.evaluate_columns(*map(list, zip(*hands, strict=True))), "row 1"),
        (lambda: ev.evaluate_best_many([[*hand, 37] for hand in hands]), "row 1"),
        (lambda: ev.category_many([1, number, -1]), "index 1"),
        (lambda: ev.compare_many([1, number, -1], 1), "index 1"),
        (lambda: ev.showdown_many([[1, 2], [number, -1]]), "row 1"),
        (lambda: ev.can_open_many(hands), "row 1"),
        (lambda: sr.convert_to("uci", [1, number, -1]), "index 1"),
        (lambda: sr.convert_from("openspiel", [1, number, -1]), "index 1"),
        (lambda: sr.convert_from("uci", [[1, 1], [1, number]]), "index 1"),
    ):
        with doors.digits(4300), pytest.raises(sr.HandError, match=f"^{place}: .*{shown}"):
            call()


HAND_OF_24 = [32, 33, 34, 35, 36]
MASKED = np.ma.array([32, 33, 34, 35, 36], mask=[False, False, False, False, True])
HIDDEN: list[Any] = [
    [32, 33, 34, 35, True],
    (32, 33, 34, 35, np.True_),
    deque([32, 33, 34, 35, True]),
    [32, 33, 34, 35, np.array(True)],
    MASKED,
    [32, 33, 34, 35, MASKED[4]],
    [32, 33, 34, 35, np.ma.array(36, mask=True)],
    [32, 33, 34, 35, np.ma.masked],
]


@pytest.mark.parametrize("hand", HIDDEN, ids=range(len(HIDDEN)))
def test_truth_values_and_masked_entries_are_no_numbers_however_deep_they_are(hand: Any) -> None:
    """numpy makes numbers of them where other numbers are beside them."""
    ev = sr.Evaluator("classic", cards=24)
    doors: list[Callable[[Any], Any]] = [
        ev.evaluate,
        ev.evaluate_many,
        lambda hand: ev.evaluate_columns(*([card] for card in hand)),
        lambda hand: ev.evaluate_many([[hand], [HAND_OF_24]]),
        lambda hand: ev.evaluate_many(deque([HAND_OF_24, hand])),
        lambda hand: ev.evaluate_best_many([[*hand, 37]]),
        ev.category_many,
        lambda hand: ev.compare_many([hand], 1),
        lambda hand: ev.compare_many(1, [[hand]]),
        lambda hand: ev.showdown_many([hand]),
        lambda hand: ev.can_open_many([hand]),
        lambda hand: sr.convert_to("uci", [hand]),
        lambda hand: sr.convert_from("openspiel", [hand]),
    ]
    for door in doors:
        with pytest.raises(TypeError, match=r"truth value|masked|is no code|not bool|are integers"):
            door(hand)


def test_masked_contender_takes_no_pot() -> None:
    ev = sr.Evaluator("classic", cards=40)
    with pytest.raises(TypeError, match="contenders is a bool array, and a masked array may lack some"):
        ev.showdown_many([[1, 2]], contenders=[np.ma.array([True, True], mask=[False, True])])
    assert ev.showdown_many([[1, 2]], contenders=[[True, False]]).tolist() == [[True, False]]


class Lying(np.ndarray[Any, Any]):
    """An array that says of itself what is not so."""

    @property
    def shape(self) -> Any:
        return (3060,)

    @shape.setter
    def shape(self, shape: Any) -> None:
        raise AttributeError

    @property
    def size(self) -> Any:
        return 3060

    @property
    def flags(self) -> Any:
        return np.zeros(1).flags


def test_array_that_lies_of_itself_is_taken_for_what_it_is() -> None:
    ev = sr.Evaluator("classic", cards=24)
    hands = sr.all_hands(24)[:3060]
    with pytest.raises(ValueError, match=r"out has the shape \(3060,\), not \(1,\)"):
        ev.evaluate_many(hands, out=np.zeros(1, np.uint16).view(Lying))
    constant = bytes(2 * 3060)
    with pytest.raises(ValueError, match="out cannot be written"):
        ev.evaluate_many(hands, out=np.frombuffer(constant, np.uint16).view(Lying))
    assert not any(constant)
    out = np.zeros(3060, np.uint16).view(Lying)
    assert ev.evaluate_many(hands, out=out) is out
    assert np.asarray(out).tolist() == ev.evaluate_many(hands).tolist()


def test_generator_that_lies_of_itself_deals_what_it_is() -> None:
    class Other(np.random.Generator):
        @property
        def bit_generator(self) -> Any:
            return SimpleNamespace(lock=nullcontext(), ctypes=SimpleNamespace(bit_generator=SimpleNamespace(value=8)))

    dealt = sr.deal(10, 2, 24, Other(np.random.PCG64(3)))
    assert dealt.tolist() == sr.deal(10, 2, 24, np.random.default_rng(3)).tolist()


def test_rules_as_text_are_short_and_say_nothing_twice() -> None:
    """TOML with as many dots takes half a minute, and JSON would let the last of two words win."""
    for text in (".".join(["a"] * 40_000) + " = 1", "[" * 100_000):
        for read in (sr.Rules.from_toml, sr.Rules.from_json):
            with pytest.raises(ValueError, match="rules are at most 16384 characters long, not "):
                read(text)
    with pytest.raises(ValueError, match="the rules are no JSON: 'low' is there twice"):
        sr.Rules.from_json('{"base": "classic", "low": true, "low": false}')


@pytest.mark.parametrize("character", ["x", '"', "\x01", "\N{BLACK HEART SUIT}", "\U0001f0a1"])
def test_longest_rules_that_can_be_made_can_be_read(character: str, tmp_path: Path) -> None:
    text = character * 500
    rules = sr.Rules.named("classic").replace(name=text, source=text)
    assert sr.Rules.from_toml(rules.to_toml()) == sr.Rules.from_json(rules.to_json()) == rules
    ev = sr.Evaluator(rules, cards=24)
    sr.save_table(ev, tmp_path / "long.table")
    assert sr.load_table(tmp_path / "long.table") == ev
    for field in ("name", "source"):
        with pytest.raises(ValueError, match=f"{field} is at most 500 characters long, not 501"):
            rules.replace(**{field: text + character})


@pytest.mark.parametrize("order", [[np.array([])], [np.array([1, 2])], [[]], [None], [{}]], ids=str)
def test_categories_are_named_whatever_else_is_among_them(order: Any) -> None:
    with pytest.raises(ValueError, match="a category is "):
        sr.Rules.from_dict({"base": "german", "categories": order})


def test_switches_are_true_or_false() -> None:
    ev = sr.Evaluator("classic", cards=24)
    wrong: Any
    for wrong in (np.array([True, False]), None, "yes", 1):
        with pytest.raises(TypeError, match="four_to_a_straight_flush is True or False, not "):
            ev.can_open(HAND_OF_24, four_to_a_straight_flush=wrong)
        with pytest.raises(TypeError, match="four_to_a_straight_flush is True or False, not "):
            ev.can_open_many([HAND_OF_24], four_to_a_straight_flush=wrong)
    mixed: Any = [[np.uint64(32), 33, 34, 35, 36]]
    assert ev.can_open_many(mixed).tolist() == [True]


def test_rank_that_comes_from_elsewhere_is_ranked_anew() -> None:
    rank = sr.Evaluator("classic", cards=24).rank(bytes(HAND_OF_24))
    function, arguments = cast("tuple[Callable[..., Any], tuple[Any, ...]]", rank.__reduce__())
    assert len(arguments) == 2  # the evaluator and the cards: nothing that could be forged
    with pytest.raises(sr.HandError):
        function(arguments[0], b"\0\0\0\0\0")
    again = pickle.loads(pickle.dumps(rank))
    assert (again, again.strength, again.category, again.tier) == (rank, rank.strength, rank.category, rank.tier)


class Memo(Executor):
    """Gives the same future for every call, or the result of the first one for all, or something else."""

    def __init__(self, how: str) -> None:
        self.how, self.first = how, Future[Any]()

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Any:
        if self.how == "pending":
            return self.first
        if not self.first.done():
            self.first.set_result(work(*arguments, **named))
        future: Future[Any] = Future()
        future.set_result({"first": self.first.result(), "number": 7, "pair": (7, 7)}.get(self.how))
        return self.first if self.how == "same" else future


@pytest.mark.parametrize("how", ["pending", "same", "first", "number", "pair", "nothing"])
def test_executor_that_mixes_results_up_is_refused(how: str) -> None:
    ev = sr.Evaluator("classic", cards=32)
    for work in (
        lambda: ev.simulate(1 << 21, 2, rng=1, executor=Memo(how)),
        lambda: ev.equity([None, None], samples=100_000, rng=1, executor=Memo(how)),
    ):
        with pytest.raises(RuntimeError, match=r"Memo gave (one future for two calls|something else than the result)"):
            work()
