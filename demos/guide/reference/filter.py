#!/usr/bin/env python3
"""Doxygen's view of one file: the headers and pages need no commands for it. Line numbers stay, for its messages.

    demos/guide/reference/filter.py FILE

- a header is a group, and each `// ---- section ----` in it one within; other `//` comments there belong to the group
- a comment on several members in one line (`float x, y;`) is that of each
- names of macros and enumerators (AUK_...) are links, wherever prose has them
- links of pages name files, for readers of the repository; here they become links between pages
"""

import functools
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
NAME = re.compile(r"(?<![\w#\"`/.-])(AUK_[A-Z0-9_]*[A-Z0-9])(?![\w(]|\.\.\.|_)")
MEMBERS = re.compile(r"^(\s+)((?:const )?\w+ )((?:\*?\w+(?:\[\w+\])?, )+\*?\w+(?:\[\w+\])?);\s*(?:///< (.*))?$")
SECTION = re.compile(r"^// ---- (.+?) -+$")


@functools.lru_cache
def public_names():
    """Macros and enumerators; pages name others too, such as those of earlier versions."""
    texts = [re.sub(r"//.*", "", file.read_text(encoding="utf-8")) for file in (ROOT / "include" / "auk").glob("*.h")]
    return set(re.findall(r"\bAUK_\w+", "".join(texts))) - {"AUK_SHARED", "AUK_BUILDING"}


def linked(text):
    """Prose with links to macros and enumerators. Doxygen would drop a percent sign."""
    text = re.sub(r"\bauk/(\w+)\.h\b", r'@ref header_\1 "auk/\1.h"', text.replace("%", r"\%"))
    return NAME.sub(r"#\1", text)


def linked_comments(lines):
    """The same for the comments of a header, without what is set as code."""
    after_blank = code = False
    for line in lines:
        match = re.match(r"^(.*?)(///?<?)( .*|)$", line)
        if not match or (match.group(2) == "//" and match.group(1)):
            after_blank = code = False
            yield line
            continue
        before, mark, text = match.groups()
        code = text.startswith("     ") and (code or after_blank) and not before.strip()
        after_blank = not text
        yield line if code else before + mark + linked(text)


def each_member(lines):
    """Members that share a line and a comment get one each."""
    lines = list(lines)
    for at, line in enumerate(lines):
        match = MEMBERS.match(line)
        if not match:
            continue
        indent, kind, names, text = match.groups()
        following = at + 1
        while text and following < len(lines) and re.match(r"^\s+///< ", lines[following]):
            text += " " + lines[following].strip()[5:]
            lines[following] = ""
            following += 1
        above = at
        while not text and above > 0 and re.match(r"^\s+/// ", lines[above - 1]):
            above -= 1
        shared = " ".join(above_line.strip()[4:] for above_line in lines[above:at])
        if text or shared:
            comment = f" /**< {text or shared} */"
            members = [f"{kind}{name};" for name in names.split(", ")]
            first = members[0] + (comment if text else "")
            lines[at] = indent + " ".join([first] + [member + comment for member in members[1:]])
    return lines


def slug(text):
    return re.sub(r"\W+", "_", text.lower()).strip("_")


def header(text, name):
    """A header as a group with its sections; Doxygen evaluates no guard, so its lines are free for that."""
    lines = each_member(linked_comments(text.splitlines()))
    group = f"header_{pathlib.Path(name).stem}"
    current, opened = group, False
    guard = next(at for at, line in enumerate(lines) if line.startswith("#ifndef AUK_"))
    head = " ".join(line.removeprefix("///").strip() for line in lines[:guard])
    said = re.match(r"@file (.*?\.)(?= |$)", head)
    if not said:
        sys.exit(f"auk/{name} does not begin with `/// @file` and a sentence about it")
    lines[guard:guard + 3] = [f"/** @defgroup {group} auk/{name}", f" * @brief {said.group(1)}",
                              f" * @copydetails {name} @{{ */"]
    in_rules = False
    for at in range(guard + 3, len(lines)):
        line = lines[at]
        section = SECTION.match(line)
        if section:
            current = f"{group}_{slug(section.group(1))}"
            title = section.group(1)[0].upper() + section.group(1)[1:]
            lines[at - 1] += (" /** @} */" if opened else "") + f" /** @defgroup {current} {title}"
            lines[at] = " * @{ */"
            opened = True
        elif re.match(r"^//( |$)", line):
            if not in_rules:
                lines[at - 1] += f" /** @}} */ /** @addtogroup {current}"
                in_rules, rules = True, "@details "  # they begin with no summary of the section
            lines[at] = f" * {rules}{line[3:]}"
            rules = ""
        elif in_rules:
            lines[at] = " * @{ */" + line
            in_rules = False
    last = max(at for at, line in enumerate(lines) if line.startswith("#endif"))
    lines[last] = "/** @} */" * (2 if opened else 1)
    return lines


def example(name):
    """A page that shows the program whole, with the comment at its head."""
    return [f"/** @example {name} */"]


def page_name(file):
    """The name of a page: of README.md that of its folder."""
    path = file.relative_to(ROOT)
    if path.parts == ("README.md",):
        return "index"
    return "-".join(path.parent.parts) if path.name == "README.md" else path.stem


def anchor(heading):
    """The name that code-hosting sites give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(page, label, target):
    """A link of a page; `label` is its text. What has no page here is the file itself, among the extra files."""
    if "://" in target:
        return f"[{label}]({target})"
    name, _, fragment = target.partition("#")
    file = (page.parent / name).resolve() if name else page
    if file.suffix == ".md" and file != page and page.name == "README.md" and file.parent == page.parent != ROOT:
        return f'@subpage {page_name(file)} "{label}"'
    if file.suffix == ".md":
        return f"[{label}](@ref {page_name(file)}{'-' + fragment if fragment else ''})"
    if file.suffix == ".h":
        return f"[{label}](@ref header_{file.stem})"
    if file.suffix == ".c":
        return f"[{label}](@ref {file.name})"
    return f'<a href="{file.name}">{label}</a>'


def link_in_line(page, match):
    """Doxygen 1.9 stumbles over code after a link that spans two lines, so the line ends after the link."""
    label, target, after = match.groups()
    return link(page, label.replace("\n", " "), target) + after + "\n" * label.count("\n")


def code_span(match):
    """Code within prose: names are links, the files of headers too."""
    code = match.group(1)
    if re.fullmatch(r"AUK_\w+", code) and code in public_names():
        return f"<code>#{code}</code>"
    found = re.fullmatch(r"(?:include/)?auk/(\w+)\.h", code)
    return f'<code>@ref header_{found.group(1)} "{code}"</code>' if found else match.group(0)


def prose(page, text):
    text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)",
                  lambda match: f'<img src="{os.path.basename(match.group(2))}" alt="{match.group(1)}"/>', text)
    text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)([.,:;)]*)", lambda match: link_in_line(page, match), text)
    return re.sub(r"(?<![`\[>])`([^`]+)`(?!`)", code_span, text)


def markdown(text, page):
    """A page: what is neither in a fence nor indented is prose. The main page has no name of its own."""
    name = page_name(page)

    def heading(match):
        own = f"{name}-{anchor(match.group(2))}" if match.group(1) != "#" else name
        return match.group(0) if own == "index" else f"{match.group(0)} {{#{own}}}"

    parts = re.split(r"(^```.*?^```$|(?:(?<=\n\n)    [^\n]*(?:\n+    [^\n]*)*))", text, flags=re.M | re.S)
    for at in range(0, len(parts), 2):
        parts[at] = prose(page, re.sub(r"^(#+) (.*)$", heading, parts[at], flags=re.M))
    return "".join(parts).splitlines()


def main():
    file = pathlib.Path(sys.argv[1]).resolve()
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".h":
        lines = header(text, file.name)
    elif file.suffix == ".c":
        lines = example(file.name)
    else:
        lines = markdown(text, file)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write("\n".join(lines) + "\n")


main()
