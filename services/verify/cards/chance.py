"""Chance for a series, from 32 bytes of entropy: an AES-256-CTR key stream, which anybody can make
again.

The cards of a series are made in batches. Batch b draws from the key stream of the entropy as key
and b as the upper half of the counter block, so a batch can be made again alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from numpy.typing import NDArray


class Chance:
    """The random 64-bit words of one batch, little endian."""

    def __init__(self, entropy: bytes, batch: int) -> None:
        if len(entropy) != 32:
            raise ValueError("a series is made of 32 bytes of entropy")
        block = batch.to_bytes(8, "big") + bytes(8)
        self._stream = Cipher(algorithms.AES256(entropy), modes.CTR(block)).encryptor()

    def words(self, *shape: int) -> NDArray[np.uint64]:
        """As many words as the shape has places."""
        size = int(np.prod(shape))
        made = np.frombuffer(self._stream.update(bytes(size * 8)), "<u8")
        return made.reshape(shape)

    def below(self, limit: int, *shape: int) -> NDArray[np.int64]:
        """Integers from 0 to `limit` - 1, all equally likely: a word that would favour one of them
        is drawn again (rejection sampling)."""
        ceiling = (1 << 64) - (1 << 64) % limit
        made = self.words(*shape)
        if ceiling < 1 << 64:
            while (over := made >= np.uint64(ceiling)).any():
                made = made.copy()
                made[over] = self.words(int(over.sum()))
        chosen: NDArray[np.int64] = (made % np.uint64(limit)).astype(np.int64)
        return chosen

    def shuffled(self, numbers: NDArray[np.uint8], rows: int) -> NDArray[np.uint8]:
        """`numbers` in a random order, once for each of `rows`.

        The order is that of a random word for each number. Two equal words, one chance in 10^17 for
        a column, would keep their order: nothing that could be told in any series ever made.
        """
        order = np.argsort(self.words(rows, len(numbers)), axis=1)
        drawn: NDArray[np.uint8] = numbers[order]
        return drawn


def chosen(weights: NDArray[Any], draws: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row the index that a draw below the row's sum of weights falls on."""
    edges = np.cumsum(weights, axis=1)
    index: NDArray[np.int64] = (draws[:, None] >= edges).sum(axis=1)
    return index
