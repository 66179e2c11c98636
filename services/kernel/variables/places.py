"""Where things are: NATS, and the folders of a house."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from services.kernel import parsing
from services.kernel.variables.by import By

DEVELOPMENT, PRODUCTION = "development", "production"


def _data(folder: str) -> Path:
    """Where the project's own data lies: beside `services` in the tree, inside when installed."""
    services = Path(__file__).resolve().parents[2]
    beside = services.parent / folder
    return beside if beside.is_dir() else services / "_data" / folder


@dataclass(frozen=True)
class Places:
    """What a service stands on."""

    mode: Annotated[
        str,
        By(
            "MODE",
            parsing.choice(DEVELOPMENT, PRODUCTION),
            "In production tokens must come from your own issuer and reflection is off.",
        ),
    ] = DEVELOPMENT
    nats_url: Annotated[
        str,
        By(
            "NATS_URL",
            parsing.NATS_URL,
            "The NATS servers, comma separated. Without it `eyesdown run` starts its own.",
        ),
    ] = field(default="", repr=False)  # it may hold a password
    nats_system_url: Annotated[
        str,
        By(
            "NATS_SYSTEM_URL",
            parsing.NATS_URL,
            "The same servers, as the user of their system account. With it the draw cuts off "
            "screens that were revoked, and each service sees at its start whether the servers "
            "sync every write.",
        ),
    ] = field(default="", repr=False)
    nats_ca: Annotated[
        Path | None,
        By(
            "NATS_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed the certificates of the NATS servers; turns TLS on. Needed "
            "wherever NATS is not on this machine, and in production.",
        ),
    ] = None
    nats_certificate: Annotated[
        Path | None,
        By(
            "NATS_CERTIFICATE",
            parsing.EXISTING_FILE,
            "PEM file of the certificate that is shown to NATS servers which ask for one. Read "
            "again with each connection.",
        ),
    ] = None
    nats_key: Annotated[
        Path | None,
        By("NATS_KEY", parsing.EXISTING_FILE, "PEM file of that certificate's private key."),
    ] = None
    data_folder: Annotated[
        Path,
        By(
            "DATA",
            parsing.FOLDER,
            "Where a NATS server of our own and development keys keep their files.",
        ),
    ] = Path(".eyesdown")
    keys_folder: Annotated[
        Path | None,
        By(
            "KEYS",
            parsing.FOLDER,
            "The keys that close sealed values, one file each. Shared by the replicas of a venue, "
            "backed up apart from the journal.",
            default="`keys` in the data folder",
        ),
    ] = None
    display_key_file: Annotated[
        Path | None,
        By(
            "DISPLAY_KEY",
            parsing.EXISTING_FILE,
            "The key with which the draw lets displays into NATS (the seed of an account's nkey, "
            "whose public part is the `issuer` in the configuration of NATS).",
            default="`nats/display.key` in the data folder, which a NATS of our own makes",
        ),
    ] = None
    venues_folder: Annotated[
        Path,
        By(
            "VENUES",
            parsing.EXISTING_FOLDER,
            "One file for each venue, `<id>.toml`.",
            default="the examples that come with Eyesdown",
        ),
    ] = field(default_factory=lambda: _data("venues"))
    rules_folder: Annotated[
        Path,
        By(
            "RULES",
            parsing.EXISTING_FOLDER,
            "The index of clauses and the rule profiles.",
            default="the rules that come with Eyesdown",
        ),
    ] = field(default_factory=lambda: _data("rules"))
