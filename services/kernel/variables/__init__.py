"""The variables of a service, each with its kind, default and description, by what they set."""
