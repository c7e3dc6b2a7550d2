"""AP-3: the moments, diagrams and refused moves of the reading pages, all checked by the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import medialuna
from medialuna import words
from medialuna.record import replay
from medialuna.server.site import diagrams, illustrations, markdown
from medialuna.server.site.illustrations import BadMoment
from medialuna.server.site.markdown import BadPage

FOLDER = Path(medialuna.__file__).parent
BLOCKS = sorted(
    {
        (match[1], match[2].strip())
        for path in FOLDER.glob("words/*/pages/*.md")
        for match in re.finditer(r"^```(\w+) (.+)$", path.read_text("utf-8"), re.MULTILINE)
    }
)


def test_every_record_of_the_pages_replays() -> None:
    assert {name: replay(record).fault for name, record in illustrations.records().items()} == dict.fromkeys(
        illustrations.records()
    )


def test_the_pages_have_boards_refusals_and_redistributions() -> None:
    assert {kind for kind, _ in BLOCKS} == {"board", "refused", "turned"}
    assert len(BLOCKS) >= 25


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("what", [what for kind, what in BLOCKS if kind == "refused"])
def test_every_refused_move_is_refused_with_a_sentence_and_its_rule(what: str, language: str) -> None:
    attempt = illustrations.refused(what)
    sentence = words.explain(language, attempt.reason)
    html = diagrams.refused_figure(language, attempt, markdown.rule_link(language, attempt.reason.rule), "")
    assert sentence
    assert f"#{attempt.reason.rule}" in html


def test_the_examples_show_the_reasons_that_matter() -> None:
    shown = {illustrations.refused(what).reason.code for kind, what in BLOCKS if kind == "refused"}
    crescent = {"suit", "rank", "pile-empty", "pile-full", "base-locked", "no-way-back", "foundation-full"}
    thoughtful = {"colour", "empty-wants-king", "not-in-sequence", "not-top-of-waste", "one-card-to-foundation"}
    assert {f"crescent.{code}" for code in crescent} <= shown
    assert {f"thoughtful.{code}" for code in thoughtful} <= shown


def test_a_legal_move_cannot_be_called_refused() -> None:
    with pytest.raises(BadMoment, match="the rules allow 2-7"):
        illustrations.refused("group/0 > 2-7")


@pytest.mark.parametrize(
    "what", ["group/9", "nobody/1", "group/x", "group/-1", "CR1-N-AAA: 1-2", "TF1-D1N-AAAAADL: 1-1"]
)
def test_a_moment_that_does_not_exist_is_named(what: str) -> None:
    with pytest.raises(BadMoment):
        illustrations.moment(what)


def test_an_attempt_that_is_no_action_is_named() -> None:
    with pytest.raises(BadMoment):
        illustrations.refused("group/0 > jump")


def test_a_record_can_stand_in_the_page_itself() -> None:
    here = illustrations.moment("TF1-D1N-AAAAADL: 2-7")
    assert here == illustrations.moment("group/1")
    assert illustrations.told("es", here) == "10♦ y su grupo de 2, columna 2 → columna 7"


def test_only_a_redistribution_is_drawn_as_one() -> None:
    with pytest.raises(BadMoment):
        diagrams.turned_figure("es", illustrations.moment("crescent/27"), ["3"], "")


def test_a_diagram_says_in_words_what_it_draws() -> None:
    """CR-2: the top card of each pile and its count; TF-1: every card of the columns."""
    crescent = diagrams.figure("es", illustrations.moment("crescent/27"), "")
    assert "pila 16: as de diamantes; 2 cartas" in crescent
    assert crescent.count("<li>pila ") == 16
    thoughtful = diagrams.figure("en", illustrations.moment("thoughtful/0"), "")
    assert "column 2: king of spades, 7 of diamonds</li>" in thoughtful
    assert "stock, 24 cards" in thoughtful


def test_a_covered_card_is_neither_drawn_nor_told() -> None:
    """CR-2: only the top card of a pile is seen."""
    html = diagrams.table("en", illustrations.moment("crescent/0").played, {})
    assert len(re.findall('class="card', html)) == 24


def test_the_shapes_of_the_suits_are_those_of_the_cards() -> None:
    """diagrams.SUIT_PATHS repeats page/art/cards.js."""
    source = (FOLDER / "page" / "art" / "cards.js").read_text("utf-8")
    block = source[source.index("export const SUITS") :].split("};")[0]
    drawn = dict(re.findall(r"""([SHDC]): '<path d="([^"]+)"/>'""", block))
    assert drawn == diagrams.SUIT_PATHS


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# T\n\nFirst.\n\n## No anchor\n", "has no anchor"),
        ("# T\n\nFirst.\n\n{CR-5} {CR-5}\n", "stands there twice"),
        ("# T\n\nFirst.\n\n```picture crescent/0\n```\n", "no kind of block"),
        ("# T\n\nFirst.\n\n{say:crescent.foundation-rank}\n", "needs details"),
        ("No title.\n", "expected a title"),
    ],
)
def test_a_faulty_text_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "es" / "pages").mkdir(parents=True)
    (tmp_path / "es" / "pages" / "rules-crescent.md").write_text(text, "utf-8")
    monkeypatch.setattr(markdown, "_FOLDER", tmp_path)
    monkeypatch.setattr(words, "strict", False)
    with pytest.raises(BadPage, match=fault):
        markdown.page.__wrapped__("es", "rules/crescent")


def test_text_is_never_taken_as_html(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "es" / "pages").mkdir(parents=True)
    (tmp_path / "es" / "pages" / "faq.md").write_text("# <b>T\n\n<script>x\n\n[a](javascript:x)\n", "utf-8")
    monkeypatch.setattr(markdown, "_FOLDER", tmp_path)
    page = markdown.page.__wrapped__("es", "faq")
    assert "<script" not in page.lead + page.html
    assert "href" not in page.html
