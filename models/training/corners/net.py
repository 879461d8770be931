"""The network of the second look: steps down, then one answer about the whole view.

It learns from the answers of a larger one (:mod:`models.training.corners.loss`).
"""

import torch
from torch import Tensor, nn

from models.training.locate.net import Widths, conv, first_steps
from vision.corners import VIEW_PX

SMALL, LARGE = (0, 24, 48, 64, 64), (32, 64, 128, 192, 192)
"""Channels at strides 2 to 16 and of the last layer, of the network that is shipped and of the one that it learns from:
8 and 62 million multiplications a card. 0 at stride 2 as in the detector (:mod:`models.training.locate.net`)."""
HIDDEN, LARGE_HIDDEN = 192, 512


class CornerNet(nn.Module):
    """Views (n, 128, 96, 3) uint8 BGR to offsets (n, 8) in ``MARGIN_PX`` and logits (n,) of there being a card."""

    def __init__(self, widths: Widths = SMALL, hidden: int = HIDDEN) -> None:
        """Make an untrained network.

        Args:
            widths: channels at strides 2 to 16 and of the last layer; 0 at stride 2 leaves that step out.
            hidden: values between the view and the answer.
        """
        super().__init__()
        _, w4, w8, w16, last = widths
        self.body = nn.Sequential(*first_steps(widths), conv(w4, w8, 3, 2), conv(w8, w16, 3, 2), conv(w16, last))
        cells = (VIEW_PX[0] // 16) * (VIEW_PX[1] // 16)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(last * cells, hidden), nn.ReLU(), nn.Linear(hidden, 9))

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Look at a batch of views."""
        pictures = views.permute(0, 3, 1, 2).to(torch.float32) / 127.5 - 1.0
        answer = self.head(self.body(pictures))
        return answer[:, :8], answer[:, 8]


def large_net() -> CornerNet:
    """The network that the shipped one learns from, untrained."""
    return CornerNet(LARGE, LARGE_HIDDEN)


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
