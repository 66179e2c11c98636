"""Units as Grafana calls them."""

from __future__ import annotations

SHORT, SECONDS, BYTES, SHARE = "short", "s", "bytes", "percentunit"
PER_MINUTE, PER_SECOND, WRITES = "cpm", "reqps", "wps"
