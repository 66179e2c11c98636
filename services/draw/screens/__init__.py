"""Screens: how they are paired with displays of rooms, let in, and cut off."""
