#!/usr/bin/env python3
"""Draws how times grow with the number of bodies, from the benchmark's CSV, as SVG.

    plot.py build-bench/bench.csv growth.svg

One panel for each of PANELS that has two sizes or more; both axes are logarithmic, so a straight line of slope one is
linear growth. Means, one worker.
"""

import csv
import html
import math
import sys

PANELS = [("gas", "broad", "gas, broad phase"), ("gas", "step", "gas, whole step"),
          ("clumps", "broad", "clumps, broad phase"), ("clumps", "step", "clumps, whole step")]
COLOURS = {"auk": "#c1272d", "chipmunk bbtree": "#0072b2", "chipmunk hash": "#56b4e9", "chipmunk sweep1d": "#009e73",
           "chipmunk space": "#0072b2", "box2d tree": "#e69f00", "box2d world": "#e69f00", "naive sweep": "#777777",
           "memory floor": "#bbbbbb"}
LEFT_OUT = {"auk brute force"}  # the oracle
WIDTH, HEIGHT, LEFT, TOP, GAP, LEGEND = 300, 300, 56, 34, 62, 18


def read_series(path):
    """{(scene, phase): {engine: [(bodies, ms), ...]}} of one worker."""
    series = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            drawn = any((row["scene"], row["phase"]) == panel[:2] for panel in PANELS)
            if drawn and row["engine"] not in LEFT_OUT and row["engine"] not in COLOURS:
                sys.exit(f"plot.py: {row['engine']} has no colour")
            if drawn and row["workers"] == "1" and row["engine"] in COLOURS and float(row["ms_mean"]) > 0.0:
                engines = series.setdefault((row["scene"], row["phase"]), {})
                engines.setdefault(row["engine"], []).append((int(row["bodies"]), float(row["ms_mean"])))
    for engines in series.values():
        for points in engines.values():
            points.sort()
    return series


def decades(values):
    """The powers of ten around the values, as exponents."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


def power_text(exponent):
    return f"{10 ** exponent:,}" if exponent >= 0 else f"{10.0 ** exponent:.{-exponent}f}"


def draw_grid(out, x_of, y_of, x_range, y_range):
    left, right = x_of(10 ** x_range[0]), x_of(10 ** x_range[1])
    bottom, top = y_of(10.0 ** y_range[0]), y_of(10.0 ** y_range[1])
    for exponent in range(x_range[0], x_range[1] + 1):
        x = x_of(10 ** exponent)
        out.append(f'<path class="grid" d="M{x:.1f} {bottom:.1f}V{top:.1f}"/>')
        out.append(f'<text class="tick" text-anchor="middle" x="{x:.1f}" y="{bottom + 16:.1f}">{power_text(exponent)}</text>')
    for exponent in range(y_range[0], y_range[1] + 1):
        y = y_of(10.0 ** exponent)
        out.append(f'<path class="grid" d="M{left:.1f} {y:.1f}H{right:.1f}"/>')
        out.append(f'<text class="tick" text-anchor="end" x="{left - 6:.1f}" y="{y + 4:.1f}">{power_text(exponent)}</text>')


def draw_panel(out, origin_x, title, engines):
    points = [point for series in engines.values() for point in series]
    x_range, y_range = decades([p[0] for p in points]), decades([p[1] for p in points])

    def x_of(bodies):
        return origin_x + WIDTH * (math.log10(bodies) - x_range[0]) / (x_range[1] - x_range[0])

    def y_of(ms):
        return TOP + HEIGHT - HEIGHT * (math.log10(ms) - y_range[0]) / (y_range[1] - y_range[0])

    draw_grid(out, x_of, y_of, x_range, y_range)
    out.append(f'<text class="title" x="{origin_x}" y="{TOP - 14}">{html.escape(title)}: ms over bodies</text>')
    for place, engine in enumerate(name for name in COLOURS if name in engines):
        colour, series = COLOURS[engine], engines[engine]
        path = " ".join(f"{x_of(bodies):.1f},{y_of(ms):.1f}" for bodies, ms in series)
        out.append(f'<polyline class="line" stroke="{colour}" points="{path}"/>')
        out.extend(f'<circle r="3" fill="{colour}" cx="{x_of(bodies):.1f}" cy="{y_of(ms):.1f}"/>' for bodies, ms in series)
        y = TOP + HEIGHT + 42 + LEGEND * place
        out.append(f'<path stroke="{colour}" stroke-width="3" d="M{origin_x} {y - 4}h20"/>')
        out.append(f'<text class="tick" x="{origin_x + 28}" y="{y}">{html.escape(engine)}</text>')


def draw(series):
    panels = [(title, series[scene, phase]) for scene, phase, title in PANELS
              if any(len(points) > 1 for points in series.get((scene, phase), {}).values())]
    if not panels:
        sys.exit("plot.py: no scene with more than one size in that file")
    width = LEFT + len(panels) * (WIDTH + GAP)
    height = TOP + HEIGHT + 36 + LEGEND * max(len(engines) for _, engines in panels)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
           "<style>text{font-family:sans-serif;fill:#222}.tick{font-size:11px}.title{font-size:13px;font-weight:bold}"
           ".grid{stroke:#ddd;fill:none}.line{fill:none;stroke-width:2}</style>",
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for index, (title, engines) in enumerate(panels):
        draw_panel(out, LEFT + index * (WIDTH + GAP), title, engines)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    picture = draw(read_series(sys.argv[1]))
    with open(sys.argv[2], "w") as file:
        file.write(picture)


if __name__ == "__main__":
    main()
