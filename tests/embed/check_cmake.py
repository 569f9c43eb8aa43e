"""Games that build with CMake: find_package(auk) against what Meson installs, add_subdirectory and FetchContent with
auk's sources. Nothing of auk's flags reaches the game, and nothing of the game's fast math reaches auk.

With --all an auk that CMake installed is used too, and the sources are built as a shared library.
"""

import json
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, skip, temporary_folder

HERE = pathlib.Path(__file__).resolve().parent
OUTPUT_END = " status=0 hits=1 x=-1.000 far=1.000\n"
GAME = """cmake_minimum_required(VERSION 3.16)
project(game C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
{lines}
add_executable(game game.c)
target_link_libraries(game PRIVATE {target})
"""
SUBDIRECTORY = 'add_subdirectory("{source}/src" auk)'
FETCHED = """include(FetchContent)
FetchContent_Declare(auk SOURCE_DIR "{source}" SOURCE_SUBDIR src)
FetchContent_MakeAvailable(auk)"""


class Game:
    """A project of its own in a folder of its own."""

    def __init__(self, check, folder, lines, program="game.c", target="auk::auk"):
        self.check, self.source, self.build = check, folder, folder / "build"
        folder.mkdir()
        shutil.copy(HERE / program, folder / "game.c")
        (folder / "CMakeLists.txt").write_text(GAME.format(lines=lines, target=target))

    def configure(self, *arguments):
        compiler = f"-DCMAKE_C_COMPILER={';'.join(self.check.cc)}"
        return self.check.run(["cmake", "-S", self.source, "-B", self.build, compiler, *arguments],
                              f"cmake, {self.source.name}") is not None

    def output(self):
        """What the game prints, or None."""
        jobs = str(min(os.cpu_count() or 1, 2))
        if self.check.run(["cmake", "--build", self.build, "-j", jobs], f"building {self.source.name}") is None:
            return None
        return self.check.run([self.build / "game"], f"running {self.source.name}")

    def commands(self):
        """The compile command of each source."""
        commands = json.loads((self.build / "compile_commands.json").read_text())
        return {pathlib.Path(entry["file"]).resolve(): entry["command"] for entry in commands}


def expect_output(check, game, what):
    printed = game.output()
    check.expect(printed is None or printed.endswith(OUTPUT_END), f"{what} prints\n{printed}and not\n...{OUTPUT_END}")


def version(check):
    lines = (check.source / "include/auk/auk.h").read_text().splitlines()
    version = ".".join(line.split()[2] for line in lines if line.startswith("#define AUK_VERSION_"))
    asked = f"find_package(auk {version.rpartition('.')[0]})"
    check.expect(asked in (check.source / "demos/guide/building.md").read_text(), f"the guide lacks {asked}")
    return version


def check_package(check, folder, prefix):
    """Each library that is installed, by the version that is installed."""
    found = f"find_package(auk {version(check)} EXACT REQUIRED)"
    paths = ["-DCMAKE_PREFIX_PATH=" + str(prefix)]
    for target in ("auk::auk", "auk::static", "auk::shared"):
        lines = f"{found}\nif(NOT TARGET {target})\n    message(FATAL_ERROR none)\nendif()"
        game = Game(check, folder / target.replace("::", "-"), lines, target=target)
        if game.configure(*paths):
            expect_output(check, game, f"the game with {target}")
    check_versions(check, folder, paths)


def check_versions(check, folder, paths):
    """A version of the same minor number before 1.0, of the same major number later."""
    major, minor, patch = map(int, version(check).split("."))
    asked = {f"{major}.{minor}": True, f"{major}.{minor}.{patch + 1}": False, f"{major}.{minor + 1}": False,
             f"{major + 1}.0": False}
    if minor > 0:
        asked[f"{major}.{minor - 1}"] = major > 0
    lines = [f"find_package(auk {text} QUIET)\nmessage(STATUS \"{text} is ${{auk_FOUND}}\")" for text in asked]
    lines.append(f"find_package(auk {version(check)} REQUIRED)")
    game = Game(check, folder / "versions", "\n".join(lines))
    said = check.run(["cmake", "-S", game.source, "-B", game.build, *paths], "cmake, versions") or ""
    for text, wanted in asked.items():
        check.expect(f"-- {text} is {1 if wanted else 0}\n" in said, f"find_package(auk {text}): found or not, wrongly")


def check_sources(check, game):
    """auk is built of all its sources, with its own flags; the game has the game's."""
    commands = game.commands()
    wanted = set((check.source / "src").rglob("*.c"))
    check.expect(set(commands) - wanted == {(game.source / "game.c").resolve()} and not wanted - set(commands),
                 f"CMake's sources are not those of src: {sorted(wanted ^ set(commands))}")
    for file, command in commands.items():
        own = file in wanted
        check.expect(("-ffp-contract=off" in command) == own and ("-DAUK_BUILDING" in command) == own,
                     f"auk's flags are missing or leaked: {command}")
        check.expect(not own or command.rfind("-fno-fast-math") > command.rfind(" -ffast-math"),
                     f"auk is compiled with the game's fast math: {command}")


def check_subdirectory(check, folder, everything):
    """The game has fast math. Files are joined by CMake, since one by one takes long; not with --all."""
    lines = SUBDIRECTORY.format(source=check.source)
    game = Game(check, folder / "subdirectory", lines, "hashes.c")
    if game.configure("-DCMAKE_C_FLAGS=-ffast-math -O0"):
        check_sources(check, game)
    wanted = check.run([check.program(HERE / "hashes.c", folder / "by_library")], "hashes.c with the library")
    joined = [] if everything else ["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0"]
    if game.configure("-DCMAKE_C_FLAGS=-O0", *joined):
        printed = game.output()
        check.expect(printed in (wanted, None), f"add_subdirectory prints\n{printed}and the library\n{wanted}")


def check_installed_by_cmake(check, folder):
    """As a shared library and as a static one."""
    for kind in ("ON", "OFF"):
        build, prefix = folder / f"build-{kind}", folder / f"installed-{kind}"
        setup = ["cmake", "-S", check.source / "src", "-B", build, f"-DBUILD_SHARED_LIBS={kind}", "-DCMAKE_BUILD_TYPE=Debug",
                 f"-DCMAKE_INSTALL_PREFIX={prefix}"]
        done = check.run(setup, "cmake, auk alone") is not None
        done = done and check.run(["cmake", "--build", build, "-j", "2", "--target", "install"], "install") is not None
        game = Game(check, folder / f"game-{kind}", f"find_package(auk {version(check)} REQUIRED)")
        if done and game.configure(f"-DCMAKE_PREFIX_PATH={prefix}"):
            expect_output(check, game, f"the game, BUILD_SHARED_LIBS={kind}")


def main():
    everything = option("--all")
    check = Check()
    if not shutil.which("cmake"):
        skip("there is no cmake")
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        destination = folder / "root"
        check.run(["meson", "install", "-C", check.build, "--no-rebuild", "--quiet"], "meson install",
                  env={**os.environ, "DESTDIR": str(destination)})
        packages = sorted(destination.rglob("auk-config.cmake"))
        if check.expect(len(packages) == 1, f"{len(packages)} files auk-config.cmake were installed"):
            check_package(check, folder, packages[0].parent)
        check_subdirectory(check, folder, everything)
        fetched = Game(check, folder / "fetched", FETCHED.format(source=check.source))
        if fetched.configure("-DCMAKE_C_FLAGS=-O0") and everything:
            expect_output(check, fetched, "the game with FetchContent")
        if everything:
            check_installed_by_cmake(check, folder)
    check.finish("games that build with CMake run")


main()
