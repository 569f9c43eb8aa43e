#!/usr/bin/env python3
"""Writes auk.h and auk.c: the whole library as two files that need no other one.

    src/amalgamate.py [FOLDER] [--stb FILE]

Into FOLDER, or the present one. FILE is stb_ds.h; without it, it is looked for where packages put it. A game compiles
    cc game.c auk.c -lm
The files are made, not committed. The pragmas of auk.c set what meson.build sets by arguments, and it refuses modes in
which results would differ.
"""

import argparse
import pathlib
import re
import subprocess
import sys

SRC = pathlib.Path(__file__).resolve().parent
ROOT = SRC.parent
STB_PLACES = ["/usr/include/stb/stb_ds.h", "/usr/local/include/stb/stb_ds.h", "/usr/include/stb_ds.h",
              "/usr/local/include/stb_ds.h"]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(stb_ds\.h)>)[^\n]*\n', re.M)

FIRST = """\
// auk {version}: a 2D collision world. One file, made by src/amalgamate.py from the sources; change those.
// Compile it as C11 or later, with or without optimisation, and link the mathematical library:
//     cc game.c auk.c -lm
//
{licence}
#ifdef __cplusplus
#    error "auk.c is C: compile it with a C compiler (gcc, clang, cl /TC) and link it; auk.h is for C and C++"
#endif
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \\
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#    error "auk.c computes the same bits on every machine: compile this file without -ffast-math (the game may have it)"
#endif
#if defined(__i386__) && !defined(__SSE2_MATH__)
#    error "auk.c needs arithmetic in SSE2 on 32-bit x86: compile this file with -msse2 -mfpmath=sse"
#endif

// No contraction of a * b + c. Where gcc 12 turns straight code into vectors, it forgets that (double)(float)x rounds.
// meson.build allows that in broad/, where nothing is rounded so; here it would keep functions of headers, which are
// compiled under the other setting, from being inlined into broad/: 7 % more instructions in a step.
#if defined(__clang__)
#    pragma clang diagnostic push
#    pragma clang diagnostic ignored "-Wignored-pragmas" // some targets do not know float_control
#    pragma float_control(precise, on)
#    pragma clang diagnostic pop
#    pragma STDC FP_CONTRACT OFF
#    pragma clang diagnostic ignored "-Wunused-function" // inline functions of headers, which are in this file now
#elif defined(__GNUC__)
#    pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize", "no-math-errno")
#elif defined(_MSC_VER)
#    pragma fp_contract(off)
#    pragma float_control(precise, on)
#endif

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#    define _POSIX_C_SOURCE 200809L
#endif
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#    define _DEFAULT_SOURCE
#endif
#define AUK_BUILDING
#include "auk.h"
"""

STB_BEFORE = """\
// ==== stb_ds.h, with a licence of its own at its end =========================================================
#if defined(__GNUC__) || defined(__clang__)
#    pragma GCC diagnostic push
#    pragma GCC diagnostic ignored "-Wpragmas"
#    pragma GCC diagnostic ignored "-Wall"
{ignored}#elif defined(_MSC_VER)
#    pragma warning(push, 0)
#endif
"""
STB_WARNINGS = ["-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual", "-Wundef",
                "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wold-style-definition", "-Wunused-function",
                "-Wpointer-arith", "-Wcast-align", "-Wswitch-enum", "-Wfloat-conversion", "-Wnull-dereference",
                "-Wimplicit-fallthrough", "-Wunknown-warning-option", "-Wunused-value", "-Wsign-compare"]
STB_AFTER = """\
#if defined(__GNUC__) || defined(__clang__)
#    pragma GCC diagnostic pop
#elif defined(_MSC_VER)
#    pragma warning(pop)
#endif
"""


def banner(name):
    return f"// ==== {name} " + "=" * max(4, 108 - len(name)) + "\n"


class Writer:
    """Text with every header in it once, where it is first included."""

    def __init__(self, stb):
        self.stb = stb
        self.seen = set()

    def inlined(self, path, name):
        """The text of a file with its own includes replaced."""
        text = path.read_text()
        return banner(name) + INCLUDE.sub(lambda match: self.replaced(match, path), text)

    def replaced(self, match, path):
        name = match.group(1) or match.group(2)
        if name == "stb_ds.h":
            ignored = "".join(f'#    pragma GCC diagnostic ignored "{warning}"\n' for warning in STB_WARNINGS)
            return STB_BEFORE.format(ignored=ignored) + self.stb.read_text() + STB_AFTER
        file = ROOT / "include" / name if name.startswith("auk/") else SRC / name
        if not file.is_file():
            sys.exit(f"{path}: {name} is not a file of auk")
        if name.startswith("auk/") or file.suffix == ".h":  # others, such as lists of calls, are included many times
            if name in self.seen:
                return ""
            self.seen.add(name)
        return self.inlined(file, name)


def version():
    text = (ROOT / "include/auk/auk.h").read_text()
    return ".".join(re.search(rf"AUK_VERSION_{part}\s+(\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def licence():
    lines = (ROOT / "LICENSE").read_text().splitlines()
    return "".join(f"// {line}".rstrip() + "\n" for line in lines)


def header(writer):
    writer.seen.add("auk/auk.h")
    return (f"// auk {version()}: a 2D collision world. All public headers in one file, made by src/amalgamate.py.\n//\n"
            + licence() + writer.inlined(ROOT / "include/auk/auk.h", "auk/auk.h"))


def source(writer):
    files = sorted(SRC.rglob("*.c"), key=lambda file: (file.name != "stb.c", str(file)))  # stb.c asks for the bodies
    parts = [FIRST.format(version=version(), licence=licence())]
    for file in files:
        parts.append(writer.inlined(file, str(file.relative_to(SRC))))
    return "\n".join(parts)


def find_stb(given):
    places = [given] if given else list(STB_PLACES)
    if not given:
        try:
            found = subprocess.run(["pkg-config", "--variable=includedir", "stb"], capture_output=True, text=True)
            places.insert(0, found.stdout.strip() + "/stb_ds.h")
        except OSError:
            pass
    for place in places:
        if pathlib.Path(place).is_file():
            return pathlib.Path(place)
    sys.exit(f"stb_ds.h is not in {', '.join(places)}: install libstb-dev, or say --stb FILE")


def main():
    parser = argparse.ArgumentParser(description="Writes auk.h and auk.c: the whole library as two files.")
    parser.add_argument("folder", nargs="?", default=".", help="where to write them")
    parser.add_argument("--stb", metavar="FILE", help="the header stb_ds.h")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.folder)
    writer = Writer(find_stb(arguments.stb))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "auk.h").write_text(header(writer))
        (folder / "auk.c").write_text(source(writer))
    except OSError as error:
        sys.exit(f"{folder} cannot be written: {error}")
    print(f"{folder / 'auk.h'} and {folder / 'auk.c'}: auk {version()}")


main()
