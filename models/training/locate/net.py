"""The detector's network: a small encoder to stride 32, summed back up to stride 16, three maps out.

It learns from the answers of one of four times its products (:mod:`models.training.locate.distil`).
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from vision.grid import BINS

SMALL, LARGE = (16, 32, 48, 64, 96), (32, 64, 96, 128, 192)
"""Channels at strides 2 to 32 of the network that is shipped, and of the one that it learns from: 382 and 1,457 million
multiplications for a picture of 640x384; multiples of 16 fill onnxruntime's blocks of AVX-512. With 0 at stride 2 the
first layer goes to stride 4 at once in overlapping windows of 6x6 cells."""
BOTTLENECK, LARGE_BOTTLENECK = 32, 64
"""Channels between the two 3x3 convolutions of a block: half of onnxruntime's time of full ones, measured."""
PRIOR = -4.0  # starting logit of a heat cell: about one in fifty cells is a card's middle, so the first steps are calm


Widths = tuple[int, int, int, int, int]


class Maps(NamedTuple):
    """What the network says about each cell of ``grid.STRIDE`` pixels.

    Attributes:
        heat: (n, BINS, h, w) logits: the middle of a card whose long axis lies in this bin of directions.
        corners: (n, BINS * 8, h, w) offsets from the cell's middle to the four corners, in ``grid.UNIT_PX``.
        cover: (n, 1, h, w) logits: a hand, sleeve or other cover.
    """

    heat: Tensor
    corners: Tensor
    cover: Tensor


class MapLabels(NamedTuple):
    """What the network should have said, and what of it counts.

    Attributes:
        wanted: probabilities and offsets.
        heat_weight: (n, BINS, h, w) 0 where an answer is neither right nor wrong.
        corners_weight: (n, BINS, h, w) 0 away from cards.
    """

    wanted: Maps
    heat_weight: Tensor
    corners_weight: Tensor


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm and ReLU; the batch norm is folded away on export.

    Args:
        inputs: channels in.
        outputs: channels out.
        kernel: its side, cells.
        stride: cells from one to the next.
    """
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, min(kernel // 2, 1), bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def first_steps(widths: Widths) -> list[nn.Sequential]:
    """From the picture to stride 4, in two steps or in one."""
    half, quarter = widths[:2]
    return [conv(3, half, 3, 2), conv(half, quarter, 3, 2)] if half else [conv(3, quarter, 6, 4)]


class Residual(nn.Module):
    """Two 3x3 convolutions through a bottleneck, added to what came in."""

    def __init__(self, channels: int, bottleneck: int) -> None:
        """Make a block that keeps ``channels`` and size and has ``bottleneck`` channels inside."""
        super().__init__()
        self.body = nn.Sequential(conv(channels, bottleneck), conv(bottleneck, channels))

    def forward(self, inputs: Tensor) -> Tensor:
        """Keep the shape (n, channels, h, w)."""
        return inputs + self.body(inputs)


class CardNet(nn.Module):
    """Pictures (n, 3, H, W), BGR scaled to -1 to 1, H and W multiples of 32, to :class:`Maps` of H / 8 by W / 8.

    The last maps are made at stride 16, four answers a cell: layers at stride 8 took a third of the time, and the
    corners are made exact by the second look anyway.
    """

    def __init__(self, widths: Widths = SMALL, bottleneck: int = BOTTLENECK) -> None:
        """Make an untrained network.

        Args:
            widths: channels at strides 2 to 32; 0 at stride 2 leaves that step out.
            bottleneck: channels inside a block.
        """
        super().__init__()
        _, w4, w8, w16, w32 = widths
        self.at8 = nn.Sequential(*first_steps(widths), conv(w4, w8, 3, 2))
        self.at16 = nn.Sequential(conv(w8, w16, 3, 2), *(Residual(w16, bottleneck) for _ in range(2)))
        self.at32 = nn.Sequential(conv(w16, w32, 3, 2), *(Residual(w32, bottleneck) for _ in range(3)))
        self.down16 = nn.Sequential(conv(w32, w16, 1), nn.Upsample(scale_factor=2))
        self.join16 = Residual(w16, bottleneck)
        self.head = nn.Sequential(conv(w16, w16), nn.Conv2d(w16, 4 * (BINS * 9 + 1), 1), nn.PixelShuffle(2))
        nn.init.constant_(self.head[1].bias[: 4 * BINS], PRIOR)

    def forward(self, pictures: Tensor) -> Maps:
        """Look at a batch of pictures."""
        at16 = self.at16(self.at8(pictures))
        maps = self.head(self.join16(at16 + self.down16(self.at32(at16))))
        return Maps(*torch.split(maps, [BINS, BINS * 8, 1], dim=1))


def large_net() -> CardNet:
    """The network that the shipped one learns from, untrained."""
    return CardNet(LARGE, LARGE_BOTTLENECK)
