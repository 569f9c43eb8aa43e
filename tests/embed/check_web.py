"""Uses the page of scenes (demos/web) as a person would, in headless Chromium: every scene is drawn and changes, and
keys, the mouse, fingers and controls work, at two sizes, in dark and light. No error may be in the console. Skipped
where the browser or a tool is missing.

    --all        all scenes, at both sizes
    --pictures   what the windows showed stays in BUILD_DIR/web-pictures, to be looked at
"""

import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, skip, temporary_folder
from chromium import Chromium, Controls, find_chromium, serve
from targets import build_pages, has_wasm_tools

ALL, PICTURES = option("--all"), option("--pictures")
QUICK = ["tuxes", "gjk", "rays", "boundary"]
HASHED = ["boundary", "responses"]  # in the quick mode
STEPS_MAX = 40  # until a scene has changed what can be seen
SMALLEST_PICTURE = 4  # colours

# The page's own script keeps the module to itself.
KEEP_MODULE = """const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    window.moduleOfThePage = made.instance.exports;
    return made;
};"""


class Page(Controls):
    """The page of scenes in one window."""

    facts = "state"

    def __init__(self, check, browser, address, what):
        self.check, self.browser, self.address, self.what = check, browser, address, what

    def expect(self, condition, text):
        return self.check.expect(condition, f"{self.what}: {text}")

    def open(self, name="", query=""):
        self.browser.open(f"{self.address}index.html{query}#{name}")
        self.browser.wait_for("document.documentElement.dataset.renderer")
        self.pause(True)

    def text(self, id):
        return self.ask(f"document.getElementById('{id}').textContent")

    def settle(self):
        """Two pictures and the texts after whatever was asked."""
        self.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
                 " requestAnimationFrame(() => done(true)))))")

    def look(self):
        self.settle()
        return self.drawn()

    def pause(self, wanted):
        if self.ask("!document.getElementById('pause').disabled") and self.paused() != wanted:
            self.click("pause")
            self.settle()

    def paused(self):
        return self.ask("document.getElementById('pause').getAttribute('aria-pressed')") == "true"

    def show(self, name):
        self.ask(f"""(() => {{
            const list = document.getElementById('scenes');
            list.selectedIndex = [...list.options].findIndex((option) => option.text === '{name}');
            list.dispatchEvent(new Event('change'));
        }})()""")
        self.browser.wait_for(f"document.getElementById('name').textContent === '{name}'")

    def canvas(self):
        """Left, top, width and height of the canvas in the window."""
        return self.ask("(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                        " return [box.left, box.top, box.width, box.height]; })()")

    def picture(self, name):
        if PICTURES:
            folder = self.check.build / "web-pictures"
            folder.mkdir(exist_ok=True)
            self.browser.screenshot(folder / f"{self.what.replace(' ', '-')}-{name}.png")

    def no_problems(self, when):
        for problem in self.browser.problems:
            self.expect(False, f"{when}: in the console: {problem}")
        self.browser.problems.clear()
        self.expect(self.text("error") == "", f"{when}: the page says: {self.text('error')}")


def check_scene(page, name):
    """It is drawn, and changes within some steps; nothing is wider than the window."""
    page.show(name)
    before = page.look()
    page.expect(before["colors"] >= SMALLEST_PICTURE, f"{name} is drawn in {before['colors']} colours")
    changed = False
    for _ in range(STEPS_MAX):
        page.click("step")
        changed = changed or page.look()["hash"] != before["hash"]
        if changed:
            break
    page.expect(changed, f"{name}: {STEPS_MAX} steps change nothing in the picture")
    wide = page.ask("document.documentElement.scrollWidth - window.innerWidth")
    page.expect(wide <= 0, f"{name}: the page is {wide} pixels wider than the window")
    page.picture(name)
    page.no_problems(name)


def check_hashes(page):
    """In the browser a run has the bits that it has everywhere. Without a window `rollback` goes back by itself."""
    known = (page.check.source / "tests/data/golden-hashes.txt").read_text()
    runs = re.findall(r"^([0-9a-f]{16}) (\w+) --frames (\d+)$", known, flags=re.M)
    page.expect(runs, "no golden hash is of a scene without options")
    page.open("rays")
    for wanted, name, frames in runs:
        if name in HASHED or (ALL and name != "rollback"):
            page.show(name)
            page.click("restart")
            page.settle()
            page.ask(f"for (let i = {page.fact('frame')}; i < {frames}; i++) moduleOfThePage.web_press(110, 0)")
            page.click("zoom-in")
            page.settle()
            found = (page.fact("frame"), page.fact("hash"))
            page.expect(found == (frames, wanted), f"{name} has step and hash {found}, and not {(frames, wanted)}")
    page.no_problems("hashes")


def check_keys(page):
    page.open("bullets")
    page.pause(False)
    page.ask("document.getElementById('canvas').focus()")
    page.browser.press(" ")
    page.settle()
    page.expect(page.paused(), "Space does not pause")
    page.expect(page.text("pause") == "Run", "the button does not say that it runs")
    before = int(page.fact("frame"))
    page.browser.press("n")
    page.browser.press("n")
    page.settle()
    page.expect(int(page.fact("frame")) == before + 2, f"N twice goes from step {before} to {page.fact('frame')}")
    plain = page.look()["hash"]
    page.browser.press("1")
    page.expect(page.look()["hash"] != plain, "1 shows no boxes")
    page.expect(page.ask("document.querySelector('#overlays input').checked"), "the box of boxes is not checked")
    page.browser.press("PageDown")
    page.settle()
    page.expect(page.text("name") == "rays", f"Page Down after bullets shows {page.text('name')}")
    page.browser.press("]")
    page.settle()
    page.expect(int(page.fact("bodies")) > 41, f"] leaves {page.fact('bodies')} bodies")
    page.no_problems("keys")


def check_focus(page):
    """Tab reaches everything, and what has the focus shows it."""
    page.open("gjk")
    reached = set()
    for _ in range(80):
        page.browser.press("Tab")
        id, outline = page.ask("[document.activeElement.id || document.activeElement.tagName,"
                               " getComputedStyle(document.activeElement).outlineStyle]")
        if id == "BODY":
            break
        page.expect(outline != "none", f"{id} does not show that it has the focus")
        reached.add(id)
    wanted = {"scenes", "canvas", "step", "restart", "dt", "zoom-in", "whole", "stage", "picked", "other", "seed"}
    wanted -= {id for id in wanted if page.ask(f"document.getElementById('{id}').disabled === true")}
    page.expect(wanted <= reached, f"Tab does not reach {', '.join(sorted(wanted - reached))}")
    nameless = page.ask("""[...document.querySelectorAll('button, select, input, canvas')].filter((control) =>
        !(control.textContent.trim() || control.getAttribute('aria-label') || control.labels?.length))
        .map((control) => control.id || control.outerHTML)""")
    nameless = [id for id in nameless if id != "scenes"]
    page.expect(not nameless, f"controls without a name: {nameless}")


def find_body(page):
    """A place in the window where a click picks a body."""
    left, top, width, height = page.canvas()
    for row in range(3, 18):
        for column in range(2, 28):
            x, y = left + width * column / 30, top + height * row / 20
            page.browser.click(x, y)
            page.settle()
            if page.value("picked") != "" and page.fact("motion", "body") == "moving":
                return x, y
    return None


def check_mouse(page):
    page.open("sensors")
    for _ in range(3):
        page.click("step")
    place = find_body(page)
    if not page.expect(place, "no click picks a moving body"):
        return
    before, picked = page.fact("position", "body"), page.value("picked")
    page.browser.drag(place, (place[0] + 40, place[1] + 30))
    page.settle()
    page.expect(page.value("picked") == picked, "the dragged body is not the picked one")
    page.expect(page.fact("position", "body") != before, f"a drag leaves the body at {before}")
    other = "1" if picked == "0" else "0"
    page.choose("other", other)
    page.settle()
    page.expect(page.text("why").startswith(f"bodies {picked}, {other}: "), f"why says: {page.text('why')}")
    page.expect(len(page.text("why")) > 20, f"why says only: {page.text('why')}")
    before = page.look()["hash"]
    left, top, width, height = page.canvas()
    page.browser.wheel(left + width / 2, top + height / 2, -200)
    page.expect(page.look()["hash"] != before, "the wheel does not zoom")
    before = page.look()["hash"]
    page.click("whole")
    page.expect(page.look()["hash"] != before, "the whole scene is not shown again")
    at = page.fact("position", "body")
    page.ask("document.querySelector('[data-nudge=\"1,0\"]').click()")
    page.settle()
    page.expect(page.fact("position", "body") != at, "the arrow does not move the body")
    page.no_problems("the mouse")


def check_controls(page):
    page.open("gjk")
    page.expect(page.text("stage-text") == "1 of 3", f"the rounds are {page.text('stage-text')}")
    first = page.look()["hash"]
    page.choose("stage", "3")
    page.expect(page.look()["hash"] != first, "another round looks the same")
    page.expect(page.text("stage-text") == "result", f"after the slider the rounds are {page.text('stage-text')}")
    page.ask("document.getElementById('canvas').focus()")
    page.browser.press("ArrowLeft")
    page.settle()
    page.expect(page.value("stage") == "2", f"Left shows round {page.value('stage')}")
    page.show("bullets")
    page.pause(True)
    page.choose("slow", "16")
    page.choose("dt", "6")
    page.settle()
    page.expect((page.value("slow"), page.value("dt")) == ("16", "6"), "slow motion or the step is not kept")
    page.expect(abs(page.ask("moduleOfThePage.web_step_seconds()") - 0.25) < 1e-6, "the step is not a quarter second")
    before = page.look()["hash"]
    page.ask("document.querySelector('#overlays input').click()")
    page.expect(page.look()["hash"] != before, "boxes are not shown")
    page.choose("picked", "999999")
    page.expect(page.ask("!document.getElementById('picked').checkValidity()"), "a body that is not there is accepted")
    page.no_problems("controls")


def check_errors(page):
    """A scene that stops says why, and goes on when it is restarted."""
    page.open("bullets")
    page.ask("moduleOfThePage.web_set_step_seconds(NaN)")
    page.click("step")
    page.settle()
    page.expect(page.text("error").startswith("The scene stopped: "), f"a failed step says: {page.text('error')}")
    page.ask("moduleOfThePage.web_set_step_seconds(0.01)")
    page.click("restart")
    page.settle()
    page.no_problems("after the restart")


def check_lost_context(page):
    """The browser may take WebGL away, and gives it back."""
    page.open("boundary")
    before = page.look()["colors"]
    page.ask("""new Promise((done) => {
        const canvas = document.getElementById('canvas');
        const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
        canvas.addEventListener('webglcontextlost', () => setTimeout(() => extension.restoreContext(), 50));
        canvas.addEventListener('webglcontextrestored', () => setTimeout(() => done(true), 50));
        extension.loseContext();
    })""")
    after = page.look()["colors"]
    page.expect(after >= before / 2, f"after WebGL came back there are {after} colours, before {before}")
    page.browser.problems = [text for text in page.browser.problems if "CONTEXT_LOST" not in text]
    page.no_problems("the lost context")


def check_held_key(page):
    """A key is let go wherever the focus went meanwhile."""
    page.open("worms")
    page.ask("document.getElementById('canvas').focus()")
    page.browser.key_event("keyDown", "ArrowRight", False)
    page.ask("document.getElementById('picked').focus()")
    page.browser.key_event("keyUp", "ArrowRight", False)
    page.click("restart")
    page.click("step")
    first = page.look()["hash"]
    page.show("bullets")
    page.show("worms")
    page.click("step")
    page.expect(page.look()["hash"] == first, "a key is held after it was let go")


def check_many_pairs(page):
    """All bodies lie at one place, so every pair is one: lines for all of them would take gigabytes."""
    page.open("bullets")
    page.click("restart")
    page.ask("document.querySelectorAll('#overlays input')[1].click()")
    page.settle()
    page.click("step")
    page.settle()
    page.expect(page.fact("frame") == "1", f"with its pairs shown the scene is at step {page.fact('frame')}")
    page.no_problems("pairs")


def check_fallback(page):
    page.open("bullets", "?renderer=2d")
    page.expect(page.ask("document.documentElement.dataset.renderer") == "2d", "it is not drawn by a 2D context")
    page.expect(page.look()["colors"] >= SMALLEST_PICTURE, "the 2D context draws nothing")
    page.picture("2d")
    page.no_problems("2D")


def check_fingers(page):
    page.open("bullets")
    left, top, width, height = page.canvas()
    x, y = left + width / 2, top + height / 2
    before = page.look()["hash"]
    page.browser.touch("Start", (x - 20, y), (x + 20, y))
    page.browser.touch("Move", (x - 40, y), (x + 40, y))
    page.browser.touch("Move", (x - 80, y), (x + 80, y))
    page.browser.touch("End")
    page.expect(page.look()["hash"] != before, "two fingers do not zoom")
    page.show("boundary")
    taps = []
    for column in range(4, 27):
        spot = (left + width * column / 30, top + height / 2)
        page.browser.touch("Start", spot)
        page.browser.touch("End")
        page.settle()
        if page.value("picked") not in ("", *taps):
            taps.append(page.value("picked"))
    if page.expect(len(taps) > 1, f"taps pick only bodies {taps}"):
        page.expect(f"bodies {taps[1]}, {taps[0]}: " in page.text("why") or len(taps) > 2,
                    f"after two taps why says: {page.text('why')}")
    page.no_problems("fingers")


def check_colors(page, light):
    page.open("lines")
    corner = page.look()["corner"] & 0xFF
    page.expect(corner > 0xC0 if light else corner < 0x40, f"the ground of the drawing is {corner:#x}")
    ground = page.ask("getComputedStyle(document.documentElement).backgroundColor")
    page.expect((int(ground.split("(")[1].split(",")[0]) > 0xC0) == light, f"the ground of the page is {ground}")


def check_drop(page):
    """A record that is dropped goes to the time machine."""
    page.open("bullets")
    page.ask("""(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(8)], 'bug.auk'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    })()""")
    page.no_problems("a drop")
    page.browser.wait_for("location.pathname.endsWith('/time.html') && location.hash === '#dropped'")
    page.open()
    page.browser.problems.clear()  # of the time machine, which has tests of its own


def check_missing_module(check, browser, pages, folder):
    bare = folder / "bare"
    shutil.copytree(pages, bare, ignore=shutil.ignore_patterns("*.wasm"))
    address, end = serve(bare)
    browser.open(f"{address}index.html")
    browser.wait_for("!document.getElementById('error').hidden")
    text = browser.ask("document.getElementById('error').textContent")
    check.expect("scenes.wasm" in text, f"without its module the page says: {text}")
    browser.problems.clear()
    end()


USES = [check_hashes, check_keys, check_held_key, check_focus, check_mouse, check_controls, check_errors,
        check_many_pairs, check_fallback, check_lost_context, check_drop]


def check_windows(check, browser, address):
    for phone in (False, True):
        for light in (False, True):
            size = (390, 844) if phone else (1280, 800)
            browser.look(*size, light=light, phone=phone)
            page = Page(check, browser, address, f"{size[0]}x{size[1]} {'light' if light else 'dark'}")
            check_colors(page, light)
            names = page.ask("[...document.getElementById('scenes').options].map((option) => option.text)")
            for name in names if ALL else QUICK:
                if ALL or name in QUICK[:2] or not (phone or light):
                    check_scene(page, name)
            if phone and not light:
                check_fingers(page)
            if not phone and not light:
                for work in USES:
                    work(page)


def main():
    check = Check()
    with temporary_folder("auk-test-") as name:
        folder = pathlib.Path(name)
        if not find_chromium():
            skip("no chromium")
        if not has_wasm_tools():
            skip("no clang with wasm32-wasi, or no wasm-ld")
        # Compiling takes longest, so the quick mode does not optimise as users do.
        level = "-O3" if ALL else "-O1"
        pages = folder / "pages"
        if build_pages(check, level, pages):
            address, end = serve(pages)
            with Chromium() as browser:
                browser.call("Page.addScriptToEvaluateOnNewDocument", source=KEEP_MODULE)
                check_windows(check, browser, address)
                check_missing_module(check, browser, pages, folder)
            end()
    check.finish("the page of scenes draws and reacts")


main()
