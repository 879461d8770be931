"""Events become short texts, one-bit screens and tones."""
