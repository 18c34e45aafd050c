"""Rules as text: TOML for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from functools import partial

from .cards import _show
from .packs import listed
from .rules import _FIELDS, NAMED, Rules, Selector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST = 16_384
"""Characters of rules as text, ten times what all fields take; TOML may take time that grows with the square."""
_TEXT_FIELDS = ("base", *_FIELDS)
_SELECTOR_FIELDS = ("category", "tier", "suit", "rank")


def from_toml(text: str) -> Rules:
    """The work of `Rules.from_toml`."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return _read(text, tomllib.loads, "TOML")


def from_json(text: str) -> Rules:
    """The work of `Rules.from_json`."""
    return _read(text, partial(json.loads, object_pairs_hook=_once), "JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, whose names TOML would not let stand twice either."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{_show(next(name for name in names if names.count(name) > 1))} is there twice")
    return found


def _read(text: str, loads: Callable[[str], Any], kind: str) -> Rules:
    if not isinstance(text, str):
        raise TypeError(f"rules to be read are text (str), not {type(text).__name__}")
    if len(text) > LONGEST:
        raise ValueError(f"rules are at most {LONGEST} characters long, not {len(text)}")
    try:
        try:
            data = loads(text)
        except ValueError as error:
            raise ValueError(f"the rules are no {kind}: {error}") from None
        if not isinstance(data, dict):
            raise ValueError(f"the rules are one {kind} object, not {type(data).__name__}")
        return from_dict(data)
    except RecursionError:
        raise ValueError("the rules are nested too deep") from None


def from_dict(data: dict[str, Any]) -> Rules:
    """Rules from plain data, as `Rules.to_dict` gives it, or `base` and what differs from it."""
    if not isinstance(data, dict):
        raise TypeError(f"rules as plain data are a dict, not {type(data).__name__}: {_show(data)}")
    for field in data:
        if field not in _TEXT_FIELDS:
            raise ValueError(f"the rules have no field {_show(field)}: there are {listed(_TEXT_FIELDS, 'and')}")
    fields = dict(data)
    base = fields.pop("base", None)
    try:
        if "players" in fields:
            table = fields["players"]
            if not isinstance(table, dict) or not all(map(_is_number, table)):
                raise ValueError(f"players is a table of packs by numbers of players, not {_show(table)}")
            fields["players"] = [(int(number), size) for number, size in table.items()]
        if "keys" in fields and not isinstance(fields["keys"], dict):
            raise ValueError(f"keys is a table of lists by category, not {_show(fields['keys'])}")
        if "upset" in fields:
            fields["upset"] = _upset(fields["upset"])
        for field in ("suits", "jokers"):
            # TOML has no null: the empty text takes away what the base has.
            if isinstance(fields.get(field), str) and not fields[field]:
                fields[field] = None
        if base is None:
            return Rules(**fields)
        if not isinstance(base, str) or base not in NAMED:
            raise ValueError(f"the base {_show(base)} is no ruleset: there are {listed(NAMED, 'and')}")
        return Rules.named(base).replace(**({"name": f"{base} (house rules)", "source": ""} | fields))
    except TypeError as error:
        raise ValueError(str(error)) from None


def _is_number(key: object) -> bool:
    """Whether a key is a number of players, as TOML and JSON write it or as an int."""
    digits = _show(key) if isinstance(key, int) else str(key)
    return digits.isdecimal() and len(digits) < 5


def _upset(data: Any) -> tuple[Selector, Selector] | None:
    if data is None or (isinstance(data, dict) and not data):
        return None  # an empty table takes away the upset of the base
    if not isinstance(data, dict) or set(data) != {"winner", "loser"}:
        raise ValueError(f"upset has a winner and a loser, and nothing else: {_show(data)}")
    sides = []
    for who in ("winner", "loser"):
        side = data[who]
        if not isinstance(side, dict) or "category" not in side:
            raise ValueError(f"the {who} of the upset is a table with a category, not {_show(side)}")
        for field in side:
            if field not in _SELECTOR_FIELDS:
                raise ValueError(
                    f"the {who} of the upset has no {_show(field)}: it has {listed(_SELECTOR_FIELDS, 'and')}"
                )
        sides.append(Selector(**side))
    return sides[0], sides[1]


def to_toml(rules: Rules) -> str:
    """The work of `Rules.to_toml`."""
    lines, tables = [], []
    for field, value in rules.to_dict().items():
        if isinstance(value, dict):
            tables.append((field, value))
        else:
            lines.append(f"{field} = {_toml(value)}")
    for field, table in tables:
        lines.append(f"\n[{field}]")
        lines.extend(f"{key} = {_toml(value)}" for key, value in table.items())
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    # Strings, numbers and booleans are the same in JSON but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
