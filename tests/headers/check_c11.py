"""The library's sources are also C11: each is compiled with the build's own arguments, but as strict C11.

A build of that very kind, as tests/run makes, has seen to it: then only missing sources are looked for.

The tests are compiled as for another machine: with the stand-in for Criterion and without vector instructions, whose
headers bring those of the C library along. A test that forgot one of these compiled everywhere but on ARM.
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


def compile_tests(check, entries):
    """Compiles the tests in `entries`, by file, as for another machine. Returns how many these are."""
    for file, entry in entries.items():
        if file.parent.name == "unit":
            one = [part for part in as_c11(shlex.split(entry["command"])) if part != entry["file"]]
            other = ["-Werror", "-DAUK_NO_SIMD", "-I", check.source / "tests/plain"]
            check.run([*one, *other, *sorted(entries)], "tests as for another machine", cwd=entry["directory"])
            break
    return len(entries)


def main():
    check = Check()
    done = set()
    folders = [check.source / "tests" / name for name in ("unit", "prop", "support")]
    tests = {}
    for entry in json.loads((check.build / "compile_commands.json").read_text()):
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if file.is_relative_to(check.source / "src") and file not in done:
            done.add(file)
            arguments = shlex.split(entry["command"])
            if not STRICT_C11 <= set(arguments):
                check.run(as_c11(arguments), f"{check.path(file)} as C11", cwd=entry["directory"])
        elif file.parent in folders:
            tests[file] = entry
    for file in sorted((check.source / "src").rglob("*.c")):
        check.expect(file in done, f"{check.path(file)} is not part of the library's build")
    compiled = compile_tests(check, tests)
    check.finish(f"{len(done)} sources compile as C11, {compiled} of tests as for another machine")


main()
