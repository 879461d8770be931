"""Training of the detector: stills become targets, targets a network, the network ``models/locate.onnx``."""
