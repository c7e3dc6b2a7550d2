"""The site: its examples run, and it leaves out no command, option, reason, rule or game."""

from __future__ import annotations

import doctest
import re
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer.main

from medialuna.cli import app
from medialuna.games import GAMES
from medialuna.notation.exchange import FORMATS
from medialuna.words import catalogue
from tests.test_rule_numbers import RULES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
REASONS = [code for code in catalogue("en") if code.startswith(("action.", "undo.", *(f"{name}." for name in GAMES)))]


def commands(command: Any, name: str) -> dict[str, Any]:
    """Every command that does something, by its whole name."""
    inner = getattr(command, "commands", None)
    if inner is None:
        return {name: command}
    return {whole: one for part, below in inner.items() for whole, one in commands(below, f"{name} {part}").items()}


COMMANDS = commands(typer.main.get_command(app), "medialuna")


def section(page: str, heading: str) -> str:
    """A page's text from a heading to the next one of its rank."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,2}} |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {heading!r}"
    return found[2]


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if ">>>" in page])
def test_the_examples_of_a_page(name: str) -> None:
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGES[name], re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, name, f"docs/{name}.md", 0)
    assert test.examples
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)


def test_the_examples_of_the_readme() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert attempted
    assert failed == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_told_with_all_its_options(name: str) -> None:
    told = section(PAGES["commands"], f"`{name}`")
    for parameter in COMMANDS[name].params:
        for option in parameter.opts:
            if option.startswith("--") and option != "--help":
                assert f"`{option}" in told, option


@pytest.mark.parametrize("name", PAGES)
def test_commands_in_examples_exist(name: str) -> None:
    """With the options that they are given."""
    for line in re.findall(r"^(?:\$ )?(?:\.venv/bin/)?(medialuna .*)", PAGES[name].replace("\\\n", " "), re.MULTILINE):
        words = line.split()
        whole = next((w for w in (" ".join(words[:3]), " ".join(words[:2])) if w in COMMANDS), None)
        assert whole, line
        known = {option for parameter in COMMANDS[whole].params for option in parameter.opts + parameter.secondary_opts}
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= known, line


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_is_told(code: str) -> None:
    assert f"`{code}`" in PAGES["rules"]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_told(rule: str) -> None:
    assert re.search(rf"\*\*{rule}\b", PAGES["rules"])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told(name: str) -> None:
    """Its rules, its codes and options, and how it is solved."""
    game = GAMES[name]
    for page in ("index", "players", "rules", "solvers", "winnability"):
        assert name.capitalize() in PAGES[page]
    for options in game.coded():
        assert f"`{options}`" in PAGES["notation"]


@pytest.mark.parametrize("name", [name for name in GAMES if find_spec(f"medialuna.solver.{name}")])
def test_a_pruning_is_told(name: str) -> None:
    told = section(PAGES["solvers"], name.capitalize())
    for pruning in import_module(f"medialuna.solver.{name}.pruning").PRUNINGS:
        assert f"`{pruning}`\n:" in told, pruning


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_of_exchange_is_told(name: str) -> None:
    assert f"`{name}`" in PAGES["exchange"]


@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_an_orphan(name: str) -> None:
    assert name == "index" or re.search(rf"^{name}$", PAGES["index"], re.MULTILINE)


def test_the_readme_stands_on_its_own() -> None:
    """A package index shows it alone: links and pictures have whole addresses, or are not there."""
    text = re.sub(r"`[^`]*`", "", (ROOT / "README.md").read_text("utf-8"))
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|href)=\"([^\"]*)\"", text)
    assert [a or b for a, b in targets if not (a or b).startswith("https://")] == []


def test_the_citation_names_the_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert re.search(rf"^version: {re.escape(version)}$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert f"Version {version}," in PAGES["citing"]
