"""What the eyes have learned, and how.

In: pictures of decks and surfaces.
Out: networks (``*.onnx``) with their checksums (``model.toml``), the demo, figures.
Known to: ``vision`` by its files alone; at run time nobody imports it.
"""
