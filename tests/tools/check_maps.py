"""Gives auk-demos maps of the Tiled editor that are whole, and many that are not.

    check_maps.py AUK_DEMOS [SEED] [COUNT]

A malformed map ends with status 1 and one line that names the file and what is wrong; nothing ends otherwise, whatever
is in the file. Besides those written here, COUNT files are the map of demos/maps with a random place spoiled.
"""

import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from checks import skip

GARDEN = pathlib.Path(__file__).resolve().parent.parent.parent / "demos/maps/garden.tmj"
FRAMES = "20"

findings = []


def expect(condition, text):
    if not condition:
        findings.append(text)
    return condition


def run(program, path, frames=FRAMES):
    return subprocess.run([program, "levels", "--headless", "--quiet", "--frames", frames, "--map", str(path)],
                          capture_output=True, text=True, errors="replace", timeout=120)


def tiles(data, width=2, height=2, **more):
    return {"type": "tilelayer", "name": "ground", "width": width, "height": height, "data": data, **more}


def objects(*items, **more):
    return {"type": "objectgroup", "name": "things", "objects": list(items), **more}


START = {"id": 1, "type": "start", "x": 16, "y": 0, "point": True}


def level(*layers, **more):
    return {"orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16,
            "layers": list(layers), **more}


def item(**values):
    return {"id": 7, "x": 0, "y": 0, "width": 16, "height": 16, **values}


def points(*pairs):
    return [{"x": x, "y": y} for x, y in pairs]


SQUARE = points((0, 0), (16, 0), (16, 16), (0, 16))

WELL_FORMED = [
    level(objects(START), tiles([0, 0, 1, 1])),
    level(objects(START), tiles([0, 0, 0xE0000001, 0])),
    level(objects({**START, "type": "", "class": "start"})),
    level({"type": "group", "name": "all", "layers": [objects(START), tiles([0, 0, 0, 5])], "offsetx": 3.5}),
    level(objects(START, item(rotation=30), item(ellipse=True), item(polygon=SQUARE), item(polygon=SQUARE[::-1]),
                  item(polyline=points((0, 0), (5, 5))), item(type="one_way"), item(type="coin"), item(gid=3),
                  item(text={"text": "hello"}), item(point=True), item(visible=False, polygon=[]))),
    level(objects(START), {"type": "imagelayer", "name": "sky"}, tiles("eJw=", visible=False),
          tiles("eJw=", properties=[{"name": "solid", "type": "bool", "value": False}])),
    level(objects({**START, "type": "start", "width": 16, "height": 32})),
]

# What is in the file, and what the message must name.
MALFORMED = [
    ([], ["not an object"]), (7, []), ({}, ["orientation"]), (level(orientation="hexagonal"), ["hexagonal"]),
    (level(infinite=True), ["infinite"]), (level(width=0), ["'width'", "0"]), (level(width="2"), ["'width'"]),
    (level(height=-3), ["'height'"]), (level(tilewidth=None), ["'tilewidth'"]), (level(tilewidth=32), ["32 by 16"]), (level(tileheight=1e300), ["1e+300"]),
    (level(layers={}), ["'layers'"]), (level(layers=None), ["'layers'"]), (level(7), ["layer 1"]),
    (level(), ["start"]), (level(objects()), ["start"]), (level({"type": "sky", "name": "blue"}), ["layer 1 'blue'", "sky"]),
    (level(tiles([0, 0, 1])), ["layer 1 'ground'", "3 tiles", "2 times 2"]), (level(tiles(None)), ["'data'"]),
    (level(tiles("AAAA")), ["CSV"]), (level(tiles([0, 0, 1, "x"])), ["item 3"]), (level(tiles([0, 0.5, 1, 1])), ["item 1"]),
    (level(tiles([0, -1, 1, 1])), ["item 1"]), (level(tiles([0, 1 << 40, 1, 1])), ["item 1"]),
    (level(tiles([], 99999, 99999)), ["99999"]), (level(tiles([1], 1.5, 1)), ["1.5"]),
    (level(objects(START), tiles([1, 1, 1, 1], width=1e9)), ["layer 2", "'width'"]),
    (level({"type": "objectgroup", "name": "a\u001b[31mb", "objects": 1}), ["layer 1", "'objects'"]),
    (level(objects(START, 5)), ["things", "object 2"]), (level(objects(item(x="left"))), ["object 7", "'x'"]),
    (level(objects({"id": 9, "y": 1})), ["object 9", "'x' is missing"]), (level(objects(item(width=-1))), ["'width'"]),
    (level(objects(item(width=0))), ["object 7"]), (level(objects(item(x=1e30))), ["1e+30"]),
    (level(objects(item(rotation="up"))), ["'rotation'"]), (level(objects(item(ellipse=True, height=0))), ["object 7"]),
    (level(objects(item(template="tree.tj"))), ["template"]), (level(objects(item(polygon=7))), ["'polygon'"]),
    (level(objects(item(polygon=SQUARE[:2]))), ["'polygon'", "2 points"]),
    (level(objects(item(polygon=points((0, 0), (5, 5), (9, 9))))), ["object 7"]),
    (level(objects(item(polygon=points((0, 0), (9, 9), (9, 0), (0, 9))))), ["object 7"]),
    (level(objects(item(polygon=[1, 2, 3]))), ["'x'"]), (level(objects(item(polygon=SQUARE * 1000))), ["4000"]),
    (level(objects(item(polyline=points((0, 0))))), ["'polyline'"]),
    (level(objects(item(polyline=points((1, 1), (1, 1))))), ["object 7"]),
    (level(objects(item(polyline=points((0, 0), ("a", 1))))), ["'x'"]),
    (level(objects(START), offsetx=1, layers=[objects(START, offsetx="far")]), ["'offsetx'"]),
]


def nested(depth):
    layer = objects(START)
    for _ in range(depth):
        layer = {"type": "group", "name": "g", "layers": [layer]}
    return level(layer)


RAW = [
    (b"", "line 1"), (b"{", "line 1"), (b'{\n"width": }', "line 2"), (b"[" * 100000, "line 1"), (b"\xff\xfe{}", "line 1"),
    (b'{"width": 1e999}', "line 1"), (b'{"a": 1, "a": 2}', "line 1"), (b'{"layers": "\\ud800"}', "line 1"),
    (b"\0" * 1000, "line 1"), (b'{"width": nan}', "line 1"),
]


def check_refusal(program, path, words):
    done = run(program, path)
    lines = done.stderr.splitlines()
    shown = path.read_bytes()[:200]
    fine = done.returncode == 1 and not done.stdout and len(lines) == 1 and lines[0].startswith("auk-demos: ")
    fine = fine and lines[0].isprintable() and all(word in lines[0] for word in words)
    expect(fine, f"{words}: exit status {done.returncode}, {done.stderr!r} for {shown!r}")


def check_written(program, folder):
    path = folder / "map.tmj"
    for number, whole in enumerate(WELL_FORMED):
        path.write_text(json.dumps(whole))
        done = run(program, path)
        expect(done.returncode == 0, f"whole map {number}: exit status {done.returncode}: {done.stderr}")
    for spoiled, words in MALFORMED + [(nested(100), ["groups"])]:
        path.write_text(json.dumps(spoiled))
        check_refusal(program, path, words)
    for raw, word in RAW:
        path.write_bytes(raw)
        check_refusal(program, path, [word])
    check_refusal_of_path(program, folder / "nowhere.tmj")
    check_refusal_of_path(program, folder)


def check_refusal_of_path(program, path):
    done = run(program, path)
    expect(done.returncode == 1 and str(path)[:40] in done.stderr, f"{path}: {done.returncode} {done.stderr!r}")


def places(value, path=()):
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if len(path) < 6:
            yield from places(child, (*path, key))


JUNK = [None, True, -1, 0, 7, 0.5, -1e9, 1e300, "", "x", [], {}, [[]], 1 << 62, [{"x": 0, "y": 0}] * 3]


def spoil(source, whole):
    """One or two places of the map are something else, or gone."""
    spoiled = copy.deepcopy(whole)
    for _ in range(source.choice([1, 1, 2])):
        path = source.choice([path for path in places(spoiled) if path])
        parent = spoiled
        for key in path[:-1]:
            parent = parent[key]
        if source.random() < 0.25:
            del parent[path[-1]]
        else:
            parent[path[-1]] = source.choice(JUNK)
    return spoiled


def check_random(program, folder, seed, count):
    source = random.Random(seed)
    whole = json.loads(GARDEN.read_text())
    text = GARDEN.read_bytes()
    path = folder / "spoiled.tmj"
    for number in range(count):
        if number % 4 == 0:
            cut = bytearray(text[:source.randrange(len(text))] if number % 8 else text)
            for _ in range(source.randrange(4)):
                cut[source.randrange(len(cut) or 1)] = source.randrange(256) if cut else 0
            path.write_bytes(cut)
        else:
            path.write_text(json.dumps(spoil(source, whole)))
        done = run(program, path, "3")
        fine = done.returncode == 0 or (done.returncode == 1 and done.stderr.startswith(f"auk-demos: {str(path)[:60]}"))
        if not expect(fine, f"seed {seed}, map {number}: exit status {done.returncode}: {done.stderr[:2000]}"):
            return


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(f"usage: {sys.argv[0]} AUK_DEMOS [SEED] [COUNT]")
    program = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    listed = subprocess.run([program, "--list"], capture_output=True, text=True).stdout
    if "levels" not in listed:
        skip("auk-demos was built without jansson")
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        check_written(program, pathlib.Path(name))
        check_random(program, pathlib.Path(name), seed, count)
    if findings:
        print("\n".join(findings))
        sys.exit(f"{len(findings)} finding(s)")
    print(f"{len(WELL_FORMED)} maps were walked, {len(MALFORMED) + len(RAW) + 1} refused, {count} spoiled at random")


main()
