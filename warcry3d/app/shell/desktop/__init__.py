"""The desktop around the window: its screen, its clipboard, its dialogs and drops, the X display."""
