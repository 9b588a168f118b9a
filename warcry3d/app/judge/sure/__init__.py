"""How sure a verdict is where nobody knows to a hair where the two stand: asked, followed, drawn as maps and shares."""
