"""Where Prometheus scrapes: a small HTTP server in a thread, which ends when it is told to."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from wsgiref.simple_server import WSGIServer

AGAIN = 0.02
"""Seconds after which it is woken again."""


def close(metrics: WSGIServer) -> None:
    """End the server, and give up its port; waits for that.

    By itself it looks only twice a second whether it is to end, but also after each connection:
    so it gets one.
    """
    where = metrics.socket.getsockname()[:2]
    ending = Thread(target=metrics.shutdown, name="end of metrics", daemon=True)
    ending.start()
    while ending.is_alive():
        with suppress(OSError), socket.create_connection(where, timeout=AGAIN):
            pass
        ending.join(AGAIN)
    metrics.server_close()
