"""What stands on the table: board, terrain, models; read from files, checked, frozen."""
