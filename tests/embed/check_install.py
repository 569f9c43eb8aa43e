"""Installs auk into an empty folder and builds outside programs against it, by nothing but pkg-config."""

import json
import os
import pathlib
import shlex
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, compilers, public_headers, temporary_folder

OUTPUT = "version={version} status=0 hits=1 x=-1.000 far=1.000\n"

# What pkg-config may answer for each default_library: compile flags, link flags, link flags with --static.
FLAGS = {
    "both": (["-I"], ["-L", "-lauk", "-lm"], ["-L", "-lauk", "-lm", "-pthread"]),
    "shared": (["-I"], ["-L", "-lauk", "-lm"], ["-L", "-lauk", "-lm", "-pthread"]),
    "static": (["-I"], ["-L", "-lauk", "-lm", "-pthread"], ["-L", "-lauk", "-lm", "-pthread"]),
}


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
    for name in ("libauk.a", "libauk.so", "LICENSE"):
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


def check_flags(check, installed, kind):
    """auk.pc asks for what games need and for nothing that only auk's own build needs."""
    answers = [installed.ask(*words) for words in (["--cflags"], ["--libs"], ["--libs", "--static"])]
    for answer, wanted, what in zip(answers, FLAGS[kind], ("--cflags", "--libs", "--libs --static")):
        kinds = [word[:2] if word[:2] in ("-I", "-L") else word for word in answer]
        check.expect(sorted(kinds) == sorted(wanted), f"auk.pc of a {kind} build, pkg-config {what}: {answer}")


def keep_only(root, kind):
    """What a build of one kind of library installs."""
    pattern = {"static": "libauk.so*", "shared": "libauk.a"}.get(kind)
    for file in sorted(root.rglob(pattern)) if pattern else []:
        file.unlink()


def folders_of(build):
    """The options of a build that say where it installs."""
    options = json.loads((build / "meson-info" / "intro-buildoptions.json").read_text())
    values = {option["name"]: option["value"] for option in options}
    return [f"--{name}={values[name]}" for name in ("prefix", "libdir", "includedir")]


def check_kind(check, folder, everything, kind):
    """Programs outside against an installation with this default_library. Its libraries are those of the build under
    test, its auk.pc is made by configuring anew."""
    build, root = folder / f"build-{kind}", folder / kind
    setup = ["meson", "setup", build, check.source, f"-Ddefault_library={kind}", "-Dtests=disabled", "-Ddemos=disabled",
             *folders_of(check.build)]
    if check.run(setup, f"meson setup, {kind}", env={**os.environ, "CC": shlex.join(check.cc)}) is None:
        return
    shutil.copytree(everything, root, symlinks=True)
    keep_only(root, kind)
    installed = Installed(check, root)
    if not installed.pc:
        return
    shutil.copy(build / "meson-private" / "auk.pc", installed.pc)
    check_flags(check, installed, kind)
    output = OUTPUT.format(version="".join(installed.ask("--modversion")))
    runs = [(check.cc, "game.c")] + [(cpp, "game.cpp") for cpp in compilers(["c++"], ["g++"])[:1]]
    check.expect(len(runs) == 2, "no C++ compiler found")
    for compiler, name in runs:
        for linked in ("shared", "static") if kind == "both" else ("plain",) if kind == "static" else ("shared",):
            check_program(check, installed, compiler, pathlib.Path(__file__).resolve().parent / name, linked, output)


def main():
    check = Check()
    with temporary_folder("auk-test-") as name:  # pkg-config doubles a sysroot with a space in it
        folder = pathlib.Path(name)
        everything = folder / "everything"
        check.run(["meson", "install", "-C", check.build, "--no-rebuild", "--quiet"], "meson install",
                  env={**os.environ, "DESTDIR": str(everything)})
        check_files(check, everything)
        for kind in FLAGS:
            check_kind(check, folder, everything, kind)
    check.finish("outside C and C++ programs build and run, for each default_library")


main()
