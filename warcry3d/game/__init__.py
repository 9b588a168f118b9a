"""What all battles have in common, whatever the rule system: docs/battle.md."""
