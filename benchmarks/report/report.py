"""Makes the report: what stands in it, and in which order."""

import re

import page
from groups import contests, grouped, standing
from page import Ratio


def slug(text):
    return re.sub(r"\W+", "_", text.lower()).strip("_")


def threads_text(number):
    return f"{number} thread" + ("s" if number > 1 else "")


def _ratio(value):
    return None if value is None else Ratio(value)


def machine_section(run):
    machine = run.record.get("machine")
    if not machine:
        return page.section("Machine", f"<p>{run.name}.json, which tells machine and versions, is missing.</p>")
    lines = [
        ("processor", machine["processor"]),
        ("cores", machine["cores"]),
        ("vectors", machine["vectors"]),
        ("compiler of plain loops", machine["compiler"]),
    ]
    for one in machine["measured"]:
        measured = f"{one['fma_peak_gflops']:.1f} GFLOP/s of multiply-adds, memory {one['memory_gb_per_s']:.1f} GB/s"
        lines.append((f"measured, {threads_text(one['threads'])}", measured))
    lines += run.record.get("versions", {}).items()
    lines += [("date", run.record.get("date")), ("command", run.record.get("command"))]
    lines.append(("rounds", run.record.get("rounds")))
    return page.section("Machine", page.table(["", ""], lines))


def standings_section(groups):
    lines = []
    for (name, threads), inside in groups.items():
        of_group = standing(inside)
        lines.append(
            (name, threads, of_group.compared, _ratio(of_group.geometric_mean), _ratio(of_group.least),
             _ratio(of_group.largest), of_group.wins, of_group.undone)
        )  # fmt: skip
    headings = ["group", "threads", "compared", "geometric mean", "least", "largest", "wins", "not done by us"]
    text = "<p>Ratios: time of the fastest peer over ours; above 1 we are faster.</p>"
    return page.section("Groups", text, page.table(headings, lines))


def roofline_sections(run, groups, folder, plots):
    """A roofline for each number of threads whose roof was measured."""
    sections = []
    for threads in sorted({number for _, number in groups}):
        series = {}
        for (name, number), inside in groups.items():
            points = [(run.intensity(one.ours.id), one.ours.gflops) for one in inside]
            points = [(x, y) for x, y in points if x and y]
            if number == threads and points:
                series[name] = points
        if not series or run.measured(threads) is None:
            continue
        file = f"{slug(run.name)}_roofline_{threads}.png"
        title = f"Roofline, {threads_text(threads)}"
        plots.draw_roofline(folder / file, title, *run.measured(threads), series)
        sections.append(page.section(title, page.picture(file, title)))
    return sections


def _lines(contests_of_group):
    for one in contests_of_group:
        ours = one.ours
        peer_ms = ours.ours_ms * one.ratio if one.ratio else None
        share = None if ours.peak_share is None else f"{ours.peak_share:.0%}"
        yield (ours.id, ours.variant, ours.ours_ms, one.peer, peer_ms, _ratio(one.ratio), ours.gflops, share,
               ours.max_error)  # fmt: skip


def group_section(run, name, threads, inside, folder, plots):
    title = f"{name}, {threads_text(threads)}"
    parts = []
    compared = [one for one in inside if one.ratio]
    if plots and compared:
        file = f"{slug(run.name)}_{slug(name)}_{threads}.png"
        labels = [f"{one.ours.id}  {one.ours.variant}" for one in compared]
        plots.draw_ratios(folder / file, title, labels, [one.ratio for one in compared])
        parts.append(page.picture(file, title))
    headings = ["id", "variant", "ours, ms", "fastest peer", "its ms", "ratio", "GFLOP/s", "of the peak", "error"]
    parts.append(page.folded(f"{len(inside)} results", page.table(headings, _lines(inside))))
    return page.section(title, *parts)


def write_report(runs, folder, plots):
    """Writes index.html and its pictures; `plots` is the module of that name, or None for no pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for run in runs:
        groups = grouped(contests(run.rows))
        if len(runs) > 1:
            sections.append(f"<h1>{run.name}</h1>")
        sections += [machine_section(run), standings_section(groups)]
        if plots:
            sections += roofline_sections(run, groups, folder, plots)
        for (name, threads), inside in groups.items():
            sections.append(group_section(run, name, threads, inside, folder, plots))
    index = folder / "index.html"
    index.write_text(page.page("Benchmarks of Tiramisu", sections), encoding="utf-8")
    return index
