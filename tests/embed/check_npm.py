"""Builds the WebAssembly module, runs the tests of the JavaScript layer in node, and the programs of its README. The
module must compute what the library computes, and import nothing. Skipped where a tool is missing."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, skip, temporary_folder

HASH = """#include <auk/auk.h>

#include <stdio.h>

int main(void)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef wall = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_box(0.5f, 4.0f)};
    AukBodyDef bullet = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH, .shape = auk_shape_circle(0.5f)};
    bullet.position = auk_vec(-8.0f, 1.0f);
    bullet.velocity = auk_vec(840.0f, 0.0f);
    auk_body_create(world, &wall);
    auk_body_create(world, &bullet);
    auk_world_step(world, (float)(1.0 / 60.0));
    printf("%016llx", (unsigned long long)auk_world_hash(world));
    auk_world_destroy(world);
    return 0;
}
"""


def can_build(folder):
    if not all(shutil.which(tool) for tool in ["clang", "wasm-ld", "node"]):
        return False
    program = folder / "empty.c"
    program.write_text("int main(void) { return 0; }\n")
    done = subprocess.run(["clang", "--target=wasm32-wasi", program, "-o", folder / "empty.wasm"], capture_output=True)
    return done.returncode == 0


def hash_of_library(check, folder):
    source, program = folder / "hash.c", folder / "hash"
    source.write_text(HASH)
    check.run([*check.cc, "-I", check.source / "include", source, "-L", check.build / "src", "-lauk", "-lm",
               f"-Wl,-rpath,{check.build / 'src'}", "-o", program], "the program that hashes")
    return check.run([program], "the program that hashes") or ""


def check_readme(check, package):
    """The first program prints what the README says."""
    text = (package / "README.md").read_text()
    program, printed = re.search(r"```js\n(.*?)```.*?```text\n(.*?)```", text, flags=re.S).groups()
    (package / "first.mjs").write_text(program.replace("from 'auk'", "from './auk.js'"))
    found = check.run(["node", package / "first.mjs"], "the README's first program")
    check.expect(found == printed, f"the README's first program prints\n{found}and not\n{printed}")


def check_version(check):
    wanted = re.search(r"version: '([\d.]+)'", (check.source / "meson.build").read_text()).group(1)
    found = json.loads((check.source / "demos/npm/package.json").read_text())["version"]
    check.expect(found == wanted, f"package.json has version {found}, meson.build {wanted}")


def main():
    check = Check()
    with temporary_folder("auk-test-") as name:
        folder = pathlib.Path(name)
        if not can_build(folder):
            skip("no clang with wasm32-wasi, wasm-ld or node")
        package = folder / "npm"
        shutil.copytree(check.source / "demos/npm", package, ignore=shutil.ignore_patterns("node_modules", "*.wasm"))
        module = package / "auk.wasm"
        check.run([check.source / "demos/npm/build", module], "demos/npm/build", env={**os.environ, "LEVEL": "-O1"})
        imports = check.run(["node", "-e", "console.log(WebAssembly.Module.imports(new WebAssembly.Module(require('fs')"
                             f".readFileSync('{module}'))).length)"], "imports")
        check.expect(imports == "0\n", f"the module imports {imports}")
        check.run(["node", "--test", f"{package}/test/"], "the tests of auk.js",
                  env={**os.environ, "AUK_HASH": hash_of_library(check, folder)})
        check_readme(check, package)
    check_version(check)
    check.finish("auk.js answers as the library does")


main()
