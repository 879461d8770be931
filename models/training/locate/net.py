"""The detector's network: a small encoder to stride 32, summed back up to stride 16, three maps out."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from vision.grid import BINS

WIDTHS = (16, 32, 48, 64, 96)  # channels at strides 2 to 32; multiples of 16 fill onnxruntime's blocks of AVX-512
BOTTLENECK = 32  # 3x3 convolutions between 32 channels: half of onnxruntime's time of full ones, measured
PRIOR = -4.0  # starting logit of a heat cell: about one in fifty cells is a card's middle, so the first steps are calm


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


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm and ReLU; the batch norm is folded away on export.

    Args:
        inputs: channels in.
        outputs: channels out.
        kernel: its side, cells.
        stride: cells from one to the next.
    """
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions through a bottleneck, added to what came in."""

    def __init__(self, channels: int) -> None:
        """Make a block that keeps ``channels`` and size."""
        super().__init__()
        self.body = nn.Sequential(conv(channels, BOTTLENECK), conv(BOTTLENECK, channels))

    def forward(self, inputs: Tensor) -> Tensor:
        """Keep the shape (n, channels, h, w)."""
        return inputs + self.body(inputs)


class CardNet(nn.Module):
    """Pictures (n, 3, H, W), BGR scaled to -1 to 1, H and W multiples of 32, to :class:`Maps` of H / 8 by W / 8.

    The last maps are made at stride 16, four answers a cell: layers at stride 8 took a third of the time, and the
    corners are made exact by the second look anyway.
    """

    def __init__(self) -> None:
        """Make an untrained network."""
        super().__init__()
        w2, w4, w8, w16, w32 = WIDTHS
        self.at8 = nn.Sequential(conv(3, w2, 3, 2), conv(w2, w4, 3, 2), conv(w4, w8, 3, 2))
        self.at16 = nn.Sequential(conv(w8, w16, 3, 2), Residual(w16), Residual(w16))
        self.at32 = nn.Sequential(conv(w16, w32, 3, 2), Residual(w32), Residual(w32), Residual(w32))
        self.down16 = nn.Sequential(conv(w32, w16, 1), nn.Upsample(scale_factor=2))
        self.join16 = Residual(w16)
        self.head = nn.Sequential(conv(w16, w16), nn.Conv2d(w16, 4 * (BINS * 9 + 1), 1), nn.PixelShuffle(2))
        nn.init.constant_(self.head[1].bias[: 4 * BINS], PRIOR)

    def forward(self, pictures: Tensor) -> Maps:
        """Look at a batch of pictures."""
        at16 = self.at16(self.at8(pictures))
        maps = self.head(self.join16(at16 + self.down16(self.at32(at16))))
        return Maps(*torch.split(maps, [BINS, BINS * 8, 1], dim=1))
