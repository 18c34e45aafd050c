"""Lines of standard input with a hand each, judged a block at a time: more than a million a second.

Hands of one kind, that is of one strength and the same ranks, read alike and have their cards in the same order. So one
hand of each kind is judged and answered as an argument is; in the answers to the others just the text and the cards
differ. There are not many more kinds than strengths, and nothing else is remembered.
"""

from __future__ import annotations

import json
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from ..parse import parse_lines
from .errors import refusal, shown
from .game import places_of, standard_input

if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Facts, Game

_CODES = 54
# How many cards of each rank a hand has is a number of three bits a rank; its strength stands above them.
_ONE_OF_RANK = np.array([1 << 3 * (code >> 2) for code in range(_CODES)], np.uint64)
_STRENGTH_AT = np.uint64(3 * 14)


def stream_hands(game: Game, answer: Callable[[str, Facts], str]) -> None:
    """Write what `answer` makes of the hand in each line of standard input, as soon as there is nothing more to read.

    An answer shows the cards as `game.out` does, and before them the text as JSON or not at all. Blank lines are left
    out; the first line that is no hand ends the stream.
    """
    answers = _Answers(game, answer)
    number = 0
    for block in standard_input():
        try:
            found = answers(block)
        except ValueError:
            lines = block.split(b"\n")
            for place, line in enumerate(lines):
                text = line.decode("utf-8", "surrogateescape")
                try:
                    if text.strip():
                        game.evaluator.evaluate(game.read(text))
                except ValueError as error:
                    game.out.write(answers(b"\n".join(lines[:place])))
                    raise refusal(error, f"line {number + place + 1} ({shown(text)})") from None
            raise
        game.out.write(found)
        number += block.count(b"\n") + 1


class _Answers:
    """The answers to blocks of lines."""

    def __init__(self, game: Game, answer: Callable[[str, Facts], str]) -> None:
        self._game = game
        self._answer = answer
        names, between = game.out.names, game.out.between
        # What stands around the text, which JSON has and a line for people has not, is the same in all answers.
        some = game.examine(game.evaluator.pack.codes[:5])
        start = answer("", some).partition(game.out.cards(some.cards))[0]
        *self._before_text, before_cards = start.split('""')
        pairs = [a + between + b + between for a in names for b in names]
        self._first_pairs = np.array([before_cards + pair for pair in pairs], object)
        self._pairs = np.array(pairs, object)
        self._names = np.array(names, object)
        self._kinds: dict[int, int] = {}
        self._ends: Any = np.empty(0, object)
        self._places: Any = np.empty(0, np.uint8)

    def __call__(self, block: bytes) -> str:
        hands = parse_lines(block, self._game.notation)
        strengths = self._game.evaluator.evaluate_many(hands)
        columns = np.ascontiguousarray(hands.T, np.intp)
        keys = _ONE_OF_RANK[columns].sum(0) | strengths.astype(np.uint64) << _STRENGTH_AT
        kinds = self._kinds_of(keys.tolist(), hands)
        # Cards with their places before them sort into the deciding order.
        places = self._places[_CODES * kinds + columns].astype(np.intp)
        a, b, c, d, e = np.sort(64 * places + columns, axis=0) & 63
        parts = [
            self._first_pairs[_CODES * a + b],
            self._pairs[_CODES * c + d],
            self._names[e],
            self._ends[kinds],
        ]
        if self._before_text:
            texts = [text for line in block.decode().split("\n") if (text := line.strip())]
            parts[:0] = self._before_text, json.dumps(texts, separators=("\n", ":"))[1:-1].split("\n")
        answers = np.empty((len(hands), len(parts)), object)
        for place, part in enumerate(parts):
            answers[:, place] = part
        return "".join(answers.ravel().tolist())

    def _kinds_of(self, keys: list[int], hands: Any) -> Any:
        """The number of each hand's kind; kinds that are new are learnt."""
        known = self._kinds
        kinds = np.fromiter(map(known.get, keys, repeat(-1)), np.intp, len(keys))
        ends, places = [], []
        for row in np.flatnonzero(kinds < 0).tolist():
            if keys[row] not in known:
                known[keys[row]] = len(known)
                facts = self._game.examine(hands[row].tobytes())
                ends.append(self._answer("", facts).partition(self._game.out.cards(facts.cards))[2] + "\n")
                places.append(places_of(facts.cards))
            kinds[row] = known[keys[row]]
        if ends:
            self._ends = np.append(self._ends, np.array(ends, object))
            self._places = np.append(self._places, np.frombuffer(b"".join(places), np.uint8))
        return kinds
