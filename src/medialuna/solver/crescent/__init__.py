"""The solver of Crescent.

``pack`` leads from the rules to boards and back, ``kernels`` holds all that is compiled, ``pruning`` names what need
not be tried, ``exhaustion`` and ``parts`` prove losses, ``beams`` and ``shorten`` look for short lines, and ``decide``
puts them together within a budget.
"""
