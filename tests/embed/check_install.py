"""Installs auk into an empty folder and builds outside programs against it, by nothing but pkg-config."""

import os
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, compilers, public_headers, temporary_folder

OUTPUT = "version={version} status=0 hits=1 x=-1.000\n"


class Installed:
    """Where things are below the folder that stands for the root of a machine."""

    def __init__(self, check, root):
        self.check = check
        found = sorted(root.rglob("auk.pc"))
        check.expect(len(found) == 1, f"{len(found)} files auk.pc were installed")
        self.pc = found[0] if found else None
        self.environment = {**os.environ, "PKG_CONFIG_SYSROOT_DIR": str(root),
                            "PKG_CONFIG_LIBDIR": str(self.pc.parent) if self.pc else ""}
        self.environment.pop("PKG_CONFIG_PATH", None)

    def ask(self, *arguments):
        """The words that pkg-config answers."""
        text = self.check.run(["pkg-config", *arguments, "auk"], "pkg-config", env=self.environment)
        return shlex.split(text or "")


def check_files(check, root):
    """Headers and both libraries are there, and no private header is."""
    headers = sorted(file.name for file in root.rglob("*.h"))
    wanted = [header.name for header in public_headers(check.source)]
    check.expect(headers == wanted, f"installed headers: {headers}\npublic headers:    {wanted}")
    for name in ("libauk.a", "libauk.so"):
        check.expect(list(root.rglob(name)), f"{name} was not installed")


def check_program(check, installed, compiler, file, kind, output):
    """Builds one program and compares what it prints. -static is the honest test of Libs.private."""
    program = installed.pc.parent / f"{file.suffix[1:]}-{kind}"
    static = ["--static"] if kind == "static" else []
    words = installed.ask("--cflags", "--libs", *static)
    what = f"{file.name} with {compiler[0]}, {kind}"
    if check.run([*compiler, *(["-static"] if static else []), file, "-o", program, *words], what) is None:
        return
    path = {} if static else {"LD_LIBRARY_PATH": str(installed.pc.parent.parent)}
    printed = check.run([program], f"running {what}", env={**os.environ, **path})
    if printed is not None:
        check.expect(printed == output, f"{what} prints\n{printed}and not\n{output}")


def main():
    check = Check()
    here = pathlib.Path(__file__).resolve().parent
    with temporary_folder("auk-test-") as name:  # pkg-config doubles a sysroot with a space in it
        root = pathlib.Path(name)
        check.run(["meson", "install", "-C", check.build, "--no-rebuild", "--quiet"], "meson install",
                  env={**os.environ, "DESTDIR": name})
        check_files(check, root)
        installed = Installed(check, root)
        if installed.pc:
            text = installed.pc.read_text()
            check.expect("stb" not in text, f"auk.pc speaks of stb, which only auk's own build needs:\n{text}")
            output = OUTPUT.format(version="".join(installed.ask("--modversion")))
            runs = [(check.cc, "game.c")] + [(cpp, "game.cpp") for cpp in compilers(["c++"], ["g++"])[:1]]
            check.expect(len(runs) == 2, "no C++ compiler found")
            for compiler, file in runs:
                for kind in ("shared", "static"):
                    check_program(check, installed, compiler, here / file, kind, output)
    check.finish("outside C and C++ programs build and run, shared and static")


main()
