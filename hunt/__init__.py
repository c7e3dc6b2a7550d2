"""The hunt for wrong proofs: what the solvers call lost is tried where it may be wrong.

    .venv/bin/python -m hunt crescent --minutes 10

``frame`` says what is tried and counts it; a game's folder has a judge of its own (``brute``), positions to try
(``positions``, ``lines``), the proofs asked one by one (``proofs``), laws (``laws``) and a way to make a faulty
position small (``reduce``)."""
