"""The pure game of pai gow tiles: tiles, ranking, the house way. It knows no table and no money."""
