"""Battle rounds and their phases."""
