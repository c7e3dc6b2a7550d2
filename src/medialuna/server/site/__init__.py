"""What a browser shows: the page and its files, the reading pages, the documentation of the interface."""
