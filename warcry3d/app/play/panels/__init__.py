"""The panels of the Play room, one a module: each draws from the model and returns intents."""
