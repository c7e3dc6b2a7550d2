"""Writes docs/licences.md: under which licence each package stands that Medialuna, its extras or its tests need.

    .venv/bin/python -m tools.licences [FOLDER ...]

The packages are those of the locks, and what is said of them is read from their installed metadata. A package that is
not installed here (for another system or a newer Python) is looked for in the folders, else keeps what the page says.
"""

import re
import sys
from importlib import metadata
from typing import NamedTuple

from packaging.utils import canonicalize_name

from tools import locks
from tools.locks import ROOT, Pin

PAGE = ROOT / "docs" / "licences.md"

# By their metadata's own word for them, where that is not an SPDX expression.
_SPDX = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "ISC License": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
# Whose metadata say nothing, or too little: by the licence texts that they bring along.
_BY_THEIR_TEXTS = {
    "axe-playwright-python": "MIT AND MPL-2.0",
    "docutils": "LicenseRef-Public-Domain AND BSD-2-Clause AND GPL-3.0-or-later",
    "uvloop": "MIT OR Apache-2.0",
}
_COPYLEFT = re.compile(r"\b[AL]?GPL-|\bMPL-")
_REGISTRY = re.compile(r"://pypi\.")

_HEAD = """# Licences

Medialuna stands under the [MIT licence](https://spdx.org/licenses/MIT.html). All that its page shows and plays is its
own: there is no font, picture, sound or script of anybody else in it.

The packages below are no part of it; they are installed beside it. Those that are needed to play and to serve bring the
texts of their licences along. Licences are written as [SPDX](https://spdx.org/licenses/) does, as far as a package
tells; versions are those of `requirements.lock` and `requirements-test.lock`.

## Copyleft

{postgres}
: The driver for PostgreSQL, under the LGPL. Only the extra `postgres`, and the image of `Containerfile`, have it. It
  may go along with a program of any licence as long as its own is named, its source can be had, and it can be exchanged
  for another version, which a package of its own can. `psycopg-binary` holds libpq and what that needs of the system,
  of which libcrypt and libkeyutils are under the LGPL 2.1.

`numpy`
: Permissive itself, but its ready-made form for Linux holds two libraries of GCC: libgfortran (GPL 3.0 with the
  exception for compiled programs) and libquadmath (LGPL 2.1).

{others}
: Under the MPL 2.0, which asks for the source of its own files alone, or with a part under the GPL. They only build and
  test: nothing of them is in what is built or served.

All others are under permissive licences; so is Swagger UI (Apache-2.0), which `fastapi-offline` brings for `/docs`.
"""


class Row(NamedTuple):
    """What the page says of a package."""

    name: str
    versions: str
    licence: str
    home: str

    def __str__(self) -> str:
        named = f"[{self.name}]({self.home})" if self.home else self.name
        return f"| {named} | {self.versions} | {self.licence} |"


def sections() -> dict[str, set[str]]:
    """The packages by what they are for; each is named once, where it is first needed."""
    runtime, everything = set(locks.pins(locks.RUNTIME)), locks.pins(locks.TEST)
    base = locks.needed(locks.names(locks.wanted()), everything)
    postgres, cluster, gym = (
        locks.needed(locks.names(locks.wanted(extra)), everything) - runtime for extra in ("postgres", "cluster", "gym")
    )
    others = postgres | cluster | gym
    installer = set(locks.pins(locks.UV))
    return {
        "In every installation": base,
        "To play and to serve": runtime - base,
        "With the extra `postgres`": postgres,
        "With the extra `cluster`": cluster - postgres,
        "With the extra `gym`": gym - cluster - postgres,
        "To test, and to build the package and the site": set(everything) - runtime - others | installer,
    }


def rows(page: str) -> dict[str, Row]:
    """The packages that a page names."""
    named = re.findall(r"^\| (?:\[([\w.-]+)\]\((\S+)\)|([\w.-]+)) \| (\d[^|]*) \| ([^|]+) \|$", page, re.MULTILINE)
    found = [Row(linked or plain, versions, licence, home) for linked, home, plain, versions, licence in named]
    return {row.name: row for row in found}


def made(before: str, folders: list[str]) -> str:
    """The page anew; ``before`` is what it was."""
    known, pins = rows(before), {**locks.pins(locks.UV), **locks.pins(locks.TEST)}
    found = {name: _row(name, pin, known, folders) for name, pin in pins.items()}
    copyleft = sorted(name for name, row in found.items() if _COPYLEFT.search(row.licence))
    parts = sections()
    postgres = [name for name in copyleft if name in parts["With the extra `postgres`"]]
    others = [name for name in copyleft if name not in postgres]
    text = _HEAD.format(postgres=_listed(postgres), others=_listed(others))
    for heading, wanted in parts.items():
        text += f"\n## {heading}\n\n| package | version | licence |\n|---|---|---|\n"
        text += "".join(f"{found[name]}\n" for name in sorted(wanted))
    return text


def _listed(packages: list[str]) -> str:
    *most, last = (f"`{name}`" for name in packages)
    return f"{', '.join(most)} and {last}" if most else last


def _row(name: str, pin: Pin, known: dict[str, Row], folders: list[str]) -> Row:
    versions = " or ".join(map(str, sorted(pin.versions)))
    found = _installed(name, folders)
    # Of several versions, the words of one count, whichever Python asks.
    if found is not None and (name not in known or found.version == str(min(pin.versions))):
        return Row(name, versions, _licence(name, found), _home(found.metadata))
    if name in known:
        return known[name]._replace(versions=versions)
    raise SystemExit(
        f"{name} {versions} is neither installed nor on the page: install it into a folder, and name that, "
        f"as in\n    uv pip install --no-deps --target FOLDER {name}=={min(pin.versions)}\n"
        f"    python -m tools.licences FOLDER"
    )


def _installed(name: str, folders: list[str]) -> metadata.Distribution | None:
    for found in metadata.distributions(path=[*folders, *sys.path]):
        if canonicalize_name(found.metadata["Name"]) == name:
            return found
    return None


def _licence(name: str, found: metadata.Distribution) -> str:
    if name in _BY_THEIR_TEXTS:
        return _BY_THEIR_TEXTS[name]
    about = found.metadata
    kinds = [kind.rpartition(" :: ")[2] for kind in about.get_all("Classifier") or [] if kind.startswith("License")]
    stated = _first(about, "License-Expression") or _first(about, "License") or " AND ".join(kinds)
    if stated in ("BSD", "BSD License"):
        return _which_bsd(found)
    if not stated:
        raise SystemExit(f"the metadata of {name} name no licence: look at its texts, and note it in tools/licences.py")
    return _SPDX.get(stated, stated)


def _first(about: metadata.PackageMetadata, field: str) -> str:
    return next(iter(about.get_all(field) or []), "")


def _which_bsd(found: metadata.Distribution) -> str:
    """The third clause forbids the use of names."""
    texts = [path.read_text() for path in found.files or () if re.fullmatch(r"LICEN[SC]E(\.\w+)?", path.name)]
    text = " ".join(" ".join(texts).split())
    if not text:
        return "BSD"
    return "BSD-3-Clause" if re.search(r"\bnames? of .{1,150} (endorse|promote)\b", text) else "BSD-2-Clause"


def _home(about: metadata.PackageMetadata) -> str:
    links = dict(text.split(", ", 1) for text in about.get_all("Project-URL") or [])
    by_name = {name.lower(): link for name, link in links.items()}
    choices = [
        _first(about, "Home-page"),
        *map(by_name.get, ("homepage", "home", "source", "source code", "source-code")),
    ]
    choices += [*map(by_name.get, ("code", "repository", "github", "documentation")), *links.values()]
    return next((link for link in choices if link and not _REGISTRY.search(link)), "")


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8") if PAGE.exists() else "", sys.argv[1:]), encoding="utf-8")
