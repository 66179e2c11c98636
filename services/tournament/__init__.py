"""The tournament service: blackjack tournaments from entry to prize."""
