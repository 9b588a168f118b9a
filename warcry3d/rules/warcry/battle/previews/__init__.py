"""What would come of an action in a Warcry battle, worked out before anybody does it."""
