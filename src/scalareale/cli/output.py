"""Standard output, for people or for programs: everything that a command says goes through here."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import format_cards
from .errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from typing import TypeAlias

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    Cell: TypeAlias = "str | bytes | Bar"
    """What a column of `Output.grid` holds: text, cards, or a bar."""

_ASCII_CARDS = [format_cards([code]) for code in range(54)]
_UNICODE_CARDS = [format_cards([code], style="unicode") for code in range(54)]
_IS_RED = [code < 52 and code & 3 in (1, 2) for code in range(54)]
_GAP = 2  # blanks between columns


class Row(NamedTuple):
    """A hand in a table: what it is called, its cards, what it is, and notes such as whether it wins."""

    label: str
    cards: bytes | None
    description: str
    notes: tuple[str, ...]
    stands_out: bool = False


class Bar(float):
    """A cell that shows a part, 0 to 1, by its length."""


_WIDEST_BAR = 30
_NARROWEST_BAR = 6
_EIGHTHS = " ▏▎▍▌▋▊▉"
_NUMBER = re.compile("±?[0-9][0-9., ]*%?")


class Output:
    """Standard output, for people or for programs: everything that a command says goes through here."""

    def __init__(self, *, as_json: bool) -> None:
        if sys.stdout is None:
            raise Refusal("standard output is closed")
        self.as_json = as_json

    def write(self, text: str) -> None:
        """Write and flush; a character that the encoding does not know becomes a question mark."""
        if not text:
            return
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            encoding = sys.stdout.encoding
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()

    def record(self, record: dict[str, Any]) -> None:
        """One JSON object on one line."""
        self.write(json.dumps(record) + "\n")

    def sentence(self, text: str) -> None:
        """A line for people, wrapped where the terminal ends."""
        lines = textwrap.wrap(text, self.width) if self.width else [text]
        self.write("\n".join(lines) + "\n")

    def item(self, head: str, text: str) -> None:
        """A line of a list for people: a head and a text, which goes on below itself where the terminal ends."""
        indent = " " * (len(head) + 2 if self.width is None or len(head) < self.width // 2 else 2)
        text = f"{head}  {text}" if head != "#" else f"# {text}"
        further = "# " if head == "#" else indent
        lines = textwrap.wrap(text, self.width, subsequent_indent=further) if self.width else [text]
        self.write("\n".join(lines) + "\n")

    def hands(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        """A table of hands: a column each, or what is known of a hand below its cards if that is too wide.

        `heads` are those of the label, the cards, the description and the notes.
        """
        from rich.table import Table
        from rich.text import Text

        cells = [[r.label, self.plain(r.cards), r.description, *r.notes] for r in rows]
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        needed = sum(widths) + _GAP * (len(widths) - 1)
        stacked = self.width is not None and needed > self.width
        # The label's column is left out where hands have none.
        start = 0 if widths[0] else 1
        heads = [*heads[start:2], heads[-1]] if stacked else heads[start:]
        table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
        for place, head in enumerate(heads):
            last = stacked and place == len(heads) - 1
            table.add_column(Text(head), no_wrap=last or (place + start < 2 and not stacked), overflow="fold")
        for row in rows:
            style = "bold" if row.stands_out else ""
            below = [Text(text, style) for text in (row.description, *row.notes[:-1]) if text]
            notes = [Text(note, style) for note in row.notes]
            cards = self._coloured(row.cards)
            if stacked:
                middle = Text("\n").join([part for part in (cards, *below) if part])
                shown = [Text(row.label), middle, notes[-1]]
            else:
                shown = [Text(row.label), cards, Text(row.description, style), *notes]
            table.add_row(*shown[start:])
        self._print(table, needed + _GAP)

    def grid(self, heads: Sequence[str], rows: Sequence[Sequence[Cell]], *, bold: Container[int] = ()) -> None:
        """A table: texts left, numbers right, bars in what is left of the width.

        Where the terminal is too narrow the bars go first; then each row becomes lines, a head and its cell on each.
        """
        from rich.table import Table
        from rich.text import Text

        plain = [[self.plain(cell) if isinstance(cell, bytes) else cell for cell in row] for row in rows]
        bars = [place for place in range(len(heads)) if any(isinstance(row[place], Bar) for row in plain)]
        kept = [place for place in range(len(heads)) if place not in bars]
        widths = {place: max(len(heads[place]), *(len(str(row[place])) for row in plain)) for place in kept}
        needed = sum(widths.values()) + _GAP * (len(kept) - 1)
        room = _WIDEST_BAR if self.width is None else min(self.width - needed - _GAP, _WIDEST_BAR)
        if bars and room >= _NARROWEST_BAR:
            kept, needed = list(range(len(heads))), needed + _GAP + room
        if self.width is not None and needed > self.width:
            self._stacked([heads[place] for place in kept], [[str(row[place]) for place in kept] for row in plain])
            return
        table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold", show_header=any(heads))
        for place in kept:
            right = all(_is_number(row[place]) for row in rows)
            table.add_column(Text(heads[place]), no_wrap=True, justify="right" if right else "left")
        for number, row in enumerate(rows):
            style = "bold" if number in bold else ""
            table.add_row(*(self._shown(row[place], style, room) for place in kept))
        self._print(table, needed + _GAP)

    def _stacked(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table in a narrow terminal: a row's first cell on a line, the others with their heads below it."""
        for row in rows:
            first = f"{heads[0]} {row[0]}" if _is_number(row[0]) else row[0]
            self.sentence(first)
            others = [f"{head} {cell}".strip() for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
            width = self.width or 0
            # A no-break space keeps a head with its cell, as far as both fit.
            text = "; ".join(part.replace(" ", "\xa0") if len(part) < width - _GAP else part for part in others)
            lines = textwrap.wrap(text, max(width, _GAP + 1), initial_indent="  ", subsequent_indent="  ")
            self.write("".join(line.replace("\xa0", " ") + "\n" for line in lines))

    def _shown(self, cell: Cell, style: str, room: int) -> Text:
        from rich.text import Text

        if isinstance(cell, bytes):
            return self._coloured(cell)
        return Text(self._bar(cell, room), "cyan") if isinstance(cell, Bar) else Text(cell, style)

    def _bar(self, part: Bar, room: int) -> str:
        eighths = round(min(max(part, 0.0), 1.0) * room * 8)
        if self._cards is _ASCII_CARDS:
            return "#" * round(eighths / 8)
        return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()

    def _print(self, table: Table, needed: int) -> None:
        with self._console.capture() as capture:
            self._console.width = self.width or needed
            self._console.print(table)
        self.write("".join(line.rstrip() + "\n" for line in capture.get().splitlines()))

    def line(self, *cells: bytes | tuple[str, int] | Cell) -> str:
        """A line of a stream: cards, texts with a width to fill, a text; broken where a terminal ends.

        Plain strings, since building a table takes far longer than judging its hands.
        """
        parts: list[tuple[str, int]] = []
        for cell in cells:
            if isinstance(cell, bytes):
                parts.append((self.cards(cell), self._cards_width - len(self.plain(cell))))
            elif isinstance(cell, tuple):
                parts.append((cell[0], cell[1] - len(cell[0])))
            else:
                parts.append((str(cell), 0))
        if not self._wraps or self.width is None:
            return "  ".join([shown + " " * fill for shown, fill in parts]).rstrip()
        lines, at = [""], 0
        for (shown, fill), cell in zip(parts, cells, strict=True):
            size = self._cards_width - fill if isinstance(cell, bytes) else len(shown)
            if at and at + _GAP + size > self.width:
                lines.append("")
                at = 0
            if at == 0 and size > self.width - _GAP and not isinstance(cell, bytes):
                lines[-1:] = textwrap.wrap(shown, max(self.width - _GAP, 1))
                at = len(lines[-1])
                continue
            if at:
                lines[-1] += " " * _GAP
                at += _GAP
            lines[-1] += shown + " " * fill
            at += size + fill
        return "\n  ".join(line.rstrip() for line in lines)

    def picture(self, path: str, kind: str, *arguments: Any, **options: Any) -> None:
        """Write the picture that a function of `scalareale.plot` draws of these arguments into a file."""
        try:
            from .. import plot

            plot.save(getattr(plot, kind)(*arguments, **options), path)
        except ImportError:
            raise Refusal('pictures need matplotlib: pip install "scalareale[plot]"') from None
        except OSError as error:
            raise Refusal(f"--plot {path}: {error.strerror or error}") from None
        except ValueError as error:
            raise Refusal(f"--plot: {error}" if path in str(error) else f"--plot {path}: {error}") from None

    # -- what standard output is -----------------------------------------------------------------------------------

    @cached_property
    def width(self) -> int | None:
        """The columns to fit in; None for a file or a pipe, unless COLUMNS is set."""
        if self._console.is_terminal or os.environ.get("COLUMNS", "").isdecimal():
            return max(shutil.get_terminal_size().columns, 1)
        return None

    @cached_property
    def _wraps(self) -> bool:
        """Whether lines of a stream are broken: in a pipe each stays one line whatever COLUMNS says."""
        return self._console.is_terminal

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        if console.legacy_windows or console.is_dumb_terminal:  # they would show the colours' codes
            return Console(highlight=False, markup=False, emoji=False, color_system=None, legacy_windows=False)
        return console

    @cached_property
    def _cards(self) -> list[str]:
        """How each card is written here."""
        try:
            "♥♦♣♠".encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return _ASCII_CARDS
        return _UNICODE_CARDS

    @cached_property
    def _cards_width(self) -> int:
        """Columns of the widest hand: four tens and another card, or five cards of two characters."""
        return 18 if self._cards is _UNICODE_CARDS else 14

    def cards(self, cards: bytes) -> str:
        """Cards as they are written in a stream."""
        return self.between.join([self.names[card] for card in cards])

    @property
    def between(self) -> str:
        """What stands between two cards."""
        return "" if self.as_json else " "

    @cached_property
    def names(self) -> list[str]:
        """The cards one by one as they are written in a stream: with the codes of their colour if there are colours."""
        if self.as_json:
            return _ASCII_CARDS
        colours = self._console.color_system
        if colours is None or self._console.no_color:
            return self._cards
        from rich.style import Style

        red = Style.parse("red")
        system = {"standard": 1, "256": 2, "truecolor": 3, "windows": 4}[colours]
        from rich.color import ColorSystem

        return [
            red.render(card, color_system=ColorSystem(system)) if _IS_RED[code] else card
            for code, card in enumerate(self._cards)
        ]

    def plain(self, cards: bytes | None) -> str:
        """Cards as text without colours."""
        return " ".join(map(self._cards.__getitem__, cards or b""))

    def _coloured(self, cards: bytes | None) -> Text:
        from rich.text import Text

        shown = [Text(self._cards[code], "red" if _IS_RED[code] else "") for code in cards or b""]
        return Text(" ").join(shown)


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, str) and (not cell or _NUMBER.fullmatch(cell) is not None)
