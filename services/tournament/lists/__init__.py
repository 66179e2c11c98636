"""Lists, a file for each aggregate."""
