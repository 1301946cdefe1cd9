"""How good the answers are: suites of questions, metrics, reports and benchmarks."""
