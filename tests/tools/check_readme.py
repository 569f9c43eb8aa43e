"""Builds what README.md shows: its first C program is run and must print the text block that follows it.

Every other C block must compile: a block with a main() as a program, any other as the body of a function that has an
AukWorld *world, an AukBodyId body and an AukShape shape.
"""

import pathlib
import re

from checks import Check, temporary_folder

FRAME = """#include <auk/auk.h>

#include <stdio.h>

void readme_block(AukWorld *world, AukBodyId body, AukShape shape);

void readme_block(AukWorld *world, AukBodyId body, AukShape shape)
{
(void)world, (void)body, (void)shape;
#line %d "README.md"
%s}
"""


def blocks(text):
    """(language, line number of the first line, content) of each fenced block."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S):
        yield match.group(1), text.count("\n", 0, match.start(2)) + 1, match.group(2)


def is_program(content):
    return re.search(r"\bmain\s*\(", content) is not None


def check_first_program(check, command, folder, found):
    first = next((i for i, block in enumerate(found) if block[0] == "c"), None)
    if first is None or not is_program(found[first][2]):
        return check.find("the first C block of README.md is no program")
    if first + 1 == len(found) or found[first + 1][0] != "text":
        return check.find("no text block with the output follows README.md's first program")
    file, program = folder / "first.c", folder / "first"
    file.write_text(f'#line {found[first][1]} "README.md"\n{found[first][2]}')
    library = check.build / "src"
    linked = [library / "libauk.a"] if (library / "libauk.a").exists() else [f"-L{library}", "-lauk",
                                                                             f"-Wl,-rpath,{library}"]
    if check.run([*command, file, "-o", program, *linked, "-lm"], "README.md's first program") is None:
        return None
    printed, promised = check.run([program], "running README.md's first program"), found[first + 1][2]
    if printed is not None:
        check.expect(printed == promised, f"README.md's first program prints\n{printed}and not\n{promised}")
    return None


def check_block(check, command, folder, line, content):
    file = folder / "block.c"
    file.write_text(f'#line {line} "README.md"\n{content}' if is_program(content) else FRAME % (line, content))
    check.run([*command, "-fsyntax-only", file], f"README.md:{line}")


def main():
    check = Check()
    found = list(blocks((check.source / "README.md").read_text()))
    command = [*check.cc, "-std=c17", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{check.source / 'include'}"]
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        check_first_program(check, command, folder, found)
        programs = [(line, content) for language, line, content in found if language == "c"]
        for line, content in programs:
            check_block(check, command, folder, line, content)
    check.finish(f"{len(programs)} C blocks compile, the first one runs")


main()
