"""Going, climbing, falling: what a way measures, and where a model can go."""
