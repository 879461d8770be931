"""Drawn decks, rendered stills and rendered sessions with their truth."""
