"""Rules that two persons stand for, and some that one person does, as openings are given them.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from dataclasses import replace

from services.kernel.approval import Approval, Standing

STANDS = Approval(
    Standing.APPROVED,
    "nz-rules",
    b"\x01" * 32,
    "venues/akl/profileBooks/2026",
    1,
    2,
    put_forward_by="mere",
    approved_by="carl",
)
WAITS = replace(STANDS, standing=Standing.PUT_FORWARD, book_version=1, approved_by="")
