"""Games, sessions, equipment and disputes: each command, and how it shows what it is told."""
