"""Check a built site without a network: every link leads somewhere, nothing is loaded from elsewhere.

python docs/check_site.py build/site
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, by element and attribute; anything else waits for a click.
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """The anchors and links of a page, and its pictures without a text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, bool]] = []
        self.silent: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        for name in ("href", "src"):
            if name in given:
                self.links.append((given[name], (tag, name) in LOADED))
        if (tag == "img" and not given.get("alt")) or (given.get("role") == "img" and not given.get("aria-label")):
            self.silent.append(self.get_starttag_text() or tag)


def complaints(site: Path) -> Iterator[str]:
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"{site} has no pages"
    for path, page in pages.items():
        where = path.relative_to(site.resolve())
        for picture in page.silent:
            yield f"{where}: a picture has no text: {picture}"
        for link, loaded in page.links:
            url = urlsplit(link)
            if url.scheme in ("http", "https") or url.netloc:
                if loaded:
                    yield f"{where} loads from elsewhere: {link}"
                continue
            if url.scheme:  # data:, mailto:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.exists():
                yield f"{where}: {link} leads nowhere"
            elif url.fragment and target in pages and unquote(url.fragment) not in pages[target].anchors:
                yield f"{where}: {link} has no such place"
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        if "url(http" in text or "url(//" in text or "@import" in text:
            yield f"{path.relative_to(site)} loads from elsewhere"


if __name__ == "__main__":
    found = list(complaints(Path(sys.argv[1])))
    print("\n".join(found) or "every link leads somewhere, and nothing is loaded from elsewhere")
    sys.exit(bool(found))
