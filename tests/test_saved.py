"""Saved tables come back as they were, and whatever else the bytes are is refused."""

from __future__ import annotations

import os
import pickle
import random
import struct
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest
from compiling import run, sanitizing

import scalareale as sr
from scalareale import saved
from scalareale._core import ffi, lib
from scalareale.embed import HEADER, SOURCE, amalgamation

RNG = random.Random(8)
HOUSE = sr.Rules.named("classic").replace(
    name="Da Gino, \u2665 first", suits="sdch", keys={"flush": ("flush_suit", "ranks")}, upset=None
)
SMALL = sr.Rules(name="small", packs=(20, 48), straights=("middle", "ace-high"))
WILD = sr.Rules.named("wild").replace(name="wild sixes", categories=[*sr.Rules.named("wild").categories], low=True)


def bytes_of(ev: sr.Evaluator, folder: Path) -> bytes:
    sr.save_table(ev, folder / "saved.table")
    return (folder / "saved.table").read_bytes()


def signed(data: bytes) -> bytes:
    """The same with a checksum that is right."""
    return data[:-4] + struct.pack("<I", crc32(data[:-4]))


def in_c(data: bytes) -> tuple[int, Any, object]:
    """What sr_load says of the bytes, the evaluator, and its memory."""
    size = lib.sr_load_sizeof(data, len(data))
    memory = ffi.new("uint64_t[]", size // 8 + 1)
    ev = ffi.cast("sr_evaluator *", memory)
    return lib.sr_load(ev, size, data, len(data)), ev, memory


# -- there and back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sr.rulesets())
def test_every_ruleset_comes_back_and_gives_the_same_answers_in_c(name: str, tmp_path: Path) -> None:
    for cards in sr.Rules.named(name).packs:
        ev = sr.Evaluator(name, cards=cards)
        data = bytes_of(ev, tmp_path)
        assert sr.load_table(tmp_path / "saved.table") == ev
        code, loaded, _ = in_c(data)
        assert code == lib.SR_OK
        assert ffi.string(lib.sr_ruleset(loaded)).decode() == name
        assert lib.sr_strengths(loaded) == ev.strengths
        hands = sr.all_hands(ev.pack, 0, 1_000_000)[:: 1 if cards <= 32 else 7].copy()
        wanted = ev.evaluate_many(hands)
        for kernel in sr.kernels():
            assert lib.sr_set_kernel(loaded, kernel.encode()) == lib.SR_OK
            out = ffi.new("uint16_t[]", len(hands))
            assert lib.sr_evaluate_rows(loaded, ffi.from_buffer("uint8_t[]", hands), len(hands), out) == len(hands)
            assert ffi.buffer(out)[:] == wanted.tobytes()


@pytest.mark.parametrize(("rules", "cards"), [(HOUSE, 24), (HOUSE, 40), (SMALL, 20), (SMALL, 48), (WILD, 54)])
def test_house_rules_come_back_and_describe_and_pickle_as_before(rules: sr.Rules, cards: int, tmp_path: Path) -> None:
    ev = sr.Evaluator(rules, cards=cards)
    data = bytes_of(ev, tmp_path)
    again = sr.load_table(str(tmp_path / "saved.table"))
    assert again == ev
    assert hash(again) == hash(ev)
    assert again.rules.source == rules.source
    assert pickle.loads(pickle.dumps(again)) == ev
    code, loaded, _ = in_c(data)
    assert code == lib.SR_OK
    assert ffi.string(lib.sr_ruleset(loaded)).decode() == rules.name
    text = ffi.new("char[]", lib.SR_WORDS)
    for _ in range(200):
        hand = bytes(RNG.sample(list(ev.pack.codes), 5))
        assert again.evaluate(hand) == ev.evaluate(hand) == lib.sr_evaluate(loaded, hand)
        assert again.describe(hand) == ev.describe(hand)
        assert lib.sr_describe(loaded, hand, b"en", text, lib.SR_WORDS) > 0
        assert ffi.string(text).decode() == ev.describe(hand)


def test_upset_and_ranges_are_loaded_too(tmp_path: Path) -> None:
    rules = sr.Rules.named("classic").replace(name="ours", suits="cdhs")
    ev = sr.Evaluator(rules, cards=32)
    _, loaded, _ = in_c(bytes_of(ev, tmp_path))
    for strength in range(ev.strengths + 2):
        assert lib.sr_category(loaded, strength) == lib.sr_category(ev._table, strength)
        assert lib.sr_tier(loaded, strength) == lib.sr_tier(ev._table, strength)
    spans = ffi.new("sr_range[2]")
    assert lib.sr_upset(loaded, spans, spans + 1) == 1
    assert tuple((span.low, span.high) for span in spans) == ev.upset
    assert lib.sr_compare(loaded, *map(sr.parse_cards, ("Ah 7h 8h 9h 10h", "10d Jd Qd Kd Ad"))) == 1


def test_bytes_are_little_endian_on_every_machine(tmp_path: Path) -> None:
    data = bytes_of(sr.Evaluator("classic", cards=24), tmp_path)
    hashed = lib.sr_hash_for(24)
    rows, slots = 2 * hashed.flush_row, hashed.n_slots
    assert struct.unpack_from("<II", data, 8) == (1, len(data))
    assert struct.unpack_from("<IIIH", data, 24) == (hashed.mask, hashed.flush_row, slots, 528)
    assert struct.unpack_from("<64I", data, 120) == tuple(hashed.weight)
    assert struct.unpack_from(f"<{rows}H", data, 376) == tuple(ffi.unpack(hashed.shift, rows))
    found = struct.unpack_from(f"<{slots}I", data, 376 + 2 * rows)
    compiled_in = ffi.unpack(sr.Evaluator("classic", cards=24)._table.slots, slots)
    assert all(slot in (0, other) for slot, other in zip(found, compiled_in, strict=True))
    assert sum(slot != 0 for slot in found) == 252


def test_bytes_may_be_freed_after_loading_and_need_no_alignment(tmp_path: Path) -> None:
    ev = sr.Evaluator("classic", cards=24)
    data = bytes_of(ev, tmp_path)
    for shift in range(4):
        buffer = ffi.new("char[]", bytes(shift) + data)
        size = lib.sr_load_sizeof(buffer + shift, len(data))
        memory = ffi.new("uint64_t[]", size // 8 + 1)
        loaded = ffi.cast("sr_evaluator *", memory)
        assert lib.sr_load(loaded, size, buffer + shift, len(data)) == lib.SR_OK
        ffi.memmove(buffer, bytes(len(buffer)), len(buffer))
        hand = sr.parse_cards("Ah Kh Qh Jh 10h")
        assert lib.sr_evaluate(loaded, hand) == ev.evaluate(hand)
        assert ffi.string(lib.sr_ruleset(loaded)) == b"classic"


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return bytes_of(sr.Evaluator("classic", cards=24), tmp_path_factory.mktemp("saved"))


def test_table_that_was_changed_in_any_byte_is_refused(data: bytes) -> None:
    for at in range(len(data)):
        for change in (1, 0x80, 0xFF):
            changed = data[:at] + bytes([data[at] ^ change]) + data[at + 1 :]
            assert in_c(changed)[0] < 0, at
            with pytest.raises(ValueError):
                saved._evaluator(changed)


def test_table_that_was_cut_anywhere_is_refused(data: bytes) -> None:
    for length in range(len(data)):
        assert in_c(data[:length])[0] < 0, length
        with pytest.raises(ValueError):
            saved._evaluator(data[:length])
    assert in_c(data + b"\0")[0] == lib.SR_WRONG_LENGTH


def put(data: bytes, at: int, *values: int, size: int = 4) -> bytes:
    new = b"".join(value.to_bytes(size, "little") for value in values)
    return signed(data[:at] + new + data[at + len(new) :])


def test_reason_is_the_first_that_there_is(data: bytes) -> None:
    assert in_c(b"")[0] == in_c(b"PNG")[0] == in_c(data[:7])[0] == lib.SR_NO_TABLE
    assert in_c(data[:8])[0] == in_c(data[:379])[0] == in_c(data[:-1])[0] == lib.SR_WRONG_LENGTH
    assert in_c(put(data, 8, 2))[0] == lib.SR_OTHER_VERSION
    assert in_c(put(data, 12, len(data) + 1))[0] == lib.SR_WRONG_LENGTH
    assert in_c(put(data, 20, 2**32 - 1))[0] == lib.SR_WRONG_LENGTH
    assert in_c(put(data, 28, 2**31))[0] == lib.SR_WRONG_LENGTH
    assert in_c(data[:-1] + bytes([data[-1] ^ 1]))[0] == lib.SR_WRONG_CHECKSUM
    assert in_c(signed(data))[0] == lib.SR_OK


SHIFTS, SLOTS = 376, 376 + 4 * 128


@pytest.mark.parametrize(
    ("what", "at", "values", "size"),
    [
        ("a mask without its eight low bits", 24, (127 << 11 | 127,), 4),
        ("a mask with a gap", 24, (255 | 126 << 11,), 4),
        ("a mask with more than was hashed", 24, (255 | 127 << 11 | 1 << 22,), 4),
        ("more rows than weights reach", 24, (255 | 255 << 11,), 4),
        ("no strength", 36, (0,), 2),
        ("fewer strengths than categories hold", 36, (527,), 2),
        ("a pack that begins elsewhere", 38, (27,), 1),
        ("a pack of no size", 39, (25,), 1),
        ("a pack of one card less", 39, (23,), 1),
        ("a pack with jokers and suits", 38, (0, 54), 1),
        ("suits that count twice", 40, (2,), 1),
        ("steps where suits do not count", 40, (0,), 1),
        ("flags that there are not", 41, (4,), 1),
        ("a suit's value twice", 42, (1, 1, 2, 3), 1),
        ("a suit's value too great", 42, (4, 1, 2, 3), 1),
        ("a kind of suit that there is not", 46, (6,), 1),
        ("a category from 0", 56, (0, 60), 2),
        ("categories that overlap", 60, (1, 600), 2),
        ("a category beyond the strengths", 56 + 4 * 8, (517, 529), 2),
        ("a tier beyond the strengths", 96 + 4, (517, 600), 2),
        ("an upset above its loser", 112, (525, 528, 517, 520), 2),
        ("half an upset", 112, (1, 0), 2),
        ("a weight that carries", 120 + 4 * 28, (1 << 10,) * 4, 4),
        ("a suit with a weight of its own", 120 + 4 * 29, (9,), 4),
        ("a shift past the slots", SHIFTS, (513,), 2),
    ],
)
def test_content_that_no_table_has_is_refused_under_a_right_checksum(
    what: str, at: int, values: tuple[int, ...], size: int, data: bytes
) -> None:
    """And for no other reason: every slot has a strength that exists."""
    alike = put(data, SLOTS, *(1,) * 768)
    assert in_c(alike)[0] == lib.SR_OK
    if what == "steps where suits do not count":
        alike = data
    code = in_c(put(alike, at, *values, size=size))[0]
    assert code == lib.SR_WRONG_CONTENT, f"{what}: {code}"


@pytest.mark.parametrize(
    ("rows", "wanted"), [(64, lib.SR_WRONG_CONTENT), (192, lib.SR_WRONG_CONTENT), (256, lib.SR_OK)]
)
def test_rows_of_flushes_begin_at_a_power_of_two_behind_the_others(rows: int, wanted: int, data: bytes) -> None:
    changed = data[:SHIFTS] + bytes(4 * rows) + (1).to_bytes(4, "little") * 768 + data[SLOTS + 4 * 768 :]
    assert in_c(put(put(changed, 12, len(changed)), 28, rows))[0] == wanted


def slot_of(data: bytes, hand: bytes) -> int:
    """Where the slot of a hand lies, as csrc/evaluate.c finds it."""
    mask, flush_row = struct.unpack_from("<II", data, 24)
    weights = struct.unpack_from("<64I", data, 120)
    total = sum(weights[card] for card in hand) & mask
    row = (total >> 11 & 255) + (total >> 22 << 8) + flush_row * (len({card % 4 for card in hand}) == 1)
    shift = struct.unpack_from("<H", data, SHIFTS + 2 * row)[0]
    return int(SHIFTS + 4 * flush_row + 4 * (shift + (total & 255)))


def test_every_slot_that_a_hand_leads_to_has_strengths_that_exist_with_every_suit(data: bytes) -> None:
    ev = sr.Evaluator("classic", cards=24)
    ranks = {slot_of(data, bytes(hand)): max(hand) // 4 for hand in sr.all_hands(ev.pack).tolist()}
    assert len(ranks) == 252
    for at, rank in ranks.items():
        # The best suit of a rank that the hand has adds a step up to three times.
        for word, wanted in (
            (0, lib.SR_WRONG_CONTENT),
            (ev.strengths + 1, lib.SR_WRONG_CONTENT),
            (ev.strengths, lib.SR_OK),
            (1 << 20 | rank << 16 | ev.strengths - 2, lib.SR_WRONG_CONTENT),
            (1 << 20 | rank << 16 | ev.strengths - 3, lib.SR_OK),
            (0xFFF << 20 | rank << 16 | 3, lib.SR_WRONG_CONTENT),
            (0xFFF << 20 | rank << 16 | 4, lib.SR_OK),
        ):
            assert in_c(put(data, at, word))[0] == wanted, (at, hex(word))


def test_rows_may_begin_at_any_slot(data: bytes) -> None:
    """Those of the tool begin at every 32nd, which a kernel makes use of."""
    shifts = [shift + 1 for shift in struct.unpack_from("<256H", data, SHIFTS)]
    moved = data[:SHIFTS] + struct.pack("<256H", *shifts) + bytes(4) + data[SLOTS:]
    code, loaded, memory = in_c(put(put(moved, 12, len(moved)), 32, 769))
    assert code == lib.SR_OK
    ev = sr.Evaluator("classic", cards=24)
    hands = sr.all_hands(ev.pack)
    for kernel in sr.kernels():
        assert lib.sr_set_kernel(loaded, kernel.encode()) == lib.SR_OK
        out = ffi.new("uint16_t[]", len(hands))
        assert lib.sr_evaluate_rows(loaded, ffi.from_buffer("uint8_t[]", hands), len(hands), out) == len(hands)
        assert ffi.buffer(out)[:] == ev.evaluate_many(hands).tobytes()
    del memory


def test_hand_of_a_forged_table_that_no_cards_make_is_described_by_an_ace(tmp_path: Path) -> None:
    """Nothing says how great the ranges of categories are, so that hands with a joker may be where none belong."""
    good = bytes_of(sr.Evaluator("wild", cards=54), tmp_path)
    forged = signed(good[:56] + good[92:96] + good[60:92] + good[56:60] + good[96:])
    code, ev, memory = in_c(forged)
    assert code == lib.SR_OK
    text = ffi.new("char[]", lib.SR_WORDS)
    assert lib.sr_describe(ev, bytes([48, 49, 50, 51, 52]), b"en", text, lib.SR_WORDS) > 0
    assert ffi.string(text) == b"high card ace, "  # whose further ranks are none
    del memory


def test_memory_that_does_not_do_is_refused(data: bytes) -> None:
    size = lib.sr_load_sizeof(data, len(data))
    memory = ffi.new("uint64_t[]", size // 8 + 2)
    inside = ffi.cast("sr_evaluator *", ffi.cast("char *", memory) + 4)
    assert lib.sr_load(ffi.cast("sr_evaluator *", memory), size - 1, data, len(data)) == lib.SR_TOO_SMALL
    assert lib.sr_load(inside, size, data, len(data)) == lib.SR_MISALIGNED


def test_python_refuses_a_table_that_is_not_that_of_its_rules(data: bytes, tmp_path: Path) -> None:
    forged = bytearray(data)
    for at in range(SLOTS, SLOTS + 4 * 768, 4):  # exchange the two strongest hands of a suit somewhere
        word = struct.unpack_from("<I", data, at)[0]
        if word & 0xFFFF in (0, 1):
            continue
        forged[at : at + 4] = struct.pack("<I", word - 1)
        if in_c(signed(bytes(forged)))[0] == lib.SR_OK:
            break
        forged[at : at + 4] = data[at : at + 4]
    else:
        pytest.fail("no slot can be changed")
    (tmp_path / "forged.table").write_bytes(signed(bytes(forged)))
    with pytest.raises(ValueError, match=r"forged\.table: the table is not that of its rules, 'classic'"):
        sr.load_table(tmp_path / "forged.table")


@pytest.mark.parametrize(
    ("rules", "match"),
    [
        (b"\xff", "can't decode"),
        (b"name = ", "no TOML"),
        (b'base = "holdem"', "is no ruleset"),
        (b'base = "standard"', "is played with 52 cards, not 24"),
        (b'base = "classic"\nname = "other"', "not that of its rules, 'other'"),
    ],
)
def test_python_refuses_rules_that_are_none_or_others(rules: bytes, match: str, data: bytes) -> None:
    old = struct.unpack_from("<I", data, 20)[0]
    changed = data[: len(data) - 4 - old] + rules
    changed = changed[:12] + struct.pack("<III", len(changed) + 4, 7, len(rules)) + changed[24:]
    changed = signed(changed + b"....")
    assert in_c(changed)[0] == lib.SR_OK
    with pytest.raises(ValueError, match=match):
        saved._evaluator(changed)


def test_path_is_no_number() -> None:
    """Python would read what a descriptor of that number has open."""
    for wrong in (0, 3, None):
        with pytest.raises(TypeError, match="expected str, bytes or os"):
            sr.load_table(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected str, bytes or os"):
            sr.save_table(sr.Evaluator("standard"), wrong)  # type: ignore[arg-type]


def test_no_more_is_read_of_a_file_than_the_longest_table_has(data: bytes, tmp_path: Path) -> None:
    longest = sr.Rules.named("classic").replace(name="x" * 500, source="\x01" * 500)
    assert 3 * len(bytes_of(sr.Evaluator(longest, cards=40), tmp_path)) < saved._MOST_BYTES
    with open(tmp_path / "long.table", "wb") as file:
        file.write(data)
        file.truncate(1 << 40)
    for path, reason in ((tmp_path / "long.table", "length"), (Path("/dev/zero"), "not a saved table")):
        if path.exists():
            with pytest.raises(ValueError, match=f"{path}: .*{reason}"):
                sr.load_table(path)


def test_errors_name_the_file_and_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sr.load_table(tmp_path / "nothing.table")
    (tmp_path / "text.table").write_text("classic")
    for path in (tmp_path / "text.table", os.fsencode(tmp_path / "text.table")):
        with pytest.raises(ValueError, match=r"text\.table: not a saved table"):
            sr.load_table(path)
    with pytest.raises(TypeError, match="what is saved is an Evaluator, not str: 'classic'"):
        sr.save_table("classic", tmp_path / "x")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        sr.save_table(sr.Evaluator("standard"), tmp_path / "nowhere" / "x")


# -- with sanitizers --------------------------------------------------------------------------------------------------


def sanitized(folder: Path, *options: str) -> Path:
    """The program of saved.c with the one C file, under both sanitizers."""
    command = sanitizing(folder)
    if command is None:
        pytest.skip("no C compiler here whose programs run under the address and undefined-behaviour sanitizers")
    for name, text in zip((SOURCE, HEADER), amalgamation(["classic"]), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    driver = Path(__file__).resolve().parent / "saved.c"
    # Sanitized vector code takes minutes to optimise and half a minute not to.
    command += ["-std=c11", "-O0", "-g", f"-I{folder}", *options]
    built = run([*command, str(driver), SOURCE, "-o", "saved"], cwd=folder)
    assert built.returncode == 0, built.stderr
    return folder / "saved"


def spoiled(program: Path, ev: sr.Evaluator, *arguments: str) -> None:
    """Have the program spoil the table of an evaluator; some forged ones must be accepted, and harmless."""
    sr.save_table(ev, program.parent / "saved.table")
    done = run([str(program), str(program.parent / "saved.table"), *arguments])
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-4000:]
    _, forged, accepted = [int(word) for word in done.stdout.split() if word.isdigit()]
    assert forged > accepted > 0


@pytest.mark.checkout
def test_no_byte_of_a_table_makes_c_read_or_write_a_byte_too_many(tmp_path: Path) -> None:
    spoiled(sanitized(tmp_path, "-DSR_PORTABLE_ONLY"), sr.Evaluator("classic", cards=24), "300")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.checkout
def test_no_forged_table_makes_any_kernel_read_or_write_a_byte_too_many(tmp_path: Path) -> None:
    program = sanitized(tmp_path)
    spoiled(program, sr.Evaluator("classic", cards=24), "3000")
    spoiled(program, sr.Evaluator(HOUSE, cards=40), "300", "forge")
    spoiled(program, sr.Evaluator(WILD, cards=54), "150", "forge")
