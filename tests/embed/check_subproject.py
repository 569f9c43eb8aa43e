"""Builds and runs a Meson project outside that has auk as a subproject, where pkg-config knows stb and nothing else.

Only meson.build, meson_options.txt, include and src are there: as a subproject auk must ask for nothing else.

With --all for each default_library, and with unity builds; otherwise for both at once, which is auk's own default, and
with a unity build alone, since file by file takes ten times as long.
"""

import os
import pathlib
import shlex
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, temporary_folder

OUTPUT_END = " status=0 hits=1 x=-1.000 far=1.000\n"


def lay_out(check, game):
    """The outside project with the library's part of auk under subprojects/auk."""
    here = pathlib.Path(__file__).resolve().parent
    auk = game / "subprojects" / "auk"
    auk.mkdir(parents=True)
    shutil.copy(here / "game.c", game / "game.c")
    shutil.copy(here / "outside.build", game / "meson.build")
    for name in ("meson.build", "meson_options.txt"):
        shutil.copy(check.source / name, auk / name)
    for name in ("include", "src"):
        shutil.copytree(check.source / name, auk / name)


def only_stb(check, folder):
    """An environment whose pkg-config knows stb and nothing else."""
    directory = (check.run(["pkg-config", "--variable=pcfiledir", "stb"], "pkg-config stb") or "").strip()
    known = folder / "pkgconfig"
    known.mkdir()
    if directory:
        shutil.copy(pathlib.Path(directory) / "stb.pc", known / "stb.pc")
    return {**os.environ, "PKG_CONFIG_LIBDIR": str(known), "PKG_CONFIG_PATH": "", "CC": shlex.join(check.cc)}


def check_kind(check, game, environment, kind, unity):
    build = game / f"build-{kind}-{unity}"
    what = f"{kind}, unity={unity}"
    setup = ["meson", "setup", build, game, "--buildtype=plain", "--optimization=0", f"--unity={unity}",
             "--unity-size=1000", f"-Dauk:default_library={kind}"]
    if check.run(setup, f"meson setup, {what}", env=environment) is None:
        return
    if check.run(["meson", "compile", "-C", build], f"meson compile, {what}", env=environment) is None:
        return
    printed = check.run([build / "game"], f"running the game, {what}")
    if printed is not None:
        check.expect(printed.endswith(OUTPUT_END), f"the game ({what}) prints\n{printed}and not\n...{OUTPUT_END}")
    for file in build.rglob("*"):
        built = file.is_file() and os.access(file, os.X_OK) and "meson-private" not in file.parts
        library = file.name.startswith("libauk.so")
        check.expect(not built or library or file.name == "game", f"the game's build makes {file.name} too")


def main():
    everything = option("--all")
    kinds = ("both", "static", "shared") if everything else ("both",)
    check = Check()
    with temporary_folder() as name:
        game = pathlib.Path(name) / "game"
        lay_out(check, game)
        environment = only_stb(check, pathlib.Path(name))
        for kind in kinds:
            for unity in ("on", "off") if everything else ("on",):
                check_kind(check, game, environment, kind, unity)
    check.finish("a game with auk as its subproject builds and runs")


main()
