"""The rule system of a table that names none: the one place below the registry where a system's name stands."""

from typing import Final

__all__ = ["DEFAULT_RULESET"]

DEFAULT_RULESET: Final = "warcry"
"""What a table file without a ``ruleset`` means; ``rules/systems.py`` has the system itself."""
