"""Scripts that make all that ships: figures, terrain, tables. ``python -m assets.source`` runs them."""
