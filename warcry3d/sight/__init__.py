"""See, and be in cover."""
