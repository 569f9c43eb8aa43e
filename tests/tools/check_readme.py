"""Builds what README.md shows: its first C program is run and must print the text block that follows it.

Every other C block must compile: a block with a main() as a program, any other as the body of a function that has an
AukWorld *world, an AukBodyId body and an AukShape shape. If a text block comes next, with at most one line between
the two, the block is run too, with an empty world, and must print that text.
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


MAIN = """
int main(void)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyId body = {0, 0};
    readme_block(world, body, auk_shape_circle(1.0f));
    auk_world_destroy(world);
    return 0;
}
"""


def blocks(text):
    """(language, line number of the first line, content, lines before it) of each fenced block."""
    end = 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S):
        before = text[end:match.start()].strip()
        end = match.end()
        yield match.group(1), text.count("\n", 0, match.start(2)) + 1, match.group(2), len(before.splitlines())


def is_program(content):
    return re.search(r"\bmain\s*\(", content) is not None


def check_printed(check, command, folder, content, promised, name):
    file, program = folder / "printed.c", folder / "printed"
    file.write_text(content)
    library = check.build / "src"
    linked = [library / "libauk.a"] if (library / "libauk.a").exists() else [f"-L{library}", "-lauk",
                                                                             f"-Wl,-rpath,{library}"]
    if check.run([*command, file, "-o", program, *linked, "-lm"], name) is None:
        return
    printed = check.run([program], f"running {name}")
    if printed is not None:
        check.expect(printed == promised, f"{name} prints\n{printed}and not\n{promised}")


def check_first_program(check, command, folder, found):
    first = next((i for i, block in enumerate(found) if block[0] == "c"), None)
    if first is None or not is_program(found[first][2]):
        return check.find("the first C block of README.md is no program")
    if first + 1 == len(found) or found[first + 1][0] != "text":
        return check.find("no text block with the output follows README.md's first program")
    line, content = found[first][1:3]
    check_printed(check, command, folder, f'#line {line} "README.md"\n{content}', found[first + 1][2],
                  "README.md's first program")
    return None


def check_block(check, command, folder, line, content):
    file = folder / "block.c"
    file.write_text(f'#line {line} "README.md"\n{content}' if is_program(content) else FRAME % (line, content))
    check.run([*command, "-fsyntax-only", file], f"README.md:{line}")


def check_outputs(check, command, folder, found):
    """Runs the blocks, other than programs, that a text block follows. Returns how many they are."""
    shown = [(block, after) for block, after in zip(found, found[1:])
             if block[0] == "c" and not is_program(block[2]) and after[0] == "text" and after[3] <= 1]
    for (_, line, content, _), after in shown:
        check_printed(check, command, folder, FRAME % (line, content) + MAIN, after[2], f"README.md:{line}")
    return len(shown)


def main():
    check = Check()
    found = list(blocks((check.source / "README.md").read_text()))
    command = [*check.cc, "-std=c17", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{check.source / 'include'}"]
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        check_first_program(check, command, folder, found)
        shown = check_outputs(check, command, folder, found)
        programs = [(line, content) for language, line, content, _ in found if language == "c"]
        for line, content in programs:
            check_block(check, command, folder, line, content)
    check.finish(f"{len(programs)} C blocks compile, the first one runs, and {shown} more print what is shown")


main()
