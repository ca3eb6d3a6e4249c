"""Groups of problems, and how we stand in them."""

from __future__ import annotations

import collections
import dataclasses
import math
import re

from rows import Row


@dataclasses.dataclass(frozen=True)
class Group:
    """Rows whose id and variant are matched whole by these regular expressions."""

    name: str
    ids: str
    variants: str = ".*"

    def has(self, row):
        return bool(re.fullmatch(self.ids, row.id) and re.fullmatch(self.variants, row.variant))


# Pictures in layouts of one's own choice, by whichever solver was fastest; the same with plain pictures in and out.
FIND, FIND_PLAIN = "find:[^/]*", "find:.*/nchw"
LARGE_3X3 = r"vgg\d_\d_.*|r50_c\d_3x3(?!s2).*"
NETWORKS = r"(vgg\d|r50|r20|mbv2|rx50|wrn)_.*"

GROUPS = [
    Group("VGG and ResNet-50, 3x3", LARGE_3X3, FIND),
    Group("VGG and ResNet-50, 3x3, direct solver", LARGE_3X3, "direct"),
    Group("ResNet-50, 1x1", "r50_.*1x1(?!s2).*", FIND),
    Group("ResNet-50, stride 2", "r50_.*s2_.*", FIND),
    Group("ResNet-20", "r20_.*", FIND),
    Group("MobileNetV2, depthwise", "mbv2_dw.*", FIND),
    Group("MobileNetV2, pointwise", "mbv2_pw.*", FIND),
    Group("grouped", "(rx50|wrn)_.*", FIND),
    Group("plain pictures in and out", NETWORKS, FIND_PLAIN),
    Group("plain pictures in and out, direct solver", NETWORKS, "direct/nchw"),
    Group("fused", "(crp|resizeconv|vggblock|resblock)_.*"),
    Group("gemm", "gemm_.*"),
    Group("pooling, batch norm, softmax", "(pool|batch_norm|softmax)_.*"),
    Group("sparse convolutions", "(sp|sweep)_.*|(resnet20|vgg)_L.*"),
    Group("recurrent", "(lstm|gru|rnn|splstm)_.*"),
]
OTHERS = "others"


def _ratio(theirs, ours):
    return theirs / ours if theirs and ours else None


@dataclasses.dataclass(frozen=True)
class Contest:
    """A problem in one of our variants, against its peers: a row for each."""

    rows: tuple[Row, ...]

    @property
    def ours(self):
        return self.rows[0]

    @property
    def fastest(self):
        """The row of the fastest peer; None where nobody else can do it."""
        return min((row for row in self.rows if row.peer_ms), key=lambda row: row.peer_ms, default=None)

    @property
    def peer(self):
        return self.fastest.peer if self.fastest else ""

    @property
    def ratio(self):
        """The fastest peer's time over ours."""
        return _ratio(self.fastest.peer_ms, self.ours.ours_ms) if self.fastest else None

    @property
    def ratio_of_fastest_runs(self):
        """The same of the fastest runs of all."""
        runs = [row.peer_fastest_ms for row in self.rows if row.peer_fastest_ms]
        return _ratio(min(runs, default=None), self.ours.ours_fastest_ms)

    def against(self, peer):
        """This one against one peer, or None."""
        rows = tuple(row for row in self.rows if row.peer == peer and row.peer_ms)
        return Contest(rows) if rows else None


def contests(rows):
    """One for each problem, variant and number of threads, in the order of the rows."""
    by_problem = collections.defaultdict(list)
    for row in rows:
        by_problem[row.set, row.id, row.variant, row.threads].append(row)
    return [Contest(tuple(same)) for same in by_problem.values()]


def grouped(all_contests):
    """{(name of the group, threads): contests}, in the order of GROUPS, then the rest."""
    found = {}
    threads = sorted({one.ours.threads for one in all_contests})
    placed = set()
    for group in GROUPS:
        for number in threads:
            inside = [one for one in all_contests if one.ours.threads == number and group.has(one.ours)]
            placed.update(map(id, inside))
            if inside:
                found[group.name, number] = inside
    for number in threads:
        rest = [one for one in all_contests if one.ours.threads == number and id(one) not in placed]
        if rest:
            found[OTHERS, number] = rest
    return found


@dataclasses.dataclass(frozen=True)
class Standing:
    """Of a group: geometric mean, least and largest of the ratios, of which there may be none."""

    compared: int
    geometric_mean: float | None
    of_fastest_runs: float | None  # the same mean; None where these are not known
    least: float | None
    largest: float | None
    wins: int  # ratio of at least 1
    undone: int  # problems that we cannot do


def _geometric_mean(ratios):
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else None


def standing(of_group):
    ratios = [one.ratio for one in of_group if one.ratio]
    fastest = [one.ratio_of_fastest_runs for one in of_group if one.ratio_of_fastest_runs]
    undone = sum(one.ours.ours_ms is None for one in of_group)
    return Standing(
        len(ratios), _geometric_mean(ratios), _geometric_mean(fastest), min(ratios, default=None),
        max(ratios, default=None), sum(ratio >= 1 for ratio in ratios), undone,
    )  # fmt: skip


def by_peer(of_group):
    """{peer: contests against it alone}, in the order of the rows."""
    found = {}
    for one in of_group:
        for row in one.rows:
            against = one.against(row.peer)
            if against:
                found.setdefault(row.peer, []).append(against)
    return found
