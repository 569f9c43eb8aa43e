"""Builds what README.md, its like in tests and the pages of demos/guide show: README.md's first C program is run and must
print the text block that follows it.

Every other C block must compile, and so must every block of C++ where there is a compiler for it: a block with a main() as a program, any other as the body of a function that has an
AukWorld *world, an AukBodyId body and an AukShape shape. If a text block comes next, with at most one line between
the two, the block is run too, with a world of one body, and must print that text.

A page of demos/examples shows programs that stand beside it: a heading `## FILE` and a text block, which FILE must print.

The page of functions names every public function, and no other; each in a section that names its header.

Links between the pages lead somewhere, each page lists its headings, and no section is longer than a screen.
"""

import pathlib
import re

from checks import Check, compilers, inline_functions, public_functions, temporary_folder

LONGEST = 60  # lines of a section

FUNCTIONS = "demos/guide/functions.md"

FRAME = """#include <auk/auk.h>

#include <stdio.h>
#include <stdlib.h>

void readme_block(AukWorld *world, AukBodyId body, AukShape shape);

void readme_block(AukWorld *world, AukBodyId body, AukShape shape)
{
(void)world, (void)body, (void)shape;
%s}
"""

MAIN = """
int main(void)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.shape = auk_shape_circle(1.0f)};
    AukBodyId body = auk_body_create(world, &def);
    readme_block(world, body, auk_shape_circle(1.0f));
    auk_world_destroy(world);
    return 0;
}
"""


class Block:
    """A fenced block of a page."""

    def __init__(self, page, match, before):
        self.language, self.content = match.group(1), match.group(2)
        self.line = match.string.count("\n", 0, match.start(2)) + 1
        self.place, self.lines_before = f"{page}:{self.line}", len(before.strip().splitlines())
        self.is_program = self.language == "c" and re.search(r"\bmain\s*\(", self.content) is not None
        numbered = f'#line {self.line} "{page}"\n{self.content}'
        self.source = numbered if self.is_program else FRAME % numbered


def blocks(page, text):
    end = 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S):
        yield Block(page, match, text[end:match.start()])
        end = match.end()


def check_printed(check, command, folder, source, promised, name):
    file, program = folder / "printed.c", folder / "printed"
    file.write_text(source)
    library = check.build / "src"
    linked = [library / "libauk.a"] if (library / "libauk.a").exists() else [f"-L{library}", "-lauk",
                                                                             f"-Wl,-rpath,{library}"]
    if check.run([*command, file, "-o", program, *linked, "-lm"], name) is None:
        return
    printed = check.run([program], f"running {name}")
    if printed is not None:
        check.expect(printed == promised, f"{name} prints\n{printed}and not\n{promised}")


def check_first_program(check, command, folder, found):
    first = next((i for i, block in enumerate(found) if block.language == "c"), None)
    if first is None or not found[first].is_program:
        return check.find("the first C block of README.md is no program")
    if first + 1 == len(found) or found[first + 1].language != "text":
        return check.find("no text block with the output follows README.md's first program")
    check_printed(check, command, folder, found[first].source, found[first + 1].content, "README.md's first program")
    return None


def check_outputs(check, command, folder, found):
    """Runs the blocks, other than programs, that a text block follows. Returns how many they are."""
    shown = [(block, after) for block, after in zip(found, found[1:])
             if block.language == "c" and not block.is_program and after.language == "text" and after.lines_before <= 1]
    for block, after in shown:
        check_printed(check, command, folder, block.source + MAIN, after.content, block.place)
    return len(shown)


def check_examples(check, command, folder, page, text):
    """Runs the programs beside a page. Returns how many they are."""
    shown = re.findall(r"^## (\w+\.c)\n.*?^```text\n(.*?)^```$", text, flags=re.M | re.S)
    files = sorted(file.name for file in (check.source / page).parent.glob("*.c"))
    check.expect(sorted(name for name, _ in shown) == files, f"{page} shows {[name for name, _ in shown]}, not {files}")
    for name, promised in shown:
        file = check.source / page.parent / name
        check_printed(check, [*command, "-O1"], folder, file.read_text(), promised, name)
    return len(shown)


def anchor(heading):
    """The name that a heading has in links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def without_code(text):
    """The text with empty lines in place of fenced blocks."""
    return re.sub(r"^```.*?^```$", lambda match: re.sub(r"[^\n]+", "", match.group(0)), text, flags=re.M | re.S)


def headings(text):
    return [match.group(1) for match in re.finditer(r"^## (.*)$", without_code(text), flags=re.M)]


def check_links(check, page, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
        if "://" in target:
            continue
        name, _, fragment = target.partition("#")
        file = (check.source / page).parent / name if name else check.source / page
        if not check.expect(file.exists(), f"{page}: no file {target}"):
            continue
        if fragment and file.suffix == ".md":
            known = [anchor(heading) for heading in headings(file.read_text())]
            check.expect(fragment in known, f"{page}: no heading {target}")


def check_sections(check, page, text):
    for heading in headings(text):
        check.expect(f"](#{anchor(heading)})" in text, f"{page}: its list of contents lacks {heading}")
    for section in re.split(r"^## ", without_code(text), flags=re.M):
        lines = section.count("\n")
        check.expect(lines <= LONGEST, f"{page}: {lines} lines in the section {section.splitlines()[0]}")


def check_functions(check, page, text):
    """Returns how many functions the page names."""
    known = {**public_functions(check.source), **inline_functions(check.source)}
    check.expect(len(known) > 250, f"only {len(known)} public functions were found")
    named = set()
    for section in re.split(r"^## ", text, flags=re.M):
        for name in re.findall(r"\bauk_\w+", section):
            named.add(name)
            if check.expect(name in known, f"{page}: there is no {name}()"):
                check.expect(f"auk/{known[name]}" in section,
                             f"{page}: {name}() is in a section that does not name auk/{known[name]}")
    for name in sorted(set(known) - named):
        check.find(f"{page} lacks {name}() of auk/{known[name]}")
    return len(named)


def main():
    check = Check()
    pages = ["README.md", "tests/README.md", "tests/bench/README.md"]
    examples = pathlib.Path("demos/examples/README.md")
    pages += [str(examples)]
    pages += [f"demos/guide/{file.name}" for file in sorted((check.source / "demos" / "guide").glob("*.md"))]
    options = ["-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{check.source / 'include'}"]
    command = [*check.cc, "-std=c17", *options]
    languages = {"c": [[*check.cc, "-std=c17"]],
                 "cpp": [[*compiler, "-std=c++17"] for compiler in compilers(["c++"], ["g++"])[:1]]}
    compiled = shown = 0
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        for page in pages:
            text = (check.source / page).read_text()
            found = list(blocks(page, text))
            check_links(check, page, text)
            check_sections(check, page, text)
            if page == "README.md":
                check_first_program(check, command, folder, found)
            shown += check_outputs(check, command, folder, found)
            if page == str(examples):
                shown += check_examples(check, command, folder, examples, text)
            for block in found:
                for compiler in languages.get(block.language, []):
                    file = folder / f"block.{block.language}"
                    file.write_text(block.source)
                    check.run([*compiler, *options, "-fsyntax-only", file], block.place)
                    compiled += 1
    functions = check_functions(check, FUNCTIONS, (check.source / FUNCTIONS).read_text())
    check.finish(f"{len(pages)} pages: {functions} functions are listed, {compiled} blocks compile, README.md's first one runs, and {shown} more print "
                 "what is shown")


main()
