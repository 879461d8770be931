"""What the page costs, how quick it is, and a hostile client: ``python -m models.benchmarks.page --help``."""
