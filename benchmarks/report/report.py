"""Makes the report: what stands in it, and in which order."""

import re

import page
from groups import by_peer, contests, grouped, standing
from page import Ratio
from sweep import OURS, sweep_of


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
            (name, threads, of_group.compared, _ratio(of_group.geometric_mean), _ratio(of_group.of_fastest_runs),
             _ratio(of_group.least), _ratio(of_group.largest), of_group.wins, of_group.undone)
        )  # fmt: skip
    headings = ["group", "threads", "compared", "geometric mean", "of fastest runs", "least", "largest", "wins",
                "not done by us"]  # fmt: skip
    text = (
        "<p>Ratios: time of the fastest peer over ours; above 1 we are faster. Those of the fastest runs are the least "
        "disturbed by what else the machine does.</p>"
    )
    return page.section("Groups", text, page.table(headings, lines))


def peers_section(groups):
    """Geometric means against each peer alone; numbers of threads side by side."""
    numbers = sorted({threads for _, threads in groups})
    lines = []
    for name in dict.fromkeys(name for name, _ in groups):
        of_peers = {number: by_peer(groups.get((name, number), [])) for number in numbers}
        for peer in dict.fromkeys(peer for found in of_peers.values() for peer in found):
            line = [name, peer]
            for number in numbers:
                against = standing(of_peers[number].get(peer, []))
                line += [against.compared, _ratio(against.geometric_mean), _ratio(against.of_fastest_runs)]
            lines.append(line)
    headings = ["group", "peer"]
    for number in numbers:
        headings += [f"{threads_text(number)}: compared", "geometric mean", "of fastest runs"]
    return page.section("Peers", page.table(headings, lines))


def sweep_sections(run, all_contests, folder, plots):
    """Of each number of threads for which a layer was timed at several densities."""
    sections = []
    for threads in sorted({one.ours.threads for one in all_contests}):
        sweep = sweep_of(all_contests, threads)
        if sweep is None or len(sweep.times.get(OURS, {})) < 2:
            continue
        title = f"Densities, {threads_text(threads)}"
        break_even = sweep.break_even()
        if break_even:
            text = f"<p>Dense libraries are faster from a density of {break_even:.0%} on.</p>"
        else:
            text = "<p>There is no break-even with dense libraries among these densities.</p>"
        parts = [text]
        if plots:
            file = f"{slug(run.name)}_densities_{threads}.png"
            plots.draw_sweep(folder / file, title, sweep, OURS)
            parts.append(page.picture(file, title))
        sections.append(page.section(title, *parts))
    return sections


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
        yield (ours.id, ours.variant, ours.ours_ms, one.peer, peer_ms, _ratio(one.ratio),
               _ratio(one.ratio_of_fastest_runs), ours.gflops, share, ours.max_error)  # fmt: skip


def group_section(run, name, by_threads, folder, plots):
    """`by_threads`: {number of threads: contests}"""
    parts = []
    ratios = {}
    for threads, inside in by_threads.items():
        compared = {
            f"{one.ours.id}  {one.ours.variant}": one.ratio_of_fastest_runs or one.ratio for one in inside if one.ratio
        }
        if compared:
            ratios[threads_text(threads)] = compared
    if plots and ratios:
        file = f"{slug(run.name)}_{slug(name)}.png"
        plots.draw_ratios(folder / file, name, ratios)
        parts.append(page.picture(file, name))
    headings = ["id", "variant", "ours, ms", "fastest peer", "its ms", "ratio", "of fastest runs", "GFLOP/s",
                "of the peak", "error"]  # fmt: skip
    for threads, inside in by_threads.items():
        title = f"{len(inside)} results, {threads_text(threads)}"
        parts.append(page.folded(title, page.table(headings, _lines(inside))))
    return page.section(name, *parts)


def write_report(runs, folder, plots):
    """Writes index.html and its pictures; `plots` is the module of that name, or None for no pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for run in runs:
        all_contests = contests(run.rows)
        groups = grouped(all_contests)
        if len(runs) > 1:
            sections.append(f"<h1>{run.name}</h1>")
        sections += [machine_section(run), standings_section(groups), peers_section(groups)]
        if plots:
            sections += roofline_sections(run, groups, folder, plots)
        sections += sweep_sections(run, all_contests, folder, plots)
        for name in dict.fromkeys(name for name, _ in groups):
            by_threads = {threads: inside for (other, threads), inside in groups.items() if other == name}
            sections.append(group_section(run, name, by_threads, folder, plots))
    index = folder / "index.html"
    index.write_text(page.page("Benchmarks of Tiramisu", sections), encoding="utf-8")
    return index
