"""The solver for Crescent. ``packed`` leads from the rules to the kernels and back; ``kernel`` holds the board
and its moves, ``kernel_walk`` finds wins, ``kernel_exhaust`` proves losses with the tests of ``pruning`` and
``kernel_suit``, ``kernel_beam`` makes lines short; ``search`` puts them together."""
