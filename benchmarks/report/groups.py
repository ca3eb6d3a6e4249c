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
    Group("fused", "(crp|rcrp|vggblock|resblock)_.*"),
    Group("gemm", "gemm_.*"),
    Group("pooling, batch norm, softmax", "(pool|batch_norm|softmax)_.*"),
    Group("sparse convolutions", "(sp|sweep)_.*|(resnet20|vgg)_L.*"),
    Group("recurrent", "(lstm|gru|rnn)_.*"),
]
OTHERS = "others"


@dataclasses.dataclass(frozen=True)
class Contest:
    """A problem in one of our variants, against the fastest of its peers."""

    ours: Row
    peer: str  # empty: nobody else can do it
    ratio: float | None  # the peer's time over ours


def contests(rows):
    """One for each problem, variant and number of threads, in the order of the rows."""
    by_problem = collections.defaultdict(list)
    for row in rows:
        by_problem[row.set, row.id, row.variant, row.threads].append(row)
    found = []
    for same in by_problem.values():
        fastest = min((row for row in same if row.peer_ms), key=lambda row: row.peer_ms, default=None)
        ratio = fastest.peer_ms / fastest.ours_ms if fastest and fastest.ours_ms else None
        found.append(Contest(same[0], fastest.peer if fastest else "", ratio))
    return found


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
    least: float | None
    largest: float | None
    wins: int  # ratio of at least 1
    undone: int  # problems that we cannot do


def standing(of_group):
    ratios = [one.ratio for one in of_group if one.ratio]
    undone = sum(one.ours.ours_ms is None for one in of_group)
    if not ratios:
        return Standing(0, None, None, None, 0, undone)
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    return Standing(len(ratios), mean, min(ratios), max(ratios), sum(ratio >= 1 for ratio in ratios), undone)
