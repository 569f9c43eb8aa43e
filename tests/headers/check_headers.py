"""Every public header stands alone, may be included twice, and is fine for C11, C17 and C++11.

The examples in C++ of the guide, which check_readme.py compiles, are C++17.

clang also checks that doc comments name the parameters that there are.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, compilers, public_headers, temporary_folder

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wconversion", "-Wshadow", "-Wundef", "-Wcast-qual"]


def main():
    check = Check()
    c_compilers = compilers(check.cc, ["gcc", "clang"])
    cpp_compilers = compilers(["c++"], ["g++", "clang++"])
    headers = public_headers(check.source)
    check.expect(headers, "no header in include/auk")
    check.expect(cpp_compilers, "no C++ compiler found")
    runs = [(cc, f"-std={std}", "c") for cc in c_compilers for std in ("c11", "c17")]
    runs += [(cc, "-std=c++11", "c++") for cc in cpp_compilers]
    with temporary_folder() as folder:
        for header in headers:
            file = pathlib.Path(folder) / "alone.txt"
            file.write_text(f'#include "auk/{header.name}"\n#include "auk/{header.name}"\nint auk_alone;\n')
            for cc, std, language in runs:
                warnings = [*WARNINGS, "-Wdocumentation"] if "clang" in cc[0] else WARNINGS
                command = [*cc, std, *warnings, f"-I{check.source / 'include'}", "-fsyntax-only", "-x", language, file]
                check.run(command, f"include/auk/{header.name} alone with {cc[0]} {std}")
    check.finish(f"{len(headers)} headers, {len(runs)} compilers and standards each")


main()
