"""Make an int8 copy of a network by static quantisation: weights and activations in eight bits, ranges measured.

Only convolutions and the sums behind them: the first layer sees few channels and gains nothing, and probabilities
rounded to 1/256 would no longer say how sure they are. Weights use seven bits, since the AVX2 instructions that
multiply bytes add two products in sixteen bits
(https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html).
"""

import logging
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

QUANTISED = ("Conv", "Add")


class _Inputs(CalibrationDataReader):
    """Batches on which the ranges of the activations are measured."""

    def __init__(self, name: str, batches: Iterable[NDArray[Any]]) -> None:
        self._feeds: Iterator[dict[str, NDArray[Any]]] = ({name: batch} for batch in batches)

    def get_next(self) -> dict[str, NDArray[Any]] | None:
        return next(self._feeds, None)


def quantise(source: Path, target: Path, batches: Iterable[NDArray[Any]]) -> None:
    """Write ``target``, the int8 copy of the network ``source``.

    Args:
        source: ONNX with one input.
        target: ONNX with the same input and outputs; may be ``source``.
        batches: inputs as the network will see them, some hundred examples.
    """
    logging.getLogger().setLevel(logging.ERROR)  # the library warns about each layer that it leaves alone
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(source, prepared, skip_symbolic_shape=True)
        graph = onnx.load(prepared).graph
        quantize_static(
            prepared,
            target,
            _Inputs(graph.input[0].name, batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTISED),
            nodes_to_exclude=_kept(graph),
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )


def _kept(graph: onnx.GraphProto) -> list[str]:
    """The nodes that stay as they are: the first convolution, and sums that are not behind one."""
    makers = {name: node.op_type for node in graph.node for name in node.output}
    first = next(node.name for node in graph.node if node.op_type == "Conv")
    sums = (node for node in graph.node if node.op_type == "Add")
    return [first, *(one.name for one in sums if "Conv" not in (makers.get(name) for name in one.input))]
