"""The app: a window of rooms over one table, and still pictures for the commands (see docs/window.md)."""
