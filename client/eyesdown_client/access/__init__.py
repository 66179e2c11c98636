"""Who may call and who may play; any service answers."""
