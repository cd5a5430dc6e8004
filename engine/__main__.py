"""`python -m engine COMMAND …`; see `engine.cli`."""

import sys

from engine.cli import main

sys.exit(main())
