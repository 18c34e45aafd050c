"""Build the C tables of every named ruleset with each of its packs.

Run by the package's build, or by hand: `python tools/build_tables.py --help`. The standard library is all it needs,
and its output is the same byte for byte on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
import types
from array import array
from collections import Counter
from contextlib import suppress
from itertools import combinations, combinations_with_replacement
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The package's rules are needed before its compiled module exists. An empty stand-in for the package makes its
# submodules importable and keeps `scalareale/__init__.py`, which wants the compiled module, from ever running here.
_package = types.ModuleType("scalareale")
_package.__path__ = [str(HERE.parent / "src" / "scalareale")]
sys.modules["scalareale"] = _package

from scalareale import ctext  # noqa: E402
from scalareale.packs import Pack  # noqa: E402
from scalareale.rules import Rules, rulesets  # noqa: E402
from scalareale.tables import JOKER, NOTHING, Entries  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DIGESTS = HERE / "table_digests.txt"
GENERATOR = "tools/build_tables.py"
HASHED_PACKS = (24, 28, 32, 36, 40, 54)
"""Packs with a hash of their own; any other pack uses that of the next greater one."""

# A weight has three parts x, y, z that add without carrying into each other. Modulo 256, `y` and `z` below, the sums
# of five weights must be different for every multiset of five ranks. Ten ranks fit into 2**15 sums, thirteen and the
# joker into 2**20; half of that was not found for either. (Thirteen alone fit into 2**19, but then the tables of 52
# cards could not share the slots of those with jokers, for hardly more speed.) Each list is what `--search` gives with
# the seed that comes first: the wide one in seconds, the narrow one in minutes.


class Weights:
    """Additive weights of the top ranks of a pack, from the ace downward (and of the joker last)."""

    def __init__(self, seed: int, ranks: int, jokers: bool, y: int, z: int, found: str) -> None:
        self.seed, self.ranks, self.jokers, self.y, self.z = seed, ranks, jokers, y, z
        parts = [[int(part) for part in weight.split(".")] for weight in found.split()]
        self.weights = [x | y << 11 | z << 22 for x, y, z in parts]
        self.mask = 255 | (y - 1) << 11 | (z - 1) << 22
        self.rows = y * z

    def of(self, rank: int) -> int:
        """The weight of a rank, 2 to 14, or of the joker; 0 where there is none."""
        at = 14 - rank if rank != JOKER else 13
        return self.weights[at] if at < len(self.weights) else 0


WEIGHTS = {
    "narrow": Weights(
        1, 10, False, 128, 1,
        "187.38.0 138.109.0 56.114.0 243.53.0 56.94.0 "
        "5.2.0 181.50.0 148.17.0 45.69.0 0.0.0",
    ),
    "wide": Weights(
        1, 13, True, 256, 16,
        "132.97.3 163.61.2 186.46.1 174.71.5 252.224.2 132.153.5 117.59.15 "
        "194.125.14 190.207.4 196.97.9 216.192.12 41.195.5 0.0.0 186.99.6",
    ),
}  # fmt: skip


def search(ranks: int, jokers: bool, y: int, z: int, seed: int) -> str:
    """Weights for so many ranks, by random choice among all that still can be chosen, with backtracking.

    With the sums of k chosen weights in S(k), a new weight w makes two sums equal just if (j - i) * w is a difference
    of S(5 - i) and S(5 - j) for some 0 <= i < j <= 4, so the weights that are left can be listed, not guessed.
    """
    mask, one = 255 | (y - 1) << 11 | (z - 1) << 22, 1 | 1 << 11 | 1 << 22
    every = [a | b << 11 | c << 22 for c in range(z) for b in range(y) for a in range(256)]
    draw = random.Random(seed)
    chosen: list[int] = [0]
    sums: list[list[set[int]]] = [[{0}, {0}, {0}, {0}, {0}, set()]]
    left: list[list[int]] = [[]]
    nodes = 0

    def possible(most: int) -> list[int]:
        steps: dict[int, set[int]] = {}
        for i in range(most):
            for j in range(i + 1, most + 1):
                negative = [(((b ^ mask) & mask) + one) & mask for b in sums[-1][5 - j]]
                found = steps.setdefault(j - i, set())
                for a in sums[-1][5 - i]:
                    found.update([(a + b) & mask for b in negative])
        return [w for w in every if not any(w * d & mask in found for d, found in steps.items())]

    while len(chosen) < ranks + jokers:
        most = 2 if jokers and len(chosen) == ranks else 4
        if len(left) == len(chosen):
            left.append(possible(most))
            nodes += 1
        if not left[-1] or nodes % 40 == 0:
            for _ in range(min(1 + draw.getrandbits(1), len(chosen) - 1)):
                left.pop()
                chosen.pop()
                sums.pop()
            nodes += 1
            continue
        options = left[-1]
        weight = options.pop(draw.getrandbits(32) % len(options))
        chosen.append(weight)
        before = sums[-1]
        sums.append(
            [{(s + weight * c) & mask for c in range(most + 1) if k >= c for s in before[k - c]} for k in range(6)]
        )
    return " ".join(f"{w & 255}.{w >> 11 & 255}.{w >> 22}" for w in chosen[:ranks][::-1] + chosen[ranks:])


def classes(pack: Pack) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Every class of hands of a pack, counted out anew so that the proof shares nothing with the rules."""
    ranks = range(pack.lowest, 15)
    for held in range(pack.jokers + 1):
        jokers = (JOKER,) * held
        for cards in combinations_with_replacement(ranks, 5 - held):
            if held or max(Counter(cards).values()) <= 4:
                yield (*cards, *jokers), False
        for cards in combinations(ranks, 5 - held):
            yield (*cards, *jokers), True


class PerfectHash:
    """The perfect hash of a pack: weights, and a shift for each row so that no two classes share a slot.

    A sum names a row (y and z, and whether the hand is of one suit) and a place in it (x). Rows are moved against
    each other until their occupied places interlock, the fullest first, each as far to the left as it goes. With at
    most 256 rows the shifts are multiples of 32, so that a byte holds one.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        weights = self.weights = WEIGHTS["narrow" if pack.size <= 40 else "wide"]
        self.weight = [weights.of(15 if code > 51 else 2 + code // 4) for code in range(54)] + [0] * 10
        for code in range(52 - 4 * (15 - pack.lowest)):
            self.weight[code] = 0
        self.mask = weights.mask
        self.flush_row = weights.rows
        self.narrow = 2 * self.flush_row <= 256
        rows: dict[int, int] = {}
        self.n_classes = 0
        for ranks, flush in classes(pack):
            row, x = self.place(ranks, flush)
            if rows.get(row, 0) >> x & 1:
                raise SystemExit(f"{pack.size} cards: the weights do not tell {ranks} apart from another hand")
            rows[row] = rows.get(row, 0) | 1 << x
            self.n_classes += 1
        self.shift = array("H", bytes(4 * self.flush_row))
        taken = 0
        allowed = sum(1 << shift for shift in range(0, 1 << 14, 32 if self.narrow else 1))
        for row, places in sorted(rows.items(), key=lambda item: (-item[1].bit_count(), item[0])):
            free = allowed
            for x in range(256):
                if places >> x & 1:
                    free &= ~(taken >> x)
            shift = (free & -free).bit_length() - 1
            taken |= places << shift
            self.shift[row] = shift
        self.n_slots = max(self.shift) + 256
        if self.narrow and max(self.shift) > 255 * 32:
            raise SystemExit(f"{pack.size} cards: a shift of {max(self.shift)} does not fit into a byte")

    def place(self, ranks: tuple[int, ...], flush: bool) -> tuple[int, int]:
        """Row and x of a class of hands."""
        total = sum(self.weights.of(rank) for rank in ranks) & self.mask
        return (total >> 11 & 255 | total >> 22 << 8) + (self.flush_row if flush else 0), total & 255

    def prove(self) -> None:
        """Show that every class of hands of the pack has a slot of its own."""
        seen: dict[int, object] = {}
        for kind in classes(self.pack):
            row, x = self.place(*kind)
            slot = self.shift[row] + x
            if seen.setdefault(slot, kind) is not kind or slot >= self.n_slots:
                raise SystemExit(f"{self.pack.size} cards: {kind} and {seen[slot]} share slot {slot}")
        if len(seen) != self.n_classes:
            raise SystemExit(f"{self.pack.size} cards: {len(seen)} slots for {self.n_classes} classes")


class Output:
    """The text of the generated file, and what it holds."""

    def __init__(self) -> None:
        self.lines = [f"/* Generated by {GENERATOR}: do not edit. */"]
        self.arrays: dict[tuple[str, bytes], str] = {}
        self.digests: list[tuple[str, str]] = []
        self.report: list[tuple[str, int, int, int, int]] = []

    def add(self, kind: str, name: str, values: array[int] | bytes) -> str:
        """Write an array, or find the same one written before; its name."""
        key = kind, values if isinstance(values, bytes) else values.tobytes()
        if key not in self.arrays:
            self.arrays[key] = name
            self.lines.extend(ctext.array(kind, name, values))
        return self.arrays[key]

    def slots(self, slots: array[int]) -> str:
        """The same for slots, where empty ones do not matter: a hand of the pack never leads to one."""
        for (kind, data), name in self.arrays.items():
            if kind == "uint32_t" and len(data) == 4 * len(slots):
                if all(not mine or mine == other for mine, other in zip(slots, array("I", data), strict=True)):
                    return name
        return self.add("uint32_t", f"slots_{len(self.arrays)}", slots)

    def hash(self, hashed: PerfectHash) -> None:
        """Write a pack's perfect hash."""
        size = hashed.pack.size
        shift = self.add("uint16_t", f"shift_{size}", hashed.shift)
        shift32 = None
        if hashed.narrow:
            shift32 = self.add("uint8_t", f"shift32_{size}", bytes(shift // 32 for shift in hashed.shift))
        numbers = hashed.mask, hashed.flush_row, hashed.n_slots, hashed.n_classes
        self.lines.extend(ctext.hash_(f"hash_{size}", hashed.weight, *numbers, shift, shift32))
        words = [*hashed.weight, hashed.mask, hashed.flush_row, hashed.n_slots, *hashed.shift]
        self.digests.append((f"hash {size}", _digest(words)))

    def table(self, rules: Rules, hashed: PerfectHash, size: int) -> str:
        """Write one ruleset with one pack; its initialiser."""
        pack = Pack(size)
        entries = Entries(rules, pack)
        slots = entries.slots(hashed)
        before = len(self.arrays)
        name = self.slots(slots)
        winner, loser = entries.upset or (NOTHING, NOTHING)
        ranges = [*entries.categories, *entries.tiers, winner, loser]
        numbers = [entries.strengths, pack.codes[0], size, int(entries.suited)]
        facts = [*numbers, *entries.suit_values]
        self.digests.append((f"{rules.name} {size}", _digest([*slots, *facts, *(s for span in ranges for s in span)])))
        bytes_used = 4 * len(slots) if len(self.arrays) > before else 0
        self.report.append((rules.name, size, len(entries.words), len(slots), bytes_used))
        return ctext.table(
            f"hash_{hashed.pack.size}",
            name,
            numbers,
            entries.suit_values,
            entries.categories,
            entries.tiers,
            (winner, loser),
            entries.deciding,
            entries.flags,
            rules.name,
        )


def _digest(values: list[int]) -> str:
    return hashlib.sha256(",".join(map(str, values)).encode()).hexdigest()


def build(names: list[str]) -> Output:
    """All hashes and tables, proved."""
    output = Output()
    hashes = {size: PerfectHash(Pack(size)) for size in HASHED_PACKS}
    for hashed in hashes.values():
        hashed.prove()
        output.hash(hashed)
    wanted = [(name, size) for name in names for size in Rules.named(name).packs]
    made = {}
    for name, size in sorted(wanted, key=lambda table: -table[1]):  # greater packs have what smaller ones can share
        own = min(hashed for hashed in HASHED_PACKS if hashed >= size)
        made[name, size] = output.table(Rules.named(name), hashes[own], size)
    output.lines.extend(ctext.tables([made[table] for table in wanted]))
    output.lines.append(f"static const sr_hash *const hashes[{len(hashes)}] = {{")
    output.lines.append(", ".join(f"&hash_{size}" for size in hashes))
    output.lines.append(f"}};\nstatic const uint8_t hashed_cards[{len(hashes)}] = {{")
    output.lines.append(", ".join(str(size) for size in hashes))
    output.lines.append("};")
    return output


def check_digests(digests: list[tuple[str, str]]) -> None:
    """Compare with the committed digests; the build ends here if one differs."""
    committed = {}
    if DIGESTS.exists():
        for line in DIGESTS.read_text(encoding="ascii").splitlines():
            digest, name = line.split("  ", 1)
            committed[name] = digest
    wrong = [
        f"{name}:\n  committed {committed.get(name, 'nothing')}\n  built     {digest}"
        for name, digest in digests
        if committed.get(name) != digest
    ]
    if wrong:
        raise SystemExit(
            "error: tables differ from tools/table_digests.txt\n" + "\n".join(wrong) + "\n"
            "If the rules were changed on purpose, run: python tools/build_tables.py --update-digests"
        )


def print_report(output: Output) -> None:
    """Slots, load and bytes of each table."""
    print(f"{'ruleset':<18}{'cards':>6}{'classes':>9}{'slots':>7}{'load':>7}{'bytes':>8}")
    for name, size, used, slots, nbytes in output.report:
        shown = str(nbytes) if nbytes else "shared"
        print(f"{name:<18}{size:>6}{used:>9}{slots:>7}{used / slots:>7.0%}{shown:>8}")
    print(f"{'in all':<18}{'':>6}{'':>9}{'':>7}{'':>7}{sum(row[-1] for row in output.report):>8}")


def write(path: Path, text: str) -> None:
    """Write a file, unless it is the same already: its time is what a rebuild goes by."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != text.encode("ascii"):
            path.write_text(text, encoding="ascii", newline="\n")
    except OSError as error:
        with suppress(OSError):
            path.unlink()  # it may be a part only
        raise SystemExit(f"error: {path} cannot be written: {error.strerror}") from None


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where the C goes (default: nowhere, report only)")
    parser.add_argument("--quiet", action="store_true", help="print no report")
    parser.add_argument("--update-digests", action="store_true", help="accept the tables as they are")
    parser.add_argument("--search", choices=tuple(WEIGHTS), help="search rank weights instead of building (minutes)")
    parser.add_argument("--seed", type=int, default=1, help="of the search")
    args = parser.parse_args()
    started = time.perf_counter()
    if args.search:
        kind = WEIGHTS[args.search]
        print(search(kind.ranks, kind.jokers, kind.y, kind.z, args.seed))
        return
    output = build(list(rulesets()))
    if args.update_digests:
        DIGESTS.write_text("".join(f"{digest}  {name}\n" for name, digest in output.digests), encoding="ascii")
    check_digests(output.digests)
    if args.folder:
        write(args.folder / ctext.TABLES, "\n".join(output.lines) + "\n")
        write(args.folder / ctext.WORDS, ctext.words(GENERATOR))
    if not args.quiet:
        print_report(output)
        print(f"{len(output.report)} tables proved and built in {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
