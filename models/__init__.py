"""What the eyes have learned (``*.onnx``, ``model.toml``), and how (``synthetic``, ``training``)."""
