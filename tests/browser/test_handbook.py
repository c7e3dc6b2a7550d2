"""AP-3: the reading pages in a real browser, without scripts, from a small phone to a wide screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from medialuna import words
from medialuna.server.site.markdown import GAME_PAGES, PAGES

_OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  const seen = [...document.querySelectorAll("body *")].filter((e) => !e.closest(".aloud, .sprite, .skip, .wide, i"));
  const out = seen.filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width && (box.right > width + 1 || box.left < -1);
  });
  const scrolls = [document.documentElement, ...document.querySelectorAll(".spread")].filter(
    (e) => e.scrollWidth > e.clientWidth,
  );
  return [...out, ...scrolls].map((e) => e.tagName + "." + e.className);
}"""


@pytest.mark.parametrize("width", [320, 360, 600, 768, 1440])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_nothing_leaves_the_window(browser: Browser, address: str, language: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    outside = {}
    for name in (*PAGES, *GAME_PAGES):
        page.goto(f"{address}/{language}/{name}")
        outside[name] = page.evaluate(_OUTSIDE)
    context.close()
    assert {name: found for name, found in outside.items() if found} == {}
    assert complaints == []


def test_a_whole_game_is_stepped_through_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="es-ES")
    page = context.new_page()
    page.goto(f"{address}/examples/crescent/game?step=26")
    page.get_by_role("link", name="Siguiente", exact=True).click()
    assert page.url.endswith("/es/examples/crescent/game?step=27#board")
    assert page.locator("figcaption .what").inner_text() == "Acción 27: A♦, pila 7 → pila 16"
    assert page.locator(".p16 .to b").inner_text() == "A"
    page.get_by_role("link", name="Última", exact=True).click()
    assert "partida ganada" in page.locator("figcaption").inner_text()
    context.close()


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(251, 247, 236)"), ("dark", "rgb(27, 41, 37)")])
def test_the_paper_follows_the_system(browser: Browser, address: str, scheme: str, paper: str) -> None:
    context = browser.new_context(java_script_enabled=False, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{address}/en/faq")
    assert page.locator("html").evaluate("e => getComputedStyle(e).backgroundColor") == paper
    context.close()
