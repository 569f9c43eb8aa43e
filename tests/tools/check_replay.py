"""Runs auk-replay on records of scenes of auk-demos: the same, cut, damaged, of another version, and bad arguments.

    check_replay.py AUK_REPLAY RECORD_SCENE
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# A record is a snapshot and the calls after it, so this is also: restore, the same 600 steps, the same hashes.
SCENES = {"gas": 600, "tuxes": 600, "tiles": 600, "bullets": 60, "character": 300, "responses": 200}
BAD_ARGUMENTS = [[], ["--nothing"], ["a", "b"], ["a", "--workers"], ["a", "--workers", "65"], ["a", "--workers", "x"],
                 ["/nowhere/at/all"], ["."]]

findings = []


def expect(condition, text):
    if not condition:
        findings.append(text)


def replay(*arguments):
    return subprocess.run([sys.argv[1], *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120)


def check_scene(scene, frames, file):
    subprocess.run([sys.argv[2], scene, str(frames), str(file)], check=True)
    outputs = []
    for workers in ("1", "2") if scene != "tiles" else ("2",):  # a hash of 100,000 tiles takes its time
        done = replay(file, "--workers", workers, "--hash-every-step")
        expect(done.returncode == 0, f"{scene}: exit status {done.returncode}: {done.stdout[-300:]}{done.stderr}")
        expect(f"{frames} steps, all the same; the record ends" in done.stdout, f"{scene}: {done.stdout[-300:]}")
        expect(len(re.findall(r"^step \d+: hash [0-9a-f]{16}$", done.stdout, flags=re.M)) == frames,
               f"{scene}: not a hash for each step")
        outputs.append(done.stdout)
    expect(outputs[0] == outputs[-1], f"{scene}: another output with two workers")


def check_damage(file, folder):
    good, bad = file.read_bytes(), folder / "bad"
    bad.write_bytes(good[:-20])
    cut = replay(bad)
    expect(cut.returncode == 0 and "cut short" in cut.stdout, f"a cut record: {cut.stdout}{cut.stderr}")
    changes = {"damaged": len(good) - 100, "version": 12, "head": 0}
    for name, place in changes.items():
        bad.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1:])
        done = replay(bad)
        expect(done.returncode == 2 and done.stderr.startswith("auk-replay: ") and not done.stdout,
               f"{name}: {done.returncode} {done.stdout}{done.stderr}")
        if name == "damaged":
            expect(re.search(r": after call \d+ \(auk_\w+, step \d+\): ", done.stderr), f"{name}: {done.stderr}")
    bad.write_bytes(b"")
    expect(replay(bad).returncode == 2, "an empty file is no record")


def main():
    with tempfile.TemporaryDirectory(prefix="auk test ") as name:
        folder = pathlib.Path(name)
        file = folder / "record"
        for scene, frames in SCENES.items():
            check_scene(scene, frames, file)
        check_damage(file, folder)
        calls = replay(file, "--calls").stdout
        expect(re.search(r"^call 1: auk_\w+: ok$", calls, flags=re.M), f"--calls: {calls[:200]}")
        expect(replay(file, "--quiet").stdout == "", "--quiet says something")
        if pathlib.Path("/dev/full").exists():
            with open("/dev/full", "w") as full:
                done = subprocess.run([sys.argv[1], file], stdout=full, stderr=subprocess.PIPE, text=True)
            expect(done.returncode == 2, f"results lost on a full disk: exit status {done.returncode}")
    for arguments in BAD_ARGUMENTS:
        done = replay(*arguments)
        expect(done.returncode == 2 and done.stderr.startswith("auk-replay: "), f"{arguments}: {done.returncode}")
    expect(replay("--help").returncode == 0, "--help does not help")
    if findings:
        sys.exit("\n".join(findings))
    print(f"{len(SCENES)} scenes are replayed")


main()
