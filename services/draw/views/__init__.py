"""What people see of each aggregate of the draw; a file for each."""
