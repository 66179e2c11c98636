"""The law of the draw: pure, one folder for each aggregate."""
