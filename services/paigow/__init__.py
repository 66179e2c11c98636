"""The paigow service: pai gow tables, from the opening count to the closing count."""
