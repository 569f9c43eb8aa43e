"""Packages that come and go: tests/tools/packages.sh knows every library that a meson.build looks for, and a build folder
that was set up without one finds it once it is installed, and does without it once it is gone.

The second is tried with a project and two libraries of its own, one found by pkg-config and one by its header, as Meson
remembers them differently.
"""

import json
import os
import pathlib
import re
import subprocess

from checks import Check, temporary_folder

PROJECT = """project('packages', 'c')
cc = meson.get_compiler('c')
by_header = cc.find_library('aukheader', has_headers: 'aukheader.h', required: false)
by_module = dependency('aukmodule', required: false)
summary('found', [by_header.found(), by_module.found()])
"""

CONFIGURE = """. "$1/tests/tools/packages.sh"
. "$1/tests/tools/builds.sh"
known_modules=aukmodule known_headers=aukheader.h
configured build && echo "was up to date"
configure build cc --buildtype=plain
"""


def known_names(check):
    text = (check.source / "tests" / "tools" / "packages.sh").read_text()
    return [re.search(f"^{name}='(.*)'$", text, flags=re.M).group(1).split()
            for name in ("known_modules", "known_headers")]


def check_names(check):
    """What is looked for in any meson.build is known, and the other way round."""
    modules, headers = {"threads": None}, {}
    files = [check.source / "meson.build"]
    files += [file for folder in ("src", "demos", "tests") for file in sorted((check.source / folder).rglob("meson.build"))]
    for file in files:
        text = re.sub(r"^\s*#.*$", "", file.read_text(), flags=re.M)
        modules.update(dict.fromkeys(re.findall(r"\bdependency\('([^']+)'", text)))
        headers.update(dict.fromkeys(re.findall(r"\bhas_headers: '([^']+)'", text)))
    del modules["threads"]  # of the compiler
    for kind, looked_for, known in (("modules", modules, known_names(check)[0]),
                                    ("headers", headers, known_names(check)[1])):
        check.expect(set(looked_for) == set(known), f"meson.build files look for the {kind} {sorted(looked_for)}, "
                     f"tests/tools/packages.sh knows {sorted(known)}")


def check_warnings(check):
    """Warnings are errors only where somebody asks for it."""
    text = check.run(["meson", "introspect", check.source / "meson.build", "--buildoptions"], "meson introspect")
    options = {option["name"]: option["value"] for option in json.loads(text or "[]")}
    check.expect(options.get("werror") is False, "a plain `meson setup` makes errors of warnings")


class Machine:
    """A folder with the project, and another in which the two libraries are installed or not."""

    def __init__(self, check, folder):
        self.check, self.folder, self.installed = check, folder, folder / "installed"
        (folder / "meson.build").write_text(PROJECT)
        (folder / "empty.c").write_text("int empty(void);\nint empty(void)\n{\n    return 0;\n}\n")
        self.installed.mkdir()
        self.environment = {**os.environ, "CPATH": str(self.installed), "LIBRARY_PATH": str(self.installed),
                            "PKG_CONFIG_PATH": str(self.installed)}

    def install(self):
        (self.installed / "aukheader.h").write_text("")
        (self.installed / "aukmodule.pc").write_text("Name: aukmodule\nDescription: none\nVersion: 1\n")
        done = self.check.run([*self.check.cc, "-c", self.folder / "empty.c", "-o", self.installed / "empty.o"], "cc")
        if done is not None:
            self.check.run(["ar", "rc", self.installed / "libaukheader.a", self.installed / "empty.o"], "ar")

    def remove(self):
        for file in self.installed.iterdir():
            file.unlink()

    def expect(self, what, found, up_to_date):
        """Configures as demos/run and tests/run do."""
        done = subprocess.run(["sh", "-eu", "-c", f"{CONFIGURE}", "sh", str(self.check.source)], cwd=self.folder,
                              env=self.environment, capture_output=True, text=True)
        log = self.folder / "build" / "meson-logs" / "meson-log.txt"
        match = re.search(r"^\s*found *: (\w+)\s+(\w+)", log.read_text() if log.exists() else "", flags=re.M)
        said = [word.lower() in ("true", "yes") for word in match.groups()] if match else None
        self.check.expect(done.returncode == 0 and said == [found, found],
                          f"{what}: by header and by module found: {said}\n{done.stdout}{done.stderr}")
        self.check.expect(("was up to date" in done.stdout) == up_to_date, f"{what}: taken for up to date or not, wrongly")


def main():
    check = Check()
    check_names(check)
    check_warnings(check)
    with temporary_folder() as name:
        machine = Machine(check, pathlib.Path(name))
        machine.expect("a new folder without the libraries", False, False)
        machine.expect("the same again", False, True)
        machine.install()
        machine.expect("an old folder, and the libraries were installed", True, False)
        machine.expect("the same again", True, True)
        machine.remove()
        machine.expect("an old folder, and the libraries were removed", False, False)
    check.finish("build folders follow the packages that are installed")


main()
