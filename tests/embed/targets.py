"""Compilers for other machines, and what runs their programs here."""

import fcntl
import os
import pathlib
import shutil
import tempfile

CROSS = pathlib.Path(__file__).resolve().parent.parent / "tools" / "cross"


class Target:
    """A kind of machine: its compiler with arguments, arguments of the linker, and what a program is run by."""

    def __init__(self, name, compiler, linked, runner, ending=""):
        self.name, self.compiler, self.linked, self.runner, self.ending = name, compiler, linked, runner, ending

    def compiles(self):
        return shutil.which(self.compiler[0]) is not None and self.compiler_works()

    def compiler_works(self):
        """clang is there without the C library of WebAssembly, too."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "empty.c"
            source.write_text("#include <stdio.h>\nint main(void)\n{\n    return 0;\n}\n")
            command = [*self.compiler, str(source), *self.linked, "-o", f"{folder}/empty{self.ending}"]
            return os.spawnvp(os.P_WAIT, "sh", ["sh", "-c", '"$@" >/dev/null 2>&1', "sh", *command]) == 0

    def runs(self):
        return self.compiles() and shutil.which(self.runner[0]) is not None


WASM = Target("wasm", ["clang", "--target=wasm32-wasi", "-msimd128"], ["-Wl,-z,stack-size=262144"],
              ["node", "--no-warnings", str(CROSS / "wasi.mjs")], ".wasm")

TARGETS = [
    Target("windows", ["x86_64-w64-mingw32-gcc"], [], ["wine"], ".exe"),
    Target("aarch64", ["aarch64-linux-gnu-gcc"], [], ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    WASM,
]


def has_wasm_tools():
    """False if demos/npm/build and demos/web/run would install something first."""
    return shutil.which("wasm-ld") is not None and WASM.compiles()


def build_pages(check, level, pages):
    """Makes a folder of the web pages (demos/web), with modules compiled at that level. Two tests need them, at the same
    time if they run side by side: the first one compiles, which takes longest. True if there were no errors."""
    built = check.build / f"web{level}"
    with open(check.build / f"web{level}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = check.run([check.source / "demos/web/run", "--build", built], "demos/web/run",
                         env={**os.environ, "LEVEL": level})
        if done is not None:
            shutil.copytree(built, pages)
    return done is not None


def environment():
    """Wine says nothing of its own, and asks nobody to install anything."""
    return {**os.environ, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree=;mshtml="}
