"""What can be asked of the draw; a file for each of its services, `games` in parts."""
