"""The first step of the installation: refuse an older Python in a sentence. Any Python can run this file."""

import sys

OLDEST = (3, 11)
"""The oldest Python that the playroom runs on."""

REFUSAL = """\
The playroom needs Python %d.%d or later, and this is Python %d.%d: see docs/install.md.
La salle de jeux demande au moins Python %d.%d, et ceci est Python %d.%d : voir docs/fr/install.md."""

if sys.version_info < OLDEST:
    sys.exit(REFUSAL % ((OLDEST + sys.version_info[:2]) * 2))  # an older Python may have no f-strings
