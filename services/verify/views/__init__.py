"""What people see of each aggregate."""
