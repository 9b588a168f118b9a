"""The Home room: where a session begins, and a new battle is arranged."""
