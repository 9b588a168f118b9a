"""The set-up of a battle: roles, battle groups, battleplan cards, deployment, reserves."""
