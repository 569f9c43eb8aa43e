"""No public function crashes on null: each is called with every choice of null and good pointers, and with counts of 2,
0 and -1, in a process of its own.

The calls are made from the prototypes in the public headers, so a function that is added is tried too.
"""

import itertools
import pathlib
import re

from checks import Check, public_headers, temporary_folder, without_comments

# What ends the life of a thing is only tried with null: a good pointer would be used again.
ENDS = re.compile(r"_(destroy|close)$")
# Values by type; pointers to other types point at zeros.
VALUES = {
    "AukBodyId": "body", "AukShapeId": "shape", "AukTransform": "pose", "AukVec2": "auk_vec(1.0f, 1.0f)",
    "AukShape": "auk_shape_circle(1.0f)", "AukBox": "auk_box(auk_vec(0, 0), auk_vec(1, 1))", "float": "0.5f",
    "double": "0.5", "bool": "true", "int": "count", "uint32_t": "0", "uint64_t": "8", "size_t": "8",
    "AukRot": "pose.q", "AukFilter": "auk_filter_mask(1, 1)",
}
POINTERS = {
    "AukWorld": "world", "AukBroad": "broad", "AukCrowd": "crowd", "AukPool": "pool", "AukSpanWork": "span_work", "AukReplay": "replay", "AukShape": "shapes",
    "AukBodyId": "bodies", "char": "text",
}

PROGRAM = """
#include "auk/auk.h"
#include "auk/draw.h"
#include "auk/error_text.h"
#include "auk/mover.h"
#include "auk/geometry_text.h"
#include "auk/outline.h"
#include "auk/record.h"
#include "auk/terrain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static AukWorld *world;
static AukBroad *broad;
static AukCrowd *crowd;
static AukPool *pool;
static AukSpanWork *span_work;
static AukReplay *replay;
static AukBodyId body, bodies[8];
static AukShapeId shape;
static AukShape shapes[8];
static AukTransform pose = {{0.0f, 0.0f}, {1.0f, 0.0f}};
static char text[4096] = "/dev/null";
static _Alignas(16) unsigned char zeros[16][1 << 16];

static void clean(void)
{
    memset(zeros, 0, sizeof zeros);
    strcpy(text, "/dev/null");
}

static void start(void)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(1.0f);
    world = auk_world_create(NULL, NULL);
    broad = auk_broad_create(NULL, NULL);
    crowd = auk_crowd_create(NULL);
    pool = auk_pool_create(1, NULL, NULL);
    span_work = auk_span_work_create(NULL);
    for (int i = 0; i < 8; i++) {
        shapes[i] = auk_shape_circle(1.0f);
        bodies[i] = body = auk_body_create(world, &def);
    }
    auk_body_get_shapes(world, body, &shape, 1);
    auk_world_step(world, 0.1f);
}

%s

int main(void)
{
    int crashed = 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            start();
            functions[i].run();
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) {
            printf("%%s crashes; its choices of null are tried in order of (%%s)\\n", functions[i].name,
                   functions[i].pointers);
            crashed++;
        }
    }
    return crashed > 0;
}
"""


def prototypes(source):
    """(name, [parameter]) of every public function."""
    for header in public_headers(source):
        text = without_comments(header.read_text())
        for match in re.finditer(r"^AUK_API\s[^;{}()]*?\b(\w+)\s*\(([^;{}]*?)\)\s*;", text, flags=re.M):
            parameters = [" ".join(part.split()) for part in match.group(2).split(",")]
            yield match.group(1), [part for part in parameters if part != "void"]


def argument(parameter, place, null):
    kind, name = re.fullmatch(r"(?:const )?(.+?)(\w+)", parameter).groups()
    if "*" in kind:
        return "NULL" if null else POINTERS.get(kind.rstrip(" *"), f"(void *)zeros[{place}]")
    return VALUES.get(kind.strip(), f"({kind.strip()})0")


def calls(name, parameters):
    pointers = [i for i, parameter in enumerate(parameters) if "*" in parameter]
    for nulls in itertools.product([True], repeat=len(pointers)) if ENDS.search(name) else itertools.product(
            [True, False], repeat=len(pointers)):
        null = dict(zip(pointers, nulls))
        arguments = [argument(parameter, i, null.get(i)) for i, parameter in enumerate(parameters)]
        yield f"    clean(), (void){name}({', '.join(arguments)});"


def main():
    check = Check()
    functions, table = [], []
    for name, parameters in prototypes(check.source):
        lines = "\n".join(calls(name, parameters))
        functions.append(f"static void run_{name}(void)\n{{\n    for (int count = 2; count >= -1; count -= count > 0 "
                         f"? 2 : 1) {{\n{lines}\n    }}\n}}\n")
        pointers = ", ".join(parameter for parameter in parameters if "*" in parameter)
        table.append(f'    {{"{name}", "{pointers}", run_{name}}},')
    check.expect(len(functions) > 180, f"only {len(functions)} public functions were found")
    body = "\n".join(functions) + ("\nstatic const struct {\n    const char *name, *pointers;\n    void (*run)(void);\n"
                                   "} functions[] = {\n" + "\n".join(table) + "\n};")
    with temporary_folder() as folder:
        source, program = pathlib.Path(folder) / "null.c", pathlib.Path(folder) / "null"
        source.write_text(PROGRAM % body)
        built = check.run([*check.cc, "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-w", f"-I{check.source / 'include'}",
                           source, check.build / "src" / "libauk.a", "-lm", "-lpthread", "-o", program], "compiling")
        if built is not None:
            check.run([program], "null pointers")
    check.finish(f"{len(functions)} functions answer whatever is null")


main()
