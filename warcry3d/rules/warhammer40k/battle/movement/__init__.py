"""Movement: ways of models, moves of whole units, transports, aircraft, arrivals."""
