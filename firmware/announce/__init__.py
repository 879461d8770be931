"""Events become short texts, one-bit screens and tones."""

from firmware.announce.phrases import phrase

__all__ = ["phrase"]
