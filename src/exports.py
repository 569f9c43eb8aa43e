#!/usr/bin/env python3
"""Writes the list of public functions that a DLL exports: src/exports.py FILE. MinGW and Microsoft's linker read it."""

import pathlib
import re
import sys

HEADERS = pathlib.Path(__file__).resolve().parent.parent / "include" / "auk"


def main():
    names = set()
    for header in HEADERS.glob("*.h"):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        names.update(re.findall(r"^AUK_API\b[^;{}()]*?\b(\w+)\s*\(", text, flags=re.M))
    pathlib.Path(sys.argv[1]).write_text("EXPORTS\n" + "".join(f"    {name}\n" for name in sorted(names)))


main()
