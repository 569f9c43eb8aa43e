"""Builds auk for another machine by Meson and a cross file, and runs there what this machine can run: a program must
compute what it computes here, and the unit tests run with a small stand-in for Criterion.

    check_cross.py --windows|--aarch64|--wasm SOURCE_DIR BUILD_DIR CC...

On Windows the program is linked with the static library and with the DLL, which exports the public functions alone.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, public_functions, skip
from targets import CROSS, TARGETS, environment

HERE = pathlib.Path(__file__).resolve().parent
# Tests whose oracle is the C library, which fails on that machine: the cosine of MinGW is that of the x87, which is off
# by thousands of units in the last place where a large angle is near a zero.
NOT_FOR = {"windows": {"trig/sine_and_cosine_are_those_of_libm_within_two_ulp"}, "aarch64": set()}
SAYS_EVERY = 60  # seconds: an emulator takes a quarter of an hour for what takes a minute and a half here


def configure(check, target):
    """The build folder, in which everything of auk's own is compiled; unit tests where Meson can run programs."""
    build = check.build / f"cross-{target.name}"
    tests = "disabled" if target.name == "wasm" else "enabled"
    setup = ["meson", "setup", build, check.source, "--cross-file", CROSS / f"{target.name}.ini", "-Dwerror=true",
             f"-Dtests={tests}", "-Ddemos=disabled", *(["--reconfigure"] if (build / "build.ninja").exists() else [])]
    if check.run(setup, f"meson setup, {target.name}") is None:
        return None
    libraries = ["auk:static_library"] if target.name == "wasm" else ["auk:static_library", "auk:shared_library"]
    for name in libraries + (["unit"] if tests == "enabled" else []):
        if check.run(["meson", "compile", "-C", build, name], f"meson compile {name}, {target.name}") is None:
            return None
    return build


def printed_here(check):
    return check.run([check.program(HERE / "hashes.c", check.build / "hashes-here")], "hashes.c here")


def check_program(check, target, build, wanted, library, what):
    program = build / f"hashes-{what}{target.ending}"
    command = [*target.compiler, "-O2", "-I", check.source / "include", HERE / "hashes.c", library,
               *target.linked, "-o", program]
    if check.run(command, f"hashes.c, {target.name}, {what}") is None:
        return
    paths = {"WINEPATH": str(build / "src")}  # of DLLs
    printed = check.run([*target.runner, program], f"hashes, {target.name}, {what}", env={**environment(), **paths})
    check.expect(printed in (wanted, None), f"{target.name}, {what}: prints\n{printed}and not\n{wanted}")


def check_exports(check, build):
    """The table of names of the DLL."""
    dll = next((build / "src").glob("*.dll"))
    text = check.run(["x86_64-w64-mingw32-objdump", "-p", dll], "objdump") or ""
    table = text.partition("[Ordinal/Name Pointer] Table")[2]
    exported = set(re.findall(r"^\s*\[\s*\d+\] (?:\+base\[\s*\d+\]\s+\w+ )?(\w+)$", table, re.M))
    wanted = set(public_functions(check.source))
    check.expect(exported == wanted, f"{dll.name} exports {sorted(exported - wanted)[:9]} too and lacks "
                 f"{sorted(wanted - exported)[:9]}")


def output_of(command, what, **options):
    """Standard output of a program that names each case as it begins; from time to time says how far it is."""
    lines, said = [], time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, errors="replace", **options) as running:
        for line in running.stdout:
            lines.append(line)
            if time.monotonic() - said >= SAYS_EVERY:
                said = time.monotonic()
                print(f"{what}: {len(lines)} lines, now {line.strip()}", file=sys.stderr, flush=True)
    return "".join(lines)


def check_units(check, target, build):
    """Returns the counts that the run ends with."""
    program = build / "tests" / "unit" / f"unit{target.ending}"
    what = f"unit tests, {target.name}"
    printed = output_of([*target.runner, str(program)], what, cwd=build, env=environment())
    named = set(re.findall(r"^FAILED: (\S+)", printed, re.M))
    known, failed = named & NOT_FOR[target.name], named - NOT_FOR[target.name]
    last = re.findall(r"^\d+ passed, \d+ failed, \d+ skipped", printed, re.M)
    check.expect(last and not failed, f"{what}: failed: {sorted(failed)}\n{printed[-2000:]}")
    excused = f", of which {len(known)} because of its C library" if known else ""
    return f"unit tests: {last[-1]}{excused}" if last else ""


def main():
    target = next((target for target in TARGETS if option(f"--{target.name}")), None)
    if not target:
        sys.exit(__doc__)
    check = Check()
    if not target.runs():
        skip(f"there is no {target.compiler[0]} or {target.runner[0]}")
    os.environ.pop("CC", None)
    build = configure(check, target)
    said = []
    if build:
        wanted = printed_here(check)
        check_program(check, target, build, wanted, build / "src/libauk.a", "static")
        if target.name == "windows":
            check_program(check, target, build, wanted, build / "src/libauk.dll.a", "dll")
            check_exports(check, build)
        if target.name != "wasm":
            said.append(check_units(check, target, build))
        said.append((wanted or "").strip())
    check.finish(f"{target.name}: {', '.join(said)}")


main()
