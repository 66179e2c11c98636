"""All dashboards."""

from __future__ import annotations

from deploy.dashboards.floor import FLOOR
from deploy.dashboards.money import PRIZES
from deploy.dashboards.playing import GAME, TABLES
from deploy.dashboards.working import JOURNAL, SERVICES

BOARDS = (FLOOR, GAME, PRIZES, TABLES, SERVICES, JOURNAL)
