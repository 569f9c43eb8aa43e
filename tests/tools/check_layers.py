"""Reads the #includes and the file lists: the layers are base <- geom <- broad <- world, and nothing is forgotten.

- a file of a layer includes its own layer and those below, as "layer/file.h"; public headers have a layer too
- world is divided into rooms, in the order of ROOMS; a file of a room includes its own room and those before it, and
  only world.c, which is over all of them, lies in no room
- queries write nothing: a file of query/ names the world and its owners as const only
- public headers include only "auk/..." and the standard headers of C that are listed here; auk.h includes them all
- stb comes in through src/base/stb.h alone, and only .c files include that
- every source lies in a layer's folder, and every .c is listed in the meson.build beside it
- the demos are viewer/draw <- scenes <- viewer, written as "folder/file.h"; tools include neither. What scenes and tools
  share is input
- no source is longer than 600 lines
"""

import re

from checks import LAYERS, Check, public_headers, without_comments

# The layer whose promise a public header is. auk.h is everything.
PUBLIC_LAYER = {"types.h": "base", "pool.h": "base", "math2d.h": "base", "geom.h": "geom", "outline.h": "geom", "broad.h": "broad",
                "geometry_text.h": "geom",
                "world.h": "world", "query.h": "world", "snapshot.h": "world", "terrain.h": "world", "mover.h": "world", "record.h": "world",
                 "draw.h": "world", "error_text.h": "world", "history.h": "world", "predict.h": "world", "stats.h": "world",
                 "auk.h": "world"}
PUBLIC_STANDARD = {"stdbool.h", "stdint.h", "stddef.h", "math.h"}
ROOMS = ["state", "step", "query", "mover", "save", "record"]
STB_WRAPPER = "base/stb.h"
LINES_MAX = 600
LISTED = ["src/base", "src/geom", "src/broad", "src/world", *(f"src/world/{room}" for room in ROOMS), "tests/unit",
          "tests/prop", "tests/support", "tests/fuzz", "tests/bench", "demos/input", "demos/scenes", "demos/tools",
          "demos/viewer", "demos/viewer/draw"]

# What each folder of demos/ may include. Scenes know nothing of a window, so that the benchmarks can use them.
DEMO_INCLUDES = {"viewer/draw": {"viewer/draw"}, "input": {"input"}, "scenes": {"viewer/draw", "input", "scenes"},
                 "viewer": {"viewer/draw", "scenes", "viewer"}, "tools": {"input", "tools", "support"}, "examples": set(),
                 "npm/src": {"npm/src"}, "web/src": {"viewer/draw", "scenes", "viewer"}}


def includes(file):
    """(line number, bracket, name) of each #include."""
    for number, line in enumerate(without_comments(file.read_text()).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1), match.group(2)


def rank_of(name):
    """The layer's rank of what an include names; None if it is neither a public header nor a layer's file."""
    folder, _, rest = name.partition("/")
    if folder == "auk":
        return LAYERS.index(PUBLIC_LAYER.get(rest, LAYERS[-1]))
    return LAYERS.index(folder) if folder in LAYERS else None


def room_of(name):
    """The rank of the room of "world/room/file"; len(ROOMS) for what is over the rooms, None for an unknown room."""
    parts = name.split("/")
    if len(parts) < 3:
        return len(ROOMS)
    return ROOMS.index(parts[1]) if parts[1] in ROOMS else None


def check_room(check, file, here, name):
    own, other = room_of(str(file.relative_to(check.source / "src"))), room_of(name)
    if check.expect(other is not None, f"{here}: there is no such room: {name}") and own is not None:
        check.expect(other <= own, f"{here}: includes a later room: {name}")


def check_queries(check):
    """The owners are the types of AukWorld's members; a cast of const away is a warning that is an error."""
    state = without_comments((check.source / "src/world/state/world_state.h").read_text())
    members = re.search(r"struct AukWorld \{(.*?)\n\};", state, re.S).group(1)
    owners = {"AukWorld"} | set(re.findall(r"^\s*(Auk\w+) \*?\w+(?:, \w+)?;", members, re.M)) - {"AukRecordHook", "AukStatus"}
    pattern = re.compile(r"(?<!const )\b(" + "|".join(sorted(owners)) + r") \*")
    for file in sorted((check.source / "src/world/query").glob("*.[ch]")):
        for number, line in enumerate(without_comments(file.read_text()).splitlines(), 1):
            for owner in pattern.findall(line):
                check.find(f"{check.path(file)}:{number}: a query takes a const {owner}")


def check_public_headers(check):
    names = {header.name for header in public_headers(check.source)}
    for header in public_headers(check.source):
        here = f"include/auk/{header.name}"
        own = rank_of(f"auk/{header.name}")
        for number, bracket, name in includes(header):
            if bracket == "<":
                check.expect(name in PUBLIC_STANDARD, f"{here}:{number}: <{name}> is not for public headers")
            elif not check.expect(name.startswith("auk/"), f"{here}:{number}: public headers include only auk/"):
                continue
            else:
                check.expect(name[4:] in names, f"{here}:{number}: there is no {name}")
                check.expect(rank_of(name) <= own, f"{here}:{number}: includes upward: {name}")
    inside = {name for _, _, name in includes(check.source / "include/auk/auk.h")}
    for name in sorted(names - {"auk.h"}):
        check.expect(f"auk/{name}" in inside, f"include/auk/auk.h does not include auk/{name}")


def check_stb(check, file, number, name):
    here = f"{check.path(file)}:{number}"
    if "stb_ds.h" in name:
        wrapper = check.path(file) == f"src/{STB_WRAPPER}"
        check.expect(wrapper, f"{here}: stb_ds comes in through src/{STB_WRAPPER} alone")
    elif name == STB_WRAPPER:
        check.expect(file.suffix == ".c", f"{here}: only .c files include {STB_WRAPPER}")


def check_sources(check):
    for file in sorted((check.source / "src").rglob("*.[ch]")):
        layer = file.relative_to(check.source / "src").parts[0]
        if not check.expect(layer in LAYERS, f"{check.path(file)} lies in no layer's folder"):
            continue
        if layer == "world":
            room = room_of(str(file.relative_to(check.source / "src")))
            check.expect(room is not None, f"{check.path(file)} lies in no room")
            check.expect(room != len(ROOMS) or file.name == "world.c", f"{check.path(file)} lies in no room")
        for number, bracket, name in includes(file):
            here = f"{check.path(file)}:{number}"
            check_stb(check, file, number, name)
            if layer == "world" and name.startswith("world/"):
                check_room(check, file, here, name)
            rank = rank_of(name)
            if rank is not None:
                check.expect(bracket == '"', f'{here}: write "{name}"')
                check.expect(rank <= LAYERS.index(layer), f"{here}: {layer} includes upward: {name}")
            elif bracket == '"':
                check.find(f'{here}: write "layer/file.h", not "{name}"')


def check_demos(check):
    demos = check.source / "demos"
    for file in sorted(demos.rglob("*.[ch]")):
        folder = str(file.relative_to(demos).parent)
        if not check.expect(folder in DEMO_INCLUDES, f"{check.path(file)} lies in no folder of the demos"):
            continue
        for number, bracket, name in includes(file):
            other = name.rpartition("/")[0]
            allowed = bracket == "<" or other == "auk" or other in DEMO_INCLUDES[folder]
            check.expect(allowed, f'{check.path(file)}:{number}: demos/{folder} may not include "{name}"')


def check_lists(check):
    for folder in LISTED:
        files = sorted((check.source / folder).glob("*.c"))
        lists = [check.source / part / "meson.build" for part in (folder, *folder.split("/")[:-1])]
        listed = "".join(file.read_text() for file in lists if file.exists())
        names = set(re.findall(r"'(?:[^']*/)?([^'/]+\.c)'", re.sub(r"#.*", "", listed)))
        for file in files:
            check.expect(file.name in names, f"{check.path(file)} is in no meson.build")


def check_lengths(check):
    for folder in ("include", "src", "tests", "demos"):
        for file in sorted((check.source / folder).rglob("*.[ch]")):
            lines = file.read_text().count("\n")
            check.expect(lines <= LINES_MAX, f"{check.path(file)} has {lines} lines, more than {LINES_MAX}")


def main():
    check = Check()
    check_public_headers(check)
    check_sources(check)
    check_queries(check)
    check_demos(check)
    check_lists(check)
    check_lengths(check)
    check.finish("the layers hold")


main()
