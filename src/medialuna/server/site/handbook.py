"""The reading pages: the rules, examples, questions and the whole games, in every language (AP-3).

They need no script. Who comes without a language in the address is sent to the one of the settings, else of the
browser.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from html import escape

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from medialuna import words
from medialuna.games import GAMES
from medialuna.server.http.dependencies import visitor_of
from medialuna.server.site import diagrams, illustrations, markdown
from medialuna.server.site.markdown import GAME_PAGES, PAGES, Page
from medialuna.table import wire
from medialuna.table.settings import settings_of

router = APIRouter(include_in_schema=False)

LANGUAGE_NAMES = {"es": "Español", "en": "English", "fr": "Français"}

_READ = ["GET", "HEAD"]
_STRIDE = 10
"""A game's page links to every tenth of its steps."""

_WORD = (
    "M0 40V13M0 23A10 10 0 0 1 20 23V40M20 23A10 10 0 0 1 40 23V40M54 26H82A14 14 0 1 0 78 36M122 "
    "0V40M122 26A14 14 0 1 1 94 26 14 14 0 0 1 122 26M137 13V40M180 13V40M180 26A14 14 0 1 1 152 26 "
    "14 14 0 0 1 180 26M195 0V40M210 13V28A12 12 0 0 0 234 28V13M234 28V40M249 40V13M249 25A12 12 0 0"
    " 1 273 25V40M316 13V40M316 26A14 14 0 1 1 288 26 14 14 0 0 1 316 26"
)
_BRAND = (
    '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">'
    '<path d="M2.5 15.4A10.5 10.5 0 0 1 23.5 15.4Z" fill="#f2d68c"/>'
    '<path d="M8.5 16.6A10.5 10.5 0 0 0 29.5 16.6Z" fill="#fffdf7"/></svg>'
    '<svg class="word" viewBox="-4 -6 330 52" role="img" aria-label="Medialuna">'
    f'<path class="stroke" d="{_WORD}"/><path d="M137 -5A5.5 5.5 0 0 0 137 6Z" fill="#f2d68c"/></svg>'
)


# --- routes ----------------------------------------------------------------------------------------------------


def _see_page(request: Request, language: str) -> Response:
    name = _name(request, language)
    return _answer(request, _shell(language, name, "", _page_html(language, name), _settings(request)))


def _see_game(request: Request, language: str) -> Response:
    name = _name(request, language)
    step = request.query_params.get("step", "0")
    record = illustrations.records()[name.split("/")[1]]
    if not re.fullmatch(r"[0-9]{1,4}", step) or int(step) > len(record.actions):
        raise HTTPException(404)
    query = f"?step={int(step)}"
    return _answer(request, _shell(language, name, query, _game_html(language, name, int(step)), _settings(request)))


def _name(request: Request, language: str) -> str:
    if language not in words.LANGUAGES:
        raise HTTPException(404)
    return request.url.path.split("/", 2)[2]


def _send_on(request: Request) -> Response:
    """To the same page in the reader's language."""
    language = _settings(request).language or words.best_language(request.headers.get("accept-language"))
    query = f"?{request.url.query}" if request.url.query else ""
    headers = {"Vary": "Accept-Language, Cookie", "Cache-Control": "no-cache"}
    return RedirectResponse(f"/{language}{request.url.path}{query}", 302, headers)


def _send_to_about(request: Request) -> Response:
    return RedirectResponse(f"{request.url.path}/about", 302)


for _path in PAGES:
    router.add_api_route(f"/{{language}}/{_path}", _see_page, methods=_READ)
for _path in GAME_PAGES:
    router.add_api_route(f"/{{language}}/{_path}", _see_game, methods=_READ)
for _path in (*PAGES, *GAME_PAGES):
    router.add_api_route(f"/{_path}", _send_on, methods=_READ)
for _language in words.LANGUAGES:
    router.add_api_route(f"/{_language}", _send_to_about, methods=_READ)


def _settings(request: Request) -> wire.Settings:
    """The settings of the player who reads, if there is one; a page is readable without."""
    player = visitor_of(request)
    return wire.Settings() if player is None else settings_of(player.settings)


def _answer(request: Request, html: str) -> Response:
    body = html.encode()
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": "private, no-cache",
        "Vary": "Accept-Encoding, Cookie",
        "Content-Type": "text/html; charset=utf-8",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if re.search(r"\bgzip\b(?!\s*;\s*q=0(?!\.[0-9]*[1-9]))", request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 6, mtime=0)
    headers["Content-Length"] = str(len(body))
    return Response(b"" if request.method == "HEAD" else body, headers=headers)


# --- what stands on a page -------------------------------------------------------------------------------------


@cache
def _page_html(language: str, name: str) -> str:
    page = markdown.page(language, name)
    return f'{_title(language, name, page)}{_contents(language, page)}<div class="text">{page.html}</div>'


def _game_html(language: str, name: str, step: int) -> str:
    """A whole game at one of its steps: the table, the way on and back, the record."""
    page = markdown.page(language, name)
    record = illustrations.records()[name.split("/")[1]]
    here = illustrations.at(record, step)
    total = len(record.actions)
    board = diagrams.figure(language, here, "")
    of = escape(words.sentence(language, "handbook.step-of", step=step, total=total))
    tenths = (*range(0, total, _STRIDE), total)
    numbers = "".join(f"<li>{_step_link(str(n), n, step)}</li>" for n in tenths)
    return (
        f'{_title(language, name, page)}<div class="text">{page.html}</div>'
        f'<section id="board" class="game" aria-label="{of}"><p class="at">{of}</p>'
        f"{_steps(language, step, total)}{board}"
        f'<nav aria-label="{_said(language, "jump")}"><ol class="tenths">{numbers}</ol></nav>'
        f"<h2>{_said(language, 'record')}</h2><p>{_said(language, 'record-note')}</p>"
        f'<pre class="record" tabindex="0"><code>{escape(str(record))}</code></pre></section>'
    )


def _steps(language: str, step: int, total: int) -> str:
    ways = {"first": 0, "previous": step - 1, "next": step + 1, "last": total}
    links = []
    for way, target in ways.items():
        reachable = 0 <= target <= total and target != step
        link = _step_link(f"<i>{_said(language, way)}</i>", target if reachable else None, step)
        links.append(f'<li class="{way}">{link}</li>')
    return f'<nav aria-label="{_said(language, "steps")}"><ul class="steps">{"".join(links)}</ul></nav>'


def _step_link(text: str, target: int | None, step: int) -> str:
    if target is None:
        return f'<span aria-disabled="true">{text}</span>'
    here = ' aria-current="step"' if target == step else ""
    return f'<a href="?step={target}#board"{here}>{text}</a>'


def _title(language: str, name: str, page: Page) -> str:
    """The heading, the way to the same page of the other game, the first paragraph."""
    kind, _, game = name.partition("/")
    if not game:
        return f'<h1>{escape(page.title)}</h1><p class="lead">{page.lead}</p>'
    game, _, rest = game.partition("/")
    links = "".join(
        f'<li><a href="/{language}/{kind}/{other}{"/" + rest if rest else ""}"{_current(other == game)}>'
        f"{other.capitalize()}</a></li>"
        for other in GAMES
    )
    label = _said(language, "games")
    return (
        f'<h1>{escape(page.title)}</h1><nav class="pair" aria-label="{label}"><ul>{links}</ul></nav>'
        f'<p class="lead">{page.lead}</p>'
    )


def _contents(language: str, page: Page) -> str:
    if len(page.sections) < 3:
        return ""
    items = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in page.sections)
    label = _said(language, "contents")
    return f'<nav class="contents" aria-labelledby="contents"><p id="contents">{label}</p><ol>{items}</ol></nav>'


def _shell(language: str, name: str, query: str, inner: str, settings: wire.Settings) -> str:
    page = markdown.page(language, name)
    look = "".join(f' data-{k}="{v}"' for k, v in (("theme", settings.theme), ("suits", settings.suits)) if v)
    alternates = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{prefix}/{name}{query}">\n'
        for code, prefix in (*((other, f"/{other}") for other in words.LANGUAGES), ("x-default", ""))
    )
    languages = "".join(
        f'<li><a href="/{other}/{name}{query}" hreflang="{other}" lang="{other}"{_current(other == language)}>'
        f'<abbr title="{LANGUAGE_NAMES[other]}">{other.upper()}</abbr></a></li>'
        for other in words.LANGUAGES
    )
    kind, game = name.split("/")[0], (name.split("/") + ["", ""])[1] or next(iter(GAMES))
    menu = "".join(
        f'<li><a href="/{language}/{entry}"{_current(entry == name, kind == entry.split("/")[0])}>'
        f"{_said(language, entry.split('/')[0])}</a></li>"
        for entry in (f"rules/{game}", f"examples/{game}", "faq", "about")
    )
    every = "".join(
        f'<li><a href="/{language}/{other}">{escape(markdown.page(language, other).title)}</a></li>' for other in PAGES
    )
    boards = page.has_boards or name in GAME_PAGES
    return f"""<!doctype html>
<html lang="{language}"{look}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)} · Medialuna</title>
<meta name="description" content="{escape(page.summary)}">
<meta name="theme-color" content="#193b30">
<link rel="stylesheet" href="/page/styles/tokens.css">
<link rel="stylesheet" href="/page/styles/handbook.css">
<link rel="icon" href="/page/art/icon.svg" type="image/svg+xml">
{alternates}</head>
<body>
{diagrams.SPRITE if boards else ""}<a class="skip" href="#text">{_said(language, "skip")}</a>
<header class="rail">
<a class="brand" href="/">{_BRAND}</a>
<nav class="menu" aria-label="{_said(language, "pages")}"><ul>{menu}</ul></nav>
<nav class="languages" aria-label="{escape(words.sentence(language, "page.language"))}"><ul>{languages}</ul></nav>
</header>
<main id="text" class="{kind}">
{inner}
</main>
<footer class="rail">
<nav aria-label="{_said(language, "every-page")}"><ul>
<li><a class="play" href="/">{_said(language, "play")}</a></li>
{every}
</ul></nav>
</footer>
</body>
</html>
"""


def _current(is_page: bool, is_section: bool = False) -> str:
    return ' aria-current="page"' if is_page else ' aria-current="true"' if is_section else ""


def _said(language: str, name: str) -> str:
    return escape(words.sentence(language, f"handbook.{name}"))
