"""Training of the second look: rough quadrilaterals become exact ones, with ``models/corners.onnx``."""
