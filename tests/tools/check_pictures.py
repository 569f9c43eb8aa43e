"""Draws every scene without a window and compares the files, byte by byte, with those in tests/data/pictures.

    check_pictures.py AUK_DEMOS
    check_pictures.py AUK_DEMOS --refresh    writes the pictures anew, after a change that is meant

Also: two runs give the same bytes, drawings as SVG are well formed, animations are GIFs, and what cannot be written is
said.
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "data/pictures"
SIZE = ["--size", "400x225"]
LARGER = ["--size", "640x360"]  # for notes of several lines
# Name of the picture, arguments. Pictures with many labels have a size of their own.
PICTURES = {
    "tuxes": ["tuxes", "--frames", "80"],
    "tuxes-unswept": ["tuxes", "--unswept", "--frames", "40", "--dt", "0.05"],
    "gjk": ["gjk", "--seed", "5", *LARGER],
    "gjk-round": ["gjk", "--seed", "5", "--round", "3", *LARGER],
    "gjk-depth": ["gjk", "--figures", "depth", *LARGER],
    "gjk-article": ["gjk", "--figures", "article", "--seed", "2", "--method", "epa", *LARGER],
    "gjk-quiet": ["gjk", "--figures", "worked", "--quiet-picture", *LARGER],
    "gjk-sum": ["gjk", "--figures", "worked", "--sum", *LARGER],
    "gjk-cap": ["gjk", "--figures", "ellipse,custom", "--seed", "3", "--max-rounds", "2", "--start-direction", "0,1",
                *LARGER],
    "gjk-projection": ["gjk", "--figures", "rounded,circle", "--seed", "3", "--method", "projection", *LARGER],
    "gas": ["gas", "--frames", "10", "--bodies", "150", "--show", "boxes,pairs"],
    "clumps": ["clumps", "--frames", "10", "--bodies", "200", "--show", "manifolds"],
    "tiles": ["tiles", "--frames", "10"],
    "bullets": ["bullets", "--frames", "3", "--bodies", "60"],
    "rays": ["rays", "--frames", "30"],
    "rollback": ["rollback", "--frames", "70", "--bodies", "60"],
    "sensors": ["sensors", "--frames", "60", "--show", "traces"],
    "character": ["character", "--frames", "400"],
    "responses": ["responses", "--frames", "130"],
    "crowd": ["crowd", "--frames", "300"],
    "lines": ["lines", "--size", "960x540"],
    "corners": ["corners", "--size", "960x540"],
    "corners-random": ["corners", "--frames", "3", "--size", "960x540"],
    "projection": ["projection", "--frames", "5"],
    "projection-slow": ["projection", "--frames", "6", "--size", "1280x720"],
    "worms": ["worms", "--frames", "300"],
    "cutout": ["cutout", "--frames", "60"],
    "wrap": ["wrap", "--frames", "400", "--seed", "2"],
    "history": ["history", "--frames", "291"],
    "chains": ["chains", "--frames", "300"],
    "aim": ["aim", "--frames", "75"],
    "shapes": ["shapes", "--frames", "200"],
    "boundary": ["boundary", "--frames", "60"],
    "chunks": ["chunks", "--frames", "240"],
    "levels": ["levels", "--frames", "300"],
}

# Colours of gjk.
FIRST, DIFFERENCE, SIMPLEX, NEAREST = "#5fb4f0", "#a78bf0", "#4fd69c", "#f0603a"

findings = []


def expect(condition, text):
    if not condition:
        findings.append(text)
    return condition


def run(program, *arguments):
    return subprocess.run([program, "--headless", "--quiet", *map(str, arguments)], capture_output=True, text=True)


def draw(program, arguments, file):
    done = run(program, *SIZE, *arguments, "--png", file)
    expect(done.returncode == 0 and file.exists(), f"{arguments}: exit status {done.returncode}: {done.stderr}")
    return file.read_bytes() if file.exists() else b""


def check_goldens(program, folder):
    for name, arguments in PICTURES.items():
        golden = GOLDEN / f"{name}.png"
        drawn = draw(program, arguments, folder / f"{name}.png")
        again = draw(program, arguments, folder / f"{name}-again.png")
        expect(drawn == again, f"{name}: two runs, two pictures")
        wanted = golden.read_bytes() if golden.exists() else b""
        expect(drawn == wanted, f"{name}: not the picture of {golden}; if that is meant: {sys.argv[0]} AUK_DEMOS --refresh")


def check_overlays(program, folder):
    """Every overlay changes the picture of some scene; times are shown in the window alone."""
    for overlay, scene in {"boxes": "gas", "pairs": "gas", "manifolds": "gas", "ids": "sensors", "hits": "bullets",
                           "traces": "bullets"}.items():
        base = [scene, "--frames", "3", "--bodies", "20" if overlay == "ids" else "100"]
        plain = draw(program, [*base, "--show", "none"], folder / "plain.png")
        shown = draw(program, [*base, "--show", overlay], folder / "shown.png")
        expect(plain != shown, f"overlay {overlay} of {scene} cannot be seen")


def check_frames(program, folder):
    done = run(program, "gas", "--bodies", 20, "--frames", 3, *SIZE, "--frames-png", folder)
    names = sorted(file.name for file in folder.glob("gas-0*.png"))
    expect(done.returncode == 0 and names == [f"gas-0000{i}.png" for i in (1, 2, 3)], f"--frames-png wrote {names}")
    last = draw(program, ["gas", "--bodies", "20", "--frames", "3"], folder / "last.png")
    expect(names and (folder / names[-1]).read_bytes() == last, "--frames-png ends with another picture than --png")


def check_svg(program, folder):
    folder = folder / "made"
    done = run(program, "gjk", "--seed", 5, "--svg", folder)
    files = sorted(folder.glob("gjk-*.svg"))
    expect(done.returncode == 0 and len(files) >= 3, f"gjk --svg: {done.returncode} {len(files)} files: {done.stderr}")
    expect(any(file.name == "gjk-final.svg" for file in files), "gjk --svg writes no final drawing")
    texts = [" ".join(xml.etree.ElementTree.parse(file).getroot().itertext()) for file in files]
    rounds = re.search(r"round 1 of (\d+)", texts[0]) if texts else None
    expect(rounds and int(rounds.group(1)) == len(files) - 1, f"gjk --svg: {len(files)} files for {texts[:1]}")
    expect(texts and re.search("distance|penetration", texts[-1]), f"gjk --svg: no result in {texts[-1:]}")


def svg_items(file, name):
    return [{key.rpartition("}")[2]: value for key, value in item.attrib.items()}
            for item in xml.etree.ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}" + name)]


def check_result(program, folder):
    """The worked example: a line as long as the distance on both halves, 3 * 4 vertices, and no rounds if quiet."""
    folder = folder / "result"
    run(program, "gjk", "--figures", "worked", "--quiet-picture", "--svg", folder)
    files = sorted(file.name for file in folder.glob("*"))
    if not expect(files == ["gjk-final.svg"], f"gjk --quiet-picture --svg writes {files}"):
        return
    final = folder / "gjk-final.svg"
    lengths = [math.hypot(float(line["x2"]) - float(line["x1"]), float(line["y2"]) - float(line["y1"]))
               for line in svg_items(final, "line") if line["stroke"] == NEAREST]
    side = max(math.hypot(float(line["x2"]) - float(line["x1"]), float(line["y2"]) - float(line["y1"]))
               for line in svg_items(final, "line") if line["stroke"] == FIRST)
    wanted = side * 11 / 41  # the longest side, from (9, 9) to (4, 5), is sqrt(41) long, the distance 11 / sqrt(41)
    fine = len(lengths) == 2 and all(abs(length - wanted) < 0.05 for length in lengths)
    expect(fine, f"gjk: the lines of the distance are {lengths} long, not {wanted}")
    boxes = [item for item in svg_items(final, "polygon")
             if item["fill"] == DIFFERENCE and item["points"].count(",") == 4]
    expect(len(boxes) == 12, f"gjk draws {len(boxes)} vertices of A - B, not 12")
    expect(not any(line["stroke"] == SIMPLEX for line in svg_items(final, "line")), "gjk --quiet-picture draws rounds")
    run(program, "gjk", "--figures", "worked", "--svg", folder)
    expect(any(line["stroke"] == SIMPLEX for line in svg_items(final, "line")), "gjk draws no rounds")
    run(program, "gjk", "--figures", "worked", "--sum", "--quiet-picture", "--svg", folder)
    texts = "".join(xml.etree.ElementTree.parse(final).getroot().itertext()).split()
    expect("A + B" in " ".join(texts) and all(str(i) in texts for i in range(1, 8)), f"gjk --sum: {texts}")


def check_gif(program, folder):
    file, again = folder / "run.gif", folder / "again.gif"
    done = run(program, "gas", "--bodies", 20, "--frames", 8, *SIZE, "--gif", file)
    if done.returncode == 2 and "giflib" in done.stderr:
        print("no giflib in this build: animations are not checked")
        return
    run(program, "gas", "--bodies", 20, "--frames", 8, *SIZE, "--gif", again)
    data = file.read_bytes() if file.exists() else b""
    fine = data[:6] == b"GIF89a" and b"NETSCAPE2.0" in data and data[-1:] == b";" and data.count(b"\x21\xf9\x04") == 4
    expect(done.returncode == 0 and fine, f"--gif: no animation of four pictures: {done.stderr}")
    expect(again.exists() and again.read_bytes() == data, "--gif: two runs, two files")
    still, picture = folder / "still.gif", folder / "still.png"
    run(program, "gas", "--bodies", 20, "--frames", 0, *SIZE, "--gif", still, "--png", picture)
    data = still.read_bytes() if still.exists() else b""
    expect(data[:6] == b"GIF89a" and data.count(b"\x21\xf9\x04") == 1, "--gif without steps is no picture")
    modes = [oct(path.stat().st_mode & 0o777) for path in (still, picture) if path.exists()]
    expect(modes[:1] == modes[1:], f"--gif and --png: other permissions: {modes}")


def check_refusals(program, folder):
    nowhere = folder / "nowhere" / "file"
    for option in ("--png", "--frames-png", "--gif", "--svg"):
        done = run(program, "gjk", "--frames", 2, option, nowhere)
        refused = done.returncode == 1 and "cannot write" in done.stderr or "giflib" in done.stderr
        expect(refused, f"{option} into nowhere: {done.returncode} {done.stderr}")
    for bad in (["--size", "0x0"], ["--size", "100"], ["--size", "100x"], ["--size", "99999x10"], ["--show", "all"],
                ["--show", ""], ["--svg", "."], ["--renderer", "x"], ["--png"]):
        done = run(program, "gas", "--frames", 1, *bad)
        expect(done.returncode == 2 and done.stderr.startswith("auk-demos: "), f"takes {bad}: {done.returncode}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(f"usage: {sys.argv[0]} AUK_DEMOS [--refresh]")
    program = sys.argv[1]
    if "levels" not in subprocess.run([program, "--list"], capture_output=True, text=True).stdout:
        print("no jansson in this build: there is no picture of levels")
        del PICTURES["levels"]
    if sys.argv[2:] == ["--refresh"]:
        for name, arguments in PICTURES.items():
            draw(program, arguments, GOLDEN / f"{name}.png")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for check in (check_goldens, check_overlays, check_frames, check_svg, check_result, check_gif, check_refusals):
            check(program, folder)
    if findings:
        print("\n".join(findings))
        sys.exit(f"{len(findings)} finding(s)")
    print(f"{len(PICTURES)} pictures are as they were")


main()
