"""Writes auk.h and auk.c and builds outside programs with them: they compute what the library computes, and modes that
change rounding are refused.

With --all, which takes ten minutes: in other dialects and levels of optimisation, for other machines where their
compilers are, and with not over 3 % more instructions than the library.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, compilers, option, temporary_folder
from targets import MSVC, TARGETS, environment

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wstrict-prototypes",
          "-Wmissing-prototypes", "-Wold-style-definition", "-Wundef", "-Wpointer-arith", "-Wcast-qual",
          "-Wwrite-strings", "-Wswitch-enum", "-Wvla", "-Wfloat-conversion", "-Wnull-dereference"]
MODES = {
    "gcc": [["-std=c11", "-O0", *STRICT]],
    "clang": [["-std=c17", "-O0", *STRICT]],
}
# As a compiler without GNU's extensions and without intrinsics reads the sources. INFINITY is then 1e10000f in glibc.
NO_GNU = ["-std=c11", "-O1", "-fgnuc-version=0", "-U__SSE2__", "-Wno-literal-range"]
# -DNDEBUG changes what compilers know of values, and so what they warn of.
ALL_MODES = {
    "gcc": [*MODES["gcc"], ["-std=c11", "-O1", *STRICT], ["-O0"], ["-O2", *STRICT], ["-Os", *STRICT],
            ["-std=c17", "-O3", "-DNDEBUG", *STRICT], ["-std=gnu17", "-O3", "-march=native"]],
    "clang": [*MODES["clang"], ["-std=c11", "-O2", *STRICT], ["-std=gnu17", "-O3", "-march=native"],
              ["-O2", "-funsafe-math-optimizations"], NO_GNU],
}
REFUSED = {"gcc": ["-ffast-math", "-Ofast", "-ffinite-math-only", "-fno-signed-zeros", "-freciprocal-math"],
           "clang": ["-ffast-math", "-Ofast", "-ffinite-math-only"]}
TARGET_MODES = [["-std=c11", "-O2", *STRICT], ["-std=c17", "-O0"]]
SPEED_LIMIT = 1.03  # instructions of auk.c for one of the library


def kind_of(compiler):
    text = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    return "clang" if "clang" in text else "gcc"


def object_of(compiler, folder):
    """Where build() leaves the object of auk.c."""
    return folder / f"auk-{kind_of(compiler)}.o"


def build(check, compiler, arguments, folder, program, out, linked=("-lm",)):
    auk = object_of(compiler, folder)
    commands = [[*compiler, *arguments, "-c", folder / "auk/auk.c", "-o", auk],
                [*compiler, *arguments, "-I", folder, program, auk, *linked, "-o", out]]
    return all(check.run(command, " ".join(map(str, [*compiler, *arguments, program.name]))) is not None
               for command in commands)


def check_modes(check, everything, found, folder, program, wanted):
    """Returns how many modes there are."""
    count = 0
    for kind, compiler in found.items():
        for arguments in (ALL_MODES if everything else MODES)[kind]:
            count += 1
            out = folder / "program"
            printed = build(check, compiler, arguments, folder, program, out) and check.run([out], str(arguments))
            check.expect(printed in (wanted, None, False),
                         f"{compiler} {arguments} prints\n{printed}and the library\n{wanted}")
    return count


def check_target(check, everything, target, folder, program, wanted):
    """Without --all auk.c is only read by a compiler for another machine."""
    if not everything:
        check.run([*target.compiler, *TARGET_MODES[0], "-fsyntax-only", folder / "auk/auk.c"], f"auk.c for {target.name}")
        return
    for arguments in TARGET_MODES:
        out = folder / f"program{target.ending}"
        if not build(check, target.compiler, arguments, folder, program, out, target.linked) or not target.runs():
            continue
        printed = check.run([*target.runner, out], f"a program for {target.name}", env=environment())
        check.expect(printed in (wanted, None), f"{target.name} {arguments} prints\n{printed}and the library\n{wanted}")


def check_refused(check, compiler, folder, arguments, text, stage="-E"):
    command = [*map(str, compiler), *arguments, stage, str(folder / "auk/auk.c")]
    done = subprocess.run(command, capture_output=True, text=True)
    check.expect(done.returncode != 0 and text in done.stderr, f"{' '.join(command)}: not refused with '{text}'")


def check_contraction(check, compiler, folder, program):
    """Without its pragmas and with contraction, auk.c compiles; then no world is created."""
    flags = pathlib.Path("/proc/cpuinfo")
    if not flags.is_file() or not re.search(r"^flags.*\bfma\b", flags.read_text(), re.M):
        return
    bare = folder / "contracted/auk"
    bare.mkdir(parents=True)
    shutil.copy(folder / "auk/auk.h", bare)
    text = (folder / "auk/auk.c").read_text()
    (bare / "auk.c").write_text(re.sub(r"^# +pragma (STDC FP_CONTRACT|GCC optimize).*$", "", text, flags=re.M))
    command = [*compiler, "-O2", "-mfma", "-ffp-contract=fast", "-I", bare.parent, program, bare / "auk.c", "-lm",
               "-o", bare / "program"]
    if check.run(command, "with contraction") is not None:
        done = subprocess.run([bare / "program"], capture_output=True, text=True)
        check.expect(done.returncode == 1 and "rounding" in done.stdout,
                     f"with contraction a world was created: {done.stdout}")


def check_cpp(check, compiler, folder, source):
    """The C++ program includes auk.h and has -ffast-math itself; auk.c stays C, and is compiled already."""
    partner = {"gcc": "g++", "clang": "clang++"}[kind_of(compiler)]
    if not shutil.which(partner):
        return
    objects = [object_of(compiler, folder), folder / "game.o"]
    commands = [[partner, "-c", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffast-math", "-I", folder,
                 source / "tests/embed/game.cpp", "-o", objects[1]],
                [partner, *objects, "-lm", "-o", folder / "program"], [folder / "program"]]
    for command in commands:
        if check.run(command, "a program in C++") is None:
            return
    check_refused(check, [partner], folder, ["-x", "c++"], "auk.c is C")


def instructions(check, program):
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={program}.callgrind",
                           str(program)], capture_output=True, text=True)
    match = re.search(r"refs: +([\d,]+)", done.stderr)
    check.expect(match, f"valgrind counted no instructions:\n{done.stderr}")
    return int(match.group(1).replace(",", "")) if match else 1


def check_speed(check, folder):
    """At the level of optimisation of the library, without asserts like it."""
    options = json.loads((check.build / "meson-info/intro-buildoptions.json").read_text())
    level = next(item["value"] for item in options if item["name"] == "optimization")
    if not shutil.which("valgrind") or level != "3" or not (check.build / "src/libauk.a").exists():
        return "speed not compared"
    program = check.source / "tests/embed/speed.c"
    one, two = folder / "speed-library", folder / "speed-one-file"
    check.run([*check.cc, "-O3", "-I", check.source / "include", program, check.build / "src/libauk.a", "-lm", "-o", one],
              "speed.c with the library")
    build(check, check.cc, ["-O3", "-DNDEBUG"], folder, program, two)
    ratio = instructions(check, two) / instructions(check, one)
    check.expect(ratio <= SPEED_LIMIT, f"auk.c takes {ratio:.3f} times the instructions of the library")
    return f"{ratio:.3f} times the instructions of the library"


def main():
    everything = option("--all")
    check = Check()
    program = check.source / "tests/embed/hashes.c"
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        check.run([sys.executable, check.source / "src/amalgamate.py", folder / "auk"], "amalgamate.py")
        wanted = check.run([check.program(program, folder / "by_library")], "a program with the library")
        found = {}
        for compiler in compilers(check.cc, ["gcc", "clang"]):
            found.setdefault(kind_of(compiler), compiler)
        done = [f"{check_modes(check, everything, found, folder, program, wanted)} modes"]
        check_cpp(check, check.cc, folder, check.source)  # before another machine's compiler replaces the object
        for target in [*TARGETS, MSVC]:
            if target.compiles():
                check_target(check, everything, target, folder, program, wanted)
                done.append(target.name)
        for kind, compiler in found.items():
            for argument in REFUSED[kind]:
                check_refused(check, compiler, folder, [argument], "without -ffast-math")
            if sys.maxsize > 2**32:  # elsewhere it may be the rule
                argument = "-fshort-enums"
                check_refused(check, compiler, folder, [argument], f"without {argument}", "-fsyntax-only")
        if "gcc" in found:  # which has no macro for it
            argument = "-fsingle-precision-constant"
            check_refused(check, found["gcc"], folder, [argument], f"without {argument}", "-fsyntax-only")
        if everything:
            if "gcc" in found:
                check_contraction(check, found["gcc"], folder, program)
            done.append(check_speed(check, folder))
    check.finish(f"auk.c: {', '.join(done)}: {(wanted or '').strip()}")


main()
