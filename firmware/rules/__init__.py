"""The rules of Ronda, pure: a game is a fold over plays; rule numbers (K7, M3 ...) are those of the rule book."""
