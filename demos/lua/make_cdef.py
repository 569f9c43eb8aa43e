#!/usr/bin/env python3
"""Writes auk_cdef.lua, the public headers as LuaJIT's ffi.cdef() and Python's cffi take them.

    demos/lua/make_cdef.py             writes auk_cdef.lua beside this file
    demos/lua/make_cdef.py --check     fails if auk_cdef.lua is not what it would write
    demos/lua/make_cdef.py --plain     prints the declarations alone

Comments, the preprocessor and inline functions go; #defines of whole numbers become enumerators. The file also lists
the functions that take a world first, with what auk_methods.lua has to know to make methods of them.
"""

import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"

FILE = """\
-- The public headers of auk {version} for ffi.cdef(). Made by make_cdef.py; do not edit.
return {{
  version = {{ {version_numbers} }},

  -- #defines that are no whole numbers.
  numbers = {{
{numbers}
  }},

  -- What the enumerators of each enumeration begin with, and which fields of structs are enumerations or unsigned.
  enums = {{
{enums}
  }},
  fields = {{
{fields}
  }},

  -- Functions whose first argument is a world: the kind of their result, their name, whether they change the world,
  -- their other arguments.
  methods = [[
{methods}]],

  declarations = [[
{declarations}]],
}}
"""

def headers_in_order(name, seen):
    """The header and all that it includes, each once, after what it includes."""
    if name in seen:
        return
    seen.add(name)
    text = (INCLUDE / name).read_text()
    for included in re.findall(r'^#include "(auk/\w+\.h)"', text, re.M):
        yield from headers_in_order(included, seen)
    yield text


def without_inline_functions(text):
    parts = []
    while match := re.search(r"^static inline [^;{]*\{", text, re.M):
        parts.append(text[:match.start()])
        end, depth = match.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[end:]
    return "".join(parts) + text


def defines(text):
    """Names with their whole numbers, and names with other numbers. Guards and words are neither."""
    whole, other = {}, {}
    for name, value in re.findall(r"^#define (AUK_\w+) (\S.*)$", text, re.M):
        number = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)u\b", r"\1", value)
        if re.fullmatch(r"(0x[0-9a-fA-F]+|\d+|<<|[() ])+", number):
            whole[name] = eval(number)  # digits, brackets and shifts only
        elif re.fullmatch(r"[0-9.e+-]+f", value):
            other[name] = value[:-1]
        else:
            sys.exit(f"make_cdef.py: what is the value of {name}: {value}?")
    return whole, other


def declarations(text, constants):
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    text = without_inline_functions(text).replace("AUK_API ", "")
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r"\s*\n\s*", "\n", text)
    text = re.sub(r"([(,])\n", r"\1 ", text).replace("( ", "(").strip()
    enumerators = "".join(f"{name} = {value},\n" for name, value in constants.items())
    return f"enum {{\n{enumerators}}};\n{text}\n"


class Param:
    def __init__(self, text):
        found = re.fullmatch(r"(const )?(\w+) (\*?)(\w+)", text.strip())
        self.const, self.type, self.pointer, self.name = found.groups() if found else ("", "void", "*", "")

    def may_be_array(self):
        return self.const and self.pointer and self.type != "void" and self.name not in ("def", "query", "shape")


def mark(params, i, structs, enums):
    """How the Lua method gives argument i: see GIVEN in auk_methods.lua."""
    param = params[i]
    counts = [j for j, other in enumerate(params) if other.name == "count" and not other.pointer]
    counted = counts and any(other.may_be_array() for other in params[:counts[0]])
    following = params[i + 1].name if i + 1 < len(params) else ""
    if counted and param.name in ("count", "hole_count"):
        return "count"
    if not param.pointer:
        return ("struct:" if param.type in structs else "enum:" if param.type in enums else "value:") + param.type
    if param.type == "char" and not param.const and following == "capacity":
        return "text"
    if param.type in ("void", "char"):
        return "value:" + param.type
    if counted and param.may_be_array():
        return "array:" + param.type
    if param.const:
        return "struct:" + param.type if param.type in structs else "value:" + param.type
    if following == "capacity":
        return ("room:" if counted else "list:") + param.type
    if param.name in ("out", "counts", "found", "applied") and (counted or param.type in structs):
        return ("results:" if counted else "result:") + param.type
    return "value:" + param.type


def kind_of_result(result, name, constant, marks):
    if result == "AukStatus" and name != "auk_world_last_status":
        return "status"
    if result == "bool" and any(given.startswith("result:") for given in marks):
        return "find"
    if result == "int":
        return "count"
    return "id" if result in ("AukBodyId", "AukShapeId") and not constant else "plain"


def methods(text, structs, enums):
    """A line for each function whose first argument is a world: the kind of its result, its name, whether it changes
    the world, its other arguments."""
    lines = []
    for result, name, rest in re.findall(r"^(\w[\w ]*?[ *]+)(auk_\w+)\(([^;]*AukWorld \*world[^;]*)\);", text, re.M):
        world, *rest = rest.split(",")
        if not world.endswith("AukWorld *world"):
            continue
        params = [Param(param) for param in rest]
        marks = [mark(params, i, structs, enums) for i in range(len(params)) if params[i].name != "capacity" or
                 any(param.name == "count" for param in params)]
        kind = kind_of_result(result.strip(), name, world.startswith("const"), marks)
        lines.append(" ".join([kind, name, "asks" if world.startswith("const") else "changes", *marks]))
    names = [re.sub(r"^auk_(world_)?", "", line.split()[1]) for line in lines]
    if len(names) != len(set(names)):
        sys.exit("make_cdef.py: two functions would be one method")
    return "\n".join(lines) + "\n"


def words(text):
    """What enumerators begin with, by enumeration; and the fields that are enumerations or unsigned. Where a field of
    one struct is an enumeration and its namesake has 64 bits, the enumeration is an answer: nobody writes it. A field
    of fewer bits has no namesake of another type: of two the limits would not be known."""
    prefixes, fields = {}, {}
    for name, body in re.findall(r"^typedef enum (\w+) \{(.*?)\}", text, re.M | re.S):
        prefixes[name] = os.path.commonprefix(re.findall(r"\bAUK_\w+", body)).rpartition("_")[0] + "_"
    for kind, name in re.findall(r"^(Auk\w+) (\w+);", text, re.M):
        if kind in prefixes:
            fields.setdefault(name, set()).add(kind)
    for listed in re.findall(r"^uint64_t (\w+(?:, \w+)*);", text, re.M):
        fields.update({name: {"uint64_t"} for name in listed.split(", ")})
    types = {}
    for kind, listed in re.findall(r"^(?:const )?(\w+(?: \*)?) ?(\w+(?:, \w+)*);", text, re.M):
        for name in listed.split(", "):
            types.setdefault(name, set()).add(kind)
    for name, kinds in types.items():
        if kinds in ({"uint32_t"}, {"uint8_t"}):
            fields[name] = kinds
    return prefixes, {name: kinds.pop() for name, kinds in fields.items() if len(kinds) == 1}


def lua_table(items):
    return "\n".join(f"    ['{name}'] = {value}," for name, value in items)


def main():
    text = "".join(headers_in_order("auk/auk.h", set()))
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"[ \t]+$", "", text, flags=re.M)
    whole, other = defines(text)
    declared = declarations(text, whole)
    numbers = [whole[f"AUK_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    structs = set(re.findall(r"^typedef struct (\w+) \{", declared, re.M))
    prefixes, fields = words(declared)
    made = FILE.format(version=".".join(map(str, numbers)), version_numbers=", ".join(map(str, numbers)),
                       numbers=lua_table(other.items()),
                       enums=lua_table((name, f"'{prefix}'") for name, prefix in prefixes.items()),
                       fields=lua_table((name, f"'{kind}'") for name, kind in fields.items()),
                       methods=methods(declared, structs, prefixes), declarations=declared)
    file = HERE / "auk_cdef.lua"
    if sys.argv[1:] == ["--plain"]:
        print(declared, end="")
    elif sys.argv[1:] == ["--check"]:
        if not file.exists() or file.read_text() != made:
            sys.exit("demos/lua/auk_cdef.lua is not what the headers say: run demos/lua/make_cdef.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        file.write_text(made)


main()
