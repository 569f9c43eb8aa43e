"""Every C and C++ file is laid out as clang-format would. Another major version lays out differently, so one counts."""

import re
import shutil
import subprocess

from checks import Check, skip

VERSION = 14
FILES_AT_ONCE = 100


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
    for first in range(0, len(files), FILES_AT_ONCE):
        command = [program, "--dry-run", "--Werror", "--style=file", *files[first:first + FILES_AT_ONCE]]
        done = subprocess.run(command, capture_output=True, text=True)
        places = dict(reversed(re.findall(r"^(.*?):(\d+):\d+: error", done.stderr, flags=re.M)))  # the first of each file
        for file, line in sorted(places.items()):
            check.find(f"{check.path(file)}:{line}: laid out differently; to repair: {program} -i {check.path(file)}")
        check.expect(done.returncode == 0 or places, done.stderr)
    check.finish(f"{len(files)} files are formatted")


main()
