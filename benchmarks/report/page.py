"""The page that shows results."""

import html

STYLE = """body { font: 15px/1.5 sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .15em .7em; text-align: left }
th { border-bottom: 1px solid #888 } tr:nth-child(even) { background: #f5f5f5 }
td.number { text-align: right; font-variant-numeric: tabular-nums } .win { color: #2a7f4f } .loss { color: #b5413a }
img { max-width: 100% } summary { cursor: pointer }"""


class Ratio(float):
    """A number that is shown as a win from 1, as a loss below."""


def _cell(value):
    if value is None:
        return "<td></td>"
    if isinstance(value, Ratio):
        return f'<td class="number {"win" if value >= 1 else "loss"}">{value:.2f}</td>'
    if isinstance(value, (int, float)):
        return f'<td class="number">{value:.4g}</td>'
    return f"<td>{html.escape(str(value))}</td>"


def table(headings, lines):
    head = "".join(f"<th>{html.escape(one)}</th>" for one in headings)
    body = "\n".join("<tr>" + "".join(map(_cell, line)) + "</tr>" for line in lines)
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"


def picture(file, what):
    return f'<p><img src="{html.escape(file)}" alt="{html.escape(what)}"></p>'


def folded(title, inside):
    return f"<details><summary>{html.escape(title)}</summary>\n{inside}\n</details>"


def section(title, *parts):
    return "\n".join([f"<h2>{html.escape(title)}</h2>", *parts])


def page(title, sections):
    inside = "\n".join(sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style></head>
<body>
<h1>{html.escape(title)}</h1>
{inside}
</body>
</html>
"""
