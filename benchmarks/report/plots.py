"""Pictures of results, by matplotlib."""

import math

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  # after the choice of a back end that needs no screen

WIN, LOSS = "#2a7f4f", "#b5413a"


def _save(figure, path):
    figure.savefig(path, dpi=110, bbox_inches="tight")
    pyplot.close(figure)


def draw_ratios(path, title, labels, ratios):
    """A bar for each label, longest first, from 1 to the ratio: to the right we are faster."""
    order = sorted(range(len(ratios)), key=lambda place: ratios[place])
    logarithms = [math.log2(ratios[place]) for place in order]
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.22 * len(order)))
    axes.barh(range(len(order)), logarithms, color=[WIN if value >= 0 else LOSS for value in logarithms])
    axes.set_yticks(range(len(order)), [labels[place] for place in order], fontsize=7)
    for place, value in enumerate(logarithms):
        side = "left" if value >= 0 else "right"
        axes.annotate(
            f"{2**value:.2f}", (value, place), xytext=(3 if value >= 0 else -3, 0), textcoords="offset points",
            va="center", ha=side, fontsize=7,
        )  # fmt: skip
    axes.set_xlim(min(-0.2, logarithms[0] - 0.4), max(0.2, logarithms[-1] + 0.4))  # room for the numbers
    axes.tick_params(axis="x", labelsize=8)
    axes.set_ylim(-0.7, len(order) - 0.3)
    round_ratios = [factor * 2.0**power for power in range(-7, 8) for factor in (1, 1.5)]
    axes.xaxis.set_major_locator(ticker.FixedLocator(list(map(math.log2, round_ratios))))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{2**value:.3g}"))
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("time of the fastest peer over ours (logarithmic)")
    axes.set_title(title)
    _save(figure, path)


def draw_roofline(path, title, peak, bandwidth, series):
    """`series`: {name: [(operations a byte, GFLOP/s)]}; the roof is of the same run."""
    figure, axes = pyplot.subplots(figsize=(9, 6))
    places = [intensity for points in series.values() for intensity, _ in points]
    left, right = min([*places, 1.0]) / 2, max([*places, peak / bandwidth]) * 2
    ridge = peak / bandwidth
    axes.plot([left, ridge, right], [left * bandwidth, peak, peak], color="black", linewidth=1)
    axes.annotate(f"multiply-adds: {peak:.0f} GFLOP/s", (right, peak), ha="right", va="bottom", fontsize=8)
    axes.annotate(
        f"memory: {bandwidth:.1f} GB/s", (left, left * bandwidth), xytext=(4, 10), textcoords="offset points", fontsize=8
    )
    colours = pyplot.get_cmap("tab20").colors
    for number, (name, points) in enumerate(series.items()):
        axes.scatter(*zip(*points), s=16, label=name, color=colours[number % len(colours)], alpha=0.85)
    axes.set(xscale="log", yscale="log", xlabel="operations a byte of the arguments", ylabel="GFLOP/s", title=title)
    axes.grid(which="both", linewidth=0.2)
    axes.legend(fontsize=7, loc="lower right")
    _save(figure, path)
