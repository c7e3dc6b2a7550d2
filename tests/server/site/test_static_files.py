"""The page's files: types, compression, what a browser need not load again, what is not served; security headers."""

import gzip
import re

import pytest

from medialuna.server.site import pages
from medialuna.server.site.static_files import Folder
from tests.server.support.visitor import refusal

SCRIPT = b"export const moon = 'half';\n" * 40


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A page folder of the test's own; what lies beside it must not be served."""
    root = tmp_path / "page"
    (root / "layouts").mkdir(parents=True)
    (root / "index.html").write_bytes(b"<!doctype html><title>Medialuna</title>")
    (root / "main.js").write_bytes(SCRIPT)
    (root / "layouts" / "crescent.js").write_bytes(SCRIPT)
    (root / "table.css").write_bytes(b"body {}")
    (root / "icon.svg").write_bytes(b"<svg/>")
    (root / "secret.py").write_bytes(b"x")
    (root / "noend").write_bytes(b"x")
    (tmp_path / "beside.js").write_bytes(b"x")
    monkeypatch.setattr(pages, "PAGE", Folder(root))
    return root


def test_files_have_their_types_and_are_compressed(player, folder):
    for name, kind in (
        ("index.html", "text/html; charset=utf-8"),
        ("main.js", "text/javascript; charset=utf-8"),
        ("layouts/crescent.js", "text/javascript; charset=utf-8"),
        ("table.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
    ):
        answer = player.http.get(f"/page/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == kind
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.content == (folder / name).read_bytes()
    assert len(gzip.compress(SCRIPT)) < len(SCRIPT) / 4
    for accepts in ("", "identity", "gzip;q=0", "br"):
        plain = player.http.get("/page/main.js", headers={"accept-encoding": accepts})
        assert "content-encoding" not in plain.headers
        assert plain.content == SCRIPT


def test_a_file_is_not_sent_again_until_it_changes(player, folder):
    first = player.http.get("/page/main.js")
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = player.http.get("/page/main.js", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    (folder / "main.js").write_bytes(b"changed")
    changed = player.http.get("/page/main.js", headers={"if-none-match": tag})
    assert changed.content == b"changed"
    assert changed.headers["etag"] != tag


def test_the_head_of_a_file(player, folder):
    for path in ("/page/main.js", "/", "/docs", "/healthz"):
        head, whole = player.http.head(path), player.http.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]


@pytest.mark.parametrize(
    "path",
    [
        "/page/",
        "/page/layouts",
        "/page/layouts/",
        "/page/secret.py",
        "/page/noend",
        "/page/../beside.js",
        "/page/%2E%2E/beside.js",
        "/page/..%2Fbeside.js",
        "/page/layouts/..%5C..%5Cbeside.js",
        "/page/%2Fetc%2Fpasswd.txt",
        "/page//main.css",
        "/page/main.js%00.js",
        "/page/" + "a" * 3000 + ".js",
        "/page/link.js",
        "/page/__init__.py",
    ],
)
def test_nothing_else_is_served(player, folder, path):
    (folder / "link.js").symlink_to(folder.parent / "beside.js")
    refusal(player.http.get(path), 404, "server.not-found")


@pytest.mark.parametrize("path", ["/", "/CR1-N-AAAAAAB", "/tf1-d3n-aaaaaab", "/CR9-X-A", "/ cr1 – n – aaaaaab", "/a-b"])
def test_the_page_opens_at_its_own_address_and_at_that_of_a_deal(player, folder, path):
    answer = player.http.get(path)
    assert answer.status_code == 200
    assert "<title>Medialuna" in answer.text


@pytest.mark.parametrize("path", ["/robots.txt", "/favicon.ico", "/wp-login.php", "/a/b", "/x", "/" + "a-" * 200])
def test_another_address_gets_a_small_page_in_the_readers_language(visit, folder, path):
    for language, said in (
        ("es", "Aquí no hay nada"),
        ("en", "There is nothing here"),
        ("fr", "Il n’y a rien ici"),
    ):
        answer = visit(language=language).http.get(path, headers={"accept": "text/html,*/*;q=0.8"})
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert said in answer.text
        assert f'lang="{language}"' in answer.text
    refusal(visit().http.get(path), 404, "server.not-found")


@pytest.mark.parametrize(
    "path", ["/", "/CR1-N-AAAAAAB", "/page/main.js", "/docs", "/api/settings", "/api/nothing", "/x"]
)
def test_every_answer_has_strict_headers(player, folder, path):
    headers = player.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "//" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


def test_comments_that_have_their_lines_to_themselves_are_not_sent(player, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "PAGE", Folder(tmp_path, "/page/"))
    script = [
        "// why",
        "/** @type {(a: number) => void} */",
        'import { a } from "./a.js"; // stays: a line of code',
        "  // within",
        "  /**",
        "   * Doc of `a` * b / c.",
        "   */",
        '  const address = "http://host/*.js", glob = "*/";',
        "  /* one */ f(); /* two */",
        "  /* one",
        "     two */ g();",
        "const half = 1 /",
        "  2;",
    ]
    (tmp_path / "main.js").write_text("\n".join(script))
    (tmp_path / "a.css").write_text("/* Table:\n   cards. */\np { color: red } /* why */\n")
    sent = player.http.get("/page/main.js").text.split("\n")
    gone = {0, 1, 3, 4, 5, 6}
    assert sent == ["" if number in gone else line for number, line in enumerate(script)]
    assert player.http.get("/page/a.css").text == "\n\np { color: red } /* why */\n"


def test_a_page_links_to_what_may_be_kept_for_ever(player, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "PAGE", Folder(tmp_path, "/page/"))
    (tmp_path / "layouts").mkdir()
    (tmp_path / "main.js").write_text("import './layouts/x.js'")
    (tmp_path / "layouts" / "x.js").write_text("1")
    (tmp_path / "a.css").write_text("p {}")
    (tmp_path / "index.html").write_text('<link href="/page/a.css"><script src="/page/main.js"><img src="/page/i.svg">')

    def links():
        return re.findall('"(/page/[^"]+)"', player.http.get("/").text)

    style, script, image = links()
    folder = script.removesuffix("main.js")
    assert re.fullmatch(r"/page/~[0-9a-f]{12}/", folder)
    assert (style, image) == (folder + "a.css", "/page/i.svg")
    for path in (style, script, folder + "layouts/x.js"):
        assert player.http.get(path).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert player.http.get("/").headers["cache-control"] == "no-cache"
    assert player.http.get("/page/main.js").headers["cache-control"] == "no-cache"
    tag = player.http.get("/").headers["etag"]
    (tmp_path / "layouts" / "x.js").write_text("22")
    # Another address now; who still has the old page gets the new files there, but does not keep them.
    assert links()[1] != script
    assert player.http.get("/").headers["etag"] != tag
    old = player.http.get(folder + "layouts/x.js")
    assert (old.text, old.headers["cache-control"]) == ("22", "no-cache")
    for path in ("~/main.js", "~" + "0" * 12, "~" + "0" * 12 + "/", "~" + "0" * 12 + "/../beside.js", "~x/main.js"):
        assert player.http.get("/page/" + path).status_code == 404
