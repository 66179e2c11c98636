"""What can be asked of verify; a file for each of its services."""
