"""scalareale: the hand evaluator for Italian poker (poker all'italiana) and its relatives.

>>> import scalareale as sr
>>> ev = sr.Evaluator("classic", players=4)
>>> ev.describe("Ah 7h 8h 9h 10h")
'minimum straight flush of hearts'
>>> ev.showdown(["Ah 7h 8h 9h 10h", "10d Jd Qd Kd Ad", "8c 9c 10c Jc Qc"])
[0, 1, 2]
"""

from . import _interpreters as _interpreters  # first of all
from ._core import lib as _lib  # noqa: F401  (then this, so that where it was not built the error names it)
from .capi import c_address, get_include
from .cards import HandError, format_cards, parse_cards
from .conventions import CONVENTIONS, convert_from, convert_to
from .deal import deal
from .draw import Draw
from .equity import Equity
from .evaluator import Evaluator
from .handrank import HandRank
from .kernels import kernel, kernels, use_kernel
from .packs import Pack
from .parse import parse_hands
from .rules import Category, Rules, Selector, Tier, rulesets
from .saved import load_table, save_table
from .settle import settle
from .simulate import Simulation
from .sweep import all_hands

__all__ = [
    "CONVENTIONS",
    "Category",
    "Draw",
    "Equity",
    "Evaluator",
    "HandError",
    "HandRank",
    "Pack",
    "Rules",
    "Selector",
    "Simulation",
    "Tier",
    "all_hands",
    "c_address",
    "convert_from",
    "convert_to",
    "deal",
    "format_cards",
    "get_include",
    "kernel",
    "kernels",
    "load_table",
    "parse_cards",
    "parse_hands",
    "rulesets",
    "save_table",
    "settle",
    "use_kernel",
]

__version__ = "0.1.0"

HandError.__module__ = "scalareale"
