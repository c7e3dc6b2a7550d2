"""The prunings as bits: what the kernels are told to use."""

FINISH, SAFE, SAFE_STOCK, ALIGNED, DEAD, DRAW_ONE, TWINS = 1, 2, 4, 8, 16, 32, 64
