"""Tests the time machine (demos/web/time.html): its module in node, where each step must have the hash that auk-replay
prints, and the page in headless Chromium, at two sizes, in dark and light, with bad records too. Skipped where a tool
is missing; without Chromium only the module is tested.

    --all        both sizes in both colours, and more of what a user does
    --pictures   what the windows showed stays in BUILD_DIR/web-pictures, to be looked at
"""

import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, skip, temporary_folder
from chromium import Chromium, Controls, find_chromium, serve
from targets import build_pages, has_wasm_tools

ALL, PICTURES = option("--all"), option("--pictures")


class Page(Controls):
    """The time machine in one window."""

    facts = "facts"

    def __init__(self, check, browser, address, records, what):
        self.check, self.browser, self.address, self.records, self.what = check, browser, address, records, what
        browser.open(f"{address}time.html")

    def expect(self, condition, text):
        return self.check.expect(condition, f"{self.what}: {text}")

    def text(self, id):
        return self.ask(f"document.getElementById('{id}').innerText")

    def idle(self):
        """Waits until nothing is read, compared or on its way to a step."""
        self.browser.wait_for("new Promise((done) => setTimeout(() => done("
                              "document.documentElement.dataset.busy === undefined), 20))")

    def give(self, id, file):
        document = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=document, selector=f"#{id}")["nodeId"]
        self.browser.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def load(self, id, name):
        """Gives a record to the page, as a user who chooses it, and waits until it is read."""
        file = self.records / name
        self.give(id, file)
        self.browser.wait_for(f"document.getElementById('about-{id[-1]}').textContent.startsWith('{name}: ') || "
                              "!document.getElementById('error').hidden")
        self.idle()

    def picture(self, name):
        if PICTURES:
            folder = self.check.build / "web-pictures"
            folder.mkdir(exist_ok=True)
            file = folder / f"time-{self.what.replace(' ', '-')}-{name}.png"
            self.browser.screenshot(file)
            if "390" in self.what:
                self.browser.screenshot(file.with_name(f"{file.stem}-whole.png"), whole=True)

    def no_problems(self, when):
        for problem in self.browser.problems:
            self.expect(False, f"{when}: in the console: {problem}")
        self.browser.problems.clear()
        self.expect(self.text("error") == "", f"{when}: the page says: {self.text('error')}")
        wide = self.ask("document.documentElement.scrollWidth - window.innerWidth")
        self.expect(wide <= 0, f"{when}: the page is {wide} pixels wider than the window")


# ---- what a user does ------------------------------------------------------------------------------------------------


def check_look(page):
    page.picture("empty")
    page.no_problems("without a record")
    page.load("file-a", "crowd.auk")
    page.expect("crowd.auk: 300 steps" in page.text("about-a"), f"it says: {page.text('about-a')}")
    page.choose("slider", 120)
    page.choose("body-1", 9)
    page.choose("body-2", 10)
    page.idle()
    colors = page.drawn()["colors"]
    page.expect(colors >= 5, f"the world is drawn in {colors} colours")
    page.picture("record")
    page.no_problems("with a record")
    page.load("file-a", "a.auk")
    page.load("file-b", "b.auk")
    page.picture("compared")
    page.no_problems("with two records")


def check_steps(page):
    page.load("file-a", "crowd.auk")
    page.expect(page.value("step") == "0", f"it begins at step {page.value('step')}")

    def expect_step(step, how):
        page.idle()
        page.expect(page.value("step") == str(step), f"{how} leads to step {page.value('step')}, not {step}")
        page.expect(step == 0 or page.fact("hash") == page.hashes[step], f"{how}: step {step} has another hash")

    page.ask("document.activeElement.blur()")
    for key, shift, step in [("ArrowRight", False, 1), ("ArrowRight", True, 11), ("ArrowLeft", False, 10),
                             ("End", False, 300), ("ArrowRight", False, 300), ("ArrowLeft", True, 290),
                             ("Home", False, 0), ("ArrowLeft", False, 0)]:
        page.browser.press(key, shift)
        expect_step(step, f"{key}{' with Shift' if shift else ''}")
    for step in (250, 13, 299, 1, 150):
        page.choose("slider", step)
        expect_step(step, "the slider")
        page.choose("step", step - 1)
        expect_step(step - 1, "the number")
    for id, step in [("last", 300), ("back", 299), ("forward", 300), ("first", 0)]:
        page.click(id)
        expect_step(step, f"the button {id}")
    page.choose("step", 100000)
    expect_step(300, "a number that is too large")
    page.choose("step", 290)
    page.idle()
    page.ask("document.activeElement.blur()")
    page.browser.press(" ")
    page.browser.wait_for("document.getElementById('step').value === '300'")
    expect_step(300, "playing")
    page.expect(page.text("play") == "Play", "at the end it does not stop playing")
    page.no_problems("steps")


def check_bodies(page):
    page.load("file-a", "crowd.auk")
    page.choose("slider", 60)
    page.choose("body-1", 0)
    page.choose("body-2", 1)
    page.idle()
    page.expect("static" in page.text("why"), f"of two walls it says: {page.text('why')}")
    page.choose("body-1", 7)
    page.expect(page.text("about-1").startswith("7:"), f"body 7 is {page.text('about-1')}")
    sentences = set()
    for step in range(0, 300, 25):
        page.choose("slider", step)
        page.idle()
        sentences.add(page.text("why"))
    page.expect(len(sentences) > 4, f"at all steps why says {sentences}")
    page.choose("body-2", 99999)
    page.expect("no body" in page.text("about-2"), f"of body 99999 it says: {page.text('about-2')}")
    page.expect("no body" in page.text("why"), f"why says of it: {page.text('why')}")
    page.ask("document.activeElement.blur()")
    for key, shift, id, old, new in [("n", False, "body-1", 7, 8), ("p", False, "body-1", 8, 7),
                                     ("n", True, "body-2", 3, 4)]:
        page.choose(id, old)
        page.browser.press(key, shift)
        page.expect(page.value(id) == str(new), f"{key} after body {old} is body {page.value(id)}")
    before = page.value("body-1"), page.value("body-2")
    left, top, width, height = page.ask("(() => { const box = document.getElementById('canvas')"
                                        ".getBoundingClientRect(); return [box.left, box.top, box.width, box.height];"
                                        " })()")
    for i in range(40):
        page.browser.click(left + width * (0.2 + 0.015 * i), top + height * (0.3 + 0.01 * i))
    page.expect((page.value("body-1"), page.value("body-2")) != before, "40 clicks pick no body")
    middle = (left + width / 2, top + height / 2)
    colors = page.ask("document.getElementById('canvas').toDataURL().length")
    page.browser.wheel(*middle, -400)
    page.browser.drag(middle, (middle[0] + 80, middle[1] + 40))
    page.ask("new Promise((done) => setTimeout(() => done(true), 50))")
    page.expect(page.ask("document.getElementById('canvas').toDataURL().length") != colors,
                "the wheel and a drag change nothing")
    page.click("fit")
    page.no_problems("bodies")


def check_two(page):
    page.load("file-a", "a.auk")
    page.load("file-b", "b.auk")
    text = page.text("difference")
    page.expect(text.startswith("At step 41: motions of body 7:1: pose.p.x is "), f"the difference is: {text}")
    page.expect(page.value("step") == "41", f"it went to step {page.value('step')}")
    page.expect(page.value("body-1") == "7", f"it picked body {page.value('body-1')}")
    page.expect(page.fact("hash") != page.fact("hash of second"), "the hashes are the same at the difference")
    page.choose("slider", 40)
    page.idle()
    page.expect(page.fact("hash") == page.fact("hash of second"), "the hashes differ before the difference")
    page.choose("body-2", 8)
    page.expect(page.text("why").startswith("First: ") and page.text("why-b").startswith("Second: "),
                "why is not said of both records")
    page.click("go")
    page.idle()
    page.expect(page.value("step") == "41", "Go there does not go there")
    for shown in ("a", "b", "both"):
        page.ask(f"document.querySelector('[name=shown][value={shown}]').click()")
    page.click("forget-b")
    page.idle()
    page.expect(page.ask("document.getElementById('compare-panel').hidden"), "the second record is not forgotten")
    page.load("file-b", "a.auk")
    page.expect("No difference" in page.text("difference"), f"of the same record it says: {page.text('difference')}")
    page.load("file-b", "shorter.auk")
    page.expect(page.ask("document.getElementById('go').disabled") is False, "other records are the same")
    page.click("last")
    page.idle()
    page.expect(page.fact("second is at") == "step 200" or page.value("step") == "200",
                f"at step {page.value('step')} the second is at {page.fact('second is at')}")
    page.no_problems("two records")


# Each with what the page must say, in an error or about the record.
def bad_records(records):
    good = (records / "a.auk").read_bytes()
    changed = bytearray(good)
    changed[-100] ^= 1
    version = bytearray(good)
    version[12] ^= 1
    made = {"empty.auk": (b"", "empty.auk is empty"), "text.auk": (b"hello, world\n" * 99, "is not a record of auk"),
            "few.auk": (good[:4], "is cut"), "head.auk": (good[:999], "is damaged, or cut"),
            "version.auk": (bytes(version), "another version of auk"), "cut.auk": (good[:-300], "It was cut short"),
            "changed.auk": (bytes(changed), "no further")}
    for name, (content, _) in made.items():
        (records / name).write_bytes(content)
    return {**{name: words for name, (_, words) in made.items()}, "custom.auk": "has custom shapes"}


def check_bad(page):
    for name, words in bad_records(page.records).items():
        page.load("file-a", name)
        said = page.text("error") + page.text("about-a")
        page.expect(words in said, f"of {name} it says: {said}")
    page.load("file-a", "a.auk")
    page.expect("60 steps" in page.text("about-a"), f"after bad records a good one is: {page.text('about-a')}")
    page.no_problems("bad records")


def check_long(page):
    page.give("file-a", page.records / "long.auk")
    page.browser.wait_for("!document.getElementById('work').hidden")
    page.expect(page.text("work-text").startswith("Reading long.auk: step "), f"it says: {page.text('work-text')}")
    page.browser.wait_for("Number(document.getElementById('step').value) > 0")
    page.expect(page.ask("document.getElementById('welcome').hidden"), "the welcome stands over a record that is read")
    page.picture("reading")
    page.click("cancel")
    page.idle()
    page.expect("not read to its end" in page.text("about-a"), f"after a stop it says: {page.text('about-a')}")
    known = int(page.ask("document.getElementById('slider').max"))
    page.expect(0 < known < 4000, f"it was stopped at step {known}")
    page.expect(abs(int(page.value("step")) - known) <= 1, f"stopped at {known} it shows step {page.value('step')}")
    page.choose("slider", known // 2)
    page.idle()
    page.expect(page.value("step") == str(known // 2), "what was read cannot be seen")
    page.click("read-on")
    page.browser.wait_for("document.getElementById('about-a').textContent.startsWith('long.auk: 4000 steps')")
    page.idle()
    page.expect(page.value("step") == str(known // 2), f"reading on leads to step {page.value('step')}")
    page.no_problems("a long record")


def check_drop(page):
    """Two files dropped at once, and a record from the page of scenes."""
    file = "const file = async (name) => new File([await (await fetch(name)).arrayBuffer()], name);"
    page.ask("""(async () => { %s
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(await file('a.auk'));
        dataTransfer.items.add(await file('b.auk'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()""" % file)
    page.browser.wait_for("document.getElementById('difference').textContent.includes('step 41')")
    page.idle()
    page.no_problems("a drop")
    page.browser.open(f"{page.address}other.html")  # any other page of the same server
    page.ask("""(async () => { %s
        const { leaveRecord } = await import('./handover.js');
        void leaveRecord(await file('a.auk'));
    })()""" % file)
    page.browser.wait_for("document.getElementById('about-a')?.textContent.startsWith('a.auk: 60 steps')")
    page.idle()
    page.no_problems("a record from the other page")


def check_fingers(page):
    """One moves the picture, two zoom, a tap picks."""
    page.browser.look(390, 844, phone=True)
    page.load("file-a", "a.auk")
    x, y = page.ask("(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                    " return [box.left + box.width / 2, box.top + box.height / 2]; })()")
    picture = "new Promise((done) => setTimeout(() => done(document.getElementById('canvas').toDataURL()), 50))"
    shown = [page.ask(picture)]
    for start, end in [(((x, y),), ((x + 60, y + 30),)), (((x - 20, y), (x + 20, y)), ((x - 80, y), (x + 80, y)))]:
        page.browser.touch("Start", *start)
        page.browser.touch("Move", *end)
        page.browser.touch("End")
        shown.append(page.ask(picture))
    page.expect(len(set(shown)) == 3, "one finger does not move the picture, or two do not zoom")
    page.expect(page.value("body-1") == page.value("body-2") == "", "a drag picks a body")
    page.click("fit")
    for place in range(40):
        page.browser.touch("Start", (x - 120 + 6 * place, y))
        page.browser.touch("End")
    page.expect(page.value("body-1") != "" and page.value("body-2") != "", "40 taps pick no two bodies")
    page.no_problems("fingers")


def check_focus(page):
    page.load("file-a", "a.auk")
    page.load("file-b", "b.auk")
    page.ask("document.activeElement.blur()")
    reached = set()
    for _ in range(80):
        page.browser.press("Tab")
        reached.add(page.ask("document.activeElement.id || document.activeElement.name"))
    wanted = {"canvas", "first", "back", "play", "step", "slider", "file-a", "file-b", "go", "compare", "shown",
              "body-1", "body-2", "fit"}
    page.expect(wanted <= reached, f"Tab does not reach {', '.join(sorted(wanted - reached))}")
    nameless = page.ask("""[...document.querySelectorAll('button, select, input, canvas, progress')].filter((control) =>
        !(control.textContent.trim() || control.getAttribute('aria-label') || control.labels?.length))
        .map((control) => control.id || control.outerHTML)""")
    page.expect(not nameless, f"controls without a name: {nameless}")


def check_missing_module(check, browser, pages, records, folder):
    bare = folder / "bare"
    shutil.copytree(pages, bare, ignore=shutil.ignore_patterns("*.wasm"))
    address, end = serve(bare)
    page = Page(check, browser, address, records, "without its module")
    page.give("file-a", records / "a.auk")
    browser.wait_for("!document.getElementById('error').hidden")
    page.expect("auk_time.wasm" in page.text("error"), f"the page says: {page.text('error')}")
    browser.problems.clear()
    end()


def check_page(check, pages, records, folder, hashes):
    for name in ("a.auk", "b.auk"):
        shutil.copy(records / name, pages)
    (pages / "other.html").write_text('<link rel="icon" href="data:,">')
    address, end = serve(pages)
    with Chromium() as browser:
        browser.call("DOM.enable")
        for phone in (False, True):
            for light in (False, True):
                if not ALL and phone != light:
                    continue
                size = (390, 844) if phone else (1280, 800)
                browser.look(*size, light=light, phone=phone)
                what = f"{size[0]}x{size[1]} {'light' if light else 'dark'}"
                check_look(Page(check, browser, address, records, what))
        browser.look(1280, 800)
        more = (check_bodies, check_long, check_drop, check_focus, check_fingers) if ALL else ()
        for work in (check_steps, check_two, check_bad, *more):
            page = Page(check, browser, address, records, work.__name__)
            page.hashes = hashes
            try:
                work(page)
            except TimeoutError as error:
                page.expect(False, str(error))
        check_missing_module(check, browser, pages, records, folder)
    end()


# ---- all of it -------------------------------------------------------------------------------------------------------


def main():
    check = Check()
    with temporary_folder("auk-test-") as name:
        folder = pathlib.Path(name)
        if not has_wasm_tools() or not shutil.which("node"):
            skip("no clang with wasm32-wasi, wasm-ld or node")
        pages, records = folder / "pages", folder / "records"
        records.mkdir()
        build_pages(check, "-O1", pages)
        check.run([check.program(check.source / "tests/web/records.c", folder / "records-program"), records], "records")
        replay = check.program(check.source / "demos/tools/auk_replay.c", folder / "auk-replay")
        if not check.findings:
            check.run(["node", "--test", check.source / "tests/web/time_module.mjs"], "the tests of the module",
                      env={**os.environ, "AUK_TIME_WASM": str(pages / "auk_time.wasm"), "AUK_RECORDS": str(records),
                           "AUK_REPLAY": str(replay)}, timeout=300)
            printed = check.run([replay, records / "crowd.auk", "--hash-every-step"], "auk-replay") or ""
            hashes = [""] + re.findall(r"^step \d+: hash (\w+)$", printed, flags=re.M)
            if find_chromium():
                check_page(check, pages, records, folder, hashes)
            else:
                print("no chromium: the page was not opened")
    check.finish("the time machine goes where it is sent")


main()
