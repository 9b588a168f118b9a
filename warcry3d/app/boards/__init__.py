"""The Boards room: boards are laid out by hand from pieces of terrain."""
