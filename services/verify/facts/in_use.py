"""The series in use in a venue's year, as the journal's leader has them."""

from __future__ import annotations

from typing import Any

from services.kernel.errors import NotFound
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.verify.domain.catalogue import Catalogue


async def in_use(catalogues: Aggregates[Any, Any, Catalogue], name: Name) -> Catalogue:
    """The catalogue of that name; empty where nothing came into use yet."""
    try:
        return (await catalogues.read(name)).state
    except NotFound:
        return Catalogue()
