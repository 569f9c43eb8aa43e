"""Runs a program as an ES module in headless Chromium, from a small server of static files on this machine. The page
sends what the program prints back to the server."""

import functools
import http.server
import json
import queue
import shutil
import subprocess
import threading

SECONDS = 120  # for a busy machine; the browser needs about two

# The program stands in its place; the import map gives the package its name, as a game without a bundler does.
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>auk</title>
<script type="importmap">{ "imports": { "auk": "./auk.js" } }</script>
<script type="module">
const printed = [];
console.log = (line) => printed.push(`${line}\\n`);
const send = (report) => fetch('/report', { method: 'POST', body: report });
window.addEventListener('error', (event) => send(`error: ${event.message}`));
window.addEventListener('unhandledrejection', (event) => send(`error: ${event.reason}`));
import('./program.js').then(() => send(printed.join('')), (error) => send(`error: ${error.stack}`));
</script>
"""


def browser():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}

    def __init__(self, *arguments, reports, **options):
        self.reports = reports
        super().__init__(*arguments, **options)

    def do_POST(self):
        self.reports.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def run_in_browser(folder, program, profile):
    """What the program prints, or a sentence about what went wrong. `folder` has auk.js and auk.wasm."""
    (folder / "index.html").write_text(PAGE)
    (folder / "program.js").write_text(program)
    reports = queue.Queue()
    handler = functools.partial(Handler, directory=str(folder), reports=reports)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
               f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/index.html",
               "--remote-debugging-port=0"]  # which keeps it open until it is ended
    log = profile.with_suffix(".log")
    with open(log, "w") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            return reports.get(timeout=SECONDS)
        except queue.Empty:
            return f"nothing within {SECONDS} s: {json.dumps(log.read_text()[-2000:])}\n"
        finally:
            process.terminate()
            process.wait()
            server.shutdown()
