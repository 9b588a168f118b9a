"""A whole Warcry battle: state, actions, and the steps that lead from one to the next (docs/battle.md)."""
