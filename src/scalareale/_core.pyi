"""The compiled module: cffi's two objects."""

from typing import Any

ffi: Any
lib: Any
