"""What people see of each aggregate; a file for each."""
