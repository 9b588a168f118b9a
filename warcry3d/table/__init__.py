"""A table: board, terrain and models, read from files, checked, and frozen."""
