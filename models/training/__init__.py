"""Train, export and evaluate the networks of the eyes; the only place that knows torch."""
