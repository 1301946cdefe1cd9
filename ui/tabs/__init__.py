"""The parts of the page: one module a tab, with one function that makes it in its `Room`."""
