"""Text for deals, actions and positions."""
