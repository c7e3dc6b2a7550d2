"""The texts of the reading pages: Markdown beside the catalogues, with a few signs of our own.

- ``## Heading {#anchor}``: every heading but the first names its anchor, the same in all languages.
- ``{CR-5}`` at the end of a paragraph: the rule that it states. On the game's rules page that is where links to the
  rule lead; elsewhere it is such a link.
- ``{say:crescent.suit}``: what the table says, from the catalogue.
- ``[words](/faq#codes)``: a link to another page, in the reader's language.
- a block fenced as ``board crescent/27``, ``refused crescent/120 > 11-5`` or ``turned crescent/14 3 16``: a diagram of
  that moment (see ``illustrations``), with the block's text as its caption.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from medialuna import words
from medialuna.games import GAMES
from medialuna.server.site import diagrams, illustrations

PAGES = ("rules/crescent", "rules/thoughtful", "examples/crescent", "examples/thoughtful", "faq", "about")
"""The pages by their addresses, in the order of the menu."""

GAME_PAGES = tuple(f"examples/{name}/game" for name in GAMES)
"""The pages on which a whole game is stepped through."""

_FOLDER = Path(words.__file__).parent
_ANCHOR = re.compile(r"\s*\{#([\w-]+)\}$")
_RULE = re.compile(r"\{((?:CR|TF)-\d+)\}")
_SAY = re.compile(r"\{say:([\w.-]+)\}")
_RULES_PAGE = {"CR": "rules/crescent", "TF": "rules/thoughtful"}


class BadPage(ValueError):
    """A text of ours that cannot be made into a page."""


@dataclass(frozen=True)
class Page:
    """A page's title, its first paragraph as text and as HTML, the rest as HTML, and its sections by anchor."""

    title: str
    summary: str
    lead: str
    html: str
    sections: tuple[tuple[str, str], ...]
    has_boards: bool


@dataclass
class _Making:
    language: str
    name: str
    sections: list[tuple[str, str]] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)
    has_boards: bool = False


@cache
def page(language: str, name: str) -> Page:
    """A page in a language. Raises :class:`BadPage` and BadMoment for a faulty text."""
    text = (_FOLDER / language / "pages" / f"{name.replace('/', '-')}.md").read_text(encoding="utf-8")
    making = _Making(language, name)
    tokens = _MARKDOWN.parse(text, env := {"making": making})
    if len(tokens) < 6 or tokens[0].tag != "h1" or tokens[3].type != "paragraph_open":
        raise BadPage(f"{language}/{name}: expected a title and a paragraph first")
    title, summary = (_plain(tokens[i]) for i in (1, 4))
    lead, html = (_MARKDOWN.renderer.render(part, _MARKDOWN.options, env) for part in (tokens[4:5], tokens[6:]))
    return Page(title, summary, lead, html, tuple(making.sections), making.has_boards)


def rule_address(language: str, rule: str) -> str:
    """Where a rule is explained: ``/es/rules/crescent#CR-5``."""
    return f"/{language}/{_RULES_PAGE[rule[:2]]}#{rule}"


def rule_link(language: str, rule: str) -> str:
    """A small link to a rule."""
    label = escape(words.sentence(language, "handbook.rule", rule=rule))
    return f'<a class="rule" href="{rule_address(language, rule)}" title="{label}">{rule}</a>'


# --- our signs -------------------------------------------------------------------------------------------------


def _sign(state: StateInline, silent: bool) -> bool:
    for kind, pattern in (("rule", _RULE), ("say", _SAY)):
        if match := pattern.match(state.src, state.pos):
            if not silent:
                state.push(kind, "", 0).content = match[1]
            state.pos = match.end()
            return True
    return False


def _dress(state: StateCore) -> None:
    """Anchors, addresses and spaces, once the inline texts are known."""
    making: _Making = state.env["making"]
    for before, token in zip([None, *state.tokens], state.tokens, strict=False):
        if token.type != "inline" or not token.children:
            continue
        for child in token.children:
            if child.type == "link_open":
                child.attrs["href"] = _address(making, str(child.attrs["href"]))
            elif child.type == "text":
                child.content = typeset(making.language, child.content)
        if before and before.type == "heading_open" and before.tag != "h1":
            _anchor(making, before, token.children)


def _anchor(making: _Making, heading: Token, children: list[Token]) -> None:
    last = children[-1]
    match = _ANCHOR.search(last.content)
    if not match:
        raise BadPage(f"{making.language}/{making.name}: {last.content!r} has no anchor")
    last.content = last.content[: match.start()]
    heading.attrs["id"] = match[1]
    if heading.tag == "h2":
        making.sections.append((match[1], "".join(child.content for child in children)))


def _address(making: _Making, href: str) -> str:
    path, hash_, anchor = href.partition("#")
    name = path.partition("?")[0].removeprefix("/")
    if path.startswith("/") and name in (*PAGES, *GAME_PAGES):
        return f"/{making.language}{path}{hash_}{anchor}"
    return href


def typeset(language: str, text: str) -> str:
    """Typographic apostrophes; in French, no line may end before double punctuation.

    >>> typeset("fr", "C'est l'as : bien !")
    'C’est l’as\\xa0: bien\\xa0!'
    """
    text = text.replace("'", "’")
    return re.sub(r" (?=[:;!?])", "\u00a0", text) if language == "fr" else text


def _plain(token: Token) -> str:
    return "".join(
        child.content for child in token.children or [] if child.type in ("text", "code_inline", "softbreak")
    )


def _fence(renderer: RendererHTML, tokens: Sequence[Token], i: int, options: Any, env: MutableMapping[str, Any]) -> str:
    making: _Making = env["making"]
    kind, _, what = tokens[i].info.strip().partition(" ")
    if not kind:
        return renderer.fence(tokens, i, options, env)
    making.has_boards = True
    language, caption = making.language, _MARKDOWN.renderInline(tokens[i].content.strip(), env)
    if kind == "board":
        return diagrams.figure(language, illustrations.moment(what), caption)
    if kind == "refused":
        attempt = illustrations.refused(what)
        return diagrams.refused_figure(language, attempt, rule_link(language, attempt.reason.rule), caption)
    if kind == "turned":
        where, *piles = what.split()
        return diagrams.turned_figure(language, illustrations.moment(where), piles, caption)
    raise BadPage(f"{language}/{making.name}: {kind!r} is no kind of block")


def _rule(renderer: RendererHTML, tokens: Sequence[Token], i: int, options: Any, env: MutableMapping[str, Any]) -> str:
    making: _Making = env["making"]
    rule = tokens[i].content
    link = rule_link(making.language, rule)
    if making.name != _RULES_PAGE[rule[:2]]:
        return link
    if rule in making.rules:
        raise BadPage(f"{making.language}/{making.name}: {rule} stands there twice")
    making.rules.add(rule)
    return link.replace("<a ", f'<a id="{rule}" ', 1)


def _say(renderer: RendererHTML, tokens: Sequence[Token], i: int, options: Any, env: MutableMapping[str, Any]) -> str:
    making: _Making = env["making"]
    said = words.sentence(making.language, tokens[i].content)
    if "…" in said:
        raise BadPage(f"{making.language}/{making.name}: {tokens[i].content} needs details")
    return f"<q>{escape(said)}</q>"


def _heading_close(
    renderer: RendererHTML, tokens: Sequence[Token], i: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    making: _Making = env["making"]
    anchor = tokens[i - 2].attrs["id"]
    label = escape(words.sentence(making.language, "handbook.anchor"))
    return f' <a class="anchor" href="#{anchor}" aria-label="{label}">#</a></{tokens[i].tag}>\n'


def _table_open(*_: Any) -> str:
    return '<div class="wide"><table>\n'


def _table_close(*_: Any) -> str:
    return "</table></div>\n"


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.inline.ruler.before("link", "sign", _sign)
    made.core.ruler.after("inline", "dress", _dress)
    for name, render in (
        ("fence", _fence),
        ("rule", _rule),
        ("say", _say),
        ("heading_close", _heading_close),
        ("table_open", _table_open),
        ("table_close", _table_close),
    ):
        made.add_render_rule(name, render)
    return made


_MARKDOWN = _markdown()
