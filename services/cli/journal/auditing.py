"""What the commands of `eyesdown audit` have in common."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from services.cli.common.output import DEBUG, explain
from services.kernel.journal.blobs import BlobDamaged, BlobMissing, Blobs
from services.kernel.profiles import BadProfile, Profiles, UnknownProfile
from services.kernel.record.commit import ProfileRef

FILE = click.Path(dir_okay=False, path_type=Path)


class CouldNotLook(click.ClickException):
    """The journal was not examined, or not to its end: that says nothing of what it holds."""

    exit_code = 2


@contextmanager
def looking() -> Iterator[None]:
    """Tell what keeps an audit from looking apart from what it finds."""
    try:
        yield
    except (click.ClickException, click.Abort):
        raise
    except Exception as error:
        if os.environ.get(DEBUG, "0") not in ("", "0"):
            raise
        raise CouldNotLook(explain(error)) from error


async def fetch(profiles: Profiles, blobs: Blobs, wanted: ProfileRef) -> None:
    """Take an older text from the blobs. One that is not there is found missing by the audit."""
    try:
        profiles.at(wanted.id, wanted.sha256)
    except UnknownProfile:
        with suppress(BlobMissing, BlobDamaged, BadProfile):
            profiles.add_text(await blobs.get(wanted.sha256))
