"""Runs the commands of README.md's section on use in a game, and of the guide's page on building, in a copy of the
repository: each way in gives a game that prints what README.md's first program prints.

Words that stand for something are replaced: URL by the copy, /usr/local by a folder of its own. What a missing tool
would do is left out and said.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, skip, temporary_folder
from targets import environment

PAGES = {"README.md": ["Use it in a game"], "demos/guide/building.md": ["Installed", "With CMake", "Windows", "WebAssembly"]}
# What a block makes, how it is run, and what it takes.
MADE = {"game/game": [], "game/build/game": [], "game/game.wasm": ["node", "--no-warnings", "tests/tools/cross/wasi.mjs"],
        "build-cmake/libauk.a": None, "build-windows/src/libauk.a": None}


def section(text, heading):
    return re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def repository(check, folder):
    """A copy with a history, since CMake and Meson fetch one."""
    files = check.run(["git", "-C", check.source, "ls-files", "-co", "--exclude-standard"], "git ls-files") or ""
    for name in files.splitlines():
        if (check.source / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(check.source / name, folder / name)
    for words in (["init", "-q", "-b", "main"], ["add", "."],
                  ["-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "copy"]):
        check.run(["git", "-C", folder, *words], "git")


class Copy:
    def __init__(self, check, folder):
        self.check, self.folder, self.prefix = check, folder / "auk", folder / "installed"
        self.folder.mkdir()
        repository(check, self.folder)
        readme = (self.folder / "README.md").read_text()
        self.readme = readme
        self.program, self.printed = blocks(readme, "c")[0], blocks(readme, "text")[0]
        paths = {"PKG_CONFIG_PATH": ":".join(f"{self.prefix}/{lib}/pkgconfig" for lib in self.libraries()),
                 "LD_LIBRARY_PATH": ":".join(f"{self.prefix}/{lib}" for lib in self.libraries())}
        self.environment = {**environment(), **paths}

    @staticmethod
    def libraries():
        done = subprocess.run(["cc", "-print-multiarch"], capture_output=True, text=True)
        return [f"lib/{done.stdout.strip()}", "lib", "lib64"]

    def replaced(self, text):
        return text.replace("/usr/local", str(self.prefix)).replace("URL", str(self.folder))

    def new_game(self):
        for name in ("game", "build-install", "build-cmake", "build-windows"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        (self.folder / "game").mkdir()
        (self.folder / "game/game.c").write_text(self.program)

    def run(self, what, commands):
        """Runs a block; what it made must print what the first program prints."""
        done = self.check.run(["sh", "-e", "-c", self.replaced(commands)], what, cwd=self.folder, env=self.environment)
        made = [name for name in MADE if (self.folder / name).exists()]
        if done is None or not self.check.expect(made, f"{what}: made none of {', '.join(MADE)}"):
            return
        runner = MADE[made[0]]
        if runner is not None and not commands.splitlines()[-1].startswith("node"):
            done = self.check.run([*runner, self.folder / made[0]], f"{what}, running", cwd=self.folder,
                                  env=self.environment)
        self.check.expect(runner is None or done is None or done.endswith(self.printed),
                          f"{what} prints\n{(done or '')[-400:]}and not\n{self.printed}")


def check_page(copy, page, heading):
    """Returns how many blocks were run."""
    text = section((copy.folder / page).read_text(), heading)
    count = 0
    for commands in blocks(text, "sh"):
        lines = commands.strip().splitlines()
        what = f"{page}, {heading}: {lines[0]}"
        copy.check.expect(len(lines) <= 3, f"{what} ...: more than three commands")
        tools = {line.split()[0] for line in lines}
        missing = sorted(tool for tool in tools if not shutil.which(tool))
        if "windows" in commands and not shutil.which("x86_64-w64-mingw32-gcc"):
            missing.append("MinGW")
        if missing:
            print(f"{what} ...: not run, there is no {', '.join(missing)}")
            continue
        copy.new_game()
        for listed in blocks(text, "cmake"):
            (copy.folder / "game/CMakeLists.txt").write_text(copy.replaced(listed))
        copy.run(what, commands)
        count += 1
    return count


def check_meson(copy):
    """README.md's lines for a game with Meson, and the guide's wrap."""
    copy.new_game()
    game = copy.folder / "game"
    (game / "subprojects").mkdir()
    guide = section((copy.folder / "demos/guide/building.md").read_text(), "As a Meson subproject")
    (game / "subprojects/auk.wrap").write_text(copy.replaced(blocks(guide, "ini")[0]))
    (game / "meson.build").write_text(blocks(section(copy.readme, "Use it in a game"), "meson")[0])
    copy.run("a game with Meson and a wrap", "meson setup game/build game\nmeson compile -C game/build\n")


def main():
    check = Check()
    if not shutil.which("git"):
        skip("there is no git")
    count = 1
    with temporary_folder("auk-test-") as name:  # pkg-config's answers are split at spaces by sh
        copy = Copy(check, pathlib.Path(name))
        for page, headings in PAGES.items():
            for heading in headings:
                count += check_page(copy, page, heading)
        check_meson(copy)
    check.finish(f"{count} ways in of README.md and the guide work")


main()
