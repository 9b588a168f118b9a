"""How a battle begins: territories, realms, deployment."""
