"""What the two libraries show to the linker.

- the shared library exports exactly the functions that the public headers declare
- the static library defines no global name but those and private ones that begin with auk__
- neither asks for anything of libm whose last bits differ between machines, and no source calls sqrt(), which without
  optimisation is libm's
"""

import json
import re
import shutil

from checks import Check, public_functions, skip, without_comments

# Correctly rounded by IEEE 754, so the same everywhere.
LIBM_ALLOWED = {"sqrtf", "fabs", "fabsf", "floor", "floorf", "ceil", "ceilf", "fmaxf", "fminf"}
LIBM = """acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 fdim fma fmod frexp hypot ldexp
lgamma log log10 log1p log2 logb lrint lround modf nearbyint nextafter pow remainder rint round scalbn sin sincos sinh
sqrt tan tanh tgamma trunc""".split()


def names(check, *command):
    """Symbol names that nm lists, without versions."""
    text = check.run(command, "nm") or ""
    found = set()
    for line in text.splitlines():
        parts = line.split()
        if len(parts) >= 2 and not line.endswith(":"):
            found.add(parts[-1].split("@")[0])
    return found


def check_libm(check, wanted, library):
    forbidden = {name + end for name in LIBM for end in ("", "f", "l")} - LIBM_ALLOWED
    for name in sorted(wanted & forbidden):
        check.find(f"{library} uses {name} of libm")


def check_roots(check):
    """The library is built with optimisation here, which hides such calls."""
    for path in sorted((check.source / "src").rglob("*.[ch]")):
        if path.name != "square_root.h" and re.search(r"(?<!\w)sqrt\(", without_comments(path.read_text())):
            check.find(f"{path.relative_to(check.source)} calls sqrt(), not auk__square_root()")


def build_option(check, name):
    options = json.loads((check.build / "meson-info" / "intro-buildoptions.json").read_text())
    return next(option["value"] for option in options if option["name"] == name)


def main():
    check = Check()
    if not shutil.which("nm") or build_option(check, "default_library") != "both":
        skip("needs nm and a build of both libraries")
    shared, static = check.build / "src" / "libauk.so", check.build / "src" / "libauk.a"
    if not check.expect(shared.exists() and static.exists(), f"{shared} or {static} is not built"):
        check.finish("")
    declared = public_functions(check.source)
    check.expect(declared, "no public functions found in the headers")

    exported = names(check, "nm", "-D", "--defined-only", shared)
    for name in sorted(exported - set(declared)):
        check.find(f"libauk.so exports {name}, which no public header declares")
    for name in sorted(set(declared) - exported):
        check.find(f"libauk.so does not export {name} of auk/{declared[name]}")

    for name in sorted(names(check, "nm", "-g", "--defined-only", static) - set(declared)):
        check.expect(name.startswith("auk__"), f"libauk.a defines {name}; names across files begin with auk__")

    check_roots(check)
    check_libm(check, names(check, "nm", "-u", static), "libauk.a")
    check_libm(check, names(check, "nm", "-D", "-u", shared), "libauk.so")
    check.finish(f"{len(declared)} functions are exported and nothing else")


main()
