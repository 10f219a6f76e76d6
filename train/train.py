#!/usr/bin/env python3
"""Trains networks of several shapes on the same positions while games are still being played, and compares them on positions held out.

    python3 train/train.py mix32-256 --games games.bin --sumito ./sumito --seconds 480 --out DIR --save all

The network of the engine is mix32-256. Other shapes are for comparison: INPUTS-WIDTH-HEAD, with inputs base, pairs, triples, canon or mixK, and heads
sq (one output layer) or l2 (pairwise products, 16, 32, 1); teacher-CxB is a residual network of C channels and B blocks. SHAPE:new learns
from the games alone and the data after the word new, SHAPE:teach also from what --teacher says. train/export.py writes the file of the engine.
"""
import argparse
import os
import subprocess
import sys
import time

import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

CELLS, LEFT, STAGES, SCALE = 61, 6, 6, 200
SAMPLE = np.dtype([("own", "<i8"), ("foes", "<i8"), ("own_lost", "u1"), ("foes_lost", "u1"), ("score", "<i2"),
                   ("result", "u1"), ("ply", "u1"), ("played", "<u2")])

# The board: place[cell] = (row, digit) of the cell with that ring number.
PLACE = {(13 * row + digit - 1) % CELLS: (row, digit)
         for row in range(9) for digit in range(1, 10) if digit <= row + 5 and digit + 4 > row}
AT = {place: cell for cell, place in PLACE.items()}
HELD = 65536
STEPS = [(0, 1), (1, 0), (1, 1)]


def ring(cell):
    row, digit = PLACE[cell]
    r, d = row - 4, digit - 5
    return max(abs(r), abs(d), abs(r - d))


def symmetries():
    """For each of the twelve symmetries the cell that each cell comes from."""
    center = (13 * 4 + 4) % CELLS
    maps = []
    for mirrored in (False, True):
        for turns in range(6):
            image = np.zeros(CELLS, dtype=np.int64)
            for cell, (row, digit) in PLACE.items():
                up, right = row - 4, digit - 5
                offset = 13 * -up + right - up if mirrored else cell - center
                image[cell] = (offset * pow(14, turns, CELLS) + center) % CELLS
            maps.append(np.argsort(image))
    return np.stack(maps)


def walk(cell, step, count):
    """The cell `count` steps on, or None."""
    row, digit = PLACE[cell]
    return AT.get((row + step[0] * count, digit + step[1] * count))


def edges():
    return np.array([(a, walk(a, s, 1)) for a in range(CELLS) for s in STEPS if walk(a, s, 1) is not None])


def triples():
    return np.array([(walk(a, s, -1), a, walk(a, s, 1)) for a in range(CELLS) for s in STEPS
                     if walk(a, s, 1) is not None and walk(a, s, -1) is not None])


class Shared:
    """What the shapes of one batch have in common, each computed once when it is first wanted."""

    def __init__(self, tables):
        self.t = tables

    def load(self, own_bits, foe_bits, own_left, foe_left, which):
        self.__dict__ = {"t": self.t}
        self.own_bits, self.foe_bits = own_bits, foe_bits
        cells = self.t["maps"][which]
        self.own = (own_bits[:, None] >> cells & 1).float()
        self.foe = (foe_bits[:, None] >> cells & 1).float()
        self.a, self.b = self.t["eye"][own_left - 1], self.t["eye"][foe_left - 1]
        self.stage = (2 * LEFT - own_left - foe_left) // 2
        return self

    def base(self):
        if "_base" not in self.__dict__:
            self._base = (torch.cat([self.own, self.foe, self.a, self.b], 1), torch.cat([self.foe, self.own, self.b, self.a], 1))
        return self._base

    def pairs(self):
        if "_pairs" not in self.__dict__:
            e = self.t["edges"]
            o1, o2, f1, f2 = self.own[:, e[:, 0]], self.own[:, e[:, 1]], self.foe[:, e[:, 0]], self.foe[:, e[:, 1]]
            oo, ff, of, fo = o1 * o2, f1 * f2, o1 * f2, f1 * o2
            x, y = self.base()
            self._pairs = (torch.cat([x, oo, ff, of, fo], 1), torch.cat([y, ff, oo, fo, of], 1))
        return self._pairs

    def triples(self):
        if "_triples" not in self.__dict__:
            t = self.t["triples"]
            views = []
            for own, foe, base in ((self.own, self.foe, 0), (self.foe, self.own, 1)):
                trit = own + 2 * foe
                code = (trit[:, t[:, 0]] + 3 * trit[:, t[:, 1]] + 9 * trit[:, t[:, 2]]).long()
                hot = torch.zeros(len(own), len(t), 27, device=own.device).scatter_(2, code[:, :, None], 1.0)
                views.append(torch.cat([self.base()[base], hot.flatten(1)], 1))
            self._triples = tuple(views)
        return self._triples

    def canon(self):
        """Both views turned so that their own center of gravity, as against the other's, lies in one sector."""
        if "_canon" not in self.__dict__:
            shifts = self.t["shifts"]
            raw_own = (self.own_bits[:, None] >> shifts & 1).float()
            raw_foe = (self.foe_bits[:, None] >> shifts & 1).float()
            place = self.t["plane"]
            v = raw_own @ place - raw_foe @ place * (raw_own.sum(1, keepdim=True) / raw_foe.sum(1, keepdim=True))
            views = []
            for own, foe, sign, left in ((raw_own, raw_foe, 1.0, (self.a, self.b)), (raw_foe, raw_own, -1.0, (self.b, self.a))):
                # The symmetry whose image of the vector has the largest product with a fixed direction inside one sector.
                which = (sign * v @ self.t["sector"]).argmax(1)
                cells = self.t["maps"][which]
                views.append(torch.cat([own.gather(1, cells), foe.gather(1, cells), *left], 1))
            self._canon = tuple(views)
        return self._canon

    def lines(self):
        if "_lines" not in self.__dict__:
            p, o = self.t["line_powers"], self.t["line_offsets"]
            self._lines = tuple(((own + 2 * foe) @ p + o).round().long() for own, foe in ((self.own, self.foe), (self.foe, self.own)))
        return self._lines


def line_tables(reach):
    """Patterns along the three axes: for each axis and cell the powers that make its number, and for each number its cells."""
    kinds, windows, powers, offsets = {}, [], np.zeros((CELLS, 3 * CELLS), np.float32), np.zeros(3 * CELLS, np.float32)
    for cell in range(CELLS):
        for axis, step in enumerate(STEPS):
            inside = [n for n in range(-reach, reach + 1) if walk(cell, step, n) is not None]
            low = max([0] + [n for n in range(1, reach + 1) if all(walk(cell, step, -k) is not None for k in range(1, n + 1))])
            high = max([0] + [n for n in range(1, reach + 1) if all(walk(cell, step, k) is not None for k in range(1, n + 1))])
            assert inside == list(range(-low, high + 1))
            if (low, high) not in kinds:
                kinds[low, high] = len(windows)
                for number in range(3 ** (low + high + 1)):
                    window = [3] * (2 * reach + 1)
                    for n in range(-low, high + 1):
                        window[n + reach] = number // 3 ** (n + low) % 3
                    windows.append(window)
            column = 3 * cell + axis
            offsets[column] = kinds[low, high]
            for n in range(-low, high + 1):
                powers[walk(cell, step, n), column] = 3 ** (n + low)
    windows = np.array(windows)
    number = {tuple(w): i for i, w in enumerate(windows)}
    back = np.array([number.get(tuple(w[::-1]), -1) for w in windows])
    assert (back >= 0).all()
    return windows, back, powers, offsets


def tables(device):
    maps = symmetries()
    windows, back, powers, offsets = line_tables(3)
    plane = np.array([((d - 5) - 0.5 * (r - 4), (r - 4) * 3 ** 0.5 / 2) for r, d in (PLACE[c] for c in range(CELLS))], np.float32)
    # sector[:, s] is the direction that symmetry s brings into the middle of the first sector: new[cell] = old[maps[s][cell]].
    middle = np.array([np.cos(np.pi / 12), np.sin(np.pi / 12)], np.float32)
    sector = []
    for s in range(12):
        # Which linear map takes old places to new ones: fit it.
        turn, *_ = np.linalg.lstsq(plane[maps[s]], plane, rcond=None)
        sector.append(turn @ middle)
    t = {"maps": maps, "edges": edges(), "triples": triples(), "shifts": np.arange(CELLS), "eye": np.eye(LEFT, dtype=np.float32),
         "plane": plane, "sector": np.stack(sector, 1).astype(np.float32), "windows": windows, "back": back,
         "line_powers": powers, "line_offsets": offsets, "rings": np.array([ring(c) for c in range(CELLS)])}
    return {name: torch.from_numpy(value).to(device) for name, value in t.items()}


class Head(nn.Module):
    """Pairwise products, then 16, 32, 1, by stages."""

    def __init__(self, width, extra=0, small=16, hidden=32):
        super().__init__()
        self.small, self.hidden, self.rounding = small, hidden, None
        self.one = nn.Linear(width + extra, STAGES * small)
        self.two = nn.Linear(2 * small, STAGES * hidden)
        self.three = nn.Linear(hidden, STAGES)

    def forward(self, x, stage):
        weight = rounded(self.one.weight, 256, self.rounding) if self.rounding is not None else self.one.weight
        x = at_stage(F.linear(x, weight, self.one.bias), stage)
        x = torch.cat([x.clamp(0, 1), (x * x).clamp(0, 1)], 1)
        x = at_stage(self.two(x), stage).clamp(0, 1)
        return at_stage(self.three(x), stage).squeeze(1)


def at_stage(x, stage):
    """The part of each row that belongs to its stage."""
    x = x.view(len(x), STAGES, -1)
    return x.gather(1, stage[:, None, None].expand(-1, 1, x.shape[2])).squeeze(1)


def first_layer(count, width):
    layer = nn.Linear(count, width)
    nn.init.uniform_(layer.weight, -0.15, 0.15)
    nn.init.constant_(layer.bias, 0.1)
    return layer


COUNTS = {"base": 134, "canon": 134, "pairs": 134 + 4 * len(edges()), "triples": 134 + 27 * len(triples())}


class Flat(nn.Module):
    """A first layer for each view, then one output or a head."""

    def __init__(self, inputs, width, head):
        super().__init__()
        self.inputs, self.width, self.squared = inputs, width, head == "sq"
        self.first = first_layer(COUNTS[inputs], width)
        if inputs in ("pairs", "triples"):
            with torch.no_grad():
                self.first.weight[:, 134:] *= 0.2
        self.head = nn.Linear(2 * width, STAGES) if self.squared else Head(width)

    def forward(self, x):
        views = [self.first(view).clamp(0, 1) for view in getattr(x, self.inputs)()]
        if self.squared:
            return self.head(torch.cat([v * v for v in views], 1)).gather(1, x.stage[:, None]).squeeze(1)
        half = self.width // 2
        return self.head(torch.cat([v[:, :half] * v[:, half:] for v in views], 1), x.stage)


def rounded(x, one, share):
    """Weights as the file has them, `share` of the way from how they are; gradients pass as if nothing had happened."""
    return x + share * (torch.round(x * one) / one - x).detach()


class Mix(nn.Module):
    """Patterns of lines, summed over the axes at each cell, clipped and summed over rings; beside a small first layer."""

    def __init__(self, channels, width, t):
        super().__init__()
        self.channels, self.width = channels, width
        self.register_buffer("windows", F.one_hot(t["windows"].long(), 4).flatten(1).float())
        self.register_buffer("back", t["back"])
        self.register_buffer("ring_of", F.one_hot(t["rings"]).float() / torch.tensor([1.0, 6, 12, 18, 24], device=t["rings"].device))
        self.up, self.down = nn.Linear(28, 128), nn.Linear(128, channels)
        self.table = nn.Parameter(torch.zeros(len(t["windows"]), channels))
        self.first = first_layer(134, width) if width else None
        self.head = Head(width, 2 * 5 * channels)
        self.register_buffer("rounding", torch.zeros(()), persistent=False)

    def forward(self, x):
        table = self.down(torch.relu(self.up(self.windows))) + self.table
        table = rounded(((table + table[self.back]) * 0.5).clamp(-1, 1), 42, self.rounding)
        self.head.rounding = self.rounding
        pooled = []
        for lines in x.lines():
            cells = table.index_select(0, lines.flatten()).view(-1, CELLS, 3, self.channels).sum(2).clamp(0, 1)
            pooled.append(torch.einsum("bck,cr->brk", cells, self.ring_of).flatten(1))
        parts = pooled
        if self.first is not None:
            half = self.width // 2
            weight, bias = rounded(self.first.weight, 255, self.rounding), self.first.bias
            views = [F.linear(view, weight, bias).clamp(0, 1) for view in x.base()]
            parts = [v[:, :half] * v[:, half:] for v in views] + pooled
        return self.head(torch.cat(parts, 1), x.stage)


class Teacher(nn.Module):
    def __init__(self, channels, blocks, t):
        super().__init__()
        grid = torch.full((81,), CELLS, dtype=torch.long)
        for cell, (row, digit) in PLACE.items():
            grid[9 * row + digit - 1] = cell
        self.register_buffer("grid", grid)
        self.register_buffer("mask", (grid < CELLS).float().view(1, 1, 9, 9))
        kernel = torch.ones(3, 3)
        kernel[0, 2] = kernel[2, 0] = 0
        self.register_buffer("kernel", kernel)
        self.stem = nn.Conv2d(5, channels, 3, padding=1)
        self.convs = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2 * blocks))
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2 * blocks + 1))
        self.pools = nn.ModuleList(nn.Linear(2 * channels, channels) for _ in range(blocks // 3))
        self.squeeze = nn.Conv2d(channels, 32, 1)
        self.value = nn.Sequential(nn.Linear(32 * 81 + 12, 256), nn.ReLU(), nn.Linear(256, 1))
        for conv in self.convs[1::2]:
            nn.init.zeros_(conv.weight)

    def conv(self, layer, x):
        return F.conv2d(x, layer.weight * self.kernel, layer.bias, padding=1)

    def forward(self, x):
        size = len(x.own)
        cuda = x.own.is_cuda
        zero = torch.zeros(size, 1, device=x.own.device)
        own, foe = (torch.cat([plane, zero], 1)[:, self.grid].view(size, 1, 9, 9) for plane in (x.own, x.foe))
        counts = [(left @ torch.arange(1.0, 7.0, device=left.device) / 6)[:, None, None, None].expand(size, 1, 9, 9) for left in (x.a, x.b)]
        with torch.autocast("cuda" if cuda else "cpu", dtype=torch.bfloat16, enabled=cuda, cache_enabled=False):
            y = torch.cat([own, foe, self.mask.expand(size, 1, 9, 9), *counts], 1) * self.mask
            if cuda:
                y = y.to(memory_format=torch.channels_last)
            y = self.conv(self.stem, y) * self.mask
            for n in range(len(self.convs) // 2):
                z = self.conv(self.convs[2 * n], torch.relu(self.norms[2 * n](y)) * self.mask)
                if n % 3 == 2:
                    means = z.sum((2, 3)) / CELLS
                    tops = z.amax((2, 3))
                    z = z + self.pools[n // 3](torch.cat([means, tops], 1))[:, :, None, None]
                z = self.conv(self.convs[2 * n + 1], torch.relu(self.norms[2 * n + 1](z)) * self.mask)
                y = (y + z) * self.mask
            y = torch.relu(self.squeeze(torch.relu(self.norms[-1](y)))) * self.mask
            y = self.value(torch.cat([y.flatten(1), x.a, x.b], 1))
        return y.float().squeeze(1)


def make(shape, t):
    parts = shape.split("-")
    if parts[0] == "teacher":
        channels, blocks = map(int, parts[1].split("x"))
        return Teacher(channels, blocks, t)
    if parts[0].startswith("mix"):
        return Mix(int(parts[0][3:]), int(parts[1]), t)
    return Flat(parts[0], int(parts[1]), parts[2])


class Data:
    """Positions on the device; more come while games are being played."""

    def __init__(self, args, device, t):
        self.args, self.device, self.read, self.old = args, device, 0, 0
        room = args.room
        self.own = torch.zeros(room, dtype=torch.long, device=device)
        self.foes = torch.zeros(room, dtype=torch.long, device=device)
        self.left = torch.zeros(room, 2, dtype=torch.int8, device=device)
        self.score = torch.zeros(room, dtype=torch.float32, device=device)
        self.taught = torch.zeros(room, dtype=torch.float32, device=device)
        self.count = torch.zeros((), dtype=torch.float64, device=device)
        self.total, self.teacher = 0, None
        if args.teacher:
            name, file = args.teacher.split("=")
            state = torch.load(file, map_location=device)[name]
            self.teacher = make(name, t).to(device)
            self.teacher.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in state.items()})
            self.teacher.eval()
            self.t = t
        for name in args.data:
            if name == "new":
                self.old = self.total
            else:
                self.add(np.fromfile(name, dtype=SAMPLE))

    def add(self, data):
        data = data[:len(self.own) - self.total]
        if len(data) == 0:
            return
        here = slice(self.total, self.total + len(data))
        self.own[here] = torch.from_numpy(data["own"].astype(np.int64)).to(self.device)
        self.foes[here] = torch.from_numpy(data["foes"].astype(np.int64)).to(self.device)
        left = np.stack([LEFT - data["own_lost"].astype(np.int8), LEFT - data["foes_lost"].astype(np.int8)], 1).clip(1, LEFT)
        self.left[here] = torch.from_numpy(left.astype(np.int8)).to(self.device)
        self.score[here] = torch.from_numpy(data["score"].astype(np.float32)).to(self.device)
        if self.teacher is None:
            self.taught[here] = self.score[here]
        else:
            self.teach(self.total, self.total + len(data))
        self.total += len(data)
        self.count.fill_(float(self.total))

    @torch.no_grad()
    def teach(self, start, end, size=16384):
        """What the teacher says of these positions, as a score."""
        for at in range(start, end, size):
            here = slice(at, min(end, at + size))
            left = self.left[here].long()
            which = torch.randint(0, 12, (len(left),), device=self.device)
            x = Shared(self.t).load(self.own[here], self.foes[here], left[:, 0], left[:, 1], which)
            self.taught[here] = self.teacher(x) * SCALE

    def expand(self):
        """The positions of the games that were added to the file since."""
        out = "/tmp/shapes-positions.bin"
        subprocess.run([*self.args.sumito.split(), "datagen", "--expand", self.args.games, "--out", out], stdout=subprocess.DEVNULL, check=False)
        return np.fromfile(out, dtype=SAMPLE, offset=self.read * SAMPLE.itemsize) if os.path.exists(out) else np.zeros(0, SAMPLE)

    def refresh(self):
        if self.args.games:
            data = self.expand()
            self.read += len(data)
            self.add(data)

    def first(self, count):
        """The first positions, which are not trained on."""
        data = self.expand()
        if len(data) < count:
            return None
        self.read = count
        return data[:count]


class Trainee:
    def __init__(self, name, t, args, device):
        self.name, self.args = name, args
        self.batch = args.batch // 4 if name.startswith("teacher") else args.batch
        torch.manual_seed(1)
        # What it learns from: everything, the newer positions alone, or what the teacher says as well.
        shape, _, self.lesson = name.partition(":")
        self.net = make(shape, t).to(device)
        if args.start:
            state = torch.load(args.start, map_location=device).get(shape)
            if state is not None:
                self.net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in state.items()}, strict=False)
        if device == "cuda" and name.startswith("teacher"):
            self.net = self.net.to(memory_format=torch.channels_last)
        self.rate = torch.tensor(args.rate, device=device)
        decay = 1e-4
        options = {"capturable": True} if device == "cuda" else {}
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=self.rate if device == "cuda" else args.rate, weight_decay=decay, **options)
        self.graph, self.spent, self.loss = None, 0.0, torch.zeros((), device=device)

    def work(self, x, target):
        self.optimizer.zero_grad(set_to_none=False)
        loss = ((torch.sigmoid(self.net(x)) - target).abs() ** 2.3).mean()
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            self.loss.copy_(loss.detach())
            if hasattr(self.net, "first") and self.net.first is not None:
                self.net.first.weight.clamp_(-127 / 255, 127 / 255)
            head = getattr(self.net, "head", None)
            if isinstance(head, Head):
                head.one.weight.clamp_(-127 / 256, 127 / 256)
            elif head is not None:
                head.weight.clamp_(-127 / 64, 127 / 64)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapes", nargs="+")
    parser.add_argument("--data", nargs="*", default=[])
    parser.add_argument("--games")
    parser.add_argument("--sumito", default="sumito")
    parser.add_argument("--teacher", help="NAME=FILE: a trained network whose scores the lessons of `:teach` use")
    parser.add_argument("--share", type=float, default=0.5, help="share of the teacher's scores in what `:teach` learns")
    parser.add_argument("--start", help="weights to start from")
    parser.add_argument("--round-from", type=float, default=0.65, help="share of the time after which weights are rounded")
    parser.add_argument("--held", help="positions held out; otherwise the first ones of --games")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--wait", type=float, default=0, help="seconds to wait for the first games")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--room", type=int, default=16_000_000)
    parser.add_argument("--every", type=float, default=20)
    parser.add_argument("--save", nargs="*", default=[], help="shapes to save")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    os.makedirs(args.out, exist_ok=True)
    t = tables(device)

    data = Data(args, device, t)
    start = time.time()
    if args.held:
        held = np.fromfile(args.held, dtype=SAMPLE)
        np.random.default_rng(1).shuffle(held)
        held = held[:HELD]
    else:
        while (held := data.first(HELD)) is None:
            time.sleep(2)
            if time.time() - start > args.wait + 120:
                sys.exit("no data")
    held_data = {k: torch.from_numpy(held[k].astype(np.int64)).to(device) for k in ("own", "foes", "own_lost", "foes_lost", "score")}

    while data.total < 20000:
        time.sleep(2 if args.games else 0)
        data.refresh()
        if time.time() - start > args.wait + 120:
            sys.exit("no data")
    print(f"{data.total} positions to begin with, {len(held)} held out, on {device}", flush=True)

    def batch(trainee):
        size = trainee.batch
        first = data.old if trainee.lesson == "new" else 0
        index = (torch.rand(size, device=device, dtype=torch.float64) * (data.count - first)).long() + first
        which = torch.randint(0, 12, (size,), device=device)
        left = data.left[index].long()
        x = Shared(t).load(data.own[index], data.foes[index], left[:, 0], left[:, 1], which)
        target = torch.sigmoid(data.score[index] / SCALE)
        if trainee.lesson == "teach":
            target = torch.lerp(target, torch.sigmoid(data.taught[index] / SCALE), args.share)
        return x, target

    @torch.no_grad()
    def test(net, size=8192):
        net.eval()
        total = 0.0
        for turn in (0, 7):
            for at in range(0, len(held), size):
                d = {k: v[at:at + size] for k, v in held_data.items()}
                own_left, foe_left = ((LEFT - d[k]).clamp(1, LEFT) for k in ("own_lost", "foes_lost"))
                x = Shared(t).load(d["own"], d["foes"], own_left, foe_left, torch.full((len(d["own"]),), turn, device=device))
                target = torch.sigmoid(d["score"].float() / SCALE)
                total += ((torch.sigmoid(net(x)) - target).abs() ** 2.3).sum().item()
        net.train()
        return total / 2 / len(held)

    trainees = [Trainee(name, t, args, device) for name in args.shapes]
    # Each shape's step is recorded once and replayed: the small ones are all launches.
    if device == "cuda":
        for trainee in list(trainees):
            try:
                began = time.time()
                side = torch.cuda.Stream()
                side.wait_stream(torch.cuda.current_stream())
                with torch.cuda.stream(side):
                    for _ in range(3):
                        trainee.work(*batch(trainee))
                torch.cuda.current_stream().wait_stream(side)
                torch.cuda.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    trainee.work(*batch(trainee))
                trainee.graph = graph
                torch.cuda.synchronize()
                before = time.time()
                for _ in range(20):
                    graph.replay()
                torch.cuda.synchronize()
                print(f"{trainee.name}: {(time.time() - before) * 50:.2f} ms a step, set up in {before - began:.1f} s", flush=True)
            except Exception as error:  # a shape that cannot be recorded runs as it is
                print(f"{trainee.name}: not recorded: {error!r}"[:600], flush=True)

    start = time.time()
    steps, told = 0, time.time()
    while True:
        share = (time.time() - start) / args.seconds
        for trainee in trainees:
            if share < 1:
                rate = args.rate * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * share))) * min(1, (steps + 1) / 200)
                trainee.rate.fill_(rate)
                if share > args.round_from and hasattr(trainee.net, "rounding"):
                    trainee.net.rounding.fill_(1.0)
                if device != "cuda":
                    for group in trainee.optimizer.param_groups:
                        group["lr"] = rate
                if trainee.graph is not None:
                    trainee.graph.replay()
                else:
                    trainee.work(*batch(trainee))
        steps += 1
        if steps % 50 == 0 and device == "cuda":
            torch.cuda.synchronize()
        if share >= 1 or time.time() - told >= args.every:
            told = time.time()
            losses = "  ".join(f"{trainee.name} {1e5 * test(trainee.net):.2f}" for trainee in trainees)
            print(f"{time.time() - start:5.0f} s {steps} steps {data.total} positions: {losses}", flush=True)
            if share >= 1:
                break
            data.refresh()
    state = {}
    for trainee in trainees:
        if trainee.name in args.save or args.save == ["all"]:
            state[trainee.name] = {k: v.half() if v.is_floating_point() else v for k, v in trainee.net.state_dict().items()}
    if state:
        torch.save(state, f"{args.out}/shapes.pt")


if __name__ == "__main__":
    main()
