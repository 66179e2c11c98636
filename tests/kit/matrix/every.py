"""The matrices of all services."""

from __future__ import annotations

from tests.kit.matrix.beside import BESIDE
from tests.kit.matrix.cards import CARDS
from tests.kit.matrix.claims import CLAIMS
from tests.kit.matrix.draw import DRAW
from tests.kit.matrix.jackpots import JACKPOTS
from tests.kit.matrix.paigow import PAI_GOW
from tests.kit.matrix.prizes import PRIZES
from tests.kit.matrix.tables import TABLES
from tests.kit.matrix.tournaments import TOURNAMENTS

MATRICES = (DRAW, BESIDE, CARDS, CLAIMS, PRIZES, JACKPOTS, TOURNAMENTS, TABLES, PAI_GOW)
