"""Tournaments and the tables of their sessions."""
