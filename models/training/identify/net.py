"""The classifier: a small residual network with one head each for kind, rank, suit and orientation, and a description.

It learns from the answers of one that is three times as wide (:mod:`models.training.identify.distil`).

The description is learned for comparing: two looks at one card of a deck lie close together, those at its other cards
apart, which is how an enrolled deck is read.

Dense 3x3 convolutions on few channels, since they train four times faster on a CPU than inverted residuals in a net of
half the size (480 against 117 crops a second at twice these widths, measured on one core in bfloat16). The first layer
goes to a quarter of the crop at once in overlapping 6x6 windows: a layer at half the size costs a quarter more time.
"""

import torch
from torch import Tensor, nn

KINDS, RANKS, SUITS, HIDDEN, DESCRIPTION = 3, 12, 4, 192, 128
SMALL, LARGE = (16, 32, 64), (48, 96, 192)
"""Channels at a quarter, an eighth and a sixteenth of the crop's size: of the network that is shipped, 25 million
multiplications a crop, and of the one that it learns from, 335."""
CELLS = 4 * 6
"""Columns times rows of the last feature map; flattened, not averaged, since where a mark is tells the card."""


def _layer(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    padding = (kernel - 1) // 2
    convolution = nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _layer(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class IdentifyNet(nn.Module):
    """Crops (n, 192, 128, 3) uint8 BGR to logits of kind, rank, suit and upside down, and a description (n, 128)."""

    def __init__(self, widths: tuple[int, int, int] = SMALL, blocks: int = 1) -> None:
        """Build it, untrained.

        Args:
            widths: channels at a quarter, an eighth and a sixteenth of the crop's size.
            blocks: residual blocks at an eighth, and at a sixteenth.
        """
        super().__init__()
        quarter, eighth, sixteenth = widths
        self.body = nn.Sequential(
            _layer(3, quarter, 6, 4),
            _layer(quarter, quarter),
            _layer(quarter, eighth, 3, 2),
            *(_Residual(eighth) for _ in range(blocks)),
            _layer(eighth, sixteenth, 3, 2),
            *(_Residual(sixteenth) for _ in range(blocks)),
            _layer(sixteenth, sixteenth, 3, 2),
            _layer(sixteenth, 48, 1),
        )
        self.body.append(nn.Flatten())
        self.hidden = nn.Sequential(nn.Dropout(0.1), nn.Linear(48 * CELLS, HIDDEN), nn.ReLU())
        self.heads = nn.Linear(HIDDEN, KINDS + RANKS + SUITS + 1)
        self.describe = nn.Sequential(nn.Linear(48 * CELLS, 256), nn.ReLU(), nn.Linear(256, DESCRIPTION))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """The four heads' logits and the description."""
        marks = self.body(crops.permute(0, 3, 1, 2).float() / 64 - 2)
        kind, rank, suit, turn = torch.split(self.heads(self.hidden(marks)), [KINDS, RANKS, SUITS, 1], dim=1)
        return kind, rank, suit, turn, self.describe(marks)


def large_net() -> IdentifyNet:
    """An untrained network of the teacher's size."""
    return IdentifyNet(LARGE, blocks=2)


class Calibrated(nn.Module):
    """The network as it is exported: probabilities after temperatures, and the description at length one."""

    def __init__(self, net: IdentifyNet, temperatures: tuple[float, ...]) -> None:
        """Wrap ``net``; one temperature each for kind, rank, suit and orientation."""
        super().__init__()
        self.net, self.temperatures = net, temperatures

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        """Probabilities of kind, rank and suit, the probability of being upside down (n,), the description (n, 128)."""
        *logits, description = self.net(crops)
        kind, rank, suit, turn = (x / t for x, t in zip(logits, self.temperatures, strict=True))
        length = torch.sqrt((description * description).sum(1, keepdim=True) + 1e-6)
        return kind.softmax(1), rank.softmax(1), suit.softmax(1), torch.sigmoid(turn[:, 0]), description / length
