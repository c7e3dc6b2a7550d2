"""Medialuna: the solitaires Crescent and Thoughtful, to play and to study."""

__version__ = "0.1.0"
