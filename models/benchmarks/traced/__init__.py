"""Path-traced still pictures of card tables: light, walls and surfaces that no training scene was drawn with."""
