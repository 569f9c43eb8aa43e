"""The Lua layer: its tests, a simulation that must have the hashes of the C library, the programs of its README and
its game, by luajit and by LÖVE without a window. Then the program in Python of the guide, where there is cffi.

The library is the one of the build if it is shared, else one made from the amalgamation. The seed of random tests is a
fixed one, or N with --seed N. With --all the commands of the README and of the guide are run too, in a copy. Skipped
where neither luajit nor love is there; says what else is missing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, skip, temporary_folder, without_comments

CONF = """function love.conf(t)
  t.window, t.modules.window, t.modules.graphics, t.modules.audio = nil, false, false, false
end
"""
RUN = """package.path = '{lua}/?.lua;{lua}/test/?.lua;' .. package.path
local fine, message = pcall(function() {run} end)
io.stdout:write(fine and '' or tostring(message) .. '\\n')
os.exit(fine and 0 or 1)
"""


def library(check, folder):
    for name in ("libauk.so", "libauk.dylib"):
        if (check.build / "src" / name).exists():
            return check.build / "src" / name
    check.run([sys.executable, check.source / "src/amalgamate.py", folder / "auk"], "the amalgamation")
    made = folder / "libauk.so"
    check.run([*check.cc, "-O1", "-shared", "-fPIC", folder / "auk/auk.c", "-lm", "-o", made], "cc -shared")
    return made


def declarations(check):
    return check.run([sys.executable, check.source / "demos/lua/make_cdef.py", "--plain"], "make_cdef.py --plain") or ""


def inlines(check, folder):
    """A library that has each inline function of math2d.h under its name with a c_ before, and the list of them."""
    text = without_comments((check.source / "include/auk/math2d.h").read_text())
    found = re.findall(r"^static inline (\w+) (\w+)\(([^)]*)\)", text, re.M)
    source = "#include <auk/math2d.h>\n"
    listed = ""
    for result, name, params in found:
        names = ", ".join(param.split()[-1] for param in params.split(",") if param != "void")
        types = ", ".join(param.split()[0] for param in params.split(","))
        source += f"{result} c_{name}({params});\n{result} c_{name}({params})\n{{\n    return {name}({names});\n}}\n"
        listed += f"{result} {name}({types})\n"
    (folder / "inlines.c").write_text(source)
    (folder / "inlines.txt").write_text(listed)
    linked = [f"-L{check.build / 'src'}", f"-Wl,-rpath,{check.build / 'src'}", "-lauk"]
    made = folder / "libinlines.so"
    check.run([*check.cc, "-std=c17", "-O2", "-ffp-contract=off", "-shared", "-fPIC", f"-I{check.source / 'include'}",
               folder / "inlines.c", "-o", made, *linked, "-lm"], "the inline functions")
    return made


def layout(check, folder):
    """A line for each member of each struct: where the C compiler puts it."""
    lines = ""
    for body, name in re.findall(r"^typedef struct \w+ \{(.*?)^\} (Auk\w+);", declarations(check), re.M | re.S):
        members = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", body))  # a union with structs in it
        for member in re.findall(r"\*?(\w+)(?:\[\w+\])*\s*[,;]", re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", members)):
            lines += f'    printf("{name} {member} %zu %zu\\n", offsetof({name}, {member}), sizeof({name}));\n'
    source, program = folder / "layout.c", folder / "layout"
    included = "".join(f"#include <{name}.h>\n" for name in ("auk/auk", "stddef", "stdio"))
    source.write_text(f"{included}\nint main(void)\n{{\n{lines}}}\n")
    built = check.run([*check.cc, "-std=c17", f"-I{check.source / 'include'}", source, "-o", program],
                      "the layout of structs")
    (folder / "layout.txt").write_text("" if built is None else check.run([program], "the layout of structs") or "")
    return folder / "layout.txt"


def hashes_of_c(check, folder, shared):
    program = folder / "simulation"
    built = check.run([*check.cc, "-std=c17", "-O2", f"-I{check.source / 'include'}",
                       check.source / "tests/embed/lua_simulation.c", shared, "-lm", f"-Wl,-rpath,{shared.parent}",
                       "-o", program], "the simulation in C")
    return "" if built is None else check.run([program], "the simulation in C") or ""


class Runner:
    """luajit, or LÖVE without a window."""

    def __init__(self, check, folder, command, environment):
        self.check, self.folder, self.command, self.environment = check, folder, command, environment

    def run(self, what, run, lua):
        """Runs Lua text with the modules of the folder `lua`. Returns what it prints, or None."""
        game = self.folder / "love"
        game.mkdir(exist_ok=True)
        (game / "conf.lua").write_text(CONF)
        (game / "main.lua").write_text(RUN.format(lua=lua, run=run))
        target = game if self.command[0] == "love" else game / "main.lua"
        return self.check.run([*self.command, target], f"{' '.join(self.command)}: {what}", env=self.environment)


def check_runner(runner, lua, seed, hashes):
    check = runner.check
    runner.run("tests", f"require 'test'({seed}, print)", lua)
    found = runner.run("simulation", "require 'simulation'(print)", lua)
    check.expect(found == hashes, f"{runner.command}: the simulation prints\n{found}and in C\n{hashes}")
    text = (lua / "README.md").read_text()
    programs = re.findall(r"```lua\n((?:(?!```).)*)```\n\nIt prints\n\n```text\n(.*?)```", text, re.S)
    check.expect(len(programs) == 4, f"the README has {len(programs)} programs with what they print")
    for program, printed in programs:
        found = runner.run("a program of the README", program, lua)
        check.expect(found == printed, f"{runner.command}: a program of the README prints\n{found}and not\n{printed}")


def check_other_version(runner, lua, folder):
    """Declarations of another version are refused in a sentence, and so is a library that is not there."""
    other = folder / "other"
    shutil.copytree(lua, other, ignore=shutil.ignore_patterns("*.so"))  # which the README has one make here
    text = (other / "auk_cdef.lua").read_text()
    (other / "auk_cdef.lua").write_text(re.sub(r"version = \{ (\d+), (\d+),", r"version = { \1, 9\2,", text, count=1))
    run = "print(select(2, pcall(require, 'auk')))"
    found = runner.run("another version", run, other) or ""
    runner.check.expect("but auk_cdef.lua is of" in found, f"declarations of another version: {found}")
    (other / "auk_cdef.lua").write_text(text)
    alone = Runner(runner.check, runner.folder, runner.command, {**runner.environment, "AUK_LIBRARY": "/nowhere"})
    found = alone.run("no library", run, other) or ""
    runner.check.expect("is not found" in found and "/nowhere" in found, f"without a library: {found}")


def check_game(check, lua, environment):
    """The game plays itself without a window, twice alike."""
    results = [check.run(["love", lua, "--headless", "1200"], "the game without a window", env=environment)
               for _ in range(2)]
    check.expect(results[0] == results[1], f"the game plays differently: {results}")
    found = re.search(r"score (\d+)", results[0] or "")
    check.expect(found and int(found.group(1)) > 0, f"the game without a window: {results[0]}")
    return results[0]


def check_game_in_window(check, lua, environment, folder):
    """It also draws: under Xvfb, for a few frames."""
    if not shutil.which("xvfb-run"):
        return ["the game in a window (no xvfb-run)"]
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "love", str(lua), "--frames", "60"]
    done = subprocess.run(command, env={**environment, "HOME": str(folder), "SDL_AUDIODRIVER": "dummy"},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if "OpenGL" in done.stdout + done.stderr and done.returncode:
        return ["the game in a window (no OpenGL)"]
    check.expect(done.returncode == 0 and "drew 60 frames" in done.stdout,
                 f"the game in a window: {done.returncode}\n{done.stdout}{done.stderr}")
    return []


def guide(check, language):
    text = (check.source / "demos/guide/other-languages.md").read_text()
    return re.search(rf"```{language}\n(.*?)```", text, re.S).group(1)


def python_with_cffi():
    return next((name for name in (sys.executable, "/usr/bin/python3") if os.path.exists(name) and subprocess.run(
        [name, "-c", "import cffi"], capture_output=True).returncode == 0), None)


def check_python(check, shared, folder):
    """The program of the guide prints what the guide says."""
    python = python_with_cffi()
    if python is None:
        return ["the guide's program in Python (no cffi)"]
    (folder / "auk.cdef").write_text(declarations(check))
    (folder / "first.py").write_text(guide(check, "python").replace("./libauk.so", str(shared)))
    found = check.run([python, "first.py"], "the guide's program in Python", cwd=folder)
    printed = guide(check, "text")
    check.expect(found == printed, f"the guide's program in Python prints\n{found}and not\n{printed}")
    return []


def check_commands(check, folder, game):
    """The commands of the README make a library with which the game plays as with that of the build; those of the guide
    make what its program needs."""
    copy = folder / "copy"
    for name in ("src", "include", "demos/lua"):
        shutil.copytree(check.source / name, copy / name, ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(check.source / "LICENSE", copy)
    environment = {name: value for name, value in os.environ.items() if name != "AUK_LIBRARY"}
    commands = re.search(r"```sh\n(.*?)```", (check.source / "demos/lua/README.md").read_text(), re.S).group(1)
    played = check.run(["sh", "-e", "-c", commands.replace("love demos/lua", "love demos/lua --headless 1200")],
                       "the commands of the README", cwd=copy, env=environment)
    check.expect((played or "").endswith(game), f"with the README's library the game ends with {played}, not {game}")
    python = python_with_cffi()
    if python is not None:
        check.run(["sh", "-e", "-c", guide(check, "sh")], "the commands of the guide", cwd=copy, env=environment)
        (copy / "first.py").write_text(guide(check, "python"))
        found = check.run([python, "first.py"], "the program of the guide", cwd=copy, env=environment)
        check.expect(found == guide(check, "text"), f"the program of the guide prints {found}")


def main():
    seed = 1
    if "--seed" in sys.argv:
        at = sys.argv.index("--seed")
        seed = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    everything = option("--all")
    check = Check()
    commands = [command for command in (["luajit"], ["luajit", "-joff"], ["love"]) if shutil.which(command[0])]
    if not commands:
        skip("neither luajit nor love")
    missing = [name for name in ("luajit", "love") if not shutil.which(name)]
    lua = check.source / "demos/lua"
    with temporary_folder("auk-test-") as name:
        folder = pathlib.Path(name)
        shared = library(check, folder)
        environment = {**os.environ, "AUK_LIBRARY": str(shared), "AUK_INLINES": str(inlines(check, folder)),
                       "AUK_INLINES_LIST": str(folder / "inlines.txt"), "AUK_LAYOUT": str(layout(check, folder))}
        hashes = hashes_of_c(check, folder, shared)
        for command in commands:
            check_runner(Runner(check, folder, command, environment), lua, seed, hashes)
        check_other_version(Runner(check, folder, commands[0], environment), lua, folder)
        if shutil.which("love"):
            game = check_game(check, lua, environment)
            if everything:
                check_commands(check, folder, game)
            missing += check_game_in_window(check, lua, environment, folder)
        missing += check_python(check, shared, folder)
    without = f"; not tried: {', '.join(missing)}" if missing else ""
    if check.findings:
        print(f"seed {seed}")
    tried = ", ".join(" ".join(command) for command in commands)
    check.finish(f"{tried} answer as the library does (seed {seed}){without}")


main()
