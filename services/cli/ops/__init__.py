"""Whether the whole house does well: its figures, its changes, what services failed to do."""
