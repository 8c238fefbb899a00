"""A run as a picture: what each PP executes in which cycles, by functions, and how many PPs are active."""

from collections import Counter
from html import escape

from ._program import Program, compile  # pylint: disable=redefined-builtin

COLUMNS, ROWS = 480, 64
LEFT, TOP, ACTIVE, GAP = 56, 22, 40, 16
# distinct for colour-blind readers; the ninth function and all after it share the last
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#b59b00", "#7a4fa3", "#999999")
OTHERS = "others"


class Timeline:
    """What timeline() returns. `result` is the run's; `columns` counts `width` cycles each; `cells[row][column]` counts the
    instructions by function; a row is `band` PPs. `functions` has the functions, the one with most instructions first."""

    def __init__(self, pps):
        self.result = None
        self.band = -(-pps // ROWS)
        self.width = 1
        self.cells = [[] for _ in range(-(-pps // self.band))]
        self._names = {}

    @property
    def columns(self):
        """How many there are."""
        return max(len(row) for row in self.cells)

    @property
    def functions(self):
        """Names of functions, the one with most instructions first."""
        sums = Counter()
        for row in self.cells:
            for cell in row:
                sums.update(cell)
        return [name for name, _ in sorted(sums.items(), key=lambda item: (-item[1], item[0]))]

    def _note(self, run, cycle):
        """The observer. Cycles are numbered from 0."""
        column = cycle.number // self.width
        while column >= COLUMNS:
            self._halve()
            column = cycle.number // self.width
        for pp, pc in cycle.steps:
            if pc not in self._names:
                place = run.line(pc)
                self._names[pc] = (place[2] if place is not None else None) or "?"
            row = self.cells[pp // self.band]
            while len(row) <= column:
                row.append(Counter())
            row[column][self._names[pc]] += 1

    def _halve(self):
        """Makes one column of two."""
        self.width *= 2
        for row in self.cells:
            row[:] = [sum(row[k:k + 2], Counter()) for k in range(0, len(row), 2)]

    def active(self):
        """For each column how many PPs execute an instruction in a cycle, on average."""
        cycles = [min(self.width, self.result.cycles - column * self.width) for column in range(self.columns)]
        return [sum(sum(row[column].values()) for row in self.cells if column < len(row)) / max(cycles[column], 1)
                for column in range(self.columns)]

    def _strokes(self, colour_of, height):
        """The path of each colour: horizontal strokes where a row has most instructions of that colour's function."""
        paths = {}
        for number, row in enumerate(self.cells):
            y = TOP + (number + 0.5) * height
            begin = 0
            names = [colour_of[max(cell, key=lambda name: (cell[name], name))] if cell else None for cell in row] + [None]
            for column in range(1, len(names)):
                if names[column] != names[begin]:
                    if names[begin] is not None:
                        paths.setdefault(names[begin], []).append(f"M{LEFT + begin},{y:g}h{column - begin}")
                    begin = column
        return paths

    def svg(self):
        """The picture."""
        functions = self.functions
        colour_of = {name: min(rank, len(COLOURS) - 1) for rank, name in enumerate(functions)}
        height = 14 if len(self.cells) <= 16 else 8 if len(self.cells) <= 32 else 5
        bottom = TOP + len(self.cells) * height
        paths = self._strokes(colour_of, height)
        parts, legend = [], []
        for colour in sorted(set(colour_of.values())):
            named = [name for name in functions if colour_of[name] == colour]
            title = named[0] if len(named) == 1 else OTHERS
            if colour in paths:
                parts.append(f'<path stroke="{COLOURS[colour]}" stroke-width="{height - 1}" d="{"".join(paths[colour])}">'
                             f'<title>{escape(", ".join(named))}</title></path>')
            y = TOP + 12 + 16 * len(legend)
            legend.append(f'<rect x="{LEFT + COLUMNS + 12}" y="{y - 10}" width="10" height="10" fill="{COLOURS[colour]}"/>'
                          f'<text x="{LEFT + COLUMNS + 27}" y="{y}" fill="currentColor">{escape(title)}</text>')
        active = self.active()
        most = max(active, default=0) or 1
        floor = bottom + GAP + ACTIVE
        area = "".join(f"V{floor - value / most * ACTIVE:.1f}h1" for value in active)
        last = len(self.cells) * self.band - 1
        whole = max(floor + 34, TOP + 16 * len(legend) + 8)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + COLUMNS + 190} {whole}" '
                f'width="{LEFT + COLUMNS + 190}" font-family="sans-serif" font-size="12">'
                f'<title>{self.result.cycles} cycles by functions</title><g fill="none">{"".join(parts)}</g>{"".join(legend)}'
                f'<path d="M{LEFT},{floor}{area}V{floor}z" fill="#0072b2" fill-opacity="0.5"><title>active PPs</title></path>'
                f'<g fill="currentColor"><text x="{LEFT}" y="14">{"PPs" if self.band == 1 else f"{self.band} PPs a row"}</text>'
                f'<text x="{LEFT - 6}" y="{TOP + height}" text-anchor="end">0</text>'
                + (f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">{last}</text>' if len(self.cells) > 1 else "") +
                f'<text x="{LEFT - 6}" y="{floor - ACTIVE + 10}" text-anchor="end">{most:.0f}</text>'
                f'<text x="{LEFT - 6}" y="{floor}" text-anchor="end">active</text>'
                f'<text x="{LEFT}" y="{floor + 16}">0</text>'
                f'<text x="{LEFT + self.columns}" y="{floor + 16}" text-anchor="end">{self.result.cycles}</text>'
                f'<text x="{LEFT + self.columns / 2:g}" y="{floor + 30}" text-anchor="middle">cycles</text></g></svg>')

    def _repr_html_(self):
        return self.svg() + self.result._repr_html_()  # pylint: disable=protected-access

    def __repr__(self):
        return (f"<Timeline: {len(self.cells)} rows of {self.band} PPs, {self.columns} columns of {self.width} cycles, "
                f"{self.result.cycles} cycles>")


def timeline(program, p, *arguments, input=None, **settings):
    """Runs a program, or the text of a source, on p PPs, and notes what each PP executes in which cycle. The run is that of
    Program.run; to look at each cycle takes time for each instruction."""
    if not isinstance(program, Program):
        program = compile(program)
    picture = Timeline(int(p))
    run = program.prepare(p, *arguments, input=input, **settings)
    picture.result = run.observe(lambda cycle: picture._note(run, cycle)).go()  # pylint: disable=protected-access
    return picture
