"""The journal examined: every chain walked, every seal opened, every command decided again."""
