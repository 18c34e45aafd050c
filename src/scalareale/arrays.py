"""Arrays of integers as callers may hand them over, before anything is looked up."""

from __future__ import annotations

import numpy as np

from .cards import _show, integer, is_masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

__all__ = ["as_array", "clipped", "integers", "kind_of"]

_PLAIN = frozenset({int, *(kind for kind in np.sctypeDict.values() if issubclass(kind, np.integer))})


def integers(values: Any, what: str, wanted: str) -> Any:
    """Values as an array of integers; TypeError for any others. `wanted` says what they are, in words.

    What numpy would make integers of is refused, too: truth values among others, and masked entries, however deep they
    are in lists. Integers that are too great for numpy's own types become an array of objects.
    """
    array = as_array(values, f"{what} are {wanted}")
    if array.dtype.kind in "iu":
        return array
    if array.size == 0 and array.dtype.char == "d" and not hasattr(values, "dtype"):
        return array.astype(np.uint8)  # an empty list has no kind
    if array.size and array.dtype.kind in "fO" and isinstance(values, (list, tuple)):
        whole = _of_any_size(values)
        if whole is not None:
            return whole
    kind = kind_of(values, array)
    if wanted == "integers":
        raise TypeError(f"{what} are integers, not {kind}")
    cast = "np.uint16" if wanted == "strengths" else "np.uint8"
    help_ = {
        "U": "read text with parse_cards",
        "S": "use np.frombuffer(hands, np.uint8).reshape(-1, 5)",
        "b": f"{'strengths' if wanted == 'strengths' else 'cards'} are numbers",
        "O": f"cast lists to fixed-size arrays of {cast[3:]} first, for example np.array(values.tolist(), {cast})",
        "f": f"use .astype({cast}), after dropping or filling what is missing",
    }.get(array.dtype.kind, f"use .astype({cast})")
    raise TypeError(f"{what} are {wanted} (any integers will do), not {kind}: {help_}")


def as_array(values: Any, wanted: str, *, truth: bool = False) -> Any:
    """What numpy makes of values that hide nothing: no masked entries, and no truth values in lists but for `truth`."""
    if type(values) is np.ndarray:
        return values
    _refuse_masked(values, wanted)
    if _is_sequence(values):
        _refuse_hidden(values, wanted, truth=truth)
    try:
        return np.asarray(values)
    except UnicodeError:  # the one error of numpy's own that says nothing of the caller's
        raise TypeError(f"{wanted}, not text and bytes together") from None


def kind_of(values: Any, array: Any) -> str:
    return f"{array.dtype} ({type(values).__name__})"


def clipped(array: Any) -> Any:
    """An array that 64 bits hold: integers that are too great for them are still no cards and no strengths."""
    return array.clip(-1, 1 << 62).astype(np.int64) if array.dtype.hasobject else array


def _refuse_masked(value: Any, wanted: str) -> None:
    if is_masked(value):
        raise TypeError(f"{wanted}, and a masked array may lack some: use .filled() or .compressed()")


def _refuse_hidden(values: Iterable[Any], wanted: str, *, truth: bool) -> None:
    if _PLAIN.issuperset(map(type, values)):
        return
    for value in values:
        if type(value) is list or _is_sequence(value):
            _refuse_hidden(value, wanted, truth=truth)
        elif type(value) not in _PLAIN:
            _refuse_masked(value, wanted)
            if not truth and np.asarray(value).dtype.kind == "b":
                raise TypeError(f"{wanted}, not truth values: {_show(value)}")


def _is_sequence(value: Any) -> bool:
    """Whether numpy looks at the items of something one by one."""
    if isinstance(value, (list, tuple)):
        return True
    if isinstance(value, (str, bytes, int)) or hasattr(value, "dtype"):
        return False
    kind = type(value)
    return all(hasattr(kind, name) for name in ("__len__", "__getitem__")) and not _is_buffer(value)


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except (TypeError, ValueError, BufferError):
        return False
    return True


def _of_any_size(values: Any) -> Any:
    """Integers of which some are too great for numpy's own types, or else None; they are named if they are refused."""
    objects = np.array(values, object)
    try:
        for place, item in enumerate(objects.flat):
            objects.flat[place] = integer(item, "")
    except TypeError:
        return None
    return objects
