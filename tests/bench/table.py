"""Prints rows of bench.csv, which tests/bench/run wrote, as README.md's table of speed.

    tests/bench/table.py build-bench/bench.csv

Times are means. A peer's best broad phase counts.
"""

import csv
import sys

ROWS = [
    ("whole step, all bodies move", "gas", "step", (10000, 100000)),
    ("whole step, sizes from 0.1 to 50", "clumps", "step", (10000,)),
    ("whole step, 1,000 move", "tiles", "step", (101000,)),
    ("whole step, a tenth destroyed and created", "churn", "step", (10000,)),
    ("whole step, a small world", "small", "step", (100,)),
    ("broad phase alone, all bodies move", "gas", "broad", (10000, 100000)),
    ("fast bullets among as many walls", "bullets", "fly", (10000,)),
    ("rays, one for each body: closest hit", "rays", "closest hit", (100000,)),
    ("20,000 casts of a disc: closest hit", "queries", "cast disc", (100000,)),
    ("20,000 rectangles: bounding boxes in them", "queries", "overlap bounding boxes", (100000,)),
    ("20,000 overlaps of a turned box", "queries", "overlap turned box", (100000,)),
    ("20,000 points: nearest shape within 10", "queries", "nearest within 10", (100000,)),
    ("characters over hills, each moved once", "characters", "chains", (1000,)),
    ("characters over tiles, each moved once", "characters", "tiles", (1000,)),
]


def read(name):
    """{(scene, bodies, phase): {engine: milliseconds}}, of one worker."""
    found = {}
    with open(name, newline="") as file:
        for row in csv.DictReader(file):
            if row["workers"] == "1":
                key = row["scene"], int(row["bodies"]), row["phase"]
                found.setdefault(key, {})[row["engine"]] = float(row["ms_mean"])
    return found


def cell(times, name):
    """A peer's time as a multiple of auk's."""
    best = min((time for engine, time in times.items() if engine.startswith(name)), default=None)
    return "" if best is None else f"{best / times['auk']:.1f} x"


def text(ms):
    return f"{ms:.2f} ms" if ms >= 0.1 else f"{ms:.4f} ms"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = read(sys.argv[1])
    print("| | bodies | auk | Chipmunk | Box2D |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for what, scene, phase, sizes in ROWS:
        for bodies in sizes:
            times = found.get((scene, bodies, phase))
            if times:
                print(f"| {what} | {bodies:,} | {text(times['auk'])} | {cell(times, 'chipmunk')} | "
                      f"{cell(times, 'box2d')} |")


main()
