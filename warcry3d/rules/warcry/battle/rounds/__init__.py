"""Battle rounds: initiative, activations, objectives, treasure, victory."""
