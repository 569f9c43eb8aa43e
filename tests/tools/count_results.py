"""Counts the tests of one run and prints "PASSED FAILED"; what failed goes to standard error.

    count_results.py meson BUILD_DIR    the last `meson test` of that folder
    count_results.py tap FILE STATUS    a TAP report and the exit status of the program that wrote it

Each Criterion test counts, and each script test counts once. A program that ends badly without naming a failed test,
or that reports fewer tests than it announced, counts as one failed test more. Skipped tests count as neither.
"""

import collections
import json
import pathlib
import re
import sys


class Count:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.said = collections.Counter()

    def passes(self):
        self.passed += 1

    def fails(self, text):
        self.failed += 1
        self.said[f"failed: {text}"] += 1

    def skips(self, text):
        self.said[f"skipped: {text}"] += 1

    def report(self):
        """What did not pass, the cases of a parameterized test on one line."""
        for text, times in self.said.items():
            print(text if times == 1 else f"{text} ({times} cases)", file=sys.stderr)


def count_tap(count, name, text, ended_well):
    """One program's TAP report."""
    failed_before, results = count.failed, 0
    for line in text.splitlines():
        match = re.match(r"(not )?ok\b(?: +\d+)?(?: +-)? *(.*)", line)
        if not match:
            continue
        results += 1
        what = f"{name}: {re.sub(' *[(][0-9.]+s[)]', '', match.group(2))}"
        if re.search(r"# *skip", match.group(2), flags=re.I):
            count.skips(what)
        elif match.group(1):
            count.fails(what)
        else:
            count.passes()
    plan = re.search(r"^1\.\.(\d+)", text, flags=re.M)
    if not plan:
        count.fails(f"{name}: ended before it announced its tests")
    elif int(plan.group(1)) != results or results == 0:
        count.fails(f"{name}: announced {plan.group(1)} tests and reported {results}")
    elif not ended_well and count.failed == failed_before:
        count.fails(f"{name}: every test passed, but the program ended badly")


def tap_file(result):
    """The TAP report that a program was told to write; None if it writes none."""
    names = [part[len("--tap="):] for part in result["command"] if part.startswith("--tap=")]
    return pathlib.Path(names[0]) if names else None


def count_meson(count, build):
    """The results of the last `meson test`, one line of JSON for each program."""
    results = [json.loads(line) for line in (build / "meson-logs" / "testlog.json").read_text().splitlines()]
    if not results:
        count.fails("no test ran")
    for result in results:
        name, ended_well = result["name"].rpartition(" / ")[2], result["result"] == "OK"
        report = tap_file(result)
        if report and not (report.exists() and report.stat().st_mtime >= result["starttime"] - 1):
            count.fails(f"{name}: ended before it wrote {report.name} ({result['result'].lower()})")
        elif report:
            count_tap(count, name, report.read_text(), ended_well)
        elif result["result"] == "SKIP":
            count.skips(name)
        elif ended_well:
            count.passes()
        else:
            count.fails(f"{name}: {result['result'].lower()}")


def main():
    count = Count()
    if len(sys.argv) == 3 and sys.argv[1] == "meson":
        count_meson(count, pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 4 and sys.argv[1] == "tap":
        file = pathlib.Path(sys.argv[2])
        count_tap(count, file.stem, file.read_text(), sys.argv[3] == "0")
    else:
        sys.exit(__doc__)
    count.report()
    print(count.passed, count.failed)


main()
