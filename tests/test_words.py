"""The words: every code has its sentence in each language, with the same details in each."""

import ast
import re
from pathlib import Path

import pytest
from babel import Locale

import medialuna
from medialuna import words
from medialuna.cards import SUITS, Card
from medialuna.contract import Reason
from medialuna.notation.deal_code import BadCode, DealCode

SOURCE = Path(medialuna.__file__).parent
PREFIXES = ("action.", "crescent.", "thoughtful.", "undo.", "code.", "server.", "cli.")
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
        if code.startswith(("action.", "crescent.", "thoughtful.", "undo.")):
            said = words.explain(language, Reason(code, "CR-1", DETAILS))
            assert said
            assert not set(said) & set("{}…")


def test_cards_are_named_with_article_and_gender():
    reason = Reason("thoughtful.colour", "TF-2", {"on": Card(13, "H"), "rank": 12, "colour": "black"})
    assert words.explain("en", reason) == "Wrong colour: the king of hearts takes a black queen"
    assert words.explain("es", reason) == "Color equivocado: sobre el rey de corazones va una reina negra"
    assert words.explain("fr", reason) == "Mauvaise couleur\u00a0: sur le roi de cœur, il faut une dame noire"
    group = Reason("thoughtful.not-in-sequence", "TF-3", {"card": Card(11, "D"), "on": Card(1, "S")})
    assert words.explain("es", group).endswith("sobre el as de picas no va la jota de diamantes")
    assert words.explain("fr", group).endswith("le valet de carreau ne suit pas l’as de pique")
    said = words.sentence("fr", "thoughtful.rank", on=Card(10, "C"), rank=9, colour="red")
    assert said == "Sur le 10 de trèfle, il faut un 9 rouge"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_card_has_its_own_name_and_every_kind_too(language):
    cards = [Card(rank, suit) for rank in range(1, 14) for suit in SUITS]
    for name in (words.card_name, words.card_in_words):
        assert len({name(language, card) for card in cards}) == 52
    assert len({words.sentence(language, "crescent.foundation-rank", card=card) for card in cards}) == 52
    kinds = {(rank, colour) for rank in range(1, 14) for colour in ("red", "black")}
    said = {
        words.sentence(language, "thoughtful.rank", on=cards[5], rank=rank, colour=colour) for rank, colour in kinds
    }
    assert len(said) == 26


def test_cards_are_written_with_the_letters_of_the_language():
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
    ("language", "said"),
    [
        ("en", "1,762,675 states visited"),
        ("es", "1.762.675 estados visitados"),
        ("fr", "1\u00a0762\u00a0675 états visités"),
    ],
)
def test_an_amount_is_written_and_declined_as_the_language_does(language, said):
    assert words.sentence(language, "cli.solve.states", states=1_762_675) == said
    assert words.sentence("fr", "cli.solve.took", states=0, seconds=0.5) == "0 état, 0,50 s"
    assert "8000" in words.sentence(language, "server.no-port", first=8000, last=8009, host="localhost")


# A catalogue's forms by the category that Intl.PluralRules names, for languages with one, three, four and six forms.
RULES = {
    "ja": ("nplurals=1; plural=0", {"other": 0}),
    "ru": (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)",
        {"one": 0, "few": 1, "many": 2},
    ),
    "sl": (
        "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)",
        {"one": 0, "two": 1, "few": 2, "other": 3},
    ),
    "ar": (
        "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)",
        {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 4, "other": 5},
    ),
}


@pytest.fixture
def catalogue_of(monkeypatch, tmp_path):
    """Puts a language of our own making in the place of the real ones."""

    def make(language, rule, forms):
        (tmp_path / language).mkdir()
        lines = [f'msgstr[{i}] "{form}"' for i, form in enumerate(forms)]
        head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: {rule};\\n"\n'
        body = 'msgid "page.n-moves"\nmsgid_plural "page.n-moves"\n' + "\n".join(lines)
        (tmp_path / language / "medialuna.po").write_text(f"{head}\n{body}\n", "utf-8")

    cached = (words._read, words._plural_rule, words._catalogue, words.plural_categories)
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    monkeypatch.setattr(words, "LANGUAGES", tuple(RULES))
    for each in cached:
        each.cache_clear()
    yield make
    for each in cached:
        each.cache_clear()


@pytest.mark.parametrize("language", RULES)
def test_a_language_may_have_any_number_of_plural_forms(language, catalogue_of):
    rule, categories = RULES[language]
    forms = [f"{{n}} {name}" for name in categories]
    catalogue_of(language, rule, forms)
    assert {words.sentence(language, "page.n-moves", n=n).split()[1] for n in range(200)} == set(categories)
    page = words.for_the_page(language)["page.n-moves"]
    last = forms[categories.get("other", -1)]
    assert page == {"other": last} | {name: forms[i] for name, i in categories.items() if forms[i] != last}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_plural_category_never_needs_two_forms(language):
    """The browser chooses by category, the server by the catalogue's rule: both must come to the same form."""
    categories, rule = words.plural_categories(language), words._plural_rule(language)
    choose = Locale.parse(language).plural_form
    for number in (*range(2000), 10**5, 10**6, 10**6 + 1, 2 * 10**6):
        assert categories[choose(number)] == rule(number), number
    assert set(categories.values()) == set(range(len(words.catalogue(language)["cli.moves"])))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_amount_before_a_noun_has_a_plural(language):
    """Without forms an amount stands alone: at the end, in brackets, as one of so many."""
    counted = re.compile(r"\{(n|count|limit|score|states)\} (?!(of|de|sur) )\w")
    for code, text in words.catalogue(language).items():
        assert not isinstance(text, str) or not counted.search(text), code


def test_french_signs_keep_their_no_break_space():
    for code in words.catalogue("fr"):
        assert not [form for form in forms("fr", code) if re.search(r" [:;!?»]|« ", form)], code


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
