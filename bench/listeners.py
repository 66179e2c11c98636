"""Many light subscribers in one process, each a raw socket of its own that parses next to nothing:
a client's library would cost more than the way here.

A line of JSON on standard input, `["subject", …]`, connects as many subscribers as there are
entries, each to its subjects (joined by a space); it is answered with a line once all of them are
subscribed. The end of it ends the process, with a last line: what its subscribers should not have
seen.

Each message that all of its subject's subscribers have got is a line: what it was (`mark`: subject,
and version of a frame or first line of the body), how large, and when the last of them had it, on
the clock that all processes of a machine share.
"""

from __future__ import annotations

import argparse
import json
import selectors
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

VERSION, SEQUENCE, BEFORE = (
    b"\r\nEyesdown-Version: ",
    b"\r\nNats-Sequence: ",
    b"\r\nNats-Last-Sequence: ",
)
COUNT = b'"count":'
CHUNK = 1 << 16
LINE = 100


@dataclass
class Seen:
    """What the subscribers saw of boards, and should not have seen, counted over all of them."""

    lost: int = 0
    doubled: int = 0
    backwards: int = 0
    frames: int = 0
    calls: int = 0
    """Calls as the frames tell of them, summed over all subscribers."""


@dataclass
class Listener:
    """One subscriber: what it has not parsed yet, and where each of its boards is."""

    link: socket.socket
    subjects: list[str]
    rest: bytes = b""
    last: dict[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)

    def messages(self, more: bytes) -> Iterator[tuple[str, bytes, bytes]]:
        """What is whole by now: the subject as it was asked for, headers and body."""
        heard = self.rest + more if self.rest else more
        at = 0
        while (end := heard.find(b"\r\n", at)) >= 0:
            words = heard[at:end].split()
            if words[0] == b"PING":
                self.link.sendall(b"PONG\r\n")
            if words[0] not in (b"MSG", b"HMSG"):
                at = end + 2
                continue
            size = int(words[-1])
            begin, after = end + 2, end + 2 + size + 2
            if len(heard) < after:
                break
            head = int(words[-2]) if words[0] == b"HMSG" else 0
            asked_for = self.subjects[int(words[2]) - 1]
            yield asked_for, heard[begin : begin + head], heard[begin + head : begin + size]
            at = after
        self.rest = heard[at:]


class Listeners:
    """All subscribers of this process."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._selector = selectors.DefaultSelector()
        self._audience: dict[str, int] = defaultdict(int)
        self._got: dict[str, int] = defaultdict(int)
        self.seen = Seen()

    def add(self, subjects: list[str]) -> None:
        """Connect a subscriber for each entry, and wait until the server knows them all."""
        made = [self._connect(each.split()) for each in subjects]
        for listener in made:
            while b"PONG\r\n" not in listener.rest:
                listener.rest += listener.link.recv(CHUNK)
            listener.rest = b""
            listener.link.setblocking(False)
            self._selector.register(listener.link, selectors.EVENT_READ, listener)
        for each in subjects:
            for subject in each.split():
                self._audience[subject] += 1

    def run(self, told: Any) -> None:
        """Hear, and do what is read from `told`, until that says to end."""
        self._selector.register(told, selectors.EVENT_READ, None)
        while True:
            for key, _ in self._selector.select():
                if key.data is not None:
                    self.read(key.data)
                elif (line := told.readline()).strip():
                    self.add(json.loads(line))
                    say(mark="ready")
                else:
                    return

    def _connect(self, subjects: list[str]) -> Listener:
        link = socket.create_connection((self._url.hostname or "", self._url.port or 4222))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        login = {"user": self._url.username, "pass": self._url.password}
        options = {"verbose": False, "headers": True, "protocol": 1, **login}
        asked = "".join(f"SUB {subject} {sid}\r\n" for sid, subject in enumerate(subjects, 1))
        link.sendall(f"CONNECT {json.dumps(options)}\r\n{asked}PING\r\n".encode())
        return Listener(link, subjects)

    def read(self, listener: Listener) -> None:
        """Take what has come to a subscriber."""
        try:
            more = listener.link.recv(CHUNK)
        except BlockingIOError:
            return
        now = time.perf_counter()
        if not more:
            raise ConnectionError("the server cut a subscriber off")
        for subject, headers, body in listener.messages(more):
            if subject.startswith("eyesdown.board."):
                about = self._check(listener, subject, headers, body)
            else:
                about = body[:LINE].partition(b"\n")[0]
            mark = f"{subject} {about.decode()}"
            self._got[mark] += 1
            if self._got[mark] == self._audience[subject]:
                del self._got[mark]
                say(mark=mark, size=len(headers) + len(body), at=now)

    def _check(self, listener: Listener, subject: str, headers: bytes, body: bytes) -> bytes:
        """Hold a stored frame against the one before on its subject; its version."""
        sequence, before = (
            int(between(headers, SEQUENCE, b"\r")),
            int(between(headers, BEFORE, b"\r")),
        )
        known = listener.last.get(subject, before)
        self.seen.frames += 1
        if sequence == known:
            self.seen.doubled += 1
        elif sequence < known:
            self.seen.backwards += 1
        elif before != known:
            self.seen.lost += 1
        listener.last[subject] = max(sequence, known)
        calls = int(between(body, COUNT, b","))
        self.seen.calls += calls - listener.calls.get(subject, 0)
        listener.calls[subject] = calls
        return between(headers, VERSION, b"\r")


def between(text: bytes, what: bytes, end: bytes) -> bytes:
    """What stands between a word and what ends it."""
    begin = text.index(what) + len(what)
    return text[begin : text.index(end, begin)]


def say(**what: Any) -> None:
    """A line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Listen until told to end."""
    parser = argparse.ArgumentParser(description="Many light subscribers.")
    parser.add_argument("--url", required=True)
    listeners = Listeners(parser.parse_args().url)
    # Unbuffered: what is read ahead would not be seen by `select`.
    with open(0, "rb", buffering=0) as told:
        listeners.run(told)
    say(mark="seen", seen=vars(listeners.seen))


if __name__ == "__main__":
    main()
