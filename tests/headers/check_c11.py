"""The library's sources are also C11: each is compiled with the build's own arguments, but as strict C11.

A build of that very kind, as tests/run makes, has seen to it: then only missing sources are looked for.
"""

import json
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check


STRICT_C11 = {"-std=c11", "-Wpedantic", "-Werror"}


def as_c11(arguments):
    """The compile command without its outputs and without its standard."""
    kept = []
    parts = iter(arguments)
    for part in parts:
        if part in ("-o", "-MF", "-MQ", "-MT"):
            next(parts)
        elif part not in ("-c", "-MD", "-MMD") and not part.startswith("-std="):
            kept.append(part)
    return kept + ["-std=c11", "-pedantic-errors", "-fsyntax-only"]


def main():
    check = Check()
    done = set()
    for entry in json.loads((check.build / "compile_commands.json").read_text()):
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if file.is_relative_to(check.source / "src") and file not in done:
            done.add(file)
            arguments = shlex.split(entry["command"])
            if not STRICT_C11 <= set(arguments):
                check.run(as_c11(arguments), f"{check.path(file)} as C11", cwd=entry["directory"])
    for file in sorted((check.source / "src").rglob("*.c")):
        check.expect(file in done, f"{check.path(file)} is not part of the library's build")
    check.finish(f"{len(done)} sources compile as C11")


main()
