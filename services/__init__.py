"""Eyesdown's services: each folder is one service; `kernel` is shared; `cli` runs them."""
