"""What can be asked of tournaments and of the tables of their sessions."""
