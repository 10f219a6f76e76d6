#!/usr/bin/env python3
"""Writes a trained network as the file of the engine, in integers, with positions and the scores that these integers give.

    python3 train/export.py DIR/shapes.pt mix32-256 network.bin positions.bin

writes network.bin and network.bin.check, and prints how much rounding changes scores. docs/network.md specifies the file.
"""
import sys

import numpy as np
import torch

import train

# What one is: in a channel of a cell, in the first layer, in its weights after products, in the dense layers, in their weights.
CELL_ONE, FIRST_ONE, DENSE_WEIGHT_ONE, ONE, WEIGHT_ONE = 42, 255, 256, 4064, 1024
RING_SIZES = [1, 6, 12, 18, 24]
SMALL, HIDDEN = 16, 32


def listed():
    """The numbers of the patterns that the file lists, two bits a cell, as in patterns.rs."""
    def digits(number):
        return [number >> 2 * at & 3 for at in range(7)]

    def fits(number):
        inside = [digit != 3 for digit in digits(number)]
        low = next((n for n in range(3) if not inside[2 - n]), 3)
        high = next((n for n in range(3) if not inside[4 + n]), 3)
        return inside[3] and sum(inside) == low + high + 1 and (low == 3 or high == 3 or low + high + 1 >= 5)

    def back(number):
        return sum(digit << 2 * (6 - at) for at, digit in enumerate(digits(number)))

    return [number for number in range(1 << 14) if fits(number) and number <= back(number)]


@torch.no_grad()
def integers(net):
    def whole(x, one, kind, most=None):
        x = torch.round(x * one)
        return (x if most is None else x.clamp(-most, most)).numpy().astype(kind)

    table = net.down(torch.relu(net.up(net.windows))) + net.table
    table = ((table + table[net.back]) / 2).clamp(-1, 1)
    number = (net.windows.view(-1, 7, 4).argmax(2) * torch.tensor([4 ** at for at in range(7)])).sum(1)
    at = {int(n): i for i, n in enumerate(number)}
    head, stages = net.head, train.STAGES
    two = head.two.weight.view(stages, HIDDEN, 2 * SMALL).permute(0, 2, 1).clone()
    # Squares lose twelve bits, which is a little less than one.
    two[:, SMALL:] *= 4096 / ONE
    all_rows = whole(table, CELL_ONE, np.int8)
    return {
        "all": all_rows, "table": np.stack([all_rows[at[n]] for n in listed()]),
        "features": whole(net.first.weight.T, FIRST_ONE, np.int8, 127), "bias": whole(net.first.bias, FIRST_ONE, "<i2"),
        "one": whole(head.one.weight.view(stages, SMALL, -1).permute(0, 2, 1), DENSE_WEIGHT_ONE, np.int8, 127),
        "one_bias": whole(head.one.bias.view(stages, SMALL), 127 * DENSE_WEIGHT_ONE, "<i4"),
        "two": whole(two, WEIGHT_ONE, "<i2"), "two_bias": whole(head.two.bias.view(stages, HIDDEN), ONE * WEIGHT_ONE, "<i4"),
        "three": whole(head.three.weight, WEIGHT_ONE, "<i2"), "three_bias": whole(head.three.bias, ONE * WEIGHT_ONE, "<i4"),
    }


def write(p, name):
    with open(name, "wb") as file:
        file.write(b"SUMITO02")
        for part in ("table", "features", "bias"):
            file.write(np.ascontiguousarray(p[part]).tobytes())
        for stage in range(train.STAGES):
            for part in ("one", "one_bias", "two", "two_bias", "three", "three_bias"):
                file.write(np.ascontiguousarray(p[part][stage]).tobytes())


def score(p, x):
    """What the engine must say of these positions."""
    inputs, half = [], len(p["bias"]) // 2
    for view in x.base():
        sums = np.clip(view.numpy().astype(np.int64) @ p["features"].astype(np.int64) + p["bias"], 0, FIRST_ONE)
        inputs.append((sums[:, :half] * sums[:, half:] + 256) >> 9)
    rings = np.array([train.ring(cell) for cell in range(train.CELLS)])
    for lines in x.lines():
        cells = p["all"].astype(np.int64)[lines.numpy()].reshape(len(lines), train.CELLS, 3, -1).sum(2).clip(0, CELL_ONE)
        for ring, size in enumerate(RING_SIZES):
            most = size * 4 * CELL_ONE
            scale = (127 * 32768 + most // 2) // most
            inputs.append((((cells[:, rings == ring].sum(1) << 2) * scale >> 14) + 1) >> 1)
    stage = x.stage.numpy()
    y = np.einsum("bi,bio->bo", np.concatenate(inputs, 1), p["one"][stage].astype(np.int64)) + p["one_bias"][stage]
    y = np.clip(y >> 3, -ONE, ONE)
    both = np.concatenate([np.maximum(y, 0), y * y >> 12], 1)
    z = np.einsum("bi,bio->bo", both, p["two"][stage].astype(np.int64)) + p["two_bias"][stage]
    z = np.clip(z >> 10, 0, ONE)
    total = (z * p["three"][stage].astype(np.int64)).sum(1) + p["three_bias"][stage]
    return np.trunc(total * train.SCALE / (ONE * WEIGHT_ONE)).astype(np.int64)


def main():
    weights, name, out, data = sys.argv[1:5]
    tables = train.tables("cpu")
    state = torch.load(weights, map_location="cpu")[name]
    net = train.make(name.partition(":")[0], tables)
    net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in state.items()})
    net.eval()
    samples = np.fromfile(data, dtype=train.SAMPLE)
    samples = samples[np.random.default_rng(2).permutation(len(samples))[:2000]]

    def column(key):
        return torch.from_numpy(samples[key].astype(np.int64))

    left = [(train.LEFT - column(key)).clamp(1, train.LEFT) for key in ("own_lost", "foes_lost")]
    x = train.Shared(tables).load(column("own"), column("foes"), *left, torch.zeros(len(samples), dtype=torch.long))
    p = integers(net)
    write(p, out)
    scores = score(p, x)
    with torch.no_grad():
        exact = (net(x) * train.SCALE).numpy()
    print(f"rounding changes scores by {np.abs(scores - exact).mean():.1f} hundredths of a marble on average")
    with open(out + ".check", "w") as check:
        for sample, value in list(zip(samples, scores))[:200]:
            print(f"{sample['own']:x} {sample['foes']:x} {sample['own_lost']} {sample['foes_lost']} {value}", file=check)


if __name__ == "__main__":
    main()
