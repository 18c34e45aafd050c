"""Pictures of cards: the role `cards` draws a hand from its text, as ``{cards}`Ah 7h 8h 9h 10h` ``.

Each suit has its shape besides its colour, and the whole picture has its cards in words for whoever hears the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import scalareale as sr
from scalareale.describe import RANK_NAMES, SUIT_NAMES

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

WIDTH, HEIGHT, GAP = 40, 58, 5

# Shapes in a square of 20, by suit c d h s.
SHAPES = (
    '<circle cx="10" cy="5.4" r="4.8"/><circle cx="4.9" cy="12.6" r="4.8"/><circle cx="15.1" cy="12.6" r="4.8"/>'
    '<path d="M10 7 11.2 13 13.4 20H6.6L8.8 13z"/>',
    '<path d="M10 0Q13 5.6 17.6 10 13 14.4 10 20 7 14.4 2.4 10 7 5.6 10 0z"/>',
    '<path d="M10 19.4C7.6 15.2 0 11.6 0 5.6 0 2.4 2.3.4 5 .4 7.4.4 9.2 1.8 10 4 10.8 1.8 12.6.4 15 .4 17.7.4 20 2.4 '
    '20 5.6 20 11.6 12.4 15.2 10 19.4z"/>',
    '<path d="M10 .4C12.4 4.4 20 7.8 20 12.8 20 15.4 18.1 17.2 15.6 17.2 13.9 17.2 12.2 16.4 11.2 15L13.4 20H6.6L8.8 '
    '15C7.8 16.4 6.1 17.2 4.4 17.2 1.9 17.2 0 15.4 0 12.8 0 7.8 7.6 4.4 10 .4z"/>',
)


def in_words(card: int) -> str:
    """The name of a card.

    >>> in_words(50)
    'ace of hearts'
    """
    return "joker" if card > 51 else f"{RANK_NAMES['en'][card // 4 + 2]} of {SUIT_NAMES['en'][card % 4]}"


def drawn(text: str) -> str:
    """The cards of a text side by side, as SVG."""
    cards = sr.parse_cards(text)
    width = len(cards) * (WIDTH + GAP) - GAP
    parts = [
        f'<svg class="cards" role="img" aria-label="{", ".join(map(in_words, cards))}" '
        f'viewBox="-1 -1 {width + 2} {HEIGHT + 2}" style="--cards:{len(cards)}">'
    ]
    for place, card in enumerate(cards):
        rank, shape = sr.format_cards([card], style="unicode")[:-1], ""
        if card > 51:
            rank = "Jk"
        else:
            shape = f'<g transform="translate(8.8 29) scale(1.12)">{SHAPES[card % 4]}</g>'
        colour = "red" if card < 52 and card % 4 in (1, 2) else "black"
        parts.append(
            f'<g class="{colour}" transform="translate({place * (WIDTH + GAP)})">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5"/><text x="20" y="23">{rank}</text>{shape}</g>'
        )
    return "".join(parts) + "</svg>"


def setup(app: Sphinx) -> dict[str, bool]:
    # What is above runs without Sphinx, so that the tests need none.
    from docutils.nodes import raw

    def cards(
        _name: str, rawtext: str, text: str, _line: int, _inliner: Any, _options: Any = None, _content: Any = None
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The role; a text that is no cards ends the build with the reason."""
        return [raw(rawtext, drawn(text), format="html")], []

    app.add_role("cards", cards)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
