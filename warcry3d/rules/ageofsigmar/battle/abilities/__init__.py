"""What abilities, spells and terrain do, and to whom."""
