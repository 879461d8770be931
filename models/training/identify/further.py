"""Teach the shipped classifier new decks without a new course: ``python -m models.training.identify.further``.

Only its last two layers learn, those that tell kind, rank, suit and upper end from what the network sees. What comes
before them stays as it ships, to the bit, and so does the description by which enrolled decks are read. Crops are drawn
as for a whole course; what the network sees of them is kept, so that it can be learned from many times in seconds.
Temperatures stay what they were measured to be. Photographed packs of :data:`APART` stay apart here too.
"""

import argparse
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from models.training.command_line import MODELS
from models.training.identify.crops import CropMaker
from models.training.identify.material import material
from models.training.identify.net import IdentifyNet
from models.training.identify.packs import APART, packs
from models.training.identify.train import BATCH, Average, Batches, Labels, loss_of
from models.training.model_registry import register

LAYERS = ("net.hidden.1", "net.heads")
"""The layers that learn, as they are called in the file."""
RATE, ROUNDS = 1e-3, 8
"""Highest learning rate, and how often each crop is learned from."""
SHARE = 0.5
"""How far the shipped layers go towards what was learned: between both lies most of the gain, and none of what all the
way unlearns of decks that were known (https://arxiv.org/abs/2109.01903; measured at 0.5, 0.75 and 1, see the card)."""
SAID = 50
"""Batches after which a line is printed."""


class SeenCrops(NamedTuple):
    """What the network sees of crops before its last layers (n, f) float16, and their labels (n, 5)."""

    marks: NDArray[np.float16]
    labels: Labels


def marks_session(model: Path) -> onnxruntime.InferenceSession:
    """A session of the model at ``model`` that gives what its last layers are given."""
    stored = onnx.load(model)
    name = next(node.input[0] for node in stored.graph.node if f"{LAYERS[0]}.weight" in node.input)
    stored.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(stored.SerializeToString(), options)


def seen_crops(maker: CropMaker, session: onnxruntime.InferenceSession, *, crops: int, seed: int) -> SeenCrops:
    """Draw crops and keep what the network sees of them.

    Args:
        maker: draws the crops.
        session: of :func:`marks_session`.
        crops: how many, half of them the others upside down.
        seed: of the crops.
    """
    name, parts = session.get_outputs()[-1].name, []
    batches: Iterator[tuple[NDArray[np.uint8], Labels]] = iter(Batches(maker, seed))
    for number, (pictures, labels) in zip(range(max(crops // BATCH, 1)), batches, strict=False):
        (marks,) = session.run([name], {"crops": np.ascontiguousarray(pictures)})
        parts.append((marks.astype(np.float16), labels))
        if number % SAID == 0:
            print(f"batch {number + 1} of {crops // BATCH}", flush=True)
    return SeenCrops(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def last_layers(model: Path) -> IdentifyNet:
    """A network with the last layers of the model at ``model``; its body is not used."""
    stored = onnx.load(model).graph
    values = {one.name[4:]: torch.tensor(numpy_helper.to_array(one)) for one in stored.initializer}
    net = IdentifyNet()
    net.load_state_dict({name: values[name] for name in net.state_dict() if name in values}, strict=False)
    return net


def learn(net: IdentifyNet, seen: SeenCrops, *, rounds: int = ROUNDS, seed: int = 1) -> None:
    """Let the last layers learn from what is seen of the crops; prints the loss after each round.

    Args:
        net: of :func:`last_layers`; is changed.
        seen: the crops.
        rounds: how often each is learned from.
        seed: of the order.
    """
    torch.manual_seed(seed)
    learning = nn.ModuleList([net.hidden, net.heads]).train()
    steps = rounds * max(len(seen.marks) // BATCH, 1)
    optimizer = torch.optim.AdamW(learning.parameters(), lr=RATE, weight_decay=0.03)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    average, losses = Average(net), []
    for step in range(steps):
        chosen = torch.randint(len(seen.marks), (BATCH,)).numpy()
        logits = net.heads(net.hidden(torch.as_tensor(seen.marks[chosen]).float()))
        *named, turn = torch.split(logits, [3, 12, 4, 1], dim=1)
        loss = loss_of((*named, turn, torch.zeros(BATCH, 1)), torch.as_tensor(seen.labels[chosen]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        average.follow(net, step)
        losses.append(loss.item())
        if (step + 1) % (steps // rounds) == 0:
            print(f"step {step + 1} of {steps}, loss {np.mean(losses[-100:]):.3f}", flush=True)
    net.load_state_dict(average.state)


def between(one: IdentifyNet, other: IdentifyNet, share: float = SHARE) -> IdentifyNet:
    """A network with the last layers that lie between those of two.

    Args:
        one: a network.
        other: another one.
        share: 0 is the first, 1 the second.
    """
    with torch.no_grad():
        for start, end in ((one.hidden, other.hidden), (one.heads, other.heads)):
            for weight, further in zip(start.parameters(), end.parameters(), strict=True):
                weight.lerp_(further, share)
    return one


def write(net: IdentifyNet, model: Path, path: Path) -> None:
    """Write the model at ``model`` to ``path`` with the last layers of ``net`` in it.

    Args:
        net: whose last layers are written.
        model: the file that they come from.
        path: where it goes.
    """
    stored = onnx.load(model)
    state = net.state_dict()
    for one in stored.graph.initializer:
        if one.name.rsplit(".", 1)[0] in LAYERS:
            one.CopyFrom(numpy_helper.from_array(state[one.name[4:]].numpy(), one.name))
    onnx.save(stored, path)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="folder of real packs")
    parser.add_argument(
        "--without", nargs="+", metavar="NAME", default=(), help="packs, decks or patterns to leave out"
    )
    parser.add_argument("--crops", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--from", dest="start", type=Path, default=MODELS / "identify.onnx", help="the model to teach")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for what is written on the way")
    parser.add_argument("--out", type=Path, help="folder of model.toml; left out: nothing is shipped")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    real = packs(chosen.photos, (*APART, *chosen.without), notes=chosen.work)
    maker = material(chosen.decks, chosen.surfaces, leave_out=chosen.without, seed=chosen.seed, photographed=real)
    seen = seen_crops(maker, marks_session(chosen.start), crops=chosen.crops, seed=chosen.seed)
    np.savez(chosen.work / "identify-seen.npz", marks=seen.marks, labels=seen.labels)
    net = last_layers(chosen.start)
    learn(net, seen, seed=chosen.seed)
    written = chosen.work / "identify-further.onnx"
    write(between(last_layers(chosen.start), net), chosen.start, written)
    if chosen.out:
        ship(written, chosen)


def ship(written: Path, chosen: argparse.Namespace) -> None:
    """Put the model where the program looks, with a table that says what it learned last."""
    model = chosen.out / "identify.onnx"
    model.write_bytes(written.read_bytes())
    table = tomllib.loads((MODELS / "model.toml").read_text(encoding="utf-8"))["identify"]
    former = {name: value for name, value in table.items() if name not in ("file", "sha256", "trained")}
    register(model, "identify", {**former, "further": {"crops": chosen.crops, "seed": chosen.seed}})


if __name__ == "__main__":
    main()
