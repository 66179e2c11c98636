"""Pai gow tables, and what their rules come to."""
