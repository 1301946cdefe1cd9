"""Benchmarks of speed, memory and retrieval: `python -m eval.bench`.

Machines are noisy, so every figure is a ratio of two things measured in turn in one run, or a
share that does not depend on the machine.
"""
