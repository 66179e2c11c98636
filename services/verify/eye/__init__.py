"""The house's own eye: what every sold card is after each announcement. It decides nothing."""
