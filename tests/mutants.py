"""Small mistakes in the tables, the C and the Python of the package, always the same ones: see `mutate.py`.

A mutant is one of all that can be made if its digest says so. So which ones are taken depends on nothing but the line
itself, and a change elsewhere brings no others.

Left out is what no answer can depend on: docstrings, annotations and what stands under TYPE_CHECKING; assertions, and
`strict` for what is known to be of one length; sizes in declarations of arrays and of blocks, and other numbers of
speed alone; what is asked of the memory ahead of its use (`fetch_ahead`); whether the greater of two is taken if it is
greater or if it is not less; table entries that no hand leads to. Left out are also `cpu.c`, whose verdict depends on
the machine (`.ci/emulate` judges it), `ctext.py`, which writes C before there are tests to run, `pokerkit.py`, whose
tests need an engine, the command line, and what makes one C file of all.
"""

from __future__ import annotations

import ast
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TABLES = "tables_data.h"

TAKEN = {"csrc/batch_": 0.025, "csrc/": 0.06, "src/": 0.045}
"""What part of all mutants of a source is taken; the kernels are long, and what is wrong in them shows at once."""
SLOTS, OTHERS = 1, 2
"""So many entries of each array of slots, and of each kind of other numbers of each hash, are taken."""
FACTS = 24
"""So many of the numbers beside the slots, ranges of strength above all."""

LEFT_OUT = {
    "csrc/cpu.c",
    "csrc/floor.c",
    "csrc/scalareale.h",
    "csrc/batch.h",
    "src/scalareale/ctext.py",
    "src/scalareale/plot.py",
    "src/scalareale/pokerkit.py",
}


class Mutant(NamedTuple):
    """A source in which the text from `start` to `stop` is another."""

    file: str
    start: int
    stop: int
    text: str
    where: str
    """The function, or nothing."""
    before: str
    """The line, or the entry of a table, as it is and as it becomes."""
    after: str

    @property
    def name(self) -> tuple[str, str, str, str]:
        """What tells it from others, though a line that occurs twice in a function may make two of one name."""
        return self.file, self.where, self.before, self.after

    def applied(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.stop :]


def every(tables: str) -> list[Mutant]:
    """All the mutants that are taken, those of the tables first."""
    found = list(of_tables(tables))
    for path in sorted([*(ROOT / "csrc").glob("*.[ch]"), *(ROOT / "src" / "scalareale").glob("*.py")]):
        file = path.relative_to(ROOT).as_posix()
        if file not in LEFT_OUT:
            source = path.read_text(encoding="utf-8")
            kind = of_python if path.suffix == ".py" else of_c
            taken = next(part for start, part in TAKEN.items() if file.startswith(start))
            times: Counter[tuple[str, ...]] = Counter()
            for mutant in kind(file, source):
                times[mutant.name] += 1
                if _digest(mutant, times[mutant.name]) < taken:
                    found.append(mutant)
    return found


def _digest(mutant: Mutant, nth: int = 1) -> float:
    """A number from 0 to 1 that looks drawn by lot."""
    text = "\0".join((*mutant.name, str(nth)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / (1 << 48)


def _mutant(file: str, where: str, source: str, start: int, stop: int, text: str) -> Mutant:
    first = source.rfind("\n", 0, start) + 1
    last = source.find("\n", stop)
    last = len(source) if last < 0 else last
    before = source[first:last]
    after = source[first:start] + text + source[stop:last]
    return Mutant(file, start, stop, text, where, " ".join(before.split()), " ".join(after.split()))


# -- tables ------------------------------------------------------------------------------------------------------------

ARRAY = re.compile(r"^static const (\w+) (\w+)\[\d+\] = \{\n([\d,\n]+)\};", re.MULTILINE)
HASH = re.compile(r"^static const sr_hash (\w+) = \{\{\n([\d,\n]+)\}, (\d+)u, (\d+), (\d+), (\d+), ", re.MULTILINE)
TABLE = re.compile(
    r"\{&(hash_\d+), (\w+), (\d+), (\d+), (\d+), (\d), \{(\d), (\d), (\d), (\d)\},\n"
    r" \{(.*)\},\n \{(.*)\}, \{(\d+), (\d+)\}, \{(\d+), (\d+)\},\n"
    r' \{.*\}, \d, "([\w-]+)", NULL\}'
)


def of_tables(source: str) -> Iterator[Mutant]:
    """Single entries of the generated tables."""

    def at(span: tuple[int, int], what: str, value: int) -> Mutant:
        return Mutant(TABLES, *span, str(value), "", f"{what} = {source[slice(*span)]}", f"{what} = {value}")

    def numbers(first: int, stop: int) -> list[tuple[int, int]]:
        return [match.span() for match in re.compile(r"\d+").finditer(source, first, stop)]

    for match in ARRAY.finditer(source):
        kind, name = match[1], match[2]
        found = []
        for place, span in enumerate(numbers(*match.span(3))):
            value, what = int(source[slice(*span)]), f"{name}[{place}]"
            if kind == "uint32_t" and value:
                # The bits of the rank matter only where there is a step.
                bit = zlib.crc32(what.encode()) % (32 if value >> 20 else 16)
                found.append(at(span, what, value ^ 1 << bit))
            elif value and name != "hashed_cards":
                found.append(at(span, what, value + 1))
        yield from sorted(found, key=_digest)[: SLOTS if kind == "uint32_t" else OTHERS]
    for match in HASH.finditer(source):
        weights = [
            at(span, f"{match[1]}.weight[{place}]", int(source[slice(*span)]) + 1)
            for place, span in enumerate(numbers(*match.span(2)))
            if source[slice(*span)] != "0"
        ]
        yield from sorted(weights, key=_digest)[:OTHERS]
        for group, field in ((3, "mask"), (4, "flush_row"), (5, "n_slots"), (6, "n_classes")):
            yield at(match.span(group), f"{match[1]}.{field}", int(match[group]) + 1)
    cards = re.search(r"hashed_cards\[\d+\] = \{\n(.*)\n\};", source)
    assert cards
    for span in numbers(*cards.span(1)):
        yield at(span, "hashed_cards", int(source[slice(*span)]) + 1)
    facts = []
    for match in TABLE.finditer(source):
        table = f"{match[17]} {match[5]}"
        for group, field in ((3, "strengths"), (4, "first"), (5, "cards")):
            facts.append(at(match.span(group), f"{table}: {field}", int(match[group]) + 1))
        if match[6] == "1":  # else the values of the suits are multiplied by nothing
            facts.append(at(match.span(6), f"{table}: suited", 0))
            facts += [
                at(match.span(7 + suit), f"{table}: suit_value[{suit}]", int(match[7 + suit]) ^ 1) for suit in range(4)
            ]
        ends = [numbers(*match.span(11)), numbers(*match.span(12))[2:], [match.span(13 + i) for i in range(4)]]
        for field, spans in zip(("category", "tier", "upset"), ends, strict=True):
            for end, span in enumerate(spans):
                empty = int(source[slice(*spans[end | 1])]) == 0
                if end & 1 or not empty:  # an empty range begins at 1 and ends at 0
                    facts.append(at(span, f"{table}: {field} end {end}", int(source[slice(*span)]) + 1))
    yield from sorted(facts, key=_digest)[:FACTS]


# -- C -----------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*'
    | ^[ ]*\#[ ]*(?:include|if|ifdef|ifndef|else|elif|endif|undef|error)\b[^\n]*
    | ^[ ]*\#[ ]*define[ ]+\w+(?:\([^)]*\))?
    | [A-Za-z_]\w* | 0[xX][0-9a-fA-F]+[uUlL]* | \d+[uUlL]*
    | <<= | >>= | << | >> | <= | >= | == | != | && | \|\| | -> | \+\+ | -- | [-+*/%&|^]= | \S""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=",
    "*=": "+=", "/=": "*=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
}  # fmt: skip
PREFIXED = {"!": "", "~": "", "-": ""}
INTRINSICS = {
    "_add_": "_sub_", "_sub_": "_add_", "_adds_": "_add_", "_subs_": "_sub_", "_min_": "_max_", "_max_": "_min_",
    "_and_": "_or_", "_or_": "_and_", "_andnot_": "_and_", "_xor_": "_or_", "_cmpeq_": "_cmpgt_", "_cmpgt_": "_cmpeq_",
    "_cmplt_": "_cmple_", "_cmpge_": "_cmpgt_", "_testn_": "_test_", "_test_": "_testn_", "_slli_": "_srli_",
    "_srli_": "_slli_", "_srai_": "_srli_", "_unpacklo_": "_unpackhi_", "_unpackhi_": "_unpacklo_",
}  # fmt: skip
FUNCTION = re.compile(r"^(?:[A-Za-z_][^\n;={]*?\b(\w+)\(|\})", re.MULTILINE)
SPARED = re.compile(
    r"^STEP[ ]void[ ]fetch_ahead\(.*?^\} | enum[ ]\{[^}]*\} | (\S+)[ ]>[ ](\S+)[ ]\?[ ]\1[ ]:[ ]\2\b",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)


def of_c(file: str, source: str) -> Iterator[Mutant]:
    """Signs, numbers and vector instructions of C, by tokens."""
    tokens = [match for match in TOKEN.finditer(source) if not match[0].startswith(("/*", "//"))]
    spared = [match.span() for match in SPARED.finditer(source)]
    functions = [(match.start(), match[1] or "") for match in FUNCTION.finditer(source)]

    def mutant(start: int, stop: int, other: str) -> Mutant:
        where = [name for first, name in functions if first <= start]
        return _mutant(file, where[-1] if where else "", source, start, stop, other)

    def text(place: int) -> str:
        return tokens[place][0] if 0 <= place < len(tokens) else ""

    for place, token in enumerate(tokens):
        word, (start, stop) = token[0], token.span()
        if any(first <= start < last for first, last in spared):
            continue
        # What stands between two things has blanks around it; what stands before one has none behind it.
        apart = source[start - 1 : start].isspace() and source[stop : stop + 1].isspace()
        if word in OPERATORS and apart:
            yield mutant(start, stop, OPERATORS[word])
        elif word in PREFIXED and not apart:
            yield mutant(start, stop, PREFIXED[word])
        elif word[0].isdigit() and not _is_a_size(text(place - 1), text(place - 2), text(place - 3), text(place + 1)):
            yield mutant(start, stop, _more(word))
        elif word.startswith("_mm"):
            for part, other in INTRINSICS.items():
                if part in word:
                    yield mutant(start, stop, word.replace(part, other))


def _is_a_size(before: str, name: str, kind: str, behind: str) -> bool:
    """Whether a number stands in brackets behind a name that is declared there."""
    if before == "]" or (before, behind) != ("[", "]"):
        return False
    return kind == "*" or (kind[:1].isidentifier() and kind != "return")


def _more(number: str) -> str:
    digits = number.rstrip("uUlL")
    value = (1, 0)[int(digits, 0)] if int(digits, 0) < 2 else int(digits, 0) + 1  # a truth value is the other one
    return (hex(value) if digits[:2] in ("0x", "0X") else str(value)) + number[len(digits) :]


# -- Python ------------------------------------------------------------------------------------------------------------

SIGNS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"), ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Div: ("/", "*"), ast.Mod: ("%", "*"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"), ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}  # fmt: skip


SPEED = {
    "_BLOCK", "_SHARE", "_HEAD_START", "_MOST_THREADS", "_MOST_TABLES", "_SLICE", "_CHUNK", "_IN_FLIGHT", "_TASK",
    "_AHEAD", "_PATIENCE",
}  # fmt: skip
"""Numbers that answers do not depend on, only the time or the memory that they take."""


def of_python(file: str, source: str) -> Iterator[Mutant]:
    """Signs, numbers and truth values of Python, by its syntax tree."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        # The columns of the tree count bytes.
        text = source[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)

    def mutant(where: str, start: int, stop: int, other: str) -> Mutant:
        return _mutant(file, where, source, start, stop, other)

    def sign(where: str, kind: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        if type(kind) in SIGNS:
            old, new = SIGNS[type(kind)]
            first, last = span(left)[1], span(right)[0]
            gap = re.sub(r"#.*", lambda match: " " * len(match[0]), source[first:last])
            place = re.search(re.escape(old).replace(r"\ ", r"\s+"), gap)
            assert place, (file, left.lineno, old, gap)
            yield mutant(where, first + place.start(), first + place.end(), new)

    for where, node in _walked(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for at, kind in enumerate(node.ops):
                yield from sign(where, kind, sides[at], sides[at + 1])
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from sign(where, node.op, left, right)
        elif isinstance(node, ast.BinOp):
            yield from sign(where, node.op, node.left, node.right)
        elif isinstance(node, ast.AugAssign) and type(node.op) in SIGNS:
            old, new = (f"{some}=" for some in SIGNS[type(node.op)])
            first = span(node.target)[1]
            place = source.index(old, first)
            yield mutant(where, place, place + len(old), new)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield mutant(where, (start := span(node)[0]), start + len("not "), "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield mutant(where, *span(node), str(not node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield mutant(where, *span(node), str(node.value + 1))


def _walked(node: ast.AST, where: str = "") -> Iterator[tuple[str, ast.AST]]:
    """All that is run of a tree, and in what: no annotations, nothing under TYPE_CHECKING, not what is in f-strings."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        where = f"{where}.{node.name}".lstrip(".")
    yield where, node
    if isinstance(node, (ast.JoinedStr, ast.Assert)) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    about = node.test if isinstance(node, ast.If) else node.targets[0] if isinstance(node, ast.Assign) else None
    if isinstance(about, ast.Name) and about.id in ("TYPE_CHECKING", *SPEED):
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walked(child, where)
