"""The glass of the rooms: displays, their page, and what they show, in a terminal."""
