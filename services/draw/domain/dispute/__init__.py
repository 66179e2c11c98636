"""A dispute about a game: opened, evidence kept, ruled on and reviewed."""
