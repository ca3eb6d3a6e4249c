"""One layer at many densities of its weights: from where on dense libraries are faster."""

from __future__ import annotations

import dataclasses
import math
import re

SPARSE_PEERS = {"mkl_sparse", "libxsmm_spmdm", "torch_sparse"}
OURS = "ours"


@dataclasses.dataclass(frozen=True)
class Sweep:
    """Times by density; everybody has the pictures in layouts of one's own choice."""

    times: dict[str, dict[float, float]]  # by name, OURS among them

    def dense_peers(self):
        """{density: time of the fastest library that multiplies by the zeros, too}"""
        fastest = {}
        for name, times in self.times.items():
            if name != OURS and name not in SPARSE_PEERS:
                for density, time in times.items():
                    fastest[density] = min(time, fastest.get(density, math.inf))
        return fastest

    def break_even(self):
        """The density at which a dense library is as fast as we are, between those that were measured; None where we
        are faster, or slower, at all of them."""
        ours, theirs = self.times.get(OURS, {}), self.dense_peers()
        both = sorted(ours.keys() & theirs.keys())
        lead = [(math.log(density), math.log(theirs[density] / ours[density])) for density in both]
        for (left, before), (right, after) in zip(lead, lead[1:]):
            if before >= 0 > after:
                return math.exp(left + (right - left) * before / (before - after))
        return None


def sweep_of(all_contests, threads):
    """Of the fastest runs where these are known, else of medians; None where no sweep was run."""
    times = {}
    for one in all_contests:
        place = re.fullmatch(r"sweep_d(.*)", one.ours.id)
        if place is None or one.ours.threads != threads or one.ours.variant.endswith("/nchw"):
            continue
        density = float(place[1])
        for row in one.rows:
            here = {OURS: row.ours_fastest_ms or row.ours_ms, row.peer: row.peer_fastest_ms or row.peer_ms}
            for name, time in here.items():
                if name and time:
                    times.setdefault(name, {})[density] = time
    return Sweep(times) if times else None
