"""The prunings as bits: what the kernels are told to use."""

TYPE, STAGED, SUIT, SLOTS, SAFE, ORDER, PARTS = 1, 2, 4, 8, 16, 32, 64
