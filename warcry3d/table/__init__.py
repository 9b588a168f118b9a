"""A table: board, terrain, models; read from files, checked, frozen."""
