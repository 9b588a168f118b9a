"""Program players for Warcry: one random, one plain."""
