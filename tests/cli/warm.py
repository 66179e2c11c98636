"""Commands as processes of their own that need not load anything first.

Most of what a command takes is to load what it needs, and the tests run hundreds. So one process,
`python -m tests.cli.warm`, loads all that commands load, and for each of them forks: what it has of
its own is what somebody types it with, its arguments, environment, folder and output, and it ends
as any process does. In what order modules are loaded makes no difference, since none needs itself
by way of others: `tests/kernel/test_imports.py`.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parents[2]
MAIN = "services.cli.main"
LARGEST = 1 << 20
"""Bytes of what is asked for: arguments and environment."""


# -- where the tests are ---------------------------------------------------------------------


class Warm:
    """The process that has loaded everything, and how to ask it."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "tests.cli.warm", str(theirs.fileno())),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
            )
        atexit.register(self.end)

    async def run(
        self, arguments: Sequence[str], environment: Mapping[str, str], out: BinaryIO, err: BinaryIO
    ) -> int:
        """Run a command to its end; its exit code, less than nothing for a signal. Whoever does
        not wait for it has it killed."""
        told, answers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with told:
            with answers:
                asked = json.dumps([arguments, dict(environment), os.getcwd()]).encode()
                files = [answers.fileno(), out.fileno(), err.fileno()]
                socket.send_fds(self._ours, [asked], files)
            told.setblocking(False)
            loop = asyncio.get_running_loop()
            pid = int(await loop.sock_recv(told, 64))
            try:
                return int(await loop.sock_recv(told, 64))
            except BaseException:
                os.kill(pid, signal.SIGKILL)
                raise

    def end(self) -> None:
        """End it, once nothing is run any more."""
        self._ours.close()
        self._process.wait()


@cache
def warm() -> Warm:
    """The one of this process."""
    return Warm()


# -- the process that has loaded everything --------------------------------------------------


def load() -> None:
    """Load every command, and what the audit loads of services."""
    main = importlib.import_module(MAIN)
    groups = [main.main]
    for group in groups:
        commands = [group.get_command(None, name) for name in group.list_commands(None)]
        groups += [each for each in commands if isinstance(each, main.Lazy)]
    for service in importlib.import_module("services.cli.common.where").SERVICES:
        importlib.import_module(f"services.{service}.audit")
    del sys.modules[MAIN]  # it is run anew, as `python -m` does
    gc.collect()
    gc.freeze()  # what is loaded needs no looking through when a command ends


def serve(channel: socket.socket) -> tuple[list[str], dict[str, str], str] | None:
    """Fork for each command, and tell how it ended. In a fork: what it is to run; None when nobody
    asks any more."""
    running: dict[int, tuple[int, socket.socket]] = {}
    with selectors.DefaultSelector() as selector:
        selector.register(channel, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is not channel:
                    pid, answers = running.pop(key.fd)
                    selector.unregister(key.fd)
                    os.close(key.fd)
                    with answers:
                        _tell(answers, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                    continue
                asked, files, _, _ = socket.recv_fds(channel, LARGEST, 3)
                if not asked:
                    return None
                answers = socket.socket(fileno=files[0])
                pid = os.fork()
                if not pid:
                    for number, file in enumerate(files[1:], start=1):
                        os.dup2(file, number)
                    arguments, environment, folder = json.loads(asked)
                    return arguments, environment, folder
                for file in files[1:]:
                    os.close(file)
                _tell(answers, pid)
                ended = os.pidfd_open(pid)
                running[ended] = pid, answers
                selector.register(ended, selectors.EVENT_READ)


def _tell(answers: socket.socket, number: int) -> None:
    with suppress(BrokenPipeError):  # it is not waited for any more
        answers.send(str(number).encode())


def become(arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Be the command, to its end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [MAIN, *arguments]
    runpy.run_module(MAIN, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who runs the tests
    load()
    with socket.socket(fileno=int(sys.argv[1])) as asking:
        command = serve(asking)
    if command is not None:
        become(*command)
