"""Abstracts that no paper has."""

GRAPHS = "We draw graphs by hand. They are slow but honest."
BOATS = "A second study of boats finds that most of them float."
REGRET = "Lazy agents regret little, and we bound how little. They seldom notice."
