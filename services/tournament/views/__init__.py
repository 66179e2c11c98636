"""What people see, a file for each aggregate."""
