"""Writes auk.h and auk.c and builds outside programs with them: other dialects and levels of optimisation compute what
the library computes, and modes that change rounding are refused."""

import re
import shutil
import subprocess
import sys
import pathlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, compilers, temporary_folder

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wstrict-prototypes",
          "-Wmissing-prototypes", "-Wold-style-definition", "-Wundef", "-Wpointer-arith", "-Wcast-qual",
          "-Wwrite-strings", "-Wswitch-enum", "-Wvla"]
# The first of each compiler is compiled without a warning.
MODES = {
    "gcc": [["-std=c11", "-O2", *STRICT], ["-O0"], ["-std=gnu17", "-O3", "-march=native"]],
    "clang": [["-std=c17", "-O2", *STRICT], ["-std=gnu17", "-O3", "-march=native"]],
}


def kind_of(compiler):
    text = subprocess.run([*compiler, "--version"], capture_output=True, text=True).stdout
    return "clang" if "clang" in text else "gcc"


def built(check, compiler, arguments, folder, program):
    """What a program prints that is built with auk.c, or None."""
    what = " ".join([*compiler, *arguments, program.name])
    out = folder / "program"
    command = [*compiler, *arguments, "-I", folder, program, folder / "auk/auk.c", "-lm", "-o", out]
    return check.run([out], what) if check.run(command, what) is not None else None


def check_refused(check, compiler, folder, arguments, text):
    command = [*map(str, compiler), *arguments, "-fsyntax-only", str(folder / "auk/auk.c")]
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
    """The C++ program includes auk.h; auk.c stays C."""
    partner = {"gcc": "g++", "clang": "clang++"}[kind_of(compiler)]
    if not shutil.which(partner):
        return
    objects = [folder / "auk.o", folder / "game.o"]
    commands = [[*compiler, "-c", "-O1", folder / "auk/auk.c", "-o", objects[0]],
                [partner, "-c", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffast-math", "-I", folder,
                 source / "tests/embed/game.cpp", "-o", objects[1]],
                [partner, *objects, "-lm", "-o", folder / "program"], [folder / "program"]]
    for command in commands:
        if check.run(command, "a program in C++") is None:
            return
    check_refused(check, [partner], folder, ["-x", "c++"], "auk.c is C")


def main():
    check = Check()
    program = check.source / "tests/embed/hashes.c"
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        check.run([sys.executable, check.source / "src/amalgamate.py", folder / "auk"], "amalgamate.py")
        library = folder / "by_library"
        check.run([*check.cc, "-I", check.source / "include", program, "-L", check.build / "src", "-lauk", "-lm",
                   f"-Wl,-rpath,{check.build / 'src'}", "-o", library], "a program with the library")
        wanted = check.run([library], "a program with the library")
        count = 0
        by_kind = {}
        for compiler in compilers(check.cc, ["gcc", "clang"]):
            by_kind.setdefault(kind_of(compiler), compiler)
        for compiler in by_kind.values():
            for arguments in MODES[kind_of(compiler)]:
                printed = built(check, compiler, arguments, folder, program)
                check.expect(printed in (wanted, None),
                             f"{compiler} {arguments} prints\n{printed}and the library\n{wanted}")
                count += 1
        check_refused(check, check.cc, folder, ["-ffast-math"], "without -ffast-math")
        if kind_of(check.cc) == "gcc":
            check_contraction(check, check.cc, folder, program)
        check_cpp(check, check.cc, folder, check.source)
    check.finish(f"auk.c in {count} modes: {(wanted or '').strip()}")


main()
