"""The solver of Thoughtful, under open and closed rules, draw one and draw three.

``packed`` maps positions to a few integers and back, ``moves`` says what can be done in them, ``pruning``
what need not be tried, ``kernel`` searches, ``search`` decides within a budget, ``lines`` spells a win out
in actions and ``shorten`` makes it shorter.
"""
