"""The displays' page: where it lies, what it is told, and a server for it on this machine.

In production any web server serves the same files with a `config.json` of its own
(docs/displays.md): nothing here is needed for a board to hang.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from services.kernel.rights.displaykey import DisplayKey, development_logins
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues

HEADERS = {
    # What the page may do: run and show what lies beside it, and connect where it is told to.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src data:; connect-src 'self' {nats}; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types lit-html",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
}
ANYWHERE = ("0.0.0.0", "::")
FOR_EVER = "public, max-age=31536000, immutable"


class PageNotBuilt(StartError):
    """The page was never built here."""


def page_folder() -> Path:
    """Where the built page lies: as `make page` leaves it, or in what is installed.

    Raises `PageNotBuilt`.
    """
    services = Path(__file__).resolve().parents[2]
    for folder in (services.parent / "displays" / "dist", services / "_data" / "page"):
        if (folder / "build.json").is_file():
            return folder
    raise PageNotBuilt(["the displays' page is not served, it was not built: make page"])


def config(settings: Settings, websocket: str) -> dict[str, Any]:
    """What the page is told in `config.json`: where NATS is, "ws://host:port", and how the rooms
    look. A NATS that listens everywhere is looked for where the page came from."""
    where = urlsplit(websocket)
    nats = f"{where.scheme}://{{host}}:{where.port}" if where.hostname in ANYWHERE else websocket
    rooms = {
        f"{venue.id}/{room.id}": {
            "title": room.title,
            "venueTitle": venue.title,
            "timeZone": venue.zone.key,
            "language": room.language,
            "voice": room.voice,
            "view": room.view,
        }
        for venue in Venues.load(settings.venues_folder)
        for room in venue.rooms
    }
    return {"nats": nats, "rooms": rooms}


def links(settings: Settings, page: str) -> Iterator[tuple[str, str]]:
    """Every display of the venues' files and the address that sets it up, with its secret of
    development; none in production, where screens are bound to their rooms."""
    if settings.production or not settings.display_key.is_file():
        return
    key = DisplayKey.of(settings.display_key)
    for each in development_logins(key, Venues.load(settings.venues_folder)):
        place = f"{page}#/venues/{each.venue}/rooms/{each.room}"
        yield each.user, f"{place}?display={each.display}&secret={each.secret}"


class PageServer:
    """Serves the page while its block is open: `async with PageServer(…) as page:`."""

    def __init__(self, folder: Path, told: Mapping[str, Any], host: str, port: int) -> None:
        """Serve `folder` on `port`, 0 for any free one; `told` is the page's `config.json`."""
        self._folder = folder
        self._told = dict(told)
        self._host = host
        self._port = port
        self._runner = web.AppRunner(self._app(), access_log=None)

    async def __aenter__(self) -> PageServer:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            why = (error.strerror or str(error)).lower()
            raise StartError(
                [
                    f"the displays' page cannot have port {self._port} of {self._host}: {why}; "
                    "stop what uses it, or choose another port with --display-port"
                ]
            ) from error
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Where the page is."""
        port = self._runner.addresses[0][1]
        return f"http://{'localhost' if self._host in ANYWHERE else self._host}:{port}/"

    def _app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/", self._index)
        app.router.add_get("/config.json", self._config)
        app.router.add_static("/", self._folder)
        app.on_response_prepare.append(self._heed)
        return app

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(self._folder / "index.html")

    async def _config(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(self._told)

    async def _heed(self, request: web.Request, response: web.StreamResponse) -> None:
        nats = str(self._told.get("nats", "")).replace("{host}", request.url.host or "")
        for name, value in HEADERS.items():
            response.headers[name] = value.replace("{nats}", nats)
        # What the build names by its content never changes; the rest is asked for each time.
        kept = request.path.startswith("/assets/") and response.status == 200
        response.headers["Cache-Control"] = FOR_EVER if kept else "no-cache"
