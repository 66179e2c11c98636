"""What ways of setting hands are worth against each other. No rule is decided here."""
