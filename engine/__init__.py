"""The game of Dou Dizhu and the mathematics of duplicate competitions, as a library of its own.

Pure computation on frozen values: no Django, no input or output, no third-party package.
This module owns nothing but the package; import what you need from its modules.
"""

__version__ = "0.1.0"
