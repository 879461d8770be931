"""Measuring the eyes as a whole: found, named, refused, on tables made for each question."""
