"""Movement: ways of models, moves of whole units, places for them."""
