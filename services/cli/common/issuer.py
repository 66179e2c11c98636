"""Tokens of our own, for commands that ask what runs here."""

from __future__ import annotations

from services.cli.common.where import Running, run_file
from services.kernel.serving.tokens import EVERYWHERE, KEY_FILE, DevIssuer
from services.kernel.settings import Settings, StartError

ROLE = "auditor"
"""The role in which commands look at things: it reads everything and changes nothing."""
LOCAL = frozenset(("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::]"))


def own_issuer(settings: Settings) -> DevIssuer:
    """The issuer of development tokens whose key the services here trust; it makes none.

    Raises a `StartError` where they trust no key of ours, or none has been made.
    """
    if not settings.production:
        if settings.issuer_keys is not None:
            raise StartError(
                ["EYESDOWN_ISSUER_KEYS is set, so only tokens of your own issuer are trusted"]
            )
        if not (settings.data_folder / KEY_FILE).exists():
            raise StartError(
                [
                    f"there is no key in {settings.data_folder.resolve()} to sign a token with: "
                    "`make run` makes it, or without a checkout `eyesdown run`. Call this in "
                    "the folder where that was started, or say with EYESDOWN_DATA which "
                    "data folder it has"
                ]
            )
    return DevIssuer.of(settings)


def looking(settings: Settings) -> str:
    """A token that may look at everything here and change nothing. Raises a `StartError`."""
    return own_issuer(settings).issue("console", {EVERYWHERE: [ROLE]})


def runs_here(address: str, service: str, settings: Settings) -> bool:
    """Whether a host and port are those of a service that runs from this data folder."""
    try:
        ours = Running.read(run_file(settings)).services.get(service, "")
    except StartError:
        return False
    (host, _, port), (our_host, _, our_port) = address.rpartition(":"), ours.rpartition(":")
    return port == our_port and (host == our_host or {host, our_host} <= LOCAL)
