"""``python -m warcry3d`` runs the command line."""

import sys

from warcry3d.cli import main

if __name__ == "__main__":
    sys.exit(main())
