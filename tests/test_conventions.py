"""Card numbers of other packages: worked values, the packages themselves where they are installed, and bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scalareale as sr
from scalareale.conventions import CONVENTIONS, convert_from, convert_to

NAMES = ["openspiel", "phevaluator", "eval7", "cactus-kev", "rlcard", "pypokerengine", "uci"]
TEXTS = [sr.format_cards([code]) for code in range(52)]
AS, TWO_OF_CLUBS = 51, 0


def test_names_are_those_of_the_peers() -> None:
    assert list(CONVENTIONS) == NAMES
    assert len(CONVENTIONS) == 7
    assert "uci" in CONVENTIONS and "other" not in CONVENTIONS
    assert repr(CONVENTIONS) == f"<card conventions {', '.join(NAMES)}>"
    with pytest.raises(KeyError):
        CONVENTIONS["other"]


@pytest.mark.parametrize(
    ("name", "ace_of_spades", "two_of_clubs"),
    [
        ("openspiel", 51, 0),
        ("phevaluator", 51, 0),
        ("eval7", 1 << 51, 1 << 0),
        ("cactus-kev", 268442665, 98306),
        ("rlcard", 0, 40),
        ("pypokerengine", 40, 2),
        ("uci", [2, 1], [4, 2]),
    ],
)
def test_worked_values(name: str, ace_of_spades: Any, two_of_clubs: Any) -> None:
    assert CONVENTIONS[name][AS].tolist() == ace_of_spades
    assert CONVENTIONS[name][TWO_OF_CLUBS].tolist() == two_of_clubs
    assert convert_to(name, [AS, TWO_OF_CLUBS]).tolist() == [ace_of_spades, two_of_clubs]
    assert convert_from(name, [ace_of_spades, two_of_clubs]).tolist() == [AS, TWO_OF_CLUBS]


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_read_only_and_made_once(name: str) -> None:
    table = CONVENTIONS[name]
    assert len(table) == 52
    assert table is CONVENTIONS[name]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    assert len(np.unique(table, axis=0)) == 52


@pytest.mark.parametrize("name", NAMES)
def test_conversion_there_and_back_keeps_codes_and_shape(name: str) -> None:
    codes = np.random.default_rng(5).integers(0, 52, (3, 4, 5), dtype=np.uint8)
    theirs = convert_to(name, codes)
    assert theirs.dtype == CONVENTIONS[name].dtype
    assert theirs.shape == ((3, 4, 5, 2) if name == "uci" else (3, 4, 5))
    back = convert_from(name, theirs)
    assert back.dtype == np.uint8 and back.shape == codes.shape
    assert (back == codes).all()
    assert (convert_from(name, theirs.astype(np.int64)) == codes).all()
    assert (convert_from(name, theirs.astype(np.uint64)) == codes).all()
    assert (convert_from(name, theirs[::-1, :, ::2]) == codes[::-1, :, ::2]).all()
    assert (convert_from(name, theirs.tolist()) == codes).all()
    assert convert_to(name, codes.astype(np.int64)).tolist() == theirs.tolist()
    assert convert_to(name, np.array(51)).tolist() == CONVENTIONS[name][51].tolist()
    assert convert_from(name, CONVENTIONS[name][51]).tolist() == 51
    assert convert_to(name, bytes([51, 0])).tolist() == convert_to(name, [51, 0]).tolist()
    assert convert_from(name, np.empty((0, 2), np.uint8)).size == 0
    assert convert_to(name, []).size == 0


# -- the packages themselves ---


def test_cactus_kev_is_that_of_treys() -> None:
    treys = pytest.importorskip("treys")
    assert CONVENTIONS["cactus-kev"].tolist() == [treys.Card.new(text) for text in TEXTS]


def test_phevaluator_is_that_of_phevaluator() -> None:
    phevaluator = pytest.importorskip("phevaluator")
    assert CONVENTIONS["phevaluator"].tolist() == [int(phevaluator.Card(text)) for text in TEXTS]


def test_eval7_is_that_of_eval7() -> None:
    eval7 = pytest.importorskip("eval7")
    assert CONVENTIONS["eval7"].tolist() == [eval7.Card(text).mask for text in TEXTS]
    assert [str(card) for card in eval7.Deck().cards] == TEXTS


def test_rlcard_is_that_of_rlcard() -> None:
    rlcard = pytest.importorskip("rlcard")
    # It needs distutils, which new Pythons have through setuptools only.
    cards = pytest.importorskip("rlcard.utils.utils").init_standard_deck()
    where = Path(rlcard.__file__).parent / "games" / "limitholdem" / "card2index.json"
    index = json.loads(where.read_text(encoding="utf-8"))
    assert CONVENTIONS["rlcard"].tolist() == [index[text[1].upper() + text[0]] for text in TEXTS]
    assert sorted(card.get_index() for card in cards) == sorted(index)


def test_openspiel_is_that_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    one_card_each = {"betting": "limit", "numPlayers": 2, "numRounds": 1, "blind": "1 2", "raiseSize": "2"}
    one_card_each |= {"firstPlayer": "1", "maxRaises": "1", "numSuits": 4, "numRanks": 13, "numHoleCards": 1}
    game = pyspiel.load_game("universal_poker", {**one_card_each, "numBoardCards": "0"})
    for code, text in enumerate(TEXTS):
        state = game.new_initial_state()
        state.apply_action(int(CONVENTIONS["openspiel"][code]))
        assert text in str(state)


def test_pypokerengine_is_that_of_pypokerengine() -> None:
    card = pytest.importorskip("pypokerengine.engine.card").Card
    assert CONVENTIONS["pypokerengine"].tolist() == [card.from_str(t[1].upper() + t[0]).to_id() for t in TEXTS]


# -- bad input ---


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("openspiel", [0, 52], "index 1: 52 is no card of 'openspiel'"),
        ("phevaluator", [[0, 1], [-1, 99]], "index 2: -1 is no card of 'phevaluator'"),
        ("eval7", [1 << 52], f"index 0: {1 << 52} is no card of 'eval7'"),
        ("eval7", np.array([1, (1 << 63) + 1], np.uint64), f"index 1: {(1 << 63) + 1} is no card of 'eval7'"),
        ("eval7", [3], "index 0: 3 is no card of 'eval7'"),
        ("cactus-kev", [98306, 98307], "index 1: 98307 is no card of 'cactus-kev'"),
        ("rlcard", [52], "index 0: 52 is no card of 'rlcard'"),
        ("pypokerengine", [1, 0], "index 1: 0 is no card of 'pypokerengine'"),
        ("uci", [[2, 1], [5, 1]], r"index 1: \[5, 1\] is no card of 'uci'"),
        ("uci", [[2, 14]], r"index 0: \[2, 14\] is no card of 'uci'"),
        ("uci", [[1, 17]], r"index 0: \[1, 17\] is no card of 'uci'"),
        ("uci", [[-1, 1]], r"index 0: \[-1, 1\] is no card of 'uci'"),
    ],
)
def test_number_that_is_no_card_is_named(name: str, array: Any, message: str) -> None:
    with pytest.raises(sr.HandError, match=message):
        convert_from(name, array)


@pytest.mark.parametrize("name", NAMES)
def test_every_small_number_is_a_card_or_refused(name: str) -> None:
    if name == "uci":
        known = {tuple(pair): code for code, pair in enumerate(CONVENTIONS[name].tolist())}
        numbers: list[Any] = [(suit, rank) for suit in range(-1, 20) for rank in range(-1, 20)]
    else:
        known = {number: code for code, number in enumerate(CONVENTIONS[name].tolist())}
        numbers = list(range(-300, 300))
    for number in numbers:
        if number in known:
            assert convert_from(name, [number]).tolist() == [known[number]]
        else:
            with pytest.raises(sr.HandError, match="index 0"):
                convert_from(name, [number])


@pytest.mark.parametrize("code", [52, 54, -1, 256])
def test_code_without_a_number_is_named(code: int) -> None:
    with pytest.raises(sr.HandError, match=f"index 1: {code} has no number in 'eval7', cards are 0 to 51"):
        convert_to("eval7", [51, code])


@pytest.mark.parametrize("convert", [convert_from, convert_to])
def test_wrong_kinds_and_names_are_refused(convert: Any) -> None:
    with pytest.raises(ValueError, match="unknown convention 'treys', must be one of 'openspiel', 'phevaluator'"):
        convert("treys", [1])
    with pytest.raises(TypeError, match="unknown convention 5"):
        convert(5, [1])
    for wrong in ([1.0], ["As"], [True], [None], "As", np.array([1, None])):
        with pytest.raises(TypeError, match="are integers, not"):
            convert("openspiel", wrong)
    with pytest.raises(TypeError, match="masked array"):
        convert("openspiel", np.ma.masked_array([1, 2], [True, False]))


def test_pairs_of_another_shape_are_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"cards of 'uci' have the shape \(\.\.\., 2\), suit and rank, not \(3,\)"):
        convert_from("uci", [1, 2, 3])
    with pytest.raises(ValueError, match="shape"):
        convert_from("uci", 3)


def test_numpy_is_not_imported_before_a_table_is_asked_for() -> None:
    program = (
        "import sys; from scalareale.conventions import CONVENTIONS as c; list(c); assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
