#!/usr/bin/env python3
"""Writes the reference anew: demos/guide/reference/build.py DOXYGEN DOXYFILE FOLDER. A warning of Doxygen is an error."""

import json
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

KINDS = {"define": "macro", "enumvalue": "enumerator", "enumeration": "enum"}


def search_items(tags):
    """[name, address, kind] of all that Doxygen's list of names has, each once."""
    items = {}
    for compound in tags.iter("compound"):
        kind, page, name = compound.get("kind"), compound.findtext("filename"), compound.findtext("name")
        if kind == "struct":
            items[name] = f"{page}#{compound.findtext('anchor')}", kind
        elif kind in ("page", "group"):
            title = compound.findtext("title")
            items.setdefault(title, (page, {"page": "page", "group": "section"}[kind]))
            for place in compound.iter("docanchor"):
                if place.get("title"):
                    items.setdefault(f"{title}: {place.get('title')}", (f"{page}#{place.text}", "page"))
        for member in compound.findall("member"):
            own = member.findtext("name")
            label = f"{name}.{own}" if kind == "struct" else own
            member_kind = "member" if kind == "struct" else KINDS.get(member.get("kind"), member.get("kind"))
            items.setdefault(label, (f"{member.findtext('anchorfile')}#{member.findtext('anchor')}", member_kind))
    return [[name, *where] for name, where in items.items()]


def replace_search(folder):
    """Ours in place of Doxygen's; what only that needs goes."""
    for file in (folder / "search").glob("*_*"):
        if file.suffix in (".html", ".js"):
            file.unlink()
    items = search_items(xml.etree.ElementTree.parse(folder / "auk.tag"))
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    data = f"'use strict';\nconst searchData = [\n{lines}];\n"
    (folder / "search" / "searchdata.js").write_text(data, encoding="utf-8")
    shutil.copy(pathlib.Path(__file__).with_name("search.js"), folder / "search" / "search.js")


def main():
    doxygen, doxyfile, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)  # Doxygen leaves the pages of what is gone
    folder.mkdir(parents=True)
    ended = subprocess.run([doxygen, pathlib.Path(doxyfile).resolve()], cwd=folder).returncode
    if ended == 0:
        replace_search(folder)
        print(f"the reference: {folder / 'index.html'}")
    sys.exit(ended)


main()
