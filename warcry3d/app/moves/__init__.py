"""Moving a fighter over the table: a part that rooms share."""
