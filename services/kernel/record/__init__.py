"""What a command becomes: decided, sealed, chained, appended as one commit, and read again."""
