"""Battle rounds and their phases, and what happens at their moments."""
