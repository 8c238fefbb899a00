"""Runs of one program on machines of several sizes: a table, and a picture with logarithmic axes."""

import math
from html import escape

from ._program import Program, compile  # pylint: disable=redefined-builtin

WIDTH, HEIGHT, EDGE = 480, 300, 56


class Curve:
    """What scale() returns: `p` and `results`, in the order of the runs."""

    def __init__(self, p, results):
        self.p = p
        self.results = results

    def values(self, quantity):
        """A counter of each run: values("cycles")."""
        return [getattr(result, quantity) for result in self.results]

    def table(self, quantities=("cycles", "work")):
        """Lines of text: p and these counters."""
        rows = [["p", *quantities]]
        for p, result in zip(self.p, self.results):
            rows.append([str(p), *(str(getattr(result, quantity)) for quantity in quantities)])
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)

    def svg(self, quantity="cycles"):
        """A picture of a counter over p."""
        points = [(math.log2(p), math.log2(max(value, 1))) for p, value in zip(self.p, self.values(quantity))]
        low_x, high_x = _range([x for x, _ in points])
        low_y, high_y = _range([y for _, y in points])
        places = [(EDGE + (x - low_x) / (high_x - low_x) * (WIDTH - 2 * EDGE),
                   HEIGHT - EDGE - (y - low_y) / (high_y - low_y) * (HEIGHT - 2 * EDGE)) for x, y in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>p = {p}: {value}</title></circle>'
                       for (x, y), p, value in zip(places, self.p, self.values(quantity)))
        labels = "".join(f'<text x="{x:.1f}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{p}</text>'
                         for (x, _), p in zip(places, self.p))
        scale = "".join(f'<text x="{EDGE - 6}" y="{y:.1f}" text-anchor="end">{2 ** level:.0f}</text>'
                        for level, y in ((low_y, HEIGHT - EDGE), (high_y, EDGE)))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                f'font-family="sans-serif" font-size="12"><title>{escape(quantity)} over p</title>'
                f'<path d="M{EDGE},{EDGE} V{HEIGHT - EDGE} H{WIDTH - EDGE}" fill="none" stroke="currentColor"/>'
                f'<polyline points="{line}" fill="none" stroke="#0072b2" stroke-width="2"/>'
                f'<g fill="#0072b2">{dots}</g><g fill="currentColor">{labels}{scale}'
                f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">p</text>'
                f'<text x="{EDGE}" y="{EDGE - 12}" text-anchor="middle">{escape(quantity)}</text></g></svg>')

    def _repr_svg_(self):
        return self.svg()

    def __repr__(self):
        return self.table()


def _range(values):
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def scale(program, p=(1, 2, 4, 8, 16, 32, 64, 128, 256), *arguments, input=None, **settings):
    """Runs a program, or the text of a source, on machines of these sizes. Raises RuntimeError if a run ends with a
    fault."""
    if not isinstance(program, Program):
        program = compile(program)
    results = []
    for size in p:
        result = program.run(size, *arguments, input=input, **settings)
        if result.end not in ("halted", "exit"):
            raise RuntimeError(f"the run on {size} PPs ended with a fault: {result.report.strip()}")
        results.append(result)
    return Curve(list(p), results)
