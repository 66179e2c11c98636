"""What people see of tables and of restrictions."""
