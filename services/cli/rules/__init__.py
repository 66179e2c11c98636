"""The law and its profiles: which clauses are carried, by which rules a house plays."""
