"""Every C and C++ file is laid out as clang-format would. Another major version lays out differently, so one counts."""

import re
import shutil
import subprocess

from checks import Check, skip

VERSION = 14


def formatter():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", text):
                return program
    return None


def main():
    check = Check()
    program = formatter()
    if not program:
        skip(f"there is no clang-format {VERSION}")
    files = []
    for folder in ("include", "src", "tests", "demos"):
        files += sorted(file for file in (check.source / folder).rglob("*") if file.suffix in (".c", ".h", ".cpp"))
    check.expect(files, "no files found")
    for file in files:
        done = subprocess.run([program, "--dry-run", "--Werror", "--style=file", file], capture_output=True, text=True)
        first = re.search(r":(\d+):\d+: error", done.stderr)
        if done.returncode != 0:
            place = f"{check.path(file)}:{first.group(1)}" if first else f"{check.path(file)}: {done.stderr}"
            check.find(f"{place}: laid out differently; to repair: {program} -i {check.path(file)}")
    check.finish(f"{len(files)} files are formatted")


main()
