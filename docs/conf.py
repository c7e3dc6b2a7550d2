"""How Sphinx builds this site: ``python -m sphinx -W docs docs/_build/html``, as ``./test`` does."""

from importlib.metadata import version as installed

project = "Medialuna"
author = "Medialuna contributors"
copyright = f"2026, {author}"
release = version = installed("medialuna")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_title = "Medialuna"
html_copy_source = False
html_show_sphinx = False
