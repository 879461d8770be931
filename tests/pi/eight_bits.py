"""The network in int8 with one output more, the last of its bytes: ``python tests/pi/eight_bits.py MODEL COPY``.

What follows them in the network is in float32, and differs from processor to processor in its last digits.
"""

import sys

import onnx

LAST = "bytes"


def main(source: str, target: str) -> None:
    """Write ``target``, the copy of ``source``."""
    model = onnx.load(source)
    graph = model.graph
    found = [node for node in graph.node if node.op_type == "QuantizeLinear"]
    graph.node.append(onnx.helper.make_node("Identity", found[-1].output, [LAST]))
    graph.output.append(onnx.helper.make_tensor_value_info(LAST, onnx.TensorProto.UINT8, None))
    onnx.save(model, target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
