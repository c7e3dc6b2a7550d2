"""The solver of Thoughtful, under open and closed rules, draw one and draw three.

``pack`` leads from the rules to a few integers and back, ``kernels`` holds all that is compiled, ``pruning`` names what
need not be tried, ``decide`` searches within a budget, ``lines`` spells a win out in actions and ``shorten`` makes it
shorter.
"""
