"""What the draw follows that is another service's."""

from __future__ import annotations

DESKS = "claimDesks"
"""The kind of verify's claim desks."""
