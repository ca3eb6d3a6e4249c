"""Pictures of results, by matplotlib."""

import math

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  # after the choice of a back end that needs no screen

WIN, LOSS = "#2a7f4f", "#b5413a"


def _save(figure, path):
    figure.savefig(path, dpi=110, bbox_inches="tight")
    pyplot.close(figure)


def draw_ratios(path, title, ratios):
    """`ratios`: {name of a series: {label: ratio}}. A bar for each, the longest of the first series on top, from 1 to
    the ratio: to the right we are faster. Colours of later series are paler."""
    labels = {label: None for series in ratios.values() for label in series}
    first = next(iter(ratios.values()))
    order = sorted(labels, key=lambda label: first.get(label, 0))
    height = 0.8 / len(ratios)
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.22 * len(order) * max(1, 0.7 * len(ratios))))
    for number, (name, series) in enumerate(ratios.items()):
        above = ((len(ratios) - 1) / 2 - number) * height
        places = [place + above for place, label in enumerate(order) if label in series]
        values = [math.log2(series[label]) for label in order if label in series]
        colours = [(WIN if value >= 0 else LOSS) for value in values]
        axes.barh(places, values, height, color=colours, alpha=1 - 0.5 * number / len(ratios), label=name)
        for place, value in zip(places, values):
            axes.annotate(
                f"{2**value:.2f}", (value, place), xytext=(3 if value >= 0 else -3, 0), textcoords="offset points",
                va="center", ha="left" if value >= 0 else "right", fontsize=7,
            )  # fmt: skip
    axes.set_yticks(range(len(order)), order, fontsize=7)
    every = [math.log2(ratio) for series in ratios.values() for ratio in series.values()]
    axes.set_xlim(min(-0.2, min(every) - 0.4), max(0.2, max(every) + 0.4))  # room for the numbers
    axes.tick_params(axis="x", labelsize=8)
    axes.set_ylim(-0.7, len(order) - 0.3)
    round_ratios = [factor * 2.0**power for power in range(-7, 8) for factor in (1, 1.5)]
    axes.xaxis.set_major_locator(ticker.FixedLocator(list(map(math.log2, round_ratios))))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{2**value:.3g}"))
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("time of the fastest peer over ours (logarithmic; of the fastest runs where these are known)")
    axes.set_title(title if len(ratios) == 1 else f"{title} (bars from dark to pale: {', '.join(ratios)})")
    _save(figure, path)


def draw_sweep(path, title, sweep, ours):
    """Times over densities, a line for each of the sweep's names; `ours` is drawn thicker."""
    figure, axes = pyplot.subplots(figsize=(9, 6))
    for name, times in sweep.times.items():
        densities = sorted(times)
        style = {"linewidth": 2.5, "color": WIN} if name == ours else {"linewidth": 1, "marker": "."}
        axes.plot(densities, [times[density] for density in densities], label=name, **style)
    break_even = sweep.break_even()
    if break_even:
        axes.axvline(break_even, color="black", linewidth=0.8, linestyle=":")
        axes.annotate(
            f"break-even with dense: {break_even:.0%}", (break_even, 0.02), xytext=(-3, 0),
            xycoords=axes.get_xaxis_transform(), textcoords="offset points", ha="right", va="bottom", rotation=90,
            fontsize=8,
        )  # fmt: skip
    axes.set(xscale="log", yscale="log", xlabel="share of weights that are not zero", ylabel="ms", title=title)
    densities = sorted({density for times in sweep.times.values() for density in times})
    axes.set_xticks(densities, [f"{100 * density:g} %" for density in densities], fontsize=7, rotation=45)
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.grid(which="both", linewidth=0.2)
    axes.legend(fontsize=8)
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
