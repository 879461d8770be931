"""The network of the second look: five steps down, then one answer about the whole view."""

import torch
from torch import Tensor, nn

from models.training.locate.net import conv
from vision.corners import VIEW_PX

WIDTHS = (16, 32, 64, 96, 96)  # 16 MMAC a card, half a millisecond on one EPYC core with AVX2
HIDDEN = 256


class CornerNet(nn.Module):
    """Views (n, 128, 96, 3) uint8 BGR to offsets (n, 8) in ``MARGIN_PX`` and logits (n,) of there being a card."""

    def __init__(self) -> None:
        """Make an untrained network."""
        super().__init__()
        inputs = (3, *WIDTHS[:-1])
        self.body = nn.Sequential(
            *(conv(a, b, 3, 2) for a, b in zip(inputs[:4], WIDTHS[:4], strict=True)), conv(WIDTHS[3], WIDTHS[4])
        )
        cells = (VIEW_PX[0] // 16) * (VIEW_PX[1] // 16)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(WIDTHS[-1] * cells, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 9))

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Look at a batch of views."""
        pictures = views.permute(0, 3, 1, 2).to(torch.float32) / 127.5 - 1.0
        answer = self.head(self.body(pictures))
        return answer[:, :8], answer[:, 8]


class ExportedCornerNet(nn.Module):
    """The network with a probability instead of a logit."""

    def __init__(self, net: CornerNet) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.net = net

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Offsets and probabilities."""
        offsets, logits = self.net(views)
        return offsets, torch.sigmoid(logits)
