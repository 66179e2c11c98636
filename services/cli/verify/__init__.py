"""Cards, sales, claims, prizes and jackpots: each command, and how it shows what it is told."""
