"""What the checks share: arguments, running programs, and failing with all findings at once."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77  # Meson's exit status for a test that could not run here

LAYERS = ["base", "geom", "broad", "world"]


def option(name):
    """Whether the check was given --name, which it then no longer has among its arguments."""
    given = name in sys.argv
    while name in sys.argv:
        sys.argv.remove(name)
    return given


class Check:
    """The arguments every check gets from Meson, and the findings it collects."""

    def __init__(self):
        if len(sys.argv) < 4:
            sys.exit(f"usage: {sys.argv[0]} SOURCE_DIR BUILD_DIR CC...")
        self.source = pathlib.Path(sys.argv[1]).resolve()
        self.build = pathlib.Path(sys.argv[2]).resolve()
        self.cc = sys.argv[3:]
        self.findings = []
        # Meson points it at the library of the build, which would answer for the one under test.
        os.environ.pop("LD_LIBRARY_PATH", None)

    def find(self, text):
        self.findings.append(text)

    def expect(self, condition, text):
        if not condition:
            self.find(text)
        return condition

    def path(self, file):
        """A file as the reader knows it: relative to the source folder."""
        file = pathlib.Path(file)
        return str(file.relative_to(self.source)) if file.is_relative_to(self.source) else str(file)

    def run(self, command, what, **options):
        """Runs a program; a failure is a finding. Returns its standard output, or None."""
        command = [str(part) for part in command]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
        if done.returncode != 0:
            shown = " ".join(shlex.quote(part) for part in command)
            self.find(f"{what}: exit status {done.returncode} from\n  {shown}\n{done.stdout}{done.stderr}")
            return None
        return done.stdout

    def program(self, source, out):
        """Compiles a C program with the library of the build. Returns where it is."""
        self.run([*self.cc, "-I", self.source / "include", source, "-L", self.build / "src", "-lauk", "-lm",
                  f"-Wl,-rpath,{self.build / 'src'}", "-o", out], f"{self.path(source)} with the library")
        return out

    def finish(self, summary):
        if self.findings:
            print("\n".join(self.findings))
            print(f"{len(self.findings)} finding(s)")
            sys.exit(1)
        print(summary)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def compilers(first, names):
    """`first` and those of `names` that are installed, each once by the program that it really is."""
    found = {}
    for command in [first] + [[name] for name in names]:
        program = shutil.which(command[0])
        if program:
            real = os.path.realpath(program)
            real = program if os.path.basename(real) == "ccache" else real  # it is all compilers, by their names
            found.setdefault((real, *command[1:]), command)
    return list(found.values())


def temporary_folder(prefix="auk test "):
    """A folder with a space in its name, unless a tool cannot take that."""
    return tempfile.TemporaryDirectory(prefix=prefix)


def without_comments(text):
    """C text with comments and string contents blanked, line numbers kept."""
    def blank(match):
        found = match.group(0)
        return found if found[0] in "\"'" else re.sub(r"[^\n]", " ", found)

    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', blank, text, flags=re.S)


def public_headers(source):
    return sorted((source / "include" / "auk").glob("*.h"))


def inline_functions(source):
    """Names of the functions that the public headers define, with the header each is in."""
    names = {}
    for header in public_headers(source):
        text = without_comments(header.read_text())
        names.update({name: header.name for name in re.findall(r"^static inline \w+ \*?(\w+)\(", text, flags=re.M)})
    return names


def public_functions(source):
    """Names of all functions of the library that the public headers declare, with the header each is in."""
    names = {}
    for header in public_headers(source):
        text = without_comments(header.read_text())
        for match in re.finditer(r"^AUK_API\b[^;{}()]*?\b(\w+)\s*\(", text, flags=re.M):
            names[match.group(1)] = header.name
    return names
