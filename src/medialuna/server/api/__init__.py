"""The routes of the interface."""
