"""Runs auk-demos and polygon-distance: results, bad arguments, malformed input.

    check_demos.py AUK_DEMOS POLYGON_DISTANCE [SEED]

Each scene runs for a few frames, twice with one seed and once with another. Random polygons are compared with an exact
answer in fractions; the seed is printed.
"""

import fractions
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SCENES = {
    "tuxes": ["--frames", "60", "--dt", "0.25"],
    "gas": ["--frames", "10", "--bodies", "500"],
    "tiles": ["--frames", "3", "--bodies", "100"],
    "bullets": ["--frames", "3", "--bodies", "2000"],
    "clumps": ["--frames", "5", "--bodies", "500"],
    "gjk": ["--frames", "125", "--figures", "turns"],
    "rays": ["--frames", "30"],
    "sensors": ["--frames", "60"],
    "rollback": ["--frames", "150"],
    "character": ["--frames", "600", "--bodies", "20"],
    "responses": ["--frames", "200"],
    "crowd": ["--frames", "400", "--bodies", "200"],
    "lines": ["--frames", "300", "--bodies", "5"],
    "corners": ["--frames", "200", "--bodies", "4"],
    "projection": ["--frames", "61"],
    "worms": ["--frames", "120"],
    "cutout": ["--frames", "30"],
    "wrap": ["--frames", "600"],
    "history": ["--frames", "300", "--bodies", "30"],
    "chains": ["--frames", "300"],
    "shapes": ["--frames", "240"],
    "boundary": ["--frames", "120"],
    "chunks": ["--frames", "300"],
    "aim": ["--frames", "240", "--bodies", "150"],
    "levels": ["--frames", "900", "--bodies", "3"],
}
KEYS = ["scene", "frames", "bodies", "pairs", "contacts", "begins", "ends", "hits", "tunnelled", "ms_per_step", "hash"]

# What must never happen in a scene, and what must, or the run shows nothing.
FAULTS = {
    "character": ["inside", "beyond", "stuck"],
    "levels": ["inside", "beyond", "stuck"],
    "crowd": ["inside", "beyond", "stuck"],
    "responses": ["wrong", "escaped"],
    "worms": ["inside", "stale"],
    "cutout": ["wrong"],
    "chains": ["ghosts", "held", "wrong"],
    "aim": ["off", "unpredicted"],
    "shapes": ["wrong"],
    "chunks": ["walls"],
}
DEEDS = {
    "character": ["jumps", "coins"],
    "levels": ["jumps", "coins", "turns"],
    "crowd": ["overlaps"],
    "corners": ["swept", "by_corners", "by_printed", "printed_false", "at_end", "crossings", "crossings_false"],
    "responses": ["crossed", "touched", "slid", "bounced", "lost", "pierced"],
    "worms": ["digs", "retraced"],
    "cutout": ["tested", "loops"],
    "wrap": ["shot_down", "through", "rays_across", "contacts_across"],
    "history": ["fired", "hits_now", "others_now", "missed_now"],
    "chains": ["met", "corners", "ghosts_apart"],
    "aim": ["compared", "bounces"],
    "shapes": ["cuts", "bounces", "off"],
    "boundary": ["bounces"],
    "chunks": ["attached", "detached"],
}

# Thin hulls, on which alternating projection does not converge; and the smallest sizes and longest steps.
EXTREMES = [
    ("gjk", ["--frames", "20200", "--bodies", "3", "--figures", "turns"]),
    ("corners", ["--frames", "5000", "--bodies", "8"]),
    ("lines", ["--frames", "5000", "--bodies", "16", "--dt", "0"]), ("crowd", ["--frames", "300", "--dt", "1"]),
    ("gjk", ["--frames", "20200", "--bodies", "3"]), ("projection", ["--frames", "5000", "--bodies", "3"]),
    ("projection", ["--frames", "5000", "--bodies", "16"]), ("crowd", ["--frames", "300", "--dt", "1"]),
    ("character", ["--frames", "300", "--dt", "1", "--bodies", "20"]),
    ("wrap", ["--frames", "300", "--dt", "0.1", "--bodies", "60"]), ("history", ["--frames", "100", "--dt", "0"]),
    ("chains", ["--frames", "600", "--dt", "0.05", "--bodies", "100"]),
    ("levels", ["--frames", "300", "--dt", "1", "--bodies", "20"]),
]

BAD_ARGUMENTS = [
    [], ["nowhere"], ["tuxes", "gas"], ["gas", "--nothing"], ["gas", "--frames"], ["gas", "--frames", "-1"],
    ["gas", "--frames", "1.5"], ["gas", "--frames", ""], ["gas", "--frames", "99999999999999999999"],
    ["gas", "--dt", "nan"], ["gas", "--dt", "inf"], ["gas", "--dt", "-0.1"], ["gas", "--dt", "1e30"],
    ["gas", "--dt", "0.1s"], ["gas", "--bodies", "0"], ["gas", "--bodies", "-5"], ["gas", "--bodies", "1e3"],
    ["gas", "--bodies", "2000000000"], ["gas", "--seed", "-1"], ["gas", "--seed", "x"],
    ["gas", "--seed", "99999999999999999999999"], ["gas", "--workers"], ["gas", "--workers", "-1"],
    ["gas", "--workers", "65"], ["gas", "--workers", "two"], ["gas", "--workers", "2.0"],
    ["gjk", "--bodies", "2"], ["crowd", "--dt", "1.5"], ["levels", "--dt", "1.5"], ["character", "--dt", "60"],
    ["gas", "--map", "x.tmj"], ["levels", "--map"], ["gas", "--record"], ["gas", "--nothing", "5"],
    ["gas", "--sum"], ["gas", "--method", "epa"], ["gas", "--polygons", "x"], ["gjk", "--polygons"],
    ["gjk", "--method", "sat"], ["gjk", "--method", ""], ["gjk", "--method"], ["gjk", "--figures", "hull"],
    ["gjk", "--figures", "hull,"], ["gjk", "--figures", "hull,box,box"], ["gjk", "--figures", "file"],
    ["gjk", "--figures", "depth", "--polygons", "x"], ["gjk", "--polygons", "x", "--figures", "depth"],
    ["gjk", "--start-direction", "0,0"], ["gjk", "--start-direction", "nan,1"], ["gjk", "--start-direction", "1"],
    ["gjk", "--start-direction", "1,inf"], ["gjk", "--start-direction", "1,2,3"], ["gjk", "--start-direction", ""],
    ["gjk", "--start-direction", "1e-30,0"], ["gjk", "--tolerance", "nan"], ["gjk", "--tolerance", "inf"],
    ["gjk", "--tolerance", "-1e-9"], ["gjk", "--tolerance", "1x"], ["gjk", "--tolerance", ""],
    ["gjk", "--max-rounds", "-1"], ["gjk", "--max-rounds", "0"], ["gjk", "--max-rounds", "2.5"],
    ["gjk", "--max-rounds", "99999999999999999999"], ["gjk", "--round", "0"], ["gjk", "--round", ""],
    ["gas", "--unswept"], ["--unswept"], ["tuxes", "--unswept", "1"],
    ["lines", "--bodies", "0"], ["lines", "--bodies", "17"], ["lines", "--svg", "."], ["lines", "--unswept"],
    ["corners", "--bodies", "0"], ["corners", "--bodies", "9"], ["corners", "--map", "x.tmj"],
]

SQUARE = "0 0\n1 0\n1 1\n0 1\n"
ARTICLE = [
    ("4 4\n" + SQUARE + "2 0\n3 0\n3 1\n2 1\n", "1.00000"),
    ("3 4\n4 11\n9 9\n4 5\n8 6\n10 2\n13 1\n15 6\n", "1.71791"),
    ("3 3\n0 1\n1 -1\n-1 -1\n0 -1\n1 1\n-1 1\n", "0.00000"),
]
WELL_FORMED = [
    ("3 3\r\n0 0\r\n1 0\r\n0 1\r\n\r\n 5\t5 \r\n6 5\r\n5 6\r\n", "6.36396"),
    ("3 3\n+0.e0 .0\n1E0 -0\n0 10e-1\n5 5\n6 5\n5 0.00006e+5\n", "6.36396"),
    # The middle point is off the line by less than a float at 10,000 can hold.
    ("3 3\n9999 9999\n9999.5 9999.50001\n10000 10000\n0 0\n1 0\n0 1\n", "14140.01430"),
    # Long parallel edges a hundred-thousandth apart.
    ("3 3\n0 0\n9000 0\n5 -1\n-10 0.00001\n8000 0.00001\n7 2\n", "0.00001"),
    ("5 4\n0 0\n1 1\n0 1\n1 0\n0.5 0.5\n1 1\n2 2\n1 2\n2 1\n", "0.00000"),
]
# Input, the line the message must name, the results before it.
MALFORMED = [
    ("", 1, 0), ("3 3\n", 2, 0), ("2 3\n", 1, 0), ("3 10001\n", 1, 0), ("0 3\n", 1, 0), ("3.5 3\n", 1, 0),
    ("-3 3\n", 1, 0), ("3\n", 1, 0), ("three 3\n", 1, 0),
    ("3 3\n0 0\n1 0\nnan 1\n", 4, 0), ("3 3\n0 0\n1 0\n0 inf\n", 4, 0), ("3 3\n0 0\n1e999 0\n", 3, 0),
    ("3 3\n0 0\n1 0\n0 1x\n", 4, 0), ("3 3\n0 0\n0x1 0\n", 3, 0), ("3 3\n0 0\n1 1e\n", 3, 0), ("3 3\n\n\n. 1\n", 4, 0),
    ("3 3\n0 0\n1 0 0\n", 3, 0), ("3 3\n0 0\n1\n", 3, 0), ("3 3\n0 0\n1 0\n0 1\n5 5\n6 5\n0 0\n", 8, 1),
    ("3 3\n0 0\n1 1\n2 2\n", 4, 0), ("3 3\n0 0\n1 0\n0 1\n1 3\n1 3\n1 3\n", 7, 0),
    ("3 3\n0.1 0.3\n0.2 0.6\n0.3 0.9\n", 4, 0),
    ("3 3\n0 0\n1 0\n0 1\n5 5\n6 5\n5 6\n", 8, 1), ("3 3\n0 0\n1 0\n0 1\n5 5\n6 5\n5 6\n3 3\n0 0\n1 0\nx", 11, 1),
    ("3 3\n0 0\n1\0000 0\n", 3, 0), (" " * 70000, 1, 0),
]

ALGORITHMS = ["gjk", "projection", "calipers", "brute"]
# Input, what --depth prints.
DEEP = [
    ("4 4\n" + SQUARE + "0.75 0.25\n2 0.25\n2 0.5\n0.75 0.5\n", "-0.25000"),
    ("4 4\n" + SQUARE + SQUARE, "-1.00000"),
    ("4 4\n" + SQUARE + "1 0\n2 0\n2 1\n1 1\n", "0.00000"),
    ("3 3\n0 1\n1 -1\n-1 -1\n0 -1\n1 1\n-1 1\n", "-0.89443"),
    ("4 4\n-10 -1\n10 -1\n10 1\n-10 1\n-1 -10\n1 -10\n1 10\n-1 10\n", "-11.00000"),
]
BAD_POLYGON_ARGUMENTS = [
    ["--nothing"], ["--depths"], ["depth"], ["--algorithm"], ["--algorithm", "epa"], ["--algorithm", ""],
    ["--algorithm", "--depth"],
    ["--tolerance"], ["--tolerance", ""], ["--tolerance", "nan"], ["--tolerance", "0"], ["--tolerance", "-0.1"],
    ["--tolerance", "inf"], ["--tolerance", "1e-16"], ["--tolerance", "1.5"], ["--tolerance", "1e999"],
    ["--tolerance", "0.1x"], ["--tolerance", "0.1", "--algorithm", "calipers"],
    ["--max-rounds"], ["--max-rounds", ""], ["--max-rounds", "0"], ["--max-rounds", "-3"], ["--max-rounds", "1.5"],
    ["--max-rounds", "nan"], ["--max-rounds", "10001"], ["--max-rounds", "99999999999999999999"],
    ["--max-rounds", "3", "--algorithm", "brute"], ["--algorithm", "projection", "--max-rounds", "1"],
]

findings = []


def expect(condition, text):
    if not condition:
        findings.append(text)
    return condition


def run(command, stdin=""):
    return subprocess.run(command, input=stdin, capture_output=True, text=True)


# ---- auk-demos ----------------------------------------------------------------------------------------------------


def results(program, arguments):
    """The last line of a run as a dictionary, or None."""
    done = run([program, *arguments])
    name = " ".join(["auk-demos", *arguments])
    if not expect(done.returncode == 0, f"{name}: exit status {done.returncode}\n{done.stderr}"):
        return None
    line = done.stdout.splitlines()[-1] if done.stdout else ""
    found = dict(part.split("=", 1) for part in line.split(" ") if "=" in part)
    expect([key for key in found][: len(KEYS)] == KEYS, f"{name}: not the results wanted: {line}")
    expect("--quiet" not in arguments or done.stderr == "", f"{name}: --quiet still says: {done.stderr}")
    return found if set(KEYS) <= set(found) else None


def check_scene(program, scene, options):
    arguments = [scene, "--headless", "--quiet", *options]
    found = results(program, arguments)
    again = results(program, arguments)
    other = results(program, [*arguments, "--seed", "7"])
    shared = results(program, [*arguments, "--workers", "3"])
    if found is None or again is None or other is None or shared is None:
        return
    frames = options[options.index("--frames") + 1]
    expect(found["scene"] == scene and found["frames"] == frames, f"{scene}: ran something else: {found}")
    expect(re.fullmatch("[0-9a-f]{16}", found["hash"]), f"{scene}: the hash is not 16 hexadecimal digits: {found}")
    expect(found["hash"] == again["hash"], f"{scene}: two runs, two hashes: {found['hash']} {again['hash']}")
    for key in found:
        same = key == "ms_per_step" or found[key] == shared[key]
        expect(same, f"{scene}: with three workers {key} is {shared[key]}, not {found[key]}")
    expect(found["hash"] != other["hash"], f"{scene}: another seed, the same hash: {found['hash']}")
    for numbers in (found, other):
        expect(numbers["tunnelled"] == "0", f"{scene}: tunnelled: {numbers}")
        expect(int(numbers["begins"]) >= int(numbers["ends"]), f"{scene}: more ends than begins: {numbers}")
        expect(int(numbers["pairs"]) > 0 and int(numbers["begins"]) > 0, f"{scene}: nothing happened: {numbers}")
        if scene in ("tuxes", "bullets"):
            check_hits(scene, numbers)
        for key in FAULTS.get(scene, []):
            expect(numbers[key] == "0", f"{scene}: {key}: {numbers}")
        for key in DEEDS.get(scene, []):
            expect(int(numbers[key]) > 0, f"{scene}: hardly anything happened, {key} is 0: {numbers}")


def check_record(program):
    """A record changes nothing; a file that cannot be written is refused. check_replay.py replays records."""
    arguments = ["crowd", "--headless", "--quiet", "--frames", "20"]
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "crowd.auk"
        plain, recorded = results(program, arguments), results(program, [*arguments, "--record", str(file)])
        expect(plain and recorded and plain["hash"] == recorded["hash"], f"--record changes the run: {recorded}")
        expect(file.exists() and file.stat().st_size > 1000, "--record writes hardly anything")
    done = run([program, "gas", "--headless", "--quiet", "--frames", "1", "--record", "/nowhere/at/all"])
    expect(done.returncode == 1 and "cannot write /nowhere/at/all" in done.stderr and not done.stdout,
           f"--record into nowhere: {done.returncode} {done.stderr}")


def check_unswept(program):
    """Bullets that are not swept tunnel, more of them in longer steps; the same shots, swept, do not."""
    counts = []
    for dt in ("0.016", "0.25"):
        arguments = ["tuxes", "--headless", "--quiet", "--frames", "200", "--dt", dt]
        swept, unswept = results(program, arguments), results(program, [*arguments, "--unswept"])
        again = results(program, ["--unswept", *arguments])
        if not (swept and unswept and again):
            return
        expect(swept["tunnelled"] == "0", f"tuxes --dt {dt}: tunnelled: {swept}")
        expect(unswept["hash"] == again["hash"], f"tuxes --unswept: two runs, two hashes: {unswept} {again}")
        expect(unswept["hits"] == "0" and unswept["false_hits"] == "0", f"tuxes --unswept has hits: {unswept}")
        counts.append(int(unswept["tunnelled"]))
        expect(counts[-1] <= int(unswept["shots"]), f"tuxes --unswept: more than all bullets tunnelled: {unswept}")
    expect(0 < counts[0] < counts[1] / 20, f"tuxes --unswept --dt 0.016, 0.25: tunnelled: {counts}")


def check_lines(program):
    """The first frame has the numbers of the article on GJK for teaching: 2 x + 5 y + 20 = 0 and the origin."""
    found = results(program, ["lines", "--headless", "--quiet"])
    wanted = {"a": 2, "b": 5, "c": 20, "foot_x": -40 / 29, "foot_y": -100 / 29, "distance": 20 / math.sqrt(29)}
    for key, value in wanted.items():
        expect(found is None or abs(float(found[key]) - value) < 1e-5, f"lines: {key} is not {value}: {found}")


def check_corners(program):
    """The first frame: a player and a thin target, both hit. The printed formula finds neither, nor any crossing."""
    found = results(program, ["corners", "--headless", "--quiet"])
    wanted = {"targets": 2, "swept": 2, "by_corners": 1, "by_printed": 0, "at_end": 0, "crossings": 8,
              "crossings_printed": 0, "crossings_false": 0, "missed_discrete": 2}
    for key, value in wanted.items():
        expect(found is None or int(found[key]) == value, f"corners: {key} is not {value}: {found}")


def table_of_projections():
    """(distance, projections, GJK rounds) of the rows of the table in tests/README.md."""
    lines = (pathlib.Path(__file__).resolve().parent.parent / "README.md").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| pair | distance | projections |"))
    rows = []
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip() for cell in line.split("|")]
        rows.append((cells[2], cells[3], cells[5]))
    return rows


def check_projections(program):
    """The scene projection counts what the table in tests/README.md says."""
    for i, row in enumerate(table_of_projections(), start=1):
        found = results(program, ["projection", "--headless", "--quiet", "--frames", str(i)])
        counts = found and (found["distance"], found["projections"], found["iterations"])
        expect(counts == row and found["pair"] == str(i), f"projection, pair {i}: {counts}, in tests/README.md {row}")
    expect(len(table_of_projections()) == 8, "the table of projections in tests/README.md has not 8 rows")


def check_extremes(program):
    """The smallest size and the longest step that a scene takes; the checks report no faults there."""
    for scene, options in EXTREMES:
        found = results(program, [scene, "--headless", "--quiet", *options])
        expect(found is None or found["tunnelled"] == "0", f"{scene} {options}: tunnelled: {found}")


def check_full_disk(name, command, stdin=""):
    """What is written to a full disk is not a success."""
    if pathlib.Path("/dev/full").exists():
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, input=stdin, stdout=full, stderr=subprocess.PIPE, text=True)
        expect(done.returncode != 0, f"{name}: exit status 0 though its results are lost")


def check_hits(scene, numbers):
    hits = int(numbers["hits"])
    expect(hits > 100, f"{scene}: hardly any hits: {numbers}")
    expect(int(numbers["grazing"]) <= 1 + hits / 1000, f"{scene}: too many hits are too close to call: {numbers}")
    expect(int(numbers["missed_discrete"]) > hits / 2, f"{scene}: the frames are too short to miss: {numbers}")


def check_demos(program):
    if "levels" not in run([program, "--list"]).stdout:
        print("no jansson in this build: the scene levels is not checked")
        del SCENES["levels"]
        EXTREMES.pop()
        BAD_ARGUMENTS.remove(["levels", "--dt", "1.5"])
    for scene, options in SCENES.items():
        check_scene(program, scene, options)
    check_record(program)
    check_unswept(program)
    check_lines(program)
    check_corners(program)
    check_projections(program)
    check_extremes(program)
    check_full_disk("auk-demos", [program, "gas", "--frames", "1", "--quiet", "--headless"])
    results(program, ["tuxes", "--frames", "0", "--quiet"])
    lines = run([program, "gas", "--frames", "3", "--quiet", "--headless", "--stats"]).stdout.splitlines()
    expect(len(lines) == 2 and re.fullmatch(r"ms( \w+=\d+\.\d+){7}", lines[1]), f"--stats says: {lines}")
    results(program, ["tuxes", "--frames", "2", "--dt", "0", "--quiet"])
    results(program, ["--seed", "18446744073709551615", "gas", "--bodies", "1", "--frames", "1", "--quiet"])
    listed = run([program, "--list"])
    expect(listed.returncode == 0 and all(scene in listed.stdout for scene in SCENES), "--list does not list")
    helped = run([program, "--help"])
    expect(helped.returncode == 0 and "--workers" in helped.stdout, "--help does not help")
    for arguments in BAD_ARGUMENTS:
        done = run([program, *arguments])
        name = " ".join(["auk-demos", *arguments])
        expect(done.returncode == 2, f"{name}: exit status {done.returncode}, not 2")
        expect(done.stderr.startswith("auk-demos: ") and not done.stdout, f"{name}: no clear message")


# ---- the scene gjk -----------------------------------------------------------------------------------------------


def gjk(program, *options):
    return results(program, ["gjk", "--headless", "--quiet", *map(str, options)]) or {}


def check_gjk_files(program, polygon_distance, seed):
    """The figures of a file, one case a frame, have the distances that polygon-distance prints, by every method."""
    cases = [case for case in random_cases(seed) if case[2] == 1][:12]
    text = "".join(case_text(*case) for case in cases) + "0 0\n"
    wanted = run([polygon_distance, "--depth"], text).stdout.split()
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "cases.txt"
        file.write_text(text)
        for method in ("gjk", "epa", "projection"):
            for i, number in enumerate(wanted):
                found = gjk(program, "--polygons", file, "--method", method, "--frames", i + 1)
                value = float(found.get("distance", 0)) - float(found.get("penetration", 0))
                size = max(abs(c) for p in cases[i][0] + cases[i][1] for c in p)
                close = abs(value - float(number)) <= 1e-5 + 1e-6 * size
                expect(close, f"gjk --method {method}: seed {seed}, case {i + 1}: {value}, not {number}")
        around = gjk(program, "--polygons", file, "--frames", len(cases) + 1)
        expect(around.get("off_by") == "0" and around.get("tunnelled") == "0",
               f"gjk --polygons does not go round: {around}")
        for text, complaint in (("3 3\n0 0\n1 0\n0 x\n", "line 4:"), ("0 0\n", "no case"), ("", "line 1:"),
                                ("3 3\n16777216 0\n16777216.3 0.2\n16777216.4 0.5\n5 5\n6 5\n5 6\n0 0\n", "case 1:")):
            file.write_text(text)
            done = run([program, "gjk", "--headless", "--quiet", "--polygons", str(file)])
            expect(done.returncode == 1 and complaint in done.stderr and not done.stdout,
                   f"gjk takes a file {text!r}: {done.returncode} {done.stderr}")
    done = run([program, "gjk", "--headless", "--polygons", "/nowhere/at/all"])
    expect(done.returncode == 1 and "cannot read /nowhere/at/all" in done.stderr, f"gjk reads nowhere: {done.stderr}")


def check_gjk_ends(program):
    """A cap and a tolerance end a method early, by less the later; on corners a few rounds are enough."""
    errors = []
    for cap in range(1, 12):
        found = gjk(program, "--figures", "ellipse,custom", "--seed", 3, "--max-rounds", cap)
        expect(found.get("ended") == "cap" and found.get("iterations") == str(cap), f"gjk --max-rounds {cap}: {found}")
        expect(found.get("limits") == found.get("irregularities") == "1", f"gjk: no limit counted: {found}")
        errors.append(float(found.get("off_by", "nan")))
    falls = errors == sorted(errors, reverse=True) and errors[0] > 1 > 1e-5 > errors[-1]
    expect(falls, f"gjk: caps are off by {errors}")
    for tolerance in ("1", "0.1", "0.001"):
        found = gjk(program, "--figures", "ellipse,custom", "--seed", 3, "--tolerance", tolerance)
        fine = found.get("ended") == "tolerance" and 0 <= float(found["off_by"]) <= float(tolerance)
        expect(fine and found["irregularities"] == "0", f"gjk --tolerance {tolerance}: {found}")
    found = gjk(program, "--figures", "ellipse,ellipse", "--method", "epa", "--max-rounds", 3, "--seed", 2)
    expect(found.get("ended") == "cap" and float(found["off_by"]) <= 0, f"gjk: EPA with a cap: {found}")
    found = gjk(program, "--seed", 12, "--method", "projection", "--tolerance", "0.5")
    expect(found.get("ended") == "tolerance" and float(found["off_by"]) > 0, f"gjk: a coarse projection: {found}")
    found = gjk(program, "--seed", 12, "--method", "projection", "--max-rounds", 5)
    expect(found.get("ended") == "cap" and float(found["off_by"]) > 0, f"gjk: projection with a cap: {found}")
    found = gjk(program, "--figures", "worked", "--max-rounds", 9)
    expect(found.get("ended") == "converged" and found.get("off_by") == "0", f"gjk: corners meet a cap: {found}")


def check_gjk(program, polygon_distance, seed):
    check_gjk_files(program, polygon_distance, seed)
    check_gjk_ends(program)
    for method in ("gjk", "epa", "projection"):
        for figures, wanted in (("worked", "distance=1.71791"), ("triangles", "penetration=0.894427"),
                                ("depth", "penetration=10.304")):
            found = gjk(program, "--figures", figures, "--method", method)
            line = " ".join(f"{key}={value}" for key, value in found.items())
            expect(wanted in line and found.get("method") == method, f"gjk --figures {figures}: {line}")
            expect(0 <= int(found.get("iterations", -1)) < 128, f"gjk --figures {figures}: {line}")
    for direction in ("0,1", "1,0", "-3,0.5", "0,-1e5"):
        found = gjk(program, "--figures", "article", "--start-direction", direction, "--seed", 4)
        expect(found.get("off_by") == "0" and int(found.get("iterations", 0)) >= 2, f"gjk from {direction}: {found}")
    expect(gjk(program, "--frames", 0).get("irregularities") == "0", "gjk without a frame")
    done = run([program, "gjk", "--headless", "--frames", "5", "--max-rounds", "1"])
    count = re.search(r" irregularities=(\d+)$", done.stdout.strip())
    line = (done.stderr.splitlines() or [""])[-1]
    expect(count and int(count.group(1)) > 2 and f"irregularities of gjk in 5 runs: {count.group(1)} " in line,
           f"gjk ends with: {done.stdout}{done.stderr}")


# ---- polygon-distance ---------------------------------------------------------------------------------------------


def convex_hull(points):
    points = sorted(set(points))
    halves = []
    for ordered in (points, points[::-1]):
        half = []
        for p in ordered:
            while len(half) > 1 and turn(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves += half[:-1]
    return halves


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def squared_distance(p, a, b):
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    t = fractions.Fraction((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1], length)
    t = min(max(t, 0), 1)
    return (a[0] + t * along[0] - p[0]) ** 2 + (a[1] + t * along[1] - p[1]) ** 2


def edges(polygon):
    return zip(polygon, polygon[1:] + polygon[:1])


def exact_distance(one, two):
    """Of the hulls of two sets of points with whole coordinates."""
    one, two = convex_hull(one), convex_hull(two)
    pairs = ((one, two), (two, one))
    if not any(all(turn(a, b, p) < 0 for p in other) for own, other in pairs for a, b in edges(own)):
        return 0.0
    return math.sqrt(min(squared_distance(p, a, b) for own, other in pairs for p in own for a, b in edges(other)))


def exact_depth(one, two):
    """The shortest way out of an overlap; below 0 where the hulls are apart."""
    one, two = convex_hull(one), convex_hull(two)
    return min(max(turn(a, b, p) for p in other) / math.dist(a, b)
               for own, other in ((one, two), (two, one)) for a, b in edges(own))


def random_points(source, reach):
    while True:
        x, y = source.randint(-reach, reach), source.randint(-reach, reach)
        size = source.choice([3, 10, 100, 1000])
        count = source.choice([3, 4, 5, 20])
        points = [(x + source.randint(-size, size), y + source.randint(-size, size)) for _ in range(count)]
        if len(convex_hull(points)) > 2:
            return points


def case_text(one, two, unit=1):
    lines = [f"{len(one)} {len(two)}"] + [f"{x / unit!r} {y / unit!r}" for x, y in one + two]
    return "\n".join(lines) + "\n"


def random_cases(seed):
    source = random.Random(seed)
    cases = []
    for _ in range(300):
        reach = source.choice([5, 100, 10000])
        cases.append((random_points(source, reach), random_points(source, reach), source.choice([1, 10, 1000])))
    return cases


def check_random(program, seed):
    """Plain, as everybody runs it, then with every option under every algorithm."""
    cases = random_cases(seed)
    text = "".join(case_text(*case) for case in cases) + "0 0\n"
    wanted = [exact_distance(one, two) / unit for one, two, unit in cases]
    for options in [[], *(["--algorithm", name] for name in ALGORITHMS)]:
        answers = answers_of(program, options, text, len(cases))
        for case, answer, distance in zip(cases, answers, wanted):
            if not expect(abs(float(answer) - distance) <= 5.001e-6,
                          f"polygon-distance {options}: seed {seed}: {answer}, not {distance}, for\n{case_text(*case)}"):
                return
    for name in ALGORITHMS:
        options = ["--depth", "--witness", "--stats", "--algorithm", name]
        for case, answer in zip(cases, answers_of(program, options, text, len(cases))):
            fault = fault_of_details(*case, answer)
            if not expect(not fault, f"polygon-distance --algorithm {name}: seed {seed}: {fault}: {answer} for\n"
                                     f"{case_text(*case)}"):
                return


def answers_of(program, options, text, count):
    done = run([program, *options], text)
    answers = done.stdout.splitlines()
    whole = done.returncode == 0 and len(answers) == count
    expect(whole, f"polygon-distance {options}: {len(answers)} answers of {count}: {done.stderr}")
    return answers if whole else []


def fault_of_details(one, two, unit, answer):
    """What is wrong with a line of --depth --witness --stats, or None."""
    match = re.fullmatch(r"(\S+) witness (\S+) (\S+) (\S+) (\S+) iterations (\d+) finish (\d+)", answer)
    if not match or "-0.00000" in answer.split():
        return "not the line wanted"
    signed, *coordinates = (float(group) for group in match.groups()[:5])
    distance = exact_distance(one, two) / unit
    wanted = distance if distance > 0 else -exact_depth(one, two) / unit
    if abs(signed - wanted) > 5.001e-6:
        return f"distance, not {wanted}"
    points = coordinates[:2], coordinates[2:]
    for polygon, point in zip((one, two), points):
        outline = [(x / unit, y / unit) for x, y in convex_hull(polygon)]
        off = min(math.sqrt(float_squared_distance(point, a, b)) for a, b in edges(outline))
        if off > 2e-5:
            return f"a witness point is {off} off its polygon"
    return None if abs(math.dist(*points) - abs(signed)) <= 3e-5 else "the witness points are not that far apart"


def float_squared_distance(p, a, b):
    along = (b[0] - a[0], b[1] - a[1])
    t = ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    t = min(max(t, 0.0), 1.0)
    return (a[0] + t * along[0] - p[0]) ** 2 + (a[1] + t * along[1] - p[1]) ** 2


def limited_answers(program, options, cases):
    """(distance, converged) of each case; the exit status says whether all are converged."""
    done = run([program, *options], "".join(case_text(*case) for case in cases) + "0 0\n")
    lines = [re.fullmatch(r"(\d+\.\d{5})( not converged)?", line) for line in done.stdout.splitlines()]
    if not expect(len(lines) == len(cases) and all(lines), f"polygon-distance {options}: not the lines wanted"):
        return []
    answers = [(float(line.group(1)), line.group(2) is None) for line in lines]
    status = 0 if all(converged for _, converged in answers) else 3
    expect(done.returncode == status, f"polygon-distance {options}: exit status {done.returncode}, not {status}")
    return answers


def check_limits(program, seed):
    """A tolerance is kept; a cap is said, and what it leaves is an upper bound that more rounds never make larger."""
    cases = random_cases(seed)[:100]
    wanted = [exact_distance(one, two) / unit for one, two, unit in cases]
    for part in (1e-12, 0.01, 0.3):
        answers = limited_answers(program, ["--tolerance", str(part)], cases)
        for case, distance, (answer, converged) in zip(cases, wanted, answers):
            kept = converged and -6e-6 <= answer - distance <= 6e-6 + part / (1 - part) * distance
            if not expect(kept, f"polygon-distance --tolerance {part}: {answer}, not {distance}, for\n{case_text(*case)}"):
                return
    for name, least in (("gjk", 1), ("projection", 2)):
        room = 6e-6 if name == "gjk" else 0.01
        last = [(math.inf, False)] * len(cases)
        for rounds in [*range(least, 6), 9, 10000]:
            options = ["--algorithm", name, "--max-rounds", str(rounds)]
            answers = limited_answers(program, options, cases)
            for case, distance, old, (answer, converged) in zip(cases, wanted, last, answers):
                fine = distance - room <= answer <= old[0] + room and (not converged or answer <= distance + room)
                if not expect(fine, f"polygon-distance {options}: {answer}, not {distance}, for\n{case_text(*case)}"):
                    return
            last = answers or last
            capped = any(not converged for _, converged in answers)
            expect(capped or rounds > 2, f"polygon-distance {options}: every case is converged")
        expect(name != "gjk" or all(converged for _, converged in last), "polygon-distance: 10,000 rounds do not do")


def check_large(program):
    """10,000 points each, shuffled: a square of points, and the same square turned by an eighth of a circle."""
    source = random.Random(1)
    square = [(x, y) for x in range(100) for y in range(100)]
    turned = [(x + y + 500, x - y) for x, y in square]
    source.shuffle(square)
    source.shuffle(turned)
    for name in ALGORITHMS:
        done = run([program, "--algorithm", name], case_text(square, turned) + case_text(turned, square) + "0 0\n")
        expect(done.stdout.split() == ["401.00000"] * 2,
               f"polygon-distance --algorithm {name}: 10,000 points: {done.stdout}{done.stderr}")


def check_known(program, options, cases):
    for text, answer in cases:
        done = run([program, *options], text + "0 0")
        expect(done.returncode == 0 and done.stdout == answer + "\n",
               f"polygon-distance {options}: {done.stdout.strip()!r}, not {answer!r}, for\n{text}{done.stderr}")


def check_polygons(program, seed):
    check_known(program, [], ARTICLE + WELL_FORMED)
    for name in ALGORITHMS:
        check_known(program, ["--algorithm", name], ARTICLE + WELL_FORMED)
        check_known(program, ["--algorithm", name, "--depth"], ARTICLE[:2] + WELL_FORMED[:4] + DEEP)
    for text, line, results_before in MALFORMED:
        done = run([program], text)
        shown = repr(text[:80])
        expect(done.returncode == 1, f"polygon-distance: exit status {done.returncode}, not 1, for {shown}")
        expect(f"line {line}:" in done.stderr, f"polygon-distance: does not name line {line} of {shown}: {done.stderr}")
        expect(done.stdout.count("\n") == results_before, f"polygon-distance: wrong results before the error in {shown}")
    check_random(program, seed)
    check_limits(program, seed)
    check_large(program)
    check_full_disk("polygon-distance", [program], "3 3\n" + SQUARE[:12] + SQUARE[:12] + "0 0\n")
    helped = run([program, "--help"])
    for option in ("--algorithm", "--tolerance", "--max-rounds"):
        expect(helped.returncode == 0 and option in helped.stdout, f"polygon-distance --help does not say {option}")
    for arguments in BAD_POLYGON_ARGUMENTS:
        done = run([program, *arguments], "0 0\n")
        clear = done.returncode == 2 and done.stderr.startswith("polygon-distance: ") and not done.stdout
        expect(clear, f"polygon-distance takes {arguments}: {done.returncode} {done.stderr}")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(f"usage: {sys.argv[0]} AUK_DEMOS POLYGON_DISTANCE [SEED]")
    seed = int(sys.argv[3]) if len(sys.argv) == 4 else random.randrange(1 << 32)
    print(f"seed {seed}")
    check_demos(sys.argv[1])
    check_gjk(sys.argv[1], sys.argv[2], seed)
    check_polygons(sys.argv[2], seed)
    if findings:
        print("\n".join(findings))
        sys.exit(f"{len(findings)} finding(s)")
    print("the demos do what they say")


main()
