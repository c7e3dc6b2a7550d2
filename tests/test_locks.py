"""The locks and ``pyproject.toml`` agree, and the page of licences names what the locks do."""

import json
import re
import subprocess
from importlib import metadata
from itertools import product

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import licences, locks, page_types
from tools.locks import ROOT, names, pins, project

PLACES = [
    {
        "python_version": python,
        "python_full_version": f"{python}.9",
        "implementation_name": implementation.lower(),
        "platform_python_implementation": implementation,
        "sys_platform": system,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows", "emscripten": "Emscripten"}[
            system
        ],
        "os_name": "nt" if system == "win32" else "posix",
    }
    for python, implementation, system in product(
        ("3.11", "3.12", "3.13", "3.14"), ("CPython", "PyPy"), ("linux", "darwin", "win32", "emscripten")
    )
]
"""What a universal lock is made for: other environments than the one of the tests."""


def unmet(requirements: list[str], lock: str) -> list[str]:
    """The requirements for which a lock has no version, or one outside their bounds."""
    locked = pins(lock)
    return [
        text
        for text in requirements
        for wanted in [Requirement(text)]
        for name in [canonicalize_name(wanted.name)]
        if name not in locked or not all(map(wanted.specifier.contains, locked[name].versions))
    ]


def test_the_runtime_lock_meets_every_bound_of_the_project():
    """What ``./play`` and the image run: the table, with its solver."""
    assert unmet(locks.wanted("server"), locks.RUNTIME) == []


@pytest.mark.parametrize("extra", project()["optional-dependencies"])
def test_the_test_lock_meets_every_bound_of_an_extra(extra):
    assert unmet(locks.wanted(extra), locks.TEST) == []


def test_the_extras_are_what_they_say():
    """Rules and text commands are light; ``all`` is all but what developers need; a table needs its solver."""
    light, solver = locks.names(locks.wanted()), locks.names(locks.wanted("solver"))
    assert light == {"babel", "rich", "typer"}
    assert {"numba", "numpy"} <= solver < locks.names(locks.wanted("server"))
    extras = set(project()["optional-dependencies"]) - {"all", "docs", "test"}
    assert locks.names(locks.wanted("all")) == locks.names(locks.wanted(*extras))
    assert extras == {"cluster", "gym", "postgres", "server", "solver"}


def test_the_lock_of_the_driver_meets_every_bound_of_its_extra_and_holds_no_more():
    wanted, locked = project()["optional-dependencies"]["postgres"], pins(locks.POSTGRES)
    assert unmet(wanted, locks.POSTGRES) == []
    assert set(locked) == locks.needed(names(wanted), locked)


def test_every_requirement_has_a_lower_bound():
    """Without one, an installer may take a version that nobody has tried."""
    for text in locks.wanted(*project()["optional-dependencies"]):
        assert any(bound.operator == ">=" for bound in Requirement(text).specifier), text


@pytest.mark.parametrize("lock", [locks.RUNTIME, locks.POSTGRES, locks.BUILD])
def test_the_test_lock_holds_every_pin_of_another(lock):
    with_tests = pins(locks.TEST)
    here = {name: pin.versions for name, pin in pins(lock).items()}
    assert here
    assert {name: with_tests[name].versions for name in here if name in with_tests} == here


def test_the_build_lock_is_for_what_the_project_is_built_with():
    requires = locks.tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert unmet(requires, locks.BUILD) == []
    assert set(pins(locks.BUILD)) == locks.needed(names(requires), pins(locks.BUILD))


@pytest.mark.parametrize("lock", locks.ALL)
def test_every_pin_of_a_lock_has_hashes(lock):
    locked = pins(lock)
    assert locked
    text = (ROOT / lock).read_text("utf-8")
    assert len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) == sum(len(pin.versions) for pin in locked.values())
    for name, pin in locked.items():
        for version, hashes in pin.versions.items():
            assert hashes, f"{name} {version}"
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", one) for one in hashes), f"{name} {version}"


@pytest.mark.parametrize("lock", locks.ALL)
def test_a_lock_names_no_place_to_fetch_from(lock):
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index-url|--find-links", text)


def test_no_file_names_the_host_of_a_registry():
    """Whoever installs has one configured, which may be a mirror."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no checkout of git's")
    hosts = re.compile(
        rb"\b(pypi\.(org|io)|pythonhosted\.org|registry\.npmjs|npmjs\.(com|org)|docker\.io|ghcr\.io|quay\.io|deb\.debian)"
    )
    files = [ROOT / name for name in listed.split("\0") if name]
    assert len(files) > 100
    assert [str(path) for path in files if path.is_file() and hosts.search(path.read_bytes())] == []


# --- nothing too much ------------------------------------------------------------------------------------------


def wanted_by(requirements: list[str], extras: set[str]) -> set[tuple[str, frozenset[str]]]:
    """The packages, with the extras asked of each, that requirements name for some environment."""
    found = set()
    for one in map(Requirement, requirements):
        choices = [{**place, "extra": extra} for place in PLACES for extra in (extras or {""})]
        if one.marker is None or any(map(one.marker.evaluate, choices)):
            found.add((canonicalize_name(one.name), frozenset(one.extras)))
    return found


def needed(requirements: list[str]) -> set[str]:
    """All packages that requirements lead to, by the metadata of those that are installed."""
    found: set[tuple[str, frozenset[str]]] = set()
    ahead = wanted_by(requirements, set())
    while ahead:
        found |= ahead
        ahead = {
            below for name, extras in ahead for below in wanted_by(_requires(name), set(extras)) if below not in found
        }
    return {name for name, _ in found}


def _requires(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        # For another system or Python than this one: what it needs, the lock itself has to tell.
        return [below for below, pin in pins(locks.TEST).items() if name in pin.wanted_by]


def test_the_runtime_lock_holds_nothing_that_the_project_does_not_need():
    assert set(pins(locks.RUNTIME)) - needed(locks.wanted("server")) == set()


def test_the_test_lock_holds_nothing_that_neither_project_nor_extras_need():
    assert set(pins(locks.TEST)) - needed(locks.wanted(*project()["optional-dependencies"])) == set()


def test_what_a_lock_says_the_project_names_it_names():
    for lock, extras in ((locks.RUNTIME, ["server"]), (locks.TEST, project()["optional-dependencies"])):
        direct = {name for name, pin in pins(lock).items() if locks.PROJECT in pin.wanted_by}
        assert direct == names(locks.wanted(*extras))


# --- licences --------------------------------------------------------------------------------------------------


def test_the_page_of_licences_names_what_the_locks_do():
    """Where it does not: ``python -m tools.licences``."""
    page = licences.PAGE.read_text("utf-8")
    told = {name: row.versions for name, row in licences.rows(page).items()}
    locked = {**pins(locks.UV), **pins(locks.TEST)}
    assert told == {name: " or ".join(map(str, sorted(pin.versions))) for name, pin in locked.items()}


def test_the_page_of_licences_says_what_the_packages_say():
    page = licences.PAGE.read_text("utf-8")
    assert licences.made(page, []) == page


def test_every_package_of_the_locks_is_in_one_section_of_the_page():
    sections = list(licences.sections().values())
    assert all(sections)
    assert (
        sum(map(len, sections)) == len(set().union(*sections)) == len(licences.rows(licences.PAGE.read_text("utf-8")))
    )


def test_the_lock_of_the_page_s_checker_pins_it_and_names_no_host():
    wanted = json.loads((page_types.FOLDER / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    text = (page_types.FOLDER / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: package for name, package in json.loads(text)["packages"].items() if name}
    assert {name.removeprefix("node_modules/"): package["version"] for name, package in packages.items()} == wanted
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "resolved" not in text
    assert "://" not in text
