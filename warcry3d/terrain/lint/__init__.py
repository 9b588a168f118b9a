"""Lint: what is wrong with a piece before it is printed or played; one module for each kind of finding."""
