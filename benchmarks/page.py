"""How heavy the page is, how soon it can be played on, and what a drag costs.

    .venv/bin/python benchmarks/page.py [--url http://127.0.0.1:8000]

Against a server that runs (./play), in headless Chromium at 390 x 844. Cold: an empty cache; warm: the same
tab again. Playable: the first frame in which the table is drawn and listens. A drag: ten seconds of a card that
follows the pointer; late are the frames that took more than 1.5 of the usual time. On a machine that has other things
to do that tells of the machine, so there is the processor's time that the page itself takes for a frame too: four times
as much must fit into the 16.7 ms of 60 frames a second. Both also with the processor slowed down four times, as a cheap
phone's. Idle: what the page's main thread works in five seconds in which nobody
does anything, before the first action and while the clock runs.
"""

from __future__ import annotations

import argparse
import gzip
import math
import statistics
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tools import chromium

PAGE = Path(__file__).parent.parent / "src" / "medialuna" / "page"
CODE = "TF1-D1N-AAAAAAB"
RUNS = 5
DRAG_SECONDS = 10

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => done(performance.now())))"
# Times between frames while a card is dragged.
WATCH = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const step = (now) => {
    window.frames_seen.push(now - last);
    last = now;
    window.watching = requestAnimationFrame(step);
  };
  window.watching = requestAnimationFrame(step);
}"""
WATCHED = "() => { cancelAnimationFrame(window.watching); return window.frames_seen.slice(2); }"


def weight() -> tuple[int, int]:
    """Files of the page, and their bytes compressed as a server would."""
    files = [path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    return len(files), sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)


def load(browser: Browser, url: str, slower: int) -> list[tuple[float, int, int]]:
    """Milliseconds to a playable table, requests and bytes over the wire: cold, then warm."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    seen = []
    for _ in range(2):
        sizes.clear()
        page.goto(f"{url}/{CODE}", wait_until="commit")
        page.wait_for_selector(".app[aria-busy=false]")
        playable = page.evaluate(NEXT_FRAME)
        page.wait_for_timeout(300)
        seen.append((playable, len(sizes), sum(sizes)))
    context.close()
    return seen


def work(session: CDPSession) -> float:
    """Milliseconds of the processor's time that the page's main thread has taken so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


class Drag(NamedTuple):
    """What the frames of a drag were like; times in milliseconds."""

    frames: int
    usual: float
    most: float
    """All but the slowest 5 % came within this time."""
    longest: float
    late: int
    work: float


def drag(browser: Browser, url: str, slower: int) -> Drag:
    """Drags a card round the table."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{url}/{CODE}")
    page.wait_for_selector(".app[aria-busy=false]")
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    box: Any = page.locator(".cell[data-place='1'] .tip").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 60)
    page.evaluate(WATCH)
    before = work(session)
    begun = time.monotonic()
    while (gone := time.monotonic() - begun) < DRAG_SECONDS:
        page.mouse.move(190 + 120 * math.cos(7 * gone), 420 + 160 * math.sin(7 * gone))
    spent = work(session) - before
    frames = page.evaluate(WATCHED)
    context.close()
    usual, most = statistics.median(frames), sorted(frames)[int(len(frames) * 0.95)]
    late = sum(frame > 1.5 * usual for frame in frames)
    return Drag(len(frames), usual, most, max(frames), late, spent / len(frames))


def idle(browser: Browser, url: str, begun: bool) -> float:
    """Milliseconds of work in each second of five in which nothing is done; the clock runs once the game has begun."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{url}/{CODE}")
    page.wait_for_selector(".app[aria-busy=false]")
    if begun:
        page.locator(".cell[data-place=stock] .tip").click()
    page.wait_for_timeout(1500)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = work(session)
    page.wait_for_timeout(5000)
    spent = work(session) - before
    context.close()
    return spent / 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    url = parser.parse_args().url.rstrip("/")
    files, compressed = weight()
    print(f"the page's own files: {files}, {compressed / 1000:.1f} kB compressed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        for slower in (1, 4):
            runs = [load(browser, url, slower) for _ in range(RUNS)]
            for name, loads in zip(("cold", "warm"), zip(*runs, strict=True), strict=True):
                playable = statistics.median(run[0] for run in loads)
                print(
                    f"{name}, processor / {slower}: playable after {playable:.0f} ms, "
                    f"{loads[0][1]} requests, {loads[0][2] / 1000:.1f} kB"
                )
        for slower in (1, 4):
            seen = drag(browser, url, slower)
            print(
                f"drag of {DRAG_SECONDS} s, processor / {slower}: {seen.frames} frames, one every {seen.usual:.1f} ms, "
                f"95 % within {seen.most:.1f} ms, the longest {seen.longest:.1f} ms, {seen.late} late; "
                f"{seen.work:.2f} ms of work for each"
            )
        for begun, name in ((False, "before the first action"), (True, "while the clock runs")):
            print(f"idle, {name}: {idle(browser, url, begun):.1f} ms of work a second")
        browser.close()


if __name__ == "__main__":
    main()
