"""Real screens: Chromium on the displays' page, in the rooms of a hall of their own.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.screens"]`. See `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from services.cli.screens.page_server import PageServer, config, page_folder
from services.kernel.journal.embedded import DISPLAY_KEY
from services.kernel.rights.admission import Admission, Bound
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.rights.door import Door
from services.kernel.settings import read
from services.kernel.venues import Venues
from tests.kit.draw import SOON, standing_on
from tests.kit.draw_hall import PROFILE, Hall, connected
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.draw"]

PICTURES = Path(__file__).resolve().parents[2] / "build" / "screens"
AXE = Path(__file__).resolve().parents[2] / "displays/node_modules/axe-core/axe.min.js"
HUNG = 40
"""So many rooms have a display, "screen-1" in "room-1" and so on."""
WIDE, TALL, LARGE = (1920, 1080), (1080, 1920), (3840, 2160)

# The clock by which the page takes its turns, and a test with it: it can be held, and moved by so
# many milliseconds. Within one task it stands still, so that what is drawn is seen at the instant
# at which it was drawn, however long a busy machine takes to draw it.
_CLOCK = """
{
  const running = performance.now.bind(performance);
  let [told, last, held, read] = [0, 0, false, false];
  const take = () => {
    const now = running();
    if (!held) told += now - last;
    last = now;
  };
  performance.now = () => {
    if (!read) {
      take();
      read = true;
      setTimeout(() => { read = false; });
    }
    return told;
  };
  window.clock = {
    hold: holds => { take(); held = holds; },
    move: by => { told += by; },
  };
}
"""
# What a glass showed as its last call, one after the other, and what it acknowledged.
_WATCH = """
window.seen = [];
new MutationObserver(() => {
  const last = document.querySelector('.call .last[data-position]');
  if (!last) return;
  const [position, number] = [Number(last.dataset.position), Number(last.dataset.last)];
  const before = window.seen.at(-1);
  if (before?.position === position && before?.number === number) return;
  window.seen.push({ position, number, at: performance.now() });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


class Displayed(Hall):
    """A hall whose rooms have screens. `least_shown` is its casino profile's, in milliseconds."""

    least_shown = 250

    def __init__(self, folder: Path, server: Nats) -> None:
        """Write its files into `folder`; `server` is the NATS that is stood on."""
        self.server = server
        super().__init__(folder, server.url)
        self.more = standing_on(server)

    def _write_venues(self) -> None:
        super()._write_venues()
        hang(self.folder / "venues")

    def _write_rules(self) -> None:
        super()._write_rules()
        file = self.folder / "rules" / "profiles" / f"{PROFILE}.toml"
        option = r"(\[options.least_shown\]\nvalue = )\d+"
        text, changed = re.subn(option, rf"\g<1>{self.least_shown}", file.read_text())
        assert changed == 1
        file.write_text(text)


async def displayed(folder: Path, server: Nats) -> Displayed:
    """Venues with screens, on a NATS; the fixture `hall` of a module that looks at them."""
    made = Displayed(folder, server)
    await made.provision()
    return made


def hang(venues: Path) -> None:
    """Give the first rooms of each venue's file a display."""
    for file in venues.glob("*.toml"):
        room = r'id = "([^"]+)"\ntitle = "([^"]+)"\ndisplays = \[\]'

        def hung(found: re.Match[str]) -> str:
            return found[0].replace("[]", f'["{display_of(found[1])}"]')

        file.write_text(re.sub(room, hung, file.read_text(), count=HUNG))


def display_of(room: str) -> str:
    """The display that hangs in a room."""
    return f"screen-{room.rpartition('-')[2]}"


@asynccontextmanager
async def letting_in(server: Nats, venues: Path) -> AsyncIterator[None]:
    """Let the displays of these venues in, where no draw does."""

    async def never_bound(venue: str, display: str) -> Bound | None:
        return None

    key = DisplayKey.of(server.folder / DISPLAY_KEY)
    admission = Admission(key, Venues.load(venues), True, never_bound)
    async with connected(server.url) as connection, asyncio.TaskGroup() as group:
        door = group.create_task(Door(connection, key, admission).run())
        yield
        door.cancel()


class Screen:
    """A page on a screen in a room."""

    def __init__(self, page: Page, context: BrowserContext, failures: list[str]) -> None:
        self.page = page
        self.context = context
        self.failures = failures

    async def shows(self, selector: str) -> None:
        """Wait until this is on the glass."""
        found = await self.page.wait_for_selector(selector, state="attached", timeout=SOON * 1000)
        if found is not None:  # what is held in a hand is kept in the page
            await found.dispose()

    async def whole(self, version: int) -> None:
        """Wait until this version, or a newer one, is on the glass whole."""
        await self.becomes(
            "version => Number(document.querySelector('main')?.dataset.version) >= version", version
        )

    async def becomes(self, condition: str, argument: Any = None) -> None:
        """Wait until a condition holds on the page."""
        found = await self.page.wait_for_function(condition, arg=argument, timeout=SOON * 1000)
        await found.dispose()

    async def hold(self) -> None:
        """Hold the page's clock: nothing leaves the glass, or has its turn, because time passes."""
        await self.page.evaluate("clock.hold(true)")

    async def move(self, milliseconds: float) -> None:
        """Move the clock that is held; the page looks at it within half a second."""
        await self.page.evaluate("by => clock.move(by)", milliseconds)

    async def go_on(self) -> None:
        """Let the page's clock go on from where it was held."""
        await self.page.evaluate("clock.hold(false)")

    async def text(self, selector: str) -> str:
        """What is written somewhere, on one line."""
        return " ".join((await self.page.inner_text(selector)).split())

    async def seen(self) -> list[tuple[int, int]]:
        """Position and number of every last call that this glass showed, in order."""
        found = await self.page.evaluate("window.seen")
        return [(each["position"], each["number"]) for each in found]

    async def turns(self) -> list[float]:
        """For how long each last call but the newest stood, in milliseconds."""
        at = [each["at"] for each in await self.page.evaluate("window.seen")]
        return [after - before for before, after in itertools.pairwise(at)]

    async def board(self) -> list[int]:
        """The numbers that are marked on the board."""
        marked = await self.page.eval_on_selector_all(
            ".numbers td.called", "cells => cells.map(cell => Number(cell.dataset.number))"
        )
        return sorted(marked)

    async def resized(self, width: int, height: int) -> None:
        """Give the glass another size, as a screen of that size would have it."""
        await self.page.set_viewport_size({"width": width, "height": height})

    async def picture(self, name: str) -> None:
        """Write what is on the glass to `build/screens/<name>.png`."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png")

    async def complaints(self) -> list[str]:
        """What axe-core finds wrong for people who see or hear little; with contrast as AAA."""
        if not await self.page.evaluate("'axe' in window"):
            # The page's own policy lets nothing in: this goes round it, as a debugger does.
            session = await self.context.new_cdp_session(self.page)
            await session.send("Runtime.evaluate", {"expression": AXE.read_text()})
        found = await self.page.evaluate(
            """async () => {
              const rules = { 'color-contrast-enhanced': { enabled: true } };
              const { violations } = await axe.run(document, { rules });
              return violations.flatMap(each => each.nodes.map(
                node => `${each.id}: ${node.html} ${node.failureSummary}`));
            }"""
        )
        return list(found)

    async def digits(self, selector: str) -> float:
        """How high the digits of the first such text are, in hundredths of the screen's height."""
        return (await self.heights(selector))[0]

    async def heights(self, selector: str) -> list[float]:
        """How high the digits of every such text would be, in hundredths of the screen's height."""
        found = await self.page.eval_on_selector_all(
            selector,
            """texts => texts.map(text => {
              const style = getComputedStyle(text);
              const drawing = document.createElement('canvas').getContext('2d');
              drawing.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
              return drawing.measureText('8').actualBoundingBoxAscent / innerHeight * 100;
            })""",
        )
        return [float(each) for each in found]


class Wall:
    """Hangs screens in the rooms of a venue, on the NATS of `server`; `where` is their page."""

    def __init__(self, venue: str, server: Nats, browser: Browser, where: str) -> None:
        self.venue = venue
        self.where = where
        self._server = server
        self._browser = browser

    def secret(self, room: str, venue: str = "") -> str:
        """What the display in a room connects with."""
        key = DisplayKey.of(self._server.folder / DISPLAY_KEY)
        return key.development_secret(venue or self.venue, display_of(room))

    def address(self, room: str, venue: str = "", **chosen: str) -> str:
        """The address that sets a screen up, with its secret."""
        at = venue or self.venue
        chosen = {"display": display_of(room), "secret": self.secret(room, at), **chosen}
        query = "&".join(f"{name}={value}" for name, value in chosen.items())
        return f"{self.where}#/venues/{at}/rooms/{room}?{query}"

    @asynccontextmanager
    async def hung(
        self,
        room: str = "",
        *,
        venue: str = "",
        address: str = "",
        script: str = "",
        **chosen: str,
    ) -> AsyncIterator[Screen]:
        """A screen in a room while the block is open. Whatever the page logs as an error fails."""
        width, height = WIDE
        context = await self._browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.set_default_timeout(SOON * 1000)
        failures: list[str] = []
        try:
            page = await context.new_page()
            page.on("pageerror", lambda error: failures.append(str(error)))
            await page.add_init_script(_CLOCK + _WATCH + script)
            await page.goto(address or self.address(room, venue, **chosen))
            yield Screen(page, context, failures)
            assert not failures
        finally:
            await context.close()


def browser_binary() -> str:
    """Chromium, as Debian or a person installed it. Without one the test is left out, which CI
    does not let pass."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("there is no Chromium here")


@asynccontextmanager
async def walls(
    venue: str, server: Nats, browser: Browser, environment: Mapping[str, str], nats: str = ""
) -> AsyncIterator[Wall]:
    """Where screens of a venue are hung; its settings are read from `environment`. They find NATS
    at `nats`, else at the server's own WebSocket."""
    told = config(read(environment), nats or str(server.websocket_url))
    async with PageServer(page_folder(), told, "127.0.0.1", 0) as page:
        yield Wall(venue, server, browser, page.url)


# -- fixtures --------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """The module's browser. There is no card to draw with, and to play one takes longer."""
    async with started_browser("--disable-gpu") as running:
        yield running


@asynccontextmanager
async def started_browser(*more: str) -> AsyncIterator[Browser]:
    """A browser; `more` are its switches."""
    binary = browser_binary()
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(
            executable_path=binary,
            # Chromium's own sandbox does not work for root, as CI runs it.
            args=["--no-sandbox", "--force-device-scale-factor=1", *more],
            timeout=SOON * 1000,
        )
        try:
            yield running
        finally:
            await running.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wall(hall: Displayed, browser: Browser) -> AsyncIterator[Wall]:
    """Where screens are hung."""
    async with walls(hall.venue, hall.server, browser, hall.environment("page")) as wall:
        yield wall
