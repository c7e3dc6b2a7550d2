"""The solver as the server asks it: a pool of threads, what it has found out, and deals that can be won."""
