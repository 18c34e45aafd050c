"""How Sphinx builds the site: `pip install ".[docs]" && sphinx-build -W --keep-going -n docs build/site`.

The package is installed first, since the reference is made from the docstrings of what is importable.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

import scalareale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_ext"))

project = "scalareale"
release = version = scalareale.__version__
html_title = "scalareale"
language = "en"
smartquotes = False  # quotes are often those of a text in Python
extensions = ["myst_parser", "sphinx.ext.autodoc", "cards", "rulesets"]
nitpicky = True

# -- pages ---

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3


def is_there(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


# A page about a module of an extra is part of the site where the module, and what it plugs into, can be imported.
exclude_patterns = [
    f"api/{page.name}"
    for page in (HERE / "api").glob("*.md")
    if page.stem not in ("index", "evaluator") and not is_there(f"scalareale.{page.stem}")
]

# -- the reference ---

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
# A single backtick is code, and a link where it names something of ours.
default_role = "py:obj"
nitpick_ignore_regex = [
    ("py:obj", ".*"),
    # Types of numpy and others, whose manuals a build without network cannot know.
    ("py:class", r"(?!scalareale\.).*"),
]

# -- the look ---

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_copy_source = html_show_copyright = False
html_show_sourcelink = False
html_use_index = html_domain_indices = False  # the search finds more
html_theme_options = {"top_of_page_buttons": [], "navigation_with_keys": True}


def draw_pictures(_app: Sphinx) -> None:
    """Run the sessions of the page of pictures in the folder that it shows them from."""
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    sessions = re.findall(r"^```pycon\n(.*?)^```$", (HERE / "pictures.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    with chdir(folder):
        for session in sessions:
            exec("\n".join(line[4:] for line in session.splitlines()), {})


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def every_name_is_there(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that the reference lacks: autodoc does not see what is neither a class nor a function."""
    for name in scalareale.__all__:
        if f"scalareale.{name}" not in env.domains.python_domain.objects:
            logging.getLogger(__name__).warning("the reference lacks %s: give it an autodata in api/index.md", name)


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", draw_pictures)
    app.connect("env-check-consistency", every_name_is_there)
