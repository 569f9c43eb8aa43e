"""Compares the tables on alternating projection in tests/README.md with what projection_table prints.

    check_projection.py PROJECTION_TABLE README

Names, distances and counts must be the same. Times are of one run on one machine, and errors of rounding are as good as
the C library's: those columns only have to be there.
"""

import pathlib
import subprocess
import sys


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(lines):
    """{header: rows} of all Markdown tables."""
    found, rows = {}, None
    for line in lines:
        if not line.startswith("|"):
            rows = None
        elif rows is None:
            rows = found.setdefault(tuple(cells(line)), [])
        elif not set(line) <= set("|-: "):
            rows.append(cells(line))
    return found


def compared(header):
    return [i for i, name in enumerate(header) if not name.endswith("ns") and "error" not in name]


def compare(header, printed, written):
    """Findings."""
    kept = compared(header)
    for row in printed, written:
        for line in row:
            if len(line) != len(header):
                return [f"a row of {len(line)} cells under {len(header)} headings: {line}"]
    picked = [[[line[i] for i in kept] for line in rows] for rows in (printed, written)]
    return [f"{' | '.join(now)}   printed\n{' | '.join(then)}   in the file"
            for now, then in zip(*picked) if now != then] + (
                [] if len(printed) == len(written) else [f"{len(printed)} rows printed, {len(written)} in the file"])


def main():
    program, readme = sys.argv[1:]
    in_file = tables(pathlib.Path(readme).read_text().splitlines())
    findings = []
    for options in ([], ["--families"]):
        done = subprocess.run([program, *options], capture_output=True, text=True, check=True)
        for header, rows in tables(done.stdout.splitlines()).items():
            if header in in_file:
                findings += compare(header, rows, in_file[header])
            else:
                findings.append(f"no table of {readme} has the headings {' | '.join(header)}")
    print("\n".join(findings) if findings else "the tables of projections are as projection_table prints them")
    sys.exit(1 if findings else 0)


main()
