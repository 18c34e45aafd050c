"""Refuses subinterpreters, before anything of cffi is imported.

cffi refuses them too, but where it was asked first, CPython 3.12 crashes as soon as the main interpreter imports a
module of cffi. Since 3.12 there is a function that with 0 changes nothing, and that the main interpreter may not call.
"""

import sys

_not_here = getattr(sys.modules.get("_imp"), "_override_multi_interp_extensions_check", None)
if _not_here is not None:
    try:
        _not_here(0)
    except RuntimeError:
        pass
    else:
        raise ImportError("scalareale does not support loading in subinterpreters, nor does cffi")
