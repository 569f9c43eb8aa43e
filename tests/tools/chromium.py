"""Drives a headless Chromium by its DevTools protocol, through pipes: nothing is needed but the browser and Python."""

import base64
import fcntl
import functools
import http.server
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 30.0  # seconds until something that must happen has not

# WebGL runs on the processor where there is no graphics card.
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
             "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
             "--remote-debugging-pipe"]

# The keys that have names: (windowsVirtualKeyCode, code).
NAMED_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
              "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Backspace": 8}
KEY_TEXTS = {"Enter": "\r"}

# What stands in the canvas, made small: how many colours there are, the sum of its bytes, and the colour of a corner.
DRAWN = """(() => {
    const small = document.createElement('canvas');
    [small.width, small.height] = [200, 160];
    const context = small.getContext('2d');
    context.drawImage(document.getElementById('canvas'), 0, 0, 200, 160);
    const words = new Uint32Array(context.getImageData(0, 0, 200, 160).data.buffer);
    let hash = 0;
    for (const word of words) {
        hash = Math.imul(hash, 31) + word | 0;
    }
    return { colors: new Set(words).size, hash, corner: words[words.length - 1] };
})()"""


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def serve(folder):
    """A file server for a folder, in a thread: (address, function that ends it)."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *address):
            if not isinstance(sys.exc_info()[1], ConnectionError):  # the browser needs an answer no longer
                super().handle_error(*address)

    server = Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/", server.shutdown


class Chromium:
    """A browser with one page. `problems` are errors of the console, exceptions, and answers of servers that are errors."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="auk-chromium-")
        command_end, self.commands = os.pipe()
        self.answers, answer_end = os.pipe()

        def place():  # above 9, so that neither is in the way when they become 3 and 4
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (command_end, answer_end)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen([find_chromium(), *ARGUMENTS, f"--user-data-dir={self.folder}", "about:blank"],
                                        preexec_fn=place, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_end)
        os.close(answer_end)
        self.unread, self.number, self.session, self.problems = b"", 0, None, []
        try:
            target = self.wait(self.first_page, "a page")
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---- the protocol

    def message(self):
        """The next message of the browser."""
        while b"\0" not in self.unread:
            if not select.select([self.answers], [], [], PATIENCE)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise ConnectionError("the browser has ended")
            self.unread += part
        text, _, self.unread = self.unread.partition(b"\0")
        return json.loads(text)

    def note(self, message):
        method, given = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and given["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(part.get("value", part.get("description"))) for part in given["args"]))
        elif method == "Log.entryAdded" and given["entry"]["level"] in ("error", "warning"):
            self.problems.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")

    def call(self, method, **given):
        self.number += 1
        command = {"id": self.number, "method": method, "params": given}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.note(message)

    def first_page(self):
        targets = self.call("Target.getTargets")["targetInfos"]
        return next((target["targetId"] for target in targets if target["type"] == "page"), None)

    def wait(self, question, what):
        """The first answer of the function that is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = question()
            if answer:
                return answer
            time.sleep(0.05)
        raise TimeoutError(f"no {what} after {PATIENCE:.0f} s; problems: {self.problems}")

    # ---- the page

    def look(self, width, height, light=False, phone=False):
        """The size of the window, whether the user prefers light colours, and fingers instead of a mouse."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "light" if light else "dark"}])

    def open(self, address):
        """Loads a page anew, even if it is open and only the part after # differs."""
        for url, there in (("about:blank", "==="), (address, "!==")):
            self.call("Page.navigate", url=url)
            self.wait_for(f"document.readyState === 'complete' && location.href {there} 'about:blank'")

    def ask(self, expression):
        """The value of an expression in the page; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def wait_for(self, expression):
        return self.wait(lambda: self.ask(expression), expression)

    def screenshot(self, file, whole=False):
        """A PNG of what the window shows, or of the whole page."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(file, "wb") as stream:
            stream.write(base64.b64decode(shot["data"]))

    # ---- keys, the mouse and fingers

    def key_event(self, kind, key, shift):
        code = NAMED_KEYS.get(key) or ord(key.upper())
        text = KEY_TEXTS.get(key, key if len(key) == 1 else "")
        given = {"text": text} if kind == "keyDown" and text else {}
        self.call("Input.dispatchKeyEvent", type="rawKeyDown" if kind == "keyDown" and not text else kind, key=key,
                  windowsVirtualKeyCode=code, modifiers=8 if shift else 0, **given)

    def press(self, key, shift=False):
        self.key_event("keyDown", key, shift)
        self.key_event("keyUp", key, shift)

    def mouse(self, kind, x, y, down=False):
        """`kind` is Moved, Pressed or Released."""
        self.call("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, clickCount=0 if kind == "Moved" else 1,
                  button="none" if kind == "Moved" and not down else "left", buttons=1 if down else 0)

    def click(self, x, y):
        self.mouse("Moved", x, y)
        self.mouse("Pressed", x, y, down=True)
        self.mouse("Released", x, y)

    def drag(self, start, end):
        self.mouse("Moved", *start)
        self.mouse("Pressed", *start, down=True)
        for part in (0.25, 0.5, 0.75, 1.0):
            self.mouse("Moved", *(a + (b - a) * part for a, b in zip(start, end)), down=True)
        self.mouse("Released", *end)

    def wheel(self, x, y, delta):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def touch(self, kind, *points):
        """`kind` is Start, Move or End."""
        self.call("Input.dispatchTouchEvent", type=f"touch{kind}",
                  touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])


class Controls:
    """The elements of a page by their ids. A class derived from it has a `browser`, and the id of a list of `facts`."""

    def ask(self, expression):
        return self.browser.ask(expression)

    def value(self, id):
        return self.ask(f"document.getElementById('{id}').value")

    def fact(self, name, list=None):
        """What stands beside a name in a list of facts."""
        return self.ask(f"[...document.querySelectorAll('#{list or self.facts} dt')].find((term) => term.textContent === '{name}')"
                        "?.nextSibling.textContent")

    def drawn(self):
        return self.ask(DRAWN)

    def click(self, id):
        self.ask(f"document.getElementById('{id}').click()")

    def choose(self, id, value):
        """Gives a control a value as a user does."""
        self.ask(f"""(() => {{
            const control = document.getElementById('{id}');
            control.value = '{value}';
            control.dispatchEvent(new Event('input', {{ bubbles: true }}));
            control.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()""")
