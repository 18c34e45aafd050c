"""Packs: which there are, what is in them, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import scalareale as sr
from scalareale._core import ffi, lib
from scalareale.packs import PACK_SIZES, listed


@pytest.mark.parametrize("size", [*range(4, 53, 4), 53, 54])
def test_pack_is_the_top_of_the_52_cards_with_jokers_behind_them(size: int) -> None:
    pack = sr.Pack(size)
    plain = min(size, 52)
    assert (pack.size, len(pack), pack.jokers) == (size, size, size - plain)
    assert list(pack.codes) == [*range(52 - plain, 52), *range(52, 52 + pack.jokers)]
    assert pack.lowest == pack.codes[0] // 4 + 2
    assert sr.format_cards(pack.codes[:1])[0] == "23456789TJQKA"[pack.lowest - 2]


def test_sizes_are_those_with_whole_ranks_and_those_with_jokers() -> None:
    for size in range(-5, 60):
        if size in PACK_SIZES:
            assert sr.Pack(size).size == size
        else:
            with pytest.raises(sr.HandError, match=rf"^a pack has 4, 8, .* 53 or 54 cards, not {size}$"):
                sr.Pack(size)
    assert PACK_SIZES == (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 53, 54)


@pytest.mark.parametrize("players", range(2, 7))
def test_pack_for_players_has_four_cards_more_for_each(players: int) -> None:
    pack = sr.Pack.for_players(players)
    assert pack == sr.Pack(16 + 4 * players)
    assert pack.lowest == 11 - players
    assert sr.Pack.for_players(np.int64(players)) == pack  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 8])
def test_one_player_and_seven_have_no_pack(players: int) -> None:
    with pytest.raises(sr.HandError, match=f"^two to six players have a pack, not {players}$"):
        sr.Pack.for_players(players)


@pytest.mark.parametrize("wrong", [True, False, 32.0, "32", None, [32]])
def test_size_and_players_of_the_wrong_kind_are_type_errors(wrong: Any) -> None:
    kind = type(wrong).__name__
    with pytest.raises(TypeError, match=rf"^the size of a pack is an int, not {kind}: "):
        sr.Pack(wrong)
    with pytest.raises(TypeError, match=rf"^players is an int, not {kind}: "):
        sr.Pack.for_players(wrong)


def test_packs_are_equal_by_size_and_to_nothing_else() -> None:
    assert sr.Pack(32) == sr.Pack(32) != sr.Pack(36)
    assert sr.Pack(32) != 32
    assert len({sr.Pack(32), sr.Pack(32), sr.Pack(36)}) == 2


def test_names_are_listed_with_commas_and_a_last_word() -> None:
    assert [listed([1]), listed([1, 2]), listed([1, 2, 3], "and")] == ["1", "1 or 2", "1, 2 and 3"]


def test_c_counts_no_hands_behind_the_last_nor_of_packs_that_have_none() -> None:
    out = ffi.new("uint8_t[]", b"\xa5" * 100)
    for first, cards, start in (
        (28, 24, 42504),
        (28, 24, 1 << 60),
        (48, 4, 0),
        (48, 0, 0),
        (0, 55, 0),
        (0, 1 << 31, 0),
    ):
        assert lib.sr_all_hands(first, cards, start, 10, out) == 0
    assert bytes(ffi.buffer(out)) == b"\xa5" * 100 + b"\0"
    assert lib.sr_all_hands(28, 24, 42503, 10, out) == 1
    assert bytes(ffi.buffer(out, 6)) == bytes([47, 48, 49, 50, 51, 0xA5])
    assert lib.sr_all_hands(32, 5, 0, 10, out) == 1
    assert bytes(ffi.buffer(out, 6)) == bytes([32, 33, 34, 35, 36, 0xA5])
