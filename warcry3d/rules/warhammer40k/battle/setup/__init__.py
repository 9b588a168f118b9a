"""How a battle begins: mission, markers agreed on, deployment."""
