"""How a battle is set up: roles, battle groups, battleplan cards, deployment, reserves."""
