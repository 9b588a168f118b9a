"""Core stratagems: when they may be used, what they cost and do."""
