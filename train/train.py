#!/usr/bin/env python3
"""Trains the evaluation network from self-play data and writes it quantised.

The data is that of `sumito datagen` (24 bytes a position, see crates/sumito-engine/src/datagen.rs), the network file that of
crates/sumito-engine/src/network.rs. Every position is seen under a random one of the board's twelve symmetries each time.

    python3 train/train.py --data data/*.bin --out network.bin --seconds 240

Besides the network it writes NAME.check: positions with the score that the integer network must give, which the engine's tests compare.
"""
import argparse
import time

import numpy as np
import torch

CELLS, LEFT, HIDDEN, STAGES = 61, 6, 512, 6
FEATURES = 2 * CELLS + 2 * LEFT
ONE, WEIGHT_ONE, SCALE = 255, 64, 200
SAMPLE = np.dtype([("own", "<u8"), ("foes", "<u8"), ("own_lost", "u1"), ("foes_lost", "u1"), ("score", "<i2"),
                   ("result", "u1"), ("ply", "u1"), ("played", "<u2")])


def symmetries():
    """For each of the twelve symmetries the cell that each cell comes from, by ring number."""
    place = {(13 * row + digit - 1) % CELLS: (row, digit)
             for row in range(9) for digit in range(1, 10) if digit <= row + 5 and digit + 4 > row}
    center = (13 * 4 + 4) % CELLS
    maps = []
    for mirrored in (False, True):
        for turns in range(6):
            image = np.zeros(CELLS, dtype=np.int64)
            for cell, (row, digit) in place.items():
                up, right = row - 4, digit - 5
                offset = 13 * -up + right - up if mirrored else cell - center
                image[cell] = (offset * pow(14, turns, CELLS) + center) % CELLS
            maps.append(np.argsort(image))
    return np.stack(maps)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.nn.Linear(FEATURES, HIDDEN)
        self.output = torch.nn.Linear(2 * HIDDEN, STAGES)
        torch.nn.init.uniform_(self.hidden.weight, -0.15, 0.15)
        torch.nn.init.constant_(self.hidden.bias, 0.1)

    def forward(self, mover, other, stage):
        def activate(x):
            return torch.clamp(self.hidden(x), 0.0, 1.0) ** 2
        both = torch.cat([activate(mover), activate(other)], dim=1)
        return self.output(both).gather(1, stage[:, None]).squeeze(1)


def inputs(batch, maps, which):
    """The two views of each position of a batch, and the stage of the game."""
    cells = maps[which]
    own = (batch["own"][:, None] >> cells & 1).float()
    foes = (batch["foes"][:, None] >> cells & 1).float()
    own_left = (LEFT - batch["own_lost"].long()).clamp(1, LEFT)
    foes_left = (LEFT - batch["foes_lost"].long()).clamp(1, LEFT)
    one_hot = torch.eye(LEFT, device=own.device)
    a, b = one_hot[own_left - 1], one_hot[foes_left - 1]
    stage = (2 * LEFT - own_left - foes_left) // 2
    return torch.cat([own, foes, a, b], 1), torch.cat([foes, own, b, a], 1), stage


def rounded(weight, views, target):
    """The output weights and bias of one stage that come nearest to `target` with weights that the file can hold.

    The weights are rounded one by one, and those still to come make up for the error (Frantar and others, arXiv:2210.17323). That leaves
    less than half of the error of rounding each for itself.
    """
    middle, target_middle = views.mean(0), target.mean()
    views, target = views - middle, target - target_middle
    likeness = (views.T @ views).double() / len(views)
    # A little weight on staying where they are, for inputs that hardly occur.
    likeness += (0.02 * likeness.diagonal().mean() + 1e-9) * torch.eye(len(weight), device=weight.device)
    # First what rounding the hidden layer changed.
    weight = weight.double() + torch.linalg.solve(likeness, (views.T @ (target - views @ weight)).double() / len(views))
    weight = weight.clamp(-127 / WEIGHT_ONE, 127 / WEIGHT_ONE)
    passed_on = torch.linalg.cholesky(torch.linalg.inv(likeness), upper=True)
    for at in range(len(weight)):
        exact = weight[at].clone()
        weight[at] = (exact * WEIGHT_ONE).round().clamp(-127, 127) / WEIGHT_ONE
        weight[at + 1:] -= (exact - weight[at]) / passed_on[at, at] * passed_on[at, at + 1:]
    return weight * WEIGHT_ONE, (target_middle - middle.double() @ weight) * ONE * WEIGHT_ONE


@torch.no_grad()
def quantised(net, tensors, maps, each=20_000):
    """The network in the file's integers, fitted to `each` positions of every stage."""
    hidden, bias = torch.round(net.hidden.weight.T * ONE), torch.round(net.hidden.bias * ONE)
    output = torch.round(net.output.weight * WEIGHT_ONE).clamp(-127, 127)
    output_bias = net.output.bias * ONE * WEIGHT_ONE
    generator = torch.Generator().manual_seed(3)
    _, _, stages = inputs(tensors, maps[:, :0], torch.zeros(len(tensors["own"]), dtype=torch.long, device=maps.device))
    for stage in range(STAGES):
        index = torch.nonzero(stages == stage).squeeze(1)[:each]
        if len(index) == 0:
            continue
        which = torch.randint(0, 12, (len(index),), generator=generator).to(maps.device)
        mover, other, at = inputs({name: column[index] for name, column in tensors.items()}, maps, which)
        views = torch.cat([torch.clamp(view @ hidden + bias, 0, ONE) ** 2 for view in (mover, other)], 1) / ONE ** 2
        output[stage], output_bias[stage] = rounded(net.output.weight[stage], views, net(mover, other, at))
    parts = zip((hidden, bias, output, torch.round(output_bias)), (np.int16, np.int16, np.int16, np.int32))
    return tuple(part.cpu().numpy().astype(kind) for part, kind in parts)


def integer_score(parts, mover, other, stage):
    """What the engine computes, in numpy's integers."""
    hidden, bias, output, output_bias = (part.astype(np.int64) for part in parts)
    views = [np.clip(view.astype(np.int64) @ hidden + bias, 0, ONE) ** 2 for view in (mover, other)]
    total = (np.concatenate(views, axis=1) * output[stage]).sum(axis=1)
    towards_zero = np.trunc(total / ONE).astype(np.int64) + output_bias[stage]
    return np.trunc(towards_zero * SCALE / (ONE * WEIGHT_ONE)).astype(np.int64)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=240, help="training time")
    parser.add_argument("--steps", type=int, help="train so many batches, however long they take; 0 only rounds what --start has")
    parser.add_argument("--result-share", type=float, default=0.0, help="weight of the game's result against the search's score")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--tell", type=int, default=1000, help="print the loss after each so many steps")
    parser.add_argument("--start", help="a .pt file to continue from")
    args = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = np.concatenate([np.fromfile(name, dtype=SAMPLE) for name in args.data])
    np.random.default_rng(1).shuffle(data)
    held = min(len(data) // 20, 200_000)
    tensors = {name: torch.from_numpy(data[name].astype(np.int64 if name in ("own", "foes") else np.float32)).to(device)
               for name in ("own", "foes", "own_lost", "foes_lost", "score", "result")}
    maps = torch.from_numpy(symmetries()).to(device)
    print(f"{len(data)} positions, {held} held out, on {device}; drawn {np.mean(data['result'] == 1):.3f}", flush=True)

    torch.manual_seed(1)
    net = Net().to(device)
    if args.start:
        net.load_state_dict(torch.load(args.start, map_location=device))
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)

    def loss_of(index, which):
        batch = {name: column[index] for name, column in tensors.items()}
        mover, other, stage = inputs(batch, maps, which)
        target = args.result_share * batch["result"] / 2 + (1 - args.result_share) * torch.sigmoid(batch["score"] / SCALE)
        return ((torch.sigmoid(net(mover, other, stage)) - target).abs() ** 2.3).mean()

    def tell(steps, loss):
        with torch.no_grad():
            test = loss_of(torch.arange(held, device=device), torch.zeros(held, dtype=torch.long, device=device))
        print(f"{time.time() - start:6.0f} s  {steps} steps  {steps * args.batch / (len(data) - held):.1f} epochs  "
              f"loss {loss:.5f}  held out {test.item():.5f}", flush=True)

    start, steps, loss = time.time(), 0, torch.tensor(float("nan"))
    while True:
        if args.steps is None:
            share = (time.time() - start) / args.seconds
        else:
            share = steps / args.steps if args.steps else 1
        if steps % args.tell == 0 or share >= 1:
            tell(steps, loss.item())
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = args.rate * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * share))) * min(1, (steps + 1) / 200)
        index = torch.randint(held, len(data), (args.batch,), device=device)
        which = torch.randint(0, 12, (args.batch,), device=device)
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(index, which)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            net.output.weight.clamp_(-127 / WEIGHT_ONE, 127 / WEIGHT_ONE)
            net.hidden.weight.clamp_(-8, 8)
        steps += 1

    parts = quantised(net, {name: column[held:] for name, column in tensors.items()}, maps)
    hidden, bias, output, output_bias = parts
    with open(args.out, "wb") as file:
        file.write(b"SUMITO01")
        hidden.astype("<i2").tofile(file)
        bias.astype("<i2").tofile(file)
        output.astype("<i2").tofile(file)
        output_bias.astype("<i4").tofile(file)
    torch.save(net.state_dict(), args.out + ".pt")

    # The check: the same integers here and in the engine, and near the floating-point network.
    few = torch.arange(min(200, len(data)), device=device)
    batch = {name: column[few] for name, column in tensors.items()}
    mover, other, stage = inputs(batch, maps, torch.zeros(len(few), dtype=torch.long, device=device))
    exact = integer_score(parts, mover.cpu().numpy(), other.cpu().numpy(), stage.cpu().numpy())
    rough = (net(mover, other, stage) * SCALE).detach().cpu().numpy()
    print(f"quantisation changes scores by {np.abs(exact - rough).mean():.2f} on average, {np.abs(exact - rough).max():.1f} at most")
    with open(args.out + ".check", "w") as file:
        for sample, score in zip(data[:len(few)], exact):
            print(f"{sample['own']:x} {sample['foes']:x} {sample['own_lost']} {sample['foes_lost']} {score}", file=file)


if __name__ == "__main__":
    main()
