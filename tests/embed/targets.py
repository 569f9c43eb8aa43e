"""Compilers for other machines, and what runs their programs here."""

import fcntl
import os
import pathlib
import shutil
import tempfile

CROSS = pathlib.Path(__file__).resolve().parent.parent / "tools" / "cross"


class Target:
    """A kind of machine: its compiler with arguments, what is linked last, and what a program is run by."""

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


WASM = Target("wasm", ["clang", "--target=wasm32-wasi", "-msimd128"], ["-Wl,-z,stack-size=262144", "-lm"],
              ["node", "--no-warnings", str(CROSS / "wasi.mjs")], ".wasm")

TARGETS = [
    Target("windows", ["x86_64-w64-mingw32-gcc"], ["-lm"], ["wine"], ".exe"),
    Target("aarch64", ["aarch64-linux-gnu-gcc"], ["-lm"], ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    WASM,
]

WINE_HEADERS = pathlib.Path("/usr/include/wine/wine")
MINGW = pathlib.Path("/usr/x86_64-w64-mingw32/lib")
MINGW_GCC = pathlib.Path("/usr/lib/gcc/x86_64-w64-mingw32")


def msvc_linked():
    """Wine is the C library, MinGW has the lists of what is in it. The stack is touched by MinGW's function."""
    gcc = [str(path) for path in sorted(MINGW_GCC.glob("*-win32/libgcc.a"))]
    return [str(CROSS / "msvc_start.c"), *(f"{MINGW}/lib{name}.a" for name in ("mingwex", "ucrt", "kernel32")), *gcc,
            "-nostdlib", "-fuse-ld=lld", "-Wl,/subsystem:console", "-Wl,/entry:auk_start",
            "-Wl,/alternatename:__chkstk=___chkstk_ms"]


# The next best to Microsoft's own compiler: clang as that, with its macros, its calls and none of GNU's extensions.
MSVC = Target("msvc", ["clang", "--target=x86_64-pc-windows-msvc", "-nostdlibinc",
                       *(f"-idirafter{WINE_HEADERS / name}" for name in ("msvcrt", "windows"))],
              msvc_linked(), ["wine"], ".exe")


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
