"""Names within src: the sources can be compiled as one file, and a name says where it is declared.

- what is local to a file (functions, variables, types, enumerators, macros) has a name of its own in all of src
- no two types and no two files of src share a name; headers beside their .c file do, and so do files named meson.build
- a function that other files call is declared in the header of its file: that of noun.c or noun_part.c in noun.h beside it
- intrinsics of 256 bits stand in the headers of base alone
- the sources do compile as one file
"""

import collections
import json
import re
import shlex

from checks import Check, without_comments

# Where intrinsics of 256 bits may stand.
WIDE_HEADERS = {"base/f64x4.h", "base/f32x8.h"}
WIDE = re.compile(r"\b(__m256[di]?|_mm256_\w+)\b")

KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "defined"}


def statements(text):
    """What stands outside of all braces, each with the text within its braces: (statement, body)."""
    depth, start, head, body = 0, 0, "", ""
    for match in re.finditer(r"[{};]", text):
        mark, at = match.group(), match.start()
        if mark == "{":
            if depth == 0:
                head, start = text[start:at], at + 1
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                body, start = text[start:at], at + 1
                if re.search(r"\)\s*$", head):  # a function's; there is no semicolon behind it
                    yield head, body
                    head = body = ""
        elif depth == 0:
            yield head + (" {} " if body else "") + text[start:at], body
            head, body, start = "", "", at + 1


class Source:
    """The names that a file defines outside of functions."""

    def __init__(self, file, source, hidden):
        self.path = str(file.relative_to(source / "src"))
        self.folder, self.stem = self.path.rpartition("/")[0], file.stem
        self.header = file.suffix == ".h"
        code = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', without_comments(file.read_text()))
        self.wide = sorted(set(WIDE.findall(code)))
        code = code.replace("\\\n", " ")
        macros = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)$", code, re.M)
        guards = set(re.findall(r"^[ \t]*#[ \t]*ifndef[ \t]+(\w+)[ \t]*\n[ \t]*#[ \t]*define[ \t]+\1[ \t]*$", code, re.M))
        undone = set(re.findall(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", code, re.M))
        self.macros = {name for name, _ in macros} - guards - undone
        self.locals, self.types, self.defined, self.declared = set(), set(), set(), set()
        code = re.sub(r"^[ \t]*#.*$", "", code, flags=re.M)
        code = re.sub(r'\bextern\s*""\s*\{', "", code)
        for head, body in statements(code):
            self.add(" ".join(head.split()), body, hidden)

    def add(self, head, body, hidden):
        for name in re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*(?:\{\}|$)", head if body else ""):
            self.types.add(name)
        if re.match(r"(?:typedef\s+)?enum\b", head) and body:
            self.locals.update(re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)|=[^,]*", "", body)))
        if head.startswith("typedef"):
            match = (re.search(r"\(\s*\*\s*(\w+)\s*\)", head) or
                     re.search(r"\b(\w+)(?:\s*\([^()]*\)|\s*\[[^]]*\])*\s*$", head))
            if match:
                self.types.add(match.group(1))
            return
        words = set(re.findall(r"\w+", head.split("(")[0]))
        local = "static" in words or bool(words & hidden)
        plain = re.sub(r"__attribute__\s*\(\(.*?\)\)\s*\)?", "", head)
        function = re.match(r"[^=]*?\b(\w+)\s*\(", plain)
        if function and function.group(1) not in KEYWORDS and "=" not in plain.split("(")[0]:
            name = function.group(1)
            if local:
                self.locals.add(name)
            else:
                (self.defined if re.search(r"\)\s*$", head) and body != "" else self.declared).add(name)
        elif local:
            variable = re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*(?:=.*)?$", plain.replace("{}", "").rstrip())
            if variable:
                self.locals.add(variable.group(1))


def static_macros(files):
    """Macros that make static what they stand before."""
    defines = (re.findall(r"#[ \t]*define[ \t]+(\w+)[ \t]+(.*)", file.read_text()) for file in files)
    return {name for found in defines for name, value in found if re.search(r"\bstatic\b", value)}


def is_opaque(paths):
    """A struct that noun.h names and noun.c or noun_part.c beside it fills in."""
    stems = sorted((path.rpartition(".")[0] for path in paths), key=len)
    return len(paths) == 2 and (stems[0] == stems[1] or stems[1].startswith(stems[0] + "_"))


def check_unique(check, sources):
    owners = collections.defaultdict(set)
    for source in sources:
        for name in source.locals | source.macros | source.types:
            owners[name].add(source.path)
    for name, paths in sorted(owners.items()):
        check.expect(len(paths) == 1 or is_opaque(paths) or name.startswith("_"), f"{name} is defined in {', '.join(sorted(paths))}")


def check_files(check, sources):
    files = collections.defaultdict(set)
    for source in sources:
        files[source.stem].add(source.folder)
    for stem, folders in sorted(files.items()):
        check.expect(len(folders) == 1, f"{stem} is a file of {', '.join(sorted(folders))}")


def check_declared(check, sources):
    headers = {(source.folder, source.stem): source for source in sources if source.header}
    for source in sources:
        if source.header:
            continue
        nouns = [noun for folder, noun in headers
                 if folder == source.folder and (source.stem == noun or source.stem.startswith(noun + "_"))]
        known = set().union(*(headers[source.folder, noun].declared for noun in nouns))
        for name in sorted(source.defined):
            if name.startswith("auk__"):
                check.expect(name in known, f"src/{source.path}: {name}() is not declared in the header of its file")


def check_wide(check, sources):
    for source in sources:
        check.expect(source.path in WIDE_HEADERS or not source.wide,
                     f"src/{source.path}: {', '.join(source.wide[:3])}: 256 bits belong into {', '.join(sorted(WIDE_HEADERS))}")


def check_one_file(check, sources):
    """With the arguments that the build has for one of them, less those that name files."""
    commands = json.loads((check.build / "compile_commands.json").read_text())
    entry = next(entry for entry in commands if entry["file"].endswith("src/base/stb.c"))
    words = shlex.split(entry["command"])
    arguments = [word for word in words if re.match(r"-(?:std|D|I|f(?!sanitize))", word)]
    for place, word in enumerate(words):
        arguments += [word, words[place + 1]] if word == "-isystem" else []
    whole = check.build / "whole.c"
    whole.write_text("".join(f'#include "{source.path}"\n' for source in sources if not source.header))
    check.run([*check.cc, *arguments, "-D_POSIX_C_SOURCE=200809L", "-fsyntax-only", whole], "all sources in one file",
              cwd=entry["directory"])


def main():
    check = Check()
    files = sorted((check.source / "src").rglob("*.[ch]"))
    hidden = static_macros(files)
    sources = [Source(file, check.source, hidden) for file in files]
    check_unique(check, sources)
    check_files(check, sources)
    check_declared(check, sources)
    check_wide(check, sources)
    check_one_file(check, sources)
    check.finish(f"{len(sources)} files of src, names of {sum(len(s.locals | s.types) for s in sources)} things")


main()
