#!/usr/bin/env python3
"""Writes the reference anew: demos/guide/reference/build.py DOXYGEN DOXYFILE FOLDER. A warning of Doxygen is an error."""

import pathlib
import shutil
import subprocess
import sys


def main():
    doxygen, doxyfile, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)  # Doxygen leaves the pages of what is gone
    pathlib.Path(folder).mkdir(parents=True)
    done = subprocess.run([doxygen, pathlib.Path(doxyfile).resolve()], cwd=folder)
    if done.returncode == 0:
        print(f"the reference: {pathlib.Path(folder) / 'index.html'}")
    sys.exit(done.returncode)


main()
