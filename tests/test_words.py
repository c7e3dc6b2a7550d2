"""The words: every code has its sentence in each language, with the same details in each."""

import ast
import re
from pathlib import Path

import pytest

import medialuna
from medialuna import words
from medialuna.cards import Card
from medialuna.contract import Reason
from medialuna.notation.deal_code import BadCode, DealCode

SOURCE = Path(medialuna.__file__).parent
PREFIXES = ("crescent.", "thoughtful.", "undo.", "code.", "server.", "cli.")
PLACEHOLDER = re.compile(r"\{\w+\}")


@pytest.fixture(autouse=True)
def _strict(monkeypatch):
    monkeypatch.setattr(words, "strict", True)


def codes_in_source() -> set[str]:
    """All codes that stand as plain texts in the package, and those of the parts of a deal code."""
    found = {f"code.{part}" for part in ("shape", "game", "version", "options", "number")}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+)*", node.value) and node.value.startswith(PREFIXES):
                    found.add(node.value)
    return found


def forms(language: str, code: str) -> list[str]:
    text = words.catalogue(language)[code]
    return [text] if isinstance(text, str) else text


def test_codes_are_found():
    assert {"crescent.suit", "thoughtful.colour", "undo.limit", "server.fault", "code.part"} & codes_in_source() == {
        "crescent.suit",
        "thoughtful.colour",
        "undo.limit",
        "server.fault",
    }


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_code_has_a_sentence(language):
    known = words.catalogue(language)
    assert sorted(codes_in_source() - set(known)) == []


# A word of the page's scripts, or the fixed beginning of one that is put together.
PAGE_WORD = re.compile(r"""["'`](?:page|suit)\.([a-z][\w.+-]*)?(\$\{)?""")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_word_of_the_page_has_a_sentence(language):
    """A code without one would be shown as it is."""
    known = words.catalogue(language)
    for path in [*(SOURCE / "page").rglob("*.js"), SOURCE / "page" / "index.html"]:
        for found in PAGE_WORD.finditer(path.read_text(encoding="utf-8")):
            code = found[0][1:].removesuffix("${")
            if found[2]:
                assert any(one.startswith(code) for one in known), f"{path.name}: {code}"
            else:
                assert code in known, f"{path.name}: {code}"


# What a thing is called has one name; these are the others that players may know, and typewriter's apostrophes.
STRANGE = {
    "en": re.compile(r"\b(talon|deck pile|discard|tableau)\b", re.IGNORECASE),
    "es": re.compile(r"\b(pozo|montón|talón|fundaci[oó]n(es)?|baza)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(pioch\w*|rebut|base de \{suit\}|vous|votre|vos)\b|\w'\w", re.IGNORECASE),
}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_thing_has_one_name(language):
    texts = {code: " ".join(forms(language, code)) for code in words.catalogue(language)}
    for path in (SOURCE / "words" / language / "pages").glob("*.md"):
        texts[path.name] = re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8"))
    assert {name: found[0] for name, text in texts.items() if (found := STRANGE[language].search(text))} == {}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_sentence_is_empty_and_all_languages_have_the_same(language):
    assert set(words.catalogue(language)) == set(words.catalogue("en"))
    for code in words.catalogue(language):
        assert all(form.strip() for form in forms(language, code)), code
        wanted = {name for form in forms("en", code) for name in PLACEHOLDER.findall(form)}
        assert {name for form in forms(language, code) for name in PLACEHOLDER.findall(form)} <= wanted, code


def test_no_code_stands_twice_in_a_catalogue():
    for language in words.LANGUAGES:
        text = (SOURCE / "words" / language / "medialuna.po").read_text(encoding="utf-8")
        codes = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
        assert sorted(set(codes)) == sorted(codes)


# Must agree with the rules files: what each reason's details are called.
DETAILS = {"card": Card(9, "C"), "on": Card(10, "H"), "rank": 12, "colour": "black", "suit": "H"}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_reason_is_explained_without_gaps(language):
    for code in codes_in_source():
        if code.startswith(("crescent.", "thoughtful.", "undo.")):
            said = words.explain(language, Reason(code, "CR-1", DETAILS))
            assert said
            assert not set(said) & set("{}…")


def test_cards_ranks_colours_and_suits_are_written_as_the_language_does():
    reason = Reason("thoughtful.colour", "TF-2", {"on": Card(13, "H"), "rank": 12, "colour": "black"})
    assert words.explain("en", reason) == "Wrong colour: on K♥ goes a black Q"
    assert words.explain("es", reason) == "Color equivocado: sobre R♥ va un Q negro"
    assert words.explain("fr", reason) == "Mauvaise couleur : sur R♥ va un D noir"
    assert words.card_name("es", Card(10, "S")) == "10♠"
    assert words.card_name("fr", Card(11, "D")) == "V♦"
    assert [words.card_name("en", Card(rank, "C")) for rank in (1, 2, 11)] == ["A♣", "2♣", "J♣"]
    suit = Reason("thoughtful.foundation-suit", "TF-6", {"suit": "S"})
    assert words.explain("es", suit) == "Esta base es de picas"


def test_cr5_cr6_cr7_cr11_the_spanish_messages_are_those_of_the_described_app():
    said = {code: words.sentence("es", f"crescent.{code}") for code in ("pile-full", "pile-empty", "suit", "rank")}
    assert said == {
        "pile-full": "Esta pila está llena; elige otro destino",
        "pile-empty": "No se puede colocar en una pila vacía",
        "suit": "Debe ser del mismo palo",
        "rank": "Debe ser de rango superior o inferior",
    }
    assert words.sentence("es", "crescent.base-locked") == "La base del cimiento está bloqueada"
    assert words.sentence("es", "crescent.no-redistribution-left") == "Sin redistribuciones"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 move"),
        ("en", 0, "0 moves"),
        ("es", 2, "2 movimientos"),
        ("es", 1, "1 movimiento"),
        ("fr", 0, words.catalogue("fr")["cli.moves"][0].replace("{count}", "0")),
        ("fr", 2, words.catalogue("fr")["cli.moves"][1].replace("{count}", "2")),
    ],
)
def test_a_plural_follows_the_language(language, count, said):
    assert words.sentence(language, "cli.moves", count=count) == said


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("es", "es"),
        ("FR-ca", "fr"),
        ("de, fr;q=0.4, es;q=0.5", "es"),
        ("en;q=0.1, es;q=0", "en"),
        ("es;q=0", "en"),
        ("*", "en"),
        ("es;q=nan, fr;q=1e9, en;q=0.2", "en"),
        ("est, frr", "en"),
        (",;q==,\0," * 10_000, "en"),
        ("fr ; q = 0.9 , es;q=0.8", "fr"),
    ],
)
def test_the_best_language_of_a_header(header, language):
    assert words.best_language(header) == language


def test_a_missing_sentence_is_replaced_in_production_and_noticed_in_tests(monkeypatch, caplog):
    with pytest.raises(KeyError):
        words.sentence("es", "no.such")
    with pytest.raises(KeyError):
        words.sentence("es", "crescent.foundation-rank")
    monkeypatch.setattr(words, "strict", False)
    assert "no.such" in words.sentence("es", "no.such")
    assert "no.such" in caplog.text
    assert words.sentence("de", "crescent.suit") == words.sentence("en", "crescent.suit")
    assert words.sentence("es", "crescent.foundation-rank") == "A este cimiento le toca …"
    with pytest.raises(KeyError):
        words.catalogue("de")


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "text", ["", "x", "XX1-N-AAAAAAB", "CR2-N-AAAAAAB", "CR1-D1N-AAAAAAB", "CR1-N-A", "{part}" * 20]
)
def test_a_wrong_code_is_explained_without_gaps(language, text):
    with pytest.raises(BadCode) as caught:
        DealCode.parse(text)
    said = words.sentence(language, caught.value.code, **caught.value.details)
    assert said
    assert "{" not in said.replace("{part}", "").replace("{PART}", "").replace("{par", "").replace("{PAR", "")
