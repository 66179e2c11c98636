"""Cards by the million: made, read, checked, packed, exported and printed. No rule is decided here.

A series is one blob. Faces are arrays of `cards x cells` bytes, row by row, 0 for a cell without a
number; the law of a single card is `services.verify.domain.cards.layout`.
"""
