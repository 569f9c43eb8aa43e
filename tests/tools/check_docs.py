"""The reference is complete, and its links lead somewhere.

- Doxygen, for which any warning is an error here, writes it: every public name has a text, and every page in it exists
- it has an entry for each function, macro, type, member and enumerator of the public headers, with a text, and a page
  for each page of the guide and each example
- functions that comments of the headers name exist
- each link within it leads to a file of it, and to a place there; no marks of Doxygen or HTML are left to be seen

Without Doxygen it is skipped.
"""

import functools
import html
import json
import pathlib
import re
import shutil
import sys
import urllib.parse
import xml.etree.ElementTree

from checks import Check, inline_functions, public_functions, public_headers, skip, temporary_folder, without_comments


def public_names(source):
    """Macros, types and enumerators of the public headers, and the inline functions; and those of the library."""
    names = {**public_functions(source), **inline_functions(source)}
    for header in public_headers(source):
        text = without_comments(header.read_text())
        found = re.findall(r"^#\s*define (AUK_\w+)\b[^\n\S]+\S", text, flags=re.M)
        found += re.findall(r"^typedef (?:struct|enum) (\w+)", text, flags=re.M)
        for body in re.findall(r"^typedef enum \w+ \{(.*?)^\}", text, flags=re.M | re.S):
            found += re.findall(r"^ +(\w+)", body, flags=re.M)
        names.update({name: header.name for name in found})
    return names


def public_fields(source):
    """(header, struct, member) of the public headers; members of a union within a struct are the struct's."""
    for header in public_headers(source):
        text = without_comments(header.read_text())
        for struct, body in re.findall(r"^typedef struct (\w+) \{(.*?)^\}", text, flags=re.M | re.S):
            body = re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", body)  # pointers to functions
            for name in re.findall(r"\b(\w+)(?:\[\w+\])?(?=[;,])", body):
                yield header.name, struct, name


@functools.lru_cache(maxsize=None)
def page_text(file):
    return file.read_text(encoding="utf-8")


@functools.lru_cache(maxsize=None)
def places(file):
    return set(re.findall(r'\b(?:id|name)="([^"]+)"', page_text(file)))


def entries(folder):
    """name -> (page, place) of what the tag file lists. A struct comes before the typedef that hides it."""
    listed = xml.etree.ElementTree.parse(folder / "auk.tag")
    found = {}
    for compound in listed.iter("compound"):
        if compound.get("kind") == "struct":
            found[compound.findtext("name")] = compound.findtext("filename"), compound.findtext("anchor")
    for member in listed.iter("member"):
        found.setdefault(member.findtext("name"), (member.findtext("anchorfile"), member.findtext("anchor")))
    return found


def has_text(page, place):
    """Whether a place of a page has words: beside an enumerator, under a line of a list, or in a part of its own."""
    patterns = [rf'id="{place}"[^>]*></a>[^<]*</td><td class="fielddoc">(.*?)</td>',
                rf'class="memdesc:{place}"><td[^>]*>[^<]*</td><td class="mdescRight">(.*?)</td>',
                rf'id="{place}"[^>]*></a>\s*<h2 class="memtitle">.*?<div class="memdoc">(.*?)</div>']
    texts = [match.group(1) for match in (re.search(pattern, page, flags=re.S) for pattern in patterns) if match]
    return any(re.search(r"\w", re.sub(r"<[^>]+>|&\w+;", "", text)) for text in texts)


def check_entries(check, folder):
    known = entries(folder)
    names = public_names(check.source)
    check.expect(len(names) > 300, f"only {len(names)} public names were found")
    for name, header in sorted(names.items()):
        page, place = known.get(name, (None, None))
        if not check.expect(page and (folder / page).is_file(), f"auk/{header}: {name} has no entry in the reference"):
            continue
        check.expect(has_text(page_text(folder / page), place), f"auk/{header}: {name} has no text in {page}")
    return len(names)


def check_fields(check, folder):
    """Doxygen leaves out members without a text, and does not say so."""
    known = set()
    for compound in xml.etree.ElementTree.parse(folder / "auk.tag").iter("compound"):
        struct = re.split(r"[.:@]", compound.findtext("name") or "")[0]
        known.update((struct, member.findtext("name")) for member in compound.iter("member"))
    fields = list(public_fields(check.source))
    for header, struct, name in fields:
        check.expect((struct, name) in known, f"auk/{header}: {struct}.{name} has no text")
    return len(fields)


def check_calls_named(check):
    """Doxygen does not mind a function in a comment that is none."""
    known = public_names(check.source)
    for header in public_headers(check.source):
        for number, line in enumerate(header.read_text().splitlines(), 1):
            for name in re.findall(r"\b(auk_\w+)\(\)", line.partition("//")[2]):
                check.expect(name in known, f"{check.path(header)}:{number}: there is no {name}()")


def check_pages(check, folder):
    pages = [f"{file.stem}.html" for file in (check.source / "demos/guide").glob("*.md") if file.name != "README.md"]
    pages += [f"{file.name.replace('.', '_8')}-example.html" for file in (check.source / "demos/examples").glob("*.c")]
    for page in sorted(pages):
        check.expect((folder / page).is_file(), f"the reference has no page {page}")
    return len(pages)


def check_markup(check, folder):
    """Marks that a reader would see: what should have been a link or code."""
    for file in sorted(folder.glob("*.html")):
        code = r'<div class="fragment">.*?</div><!-- fragment -->|<pre.*?</pre>'
        prose = re.sub(code, "", page_text(file), flags=re.S)
        for mark in re.findall(r"&lt;/?(?:code|a|img)\b|\]\(@ref|@(?:ref|subpage|details|file)\b", prose):
            check.find(f"{file.name} shows {html.unescape(mark)}")


def links(file):
    """The targets of a page's links and pictures, and those of the search."""
    text = page_text(file)
    if file.suffix == ".js":
        return [target for _, target in re.findall(r'^\["([^"]+)", "([^"]+)"', text, flags=re.M)]
    return [html.unescape(target) for target in re.findall(r'\b(?:href|src)="([^"]+)"', text)]


def check_links(check, folder):
    count = 0
    for file in sorted([*folder.glob("*.html"), folder / "search" / "searchdata.js"]):
        for target in links(file):
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            name, _, place = urllib.parse.unquote(target).partition("#")
            aim = folder / name if name else file
            if check.expect(aim.exists(), f"{file.name}: there is no {target}") and place and aim.suffix == ".html":
                check.expect(place in places(aim), f"{file.name}: there is no {target}")
    return count


# What is typed, and what is among the first five that are found.
SEARCHES = {"cast_ray": "auk_world_cast_ray", "auk_world_step()": "auk_world_step", "hit first": "AukHit.first",
            "tile slope left": "AUK_TILE_SLOPE_LEFT_LOW", "rays through": "Rays through shapes",
            "conveyor belts": "Characters and crowds: Conveyor belts"}


def check_search(check, folder):
    """The search without its field, by node. Returns what to say of it."""
    node = shutil.which("node")
    if not node:
        return "the search was not tried (node is not installed)"
    program = "globalThis.document = {addEventListener() {}};\n"
    program += "".join(page_text(folder / "search" / name) for name in ("searchdata.js", "search.js"))
    program += f"const asked = {json.dumps([*SEARCHES, 'no such name', ''])};\n"
    program += "console.log(JSON.stringify(asked.map(text => searchFind(text).slice(0, 5).map(item => item[0]))));\n"
    (folder / "asked.js").write_text(program, encoding="utf-8")
    found = check.run([node, folder / "asked.js"], "the search")
    if found is not None:
        *answers, none, empty = json.loads(found)
        for (asked, wanted), answer in zip(SEARCHES.items(), answers):
            check.expect(wanted in answer, f"a search for {asked!r} finds {answer}, without {wanted}")
        check.expect(none == [] and empty == [], f"a search for nothing finds {none} {empty}")
    return f"{len(SEARCHES)} searches find what they should"


def main():
    check = Check()
    doxygen = shutil.which("doxygen")
    if not doxygen:
        skip("Doxygen is not installed")
    with temporary_folder() as name:
        folder = pathlib.Path(name) / "docs"
        made = check.run([sys.executable, "-B", check.source / "demos/guide/reference/build.py", doxygen,
                          check.build / "demos/guide/reference/Doxyfile", folder], "Doxygen")
        if made is None:
            check.finish("")
        names, fields = check_entries(check, folder), check_fields(check, folder)
        pages, count = check_pages(check, folder), check_links(check, folder)
        check_calls_named(check)
        check_markup(check, folder)
        searches = check_search(check, folder)
    check.finish(f"{names} public names and {fields} members of structs have an entry with a text, {pages} pages are "
                 f"there, {count} links lead somewhere, and {searches}")


main()
