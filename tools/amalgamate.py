"""Write the C library as one file and one header, from the C of this checkout: `python tools/amalgamate.py --help`.

The tables are those of the installed package, which `python -m scalareale.embed` alone needs.
"""

import sys
from pathlib import Path

from scalareale.embed.__main__ import main

if __name__ == "__main__":
    sys.exit(main(sources=Path(__file__).resolve().parent.parent / "csrc"))
