"""Uses the scene browser as a person would: a window under Xvfb, keys and mouse by xdotool, and looks at the screen.

    check_window.py AUK_DEMOS [FOLDER]

Skipped, with a message, where there is no Xvfb, no xdotool, or no window in the build. With FOLDER the screens that
were looked at are kept there as pictures.
"""

import concurrent.futures
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

from checks import skip

SCREEN = (1280, 800)
SIZES = ["1100x700", "700x420"]
PATIENCE = 20.0  # seconds until something that must happen has not

MARKED = (0x2C, 0x4A, 0x73)  # behind the name of the scene that is shown
BOX = (0x8F, 0x7F, 0xE8)
PANEL = (0x1B, 0x21, 0x2B)
FIRST_FIGURE = (0x5F, 0xB4, 0xF0)  # of gjk
SECOND_FIGURE = (0xE0, 0xC0, 0x50)
CROSSING = (0x35, 0xC0, 0x8E)  # of corners

findings = []


def expect(condition, text):
    if not condition:
        findings.append(text)
    return condition


def wait_for(question):
    """The first answer that is true, or the last one."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = question()
        if answer or time.monotonic() > end:
            return answer
        time.sleep(0.1)


class Nearness(dict):
    """Whether a colour is near another, worked out once for each."""

    def __init__(self, color, off):
        super().__init__()
        self.color, self.off = color, off

    def __missing__(self, pixel):
        self[pixel] = sum(abs(a - b) for a, b in zip(pixel, self.color)) <= self.off
        return self[pixel]


class Picture:
    """What is on a part of the screen, as rows of (r, g, b) bytes."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    def cut(self, left, top, width, height):
        return Picture(width, height, [row[3 * left:3 * (left + width)] for row in self.rows[top:top + height]])

    def pixel(self, x, y):
        return tuple(self.rows[y][3 * x:3 * x + 3])

    def pixels(self, row):
        return zip(row[0::3], row[1::3], row[2::3])

    def near(self, color, off=40):
        """Places whose colour is near another."""
        known = Nearness(color, off)
        return [(x, y) for y, row in enumerate(self.rows) for x, pixel in enumerate(self.pixels(row)) if known[pixel]]

    def has_colors(self, least):
        seen = set()
        for row in self.rows:
            seen.update(self.pixels(row))
            if len(seen) >= least:
                return True
        return False

    def __eq__(self, other):
        return self.rows == other.rows

    def save(self, path):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + row for row in self.rows))
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


class Screen:
    """An X server that keeps its pixels in a file, in the format of xwd."""

    def __init__(self, folder):
        self.folder = folder
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "%dx%dx24" % SCREEN, "-fbdir", str(folder)],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        self.environment = {**os.environ, "DISPLAY": f":{number}"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.environment.pop("SDL_VIDEODRIVER", None)

    def close(self):
        self.server.terminate()
        self.server.wait()

    def picture(self):
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        offset, width, height, stride = header[0] + 12 * header[19], header[4], header[5], header[12]
        little = header[7] == 0
        rows = []
        for y in range(height):
            row = data[offset + y * stride:offset + y * stride + 4 * width]
            out = bytearray(3 * width)
            for i in range(3):
                out[i::3] = row[2 - i if little else 1 + i::4]
            rows.append(bytes(out))
        return Picture(width, height, rows)

    def do(self, *command):
        subprocess.run(["xdotool", *map(str, command)], env=self.environment, capture_output=True)
        time.sleep(0.15)


class Window:
    """auk-demos in a window, and what it shows."""

    def __init__(self, screen, program, size, keep, *arguments):
        self.screen, self.keep = screen, keep
        self.width, self.height = map(int, size.split("x"))
        self.left = (SCREEN[0] - self.width) // 2
        self.top = (SCREEN[1] - self.height) // 2
        self.name = f"{'-'.join(arguments)}-{size}"
        self.process = subprocess.Popen([program, *arguments, "--size", size], env=screen.environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(wait_for(lambda: self.shown().has_colors(20)), f"{self.name}: nothing is drawn")
        self.panel = self.find_panel()
        screen.do("mousemove", self.left + self.width // 2, self.top + self.height - 3)

    def shown(self):
        return self.screen.picture().cut(self.left, self.top, self.width, self.height)

    def find_panel(self):
        """Width of a panel, from the colour of its border with the world in a low row."""
        shown = self.shown()
        row = [shown.pixel(x, self.height - 2) for x in range(self.width // 2)]
        return next((x for x, color in enumerate(row) if color != PANEL), 0)

    def world(self):
        return self.shown().cut(self.panel, 0, self.width - 2 * self.panel, self.height)

    def list_place(self):
        """How far down the name of the scene is marked."""
        shown = self.shown()
        return next((y for y in range(self.height) if shown.pixel(2, y) == MARKED), -1)

    def leave(self, place, *how):
        """Does something until another scene is marked than the one at `place`, and says where it is."""
        self.screen.do(*how)
        wait_for(lambda: self.list_place() not in (place, -1))
        return self.list_place()

    def look(self, what):
        if self.keep is not None:
            self.shown().save(self.keep / f"{self.name}-{what}.png")

    def key(self, *keys):
        self.screen.do("key", *keys)

    def at(self, x, y):
        return self.left + x, self.top + y

    def drag(self, start, end):
        self.screen.do("mousemove", *self.at(*start))
        self.screen.do("mousedown", 1)
        self.screen.do("mousemove", *self.at((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
        self.screen.do("mousemove", *self.at(*end))
        time.sleep(0.3)
        self.screen.do("mouseup", 1)

    def quit(self, key):
        self.key(key)
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return expect(False, f"{self.name}: {key} does not close the window")
        return expect(self.process.returncode == 0 and "scene=" in out,
                      f"{self.name}: ended with {self.process.returncode}: {out}{err}")


def check_scenes(window, names):
    """Every scene is reached by a key, is marked in the list and draws something of its own."""
    places, seen = [], []
    place = window.list_place()
    for name in names:
        expect(wait_for(lambda: window.world().has_colors(10)), f"{window.name}: {name} is empty")
        window.look(name)
        places.append(place)
        seen.append(window.world())
        place = window.leave(place, "key", "Tab")
    expect(places == sorted(set(places)) and places[0] > 0, f"{window.name}: the list marks rows {places}")
    expect(all(a != b for a, b in zip(seen, seen[1:])), f"{window.name}: two scenes look alike")
    expect(place == places[0], f"{window.name}: Tab does not come round")
    place = window.leave(place, "key", "shift+Tab")
    expect(place == places[-1], f"{window.name}: Shift+Tab does not go back")
    middle_of_line = places[2] + (places[1] - places[0]) // 2
    place = window.leave(place, "mousemove", *window.at(20, middle_of_line), "click", 1)
    expect(place == places[2], f"{window.name}: a click on {names[2]} shows another scene")


def check_time(window):
    """Pause, single steps, slow motion, in the scene of gas."""
    before = window.world()
    expect(wait_for(lambda: window.world() != before), f"{window.name}: nothing moves")
    window.key("space")
    time.sleep(0.4)
    paused = window.world()
    time.sleep(0.4)
    expect(window.world() == paused, f"{window.name}: space does not pause")
    window.key("n")
    expect(wait_for(lambda: window.world() != paused), f"{window.name}: N takes no step")
    stepped = window.world()
    time.sleep(0.4)
    expect(window.world() == stepped, f"{window.name}: N takes more than a step")


def check_camera(window):
    """Zoom, whole scene, and the view dragged by the mouse, while nothing moves."""
    start = window.world()
    window.key("plus", "plus", "plus", "plus", "plus", "plus")
    expect(wait_for(lambda: window.world() != start), f"{window.name}: + does not zoom")
    zoomed = window.world()
    window.screen.do("click", 4)
    expect(wait_for(lambda: window.world() != zoomed), f"{window.name}: the wheel does not zoom")
    window.key("Home")
    expect(wait_for(lambda: window.world() == start), f"{window.name}: Home does not show the whole scene again")


def check_overlays(window):
    plain = len(window.world().near(BOX))
    window.key("1")
    expect(wait_for(lambda: len(window.world().near(BOX)) > plain + 200), f"{window.name}: 1 shows no boxes")
    window.look("boxes")
    window.key("1")
    expect(wait_for(lambda: len(window.world().near(BOX)) == plain), f"{window.name}: 1 does not hide the boxes")
    before = window.world()
    window.key("h")
    expect(wait_for(lambda: window.world() != before), f"{window.name}: H shows no keys")
    window.look("keys")
    window.key("h")
    expect(wait_for(lambda: window.world() == before), f"{window.name}: H does not hide the keys")


def middle(places):
    return (sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)) if places else (0, 0)


def check_dragging(window):
    """A figure of gjk goes where the mouse takes it, and the view where there is no figure."""
    panel = window.panel
    rounds = window.world()
    window.key("z")  # without the rings of the rounds, which have the figure's colour
    expect(wait_for(lambda: window.world() != rounds), f"{window.name}: Z does not leave out the rounds")
    figure = middle(window.world().near(FIRST_FIGURE, 60))
    window.drag((panel + figure[0], figure[1]), (panel + figure[0] + 20, figure[1] + 60))
    moved = middle(window.world().near(FIRST_FIGURE, 60))
    off = abs(moved[0] - figure[0] - 20) + abs(moved[1] - figure[1] - 60)
    expect(off <= 12, f"{window.name}: the figure at {figure} was dragged by (20, 60) and is at {moved}")
    window.look("dragged")
    empty = (window.width // 2, window.height - 20)
    window.drag(empty, (empty[0], empty[1] - 40))
    panned = middle(window.world().near(FIRST_FIGURE, 60))
    off = abs(panned[0] - moved[0]) + abs(panned[1] - moved[1] + 40)
    expect(off <= 12, f"{window.name}: the view was dragged by (0, -40) and the figure went from {moved} to {panned}")
    for key, what in (("z", "does not show the rounds again"), ("Right", "shows no next round"),
                      ("s", "shows no sum"), ("d", "turns no first direction"), ("l", "sets no cap"),
                      ("x", "changes no method"), ("f", "brings no other figures"), ("c", "changes no kind")):
        before = window.world()
        window.key(key)
        expect(wait_for(lambda: window.world() != before), f"{window.name}: {key} {what}")
        window.look(f"key-{key}")
    window.key("r")
    time.sleep(0.3)


def check_why(window):
    """A body is picked, and pointing at another one says why they touch or not."""
    panel = window.panel
    first = middle(window.world().near(FIRST_FIGURE, 60))
    second = middle(window.world().near(SECOND_FIGURE, 60))
    window.screen.do("mousemove", *window.at(panel + first[0], first[1]), "click", 1)
    time.sleep(0.3)
    before = window.world()
    window.screen.do("mousemove", *window.at(panel + second[0], second[1]))
    expect(wait_for(lambda: window.world() != before), f"{window.name}: pointing at a body says nothing")
    window.look("why")


def check_lines(window):
    """The point and a handle of the line go where the mouse takes them, and the numbers with them."""
    middle_x, middle_y = window.width // 2, window.height // 2
    scale = min((window.width - 2 * window.panel) / 32, window.height / 17.6)  # of the scene's extent
    handle = (round(middle_x - 10 * scale), middle_y)
    for name, start in (("point", (middle_x, middle_y)), ("handle", handle)):
        before = window.world()
        window.drag(start, (start[0] + 15, start[1] - 30))
        expect(window.world() != before, f"{window.name}: the {name} of lines cannot be dragged")
        window.look(f"dragged-{name}")
    before = window.world()
    window.key("r")
    expect(wait_for(lambda: window.world() != before), f"{window.name}: R does not bring the article's line back")


def check_corners(window):
    """The keys of corners, and the player is dragged out of the bullet's path."""
    for key in ("x", "Right", "Left"):
        before = window.world()
        window.key(key)
        expect(wait_for(lambda: window.world() != before), f"{window.name}: the key {key} of corners does nothing")
    scale = min((window.width - 2 * window.panel) / 32.8, window.height / 17.6)
    player = (round(window.width / 2 + 2.5 * scale), round(window.height / 2 + 2 * scale))
    before = len(window.world().near(CROSSING, 60))
    window.drag(player, (player[0], player[1] + round(6 * scale)))
    expect(len(window.world().near(CROSSING, 60)) < before, f"{window.name}: the player of corners cannot be dragged")
    window.look("dragged-player")


def check_play(window):
    """A player's key puts a line of score on the screen of tuxes."""
    window.key("space")
    time.sleep(0.3)
    before = window.world()
    window.key("w")
    expect(wait_for(lambda: window.world() != before), f"{window.name}: nobody can play")
    window.look("playing")


def check_way(screen, program, renderer, keep):
    """Either way of drawing: the same steps as without a window, closed after them."""
    arguments = ["gas", "--bodies", "300", "--frames", "5", "--quiet"]
    plain = subprocess.run([program, *arguments, "--headless"], capture_output=True, text=True).stdout
    drawn = subprocess.run([program, *arguments, "--renderer", renderer], env=screen.environment, capture_output=True,
                           text=True, timeout=60)
    hashes = [text.split("hash=")[-1].split()[:1] for text in (plain, drawn.stdout)]
    expect(drawn.returncode == 0 and hashes[0] == hashes[1], f"{renderer}: hashes {hashes}: {drawn.stderr}")
    window = Window(screen, program, SIZES[0], keep, "clumps", "--renderer", renderer)
    window.look("drawn")
    expect(wait_for(lambda: window.world().has_colors(10)), f"{window.name}: the world is empty")
    window.quit("ctrl+q")


def check_window(screen, program, size, keep, names):
    window = Window(screen, program, size, keep, names[0])
    check_scenes(window, names)
    check_time(window)
    check_camera(window)
    check_overlays(window)
    window.quit("Escape")
    window = Window(screen, program, size, keep, "gjk")
    check_dragging(window)
    check_why(window)
    window.quit("Escape")
    window = Window(screen, program, size, keep, "lines")
    check_lines(window)
    window.quit("Escape")
    window = Window(screen, program, size, keep, "corners")
    check_corners(window)
    window.quit("Escape")
    window = Window(screen, program, size, keep, "tuxes")
    check_play(window)
    window.quit("Escape")


def with_screen(check, *arguments):
    """Runs a check on a screen of its own."""
    with tempfile.TemporaryDirectory() as name:
        screen = Screen(pathlib.Path(name))
        try:
            check(screen, *arguments)
        finally:
            screen.close()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(f"usage: {sys.argv[0]} AUK_DEMOS [FOLDER]")
    program = sys.argv[1]
    keep = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    for command in ("Xvfb", "xdotool"):
        if shutil.which(command) is None:
            skip(f"there is no {command}")
    probe = subprocess.run([program, "gas", "--frames", "0"], capture_output=True, text=True,
                           env={**os.environ, "DISPLAY": ""})
    if "no windows" in probe.stderr:
        skip("auk-demos was built without SDL2")
    listed = subprocess.run([program, "--list"], capture_output=True, text=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")]
    with concurrent.futures.ThreadPoolExecutor(len(SIZES)) as people:  # who wait for the screen most of the time
        work = [people.submit(with_screen, check_window, program, size, keep, names) for size in SIZES]
        work += [people.submit(with_screen, check_way, program, renderer, keep) for renderer in ("pixels", "geometry")]
        for done in concurrent.futures.as_completed(work):
            done.result()
    if findings:
        print("\n".join(findings))
        sys.exit(f"{len(findings)} finding(s)")
    print(f"{len(names)} scenes in a window of {' and '.join(SIZES)} pixels")


main()
