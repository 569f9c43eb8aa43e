"""Builds the WebAssembly module, runs the tests of the JavaScript layer in node, and there the programs of its README,
the first one in a browser too; compiles a program in TypeScript that uses all that auk.d.ts declares. The module must
compute what the library computes, and import nothing. What lacks its tool is left out with a word; with --all
TypeScript and a bundler are installed in a temporary folder, and a tool that is missing is a failure."""

import json
import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
from checks import Check, option, skip, temporary_folder
from chromium import Chromium, find_chromium, serve
from targets import has_wasm_tools

TOOLS = ["typescript@5.9.3", "esbuild@0.28.2"]

# The import map gives the package its name, as a game without a bundler does.
PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>auk</title>
<script type="importmap">{ "imports": { "auk": "./auk.js" } }</script>
<script type="module">
const printed = [];
console.log = (line) => printed.push(`${line}\\n`);
const end = () => new Promise((done) => setTimeout(() => done(printed.join('')))); // after rejections nobody handles
window.running = import('./program.js').then(end, (error) => `error: ${error.stack}`);
</script>
"""

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


def hash_of_library(check, folder):
    source = folder / "hash.c"
    source.write_text(HASH)
    return check.run([check.program(source, folder / "hash")], "the program that hashes") or ""


def programs(package):
    """The README's programs, each with what it prints."""
    return re.findall(r"```js\n((?:(?!```).)*)```\n\nIt prints\n\n```text\n(.*?)```",
                      (package / "README.md").read_text(), flags=re.S)


def first_program(package):
    return programs(package)[0]


def check_node(check, folder, package):
    module = package / "auk.wasm"
    check.run([check.source / "demos/npm/build", module], "demos/npm/build", env={**os.environ, "LEVEL": "-O1"})
    imports = check.run(["node", "-e", "console.log(WebAssembly.Module.imports(new WebAssembly.Module(require('fs')"
                         f".readFileSync('{module}'))).length)"], "imports")
    check.expect(imports == "0\n", f"the module imports {imports}")
    record = folder / "crowd.auk"
    tests = sorted(package.glob("test/*.test.js"))  # node 22 and later take no folder
    check.run(["node", "--test", *tests], "the tests of auk.js",
              env={**os.environ, "AUK_HASH": hash_of_library(check, folder), "AUK_RECORD": str(record)})
    replay = check.program(check.source / "demos/tools/auk_replay.c", folder / "auk-replay")
    if not check.findings:
        printed = check.run([replay, record], "auk-replay of a record of auk.js") or ""
        check.expect("40 steps, all the same" in printed, f"auk-replay of a record of auk.js says {printed}")
    found = programs(package)
    check.expect(len(found) == 3, f"the README has {len(found)} programs with what they print")
    for program, printed in found:
        (package / "program.mjs").write_text(program.replace("from 'auk'", "from './auk.js'"))
        output = check.run(["node", package / "program.mjs"], "a program of the README")
        check.expect(output == printed, f"a program of the README prints\n{output}and not\n{printed}")


def run_in_browser(package, program):
    """What a program prints as a module of a page, and what went wrong. `package` has auk.js and auk.wasm."""
    (package / "index.html").write_text(PAGE)
    (package / "program.js").write_text(program)
    address, end = serve(package)
    with Chromium() as browser:
        browser.open(address)
        printed = browser.ask("running")
        problems = browser.problems
    end()
    return printed + "".join(f"{problem}\n" for problem in problems)


def check_browser(check, package):
    program, printed = first_program(package)
    found = run_in_browser(package, program)
    check.expect(found == printed, f"the README's first program in the browser prints\n{found}and not\n{printed}")


def install(check, folder):
    """Puts tsc and esbuild first on PATH."""
    folder.mkdir()
    (folder / "package.json").write_text('{ "private": true }')
    check.run(["npm", "install", "--no-audit", "--no-fund", *TOOLS], f"npm install {' '.join(TOOLS)}", cwd=folder)
    os.environ["PATH"] = f"{folder / 'node_modules/.bin'}:{os.environ['PATH']}"


def check_bundle(check, package):
    """The same as one file for browsers, which finds auk.wasm beside itself."""
    program, printed = first_program(package)
    (package / "source.js").write_text(program.replace("from 'auk'", "from './auk.js'"))
    bundle = check.run(["esbuild", "--bundle", "--platform=browser", "--format=esm", "--log-level=error", "source.js"],
                       "esbuild", cwd=package)
    found = run_in_browser(package, bundle or "")
    check.expect(found == printed, f"the README's first program, bundled, prints\n{found}and not\n{printed}")


def check_commonjs(check, package):
    """A bundle in CommonJS cannot find auk.wasm: it says so, and takes the bytes."""
    for argument, wanted in [("", "this bundle cannot tell where auk.wasm lies"), ("bytes", "0 bodies")]:
        (package / "source.js").write_text(f"""import {{ load }} from './auk.js';
import bytes from './auk.wasm';
load({argument}).then((auk) => auk.createWorld().bodyCount + ' bodies', (error) => error.message).then(console.log);
""")
        bundle = check.run(["esbuild", "--bundle", "--platform=node", "--format=cjs", "--target=node18",
                            "--loader:.wasm=binary", "--log-level=error", "source.js"], "esbuild", cwd=package)
        (package / "bundle.cjs").write_text(bundle or "")
        printed = check.run(["node", package / "bundle.cjs"], "a bundle in CommonJS") or ""
        check.expect(printed.startswith(wanted), f"a bundle in CommonJS prints {printed[:200]} and not {wanted}")


def check_types(check, folder):
    """The program finds the types by the name of the package, as a game does."""
    place, source = folder / "types", check.source / "demos/npm"
    package = place / "node_modules/auk"
    package.mkdir(parents=True)
    for name in ["package.json", "auk.d.ts", "auk.js"]:
        shutil.copy(source / name, package)
    shutil.copy(source / "test/types.ts", place / "program.mts")
    for mode in [["nodenext", "--moduleResolution", "nodenext"], ["esnext", "--moduleResolution", "bundler"]]:
        check.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", *mode, "program.mts"],
                  f"tsc --strict, {mode[0]}", cwd=place)
    # As in node: URL is there, all other names of browsers are not.
    (place / "node.mts").write_text("import { load } from 'auk';\n\n(await load()).createWorld().step(1 / 60);\n"
                                    "declare global { interface URL { href: string } }\n")
    check.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "node.mts"],
              "tsc --strict without the DOM", cwd=place)


def check_declared(check):
    """The program that check_types() compiles uses all that is declared."""
    source = check.source / "demos/npm"
    program = (source / "test/types.ts").read_text()
    declared = re.sub(r"/\*.*?\*/", "", (source / "auk.d.ts").read_text(), flags=re.S)
    names = set(re.findall(r"^(?:export (?:declare )?\w+|  (?:readonly |get )?)\s*(\w+)\??[?(:<]", declared, flags=re.M))
    unused = sorted(name for name in names - {"constructor"} if not re.search(rf"\b{name}\b", program))
    check.expect(len(names) > 100 and not unused, f"demos/npm/test/types.ts does not use {', '.join(unused)}")


def check_tiles(check):
    """tiles.js has the enumerators of AukTile, in their order, before those that are no shapes of cells."""
    header = (check.source / "include/auk/terrain.h").read_text()
    listed = re.search(r"typedef enum AukTile \{(.*?)AUK_TILE_COUNT", header, flags=re.S).group(1)
    wanted = [re.sub(r"_(\w)", lambda match: match.group(1).upper(), name.lower())
              for name in re.findall(r"^ +AUK_TILE_(\w+)", listed, flags=re.M)]
    source = (check.source / "demos/npm/tiles.js").read_text()
    found = " ".join(re.findall(r"^(?:const NAMES = | +)'([^']*)'", source, flags=re.M)).split()
    check.expect(len(wanted) > 20 and found == wanted, f"tiles.js has {found}, auk/terrain.h {wanted}")


def check_version(check):
    wanted = re.search(r"version: '([\d.]+)'", (check.source / "meson.build").read_text()).group(1)
    found = json.loads((check.source / "demos/npm/package.json").read_text())["version"]
    check.expect(found == wanted, f"package.json has version {found}, meson.build {wanted}")


def main():
    everything = option("--all")
    check = Check()
    check_version(check)
    check_declared(check)
    check_tiles(check)
    missing = []
    with temporary_folder("auk-test-") as name:
        folder = pathlib.Path(name)
        package = folder / "npm"
        shutil.copytree(check.source / "demos/npm", package, ignore=shutil.ignore_patterns("node_modules", "*.wasm"))
        if everything:
            install(check, folder / "tools")
        built = has_wasm_tools() and shutil.which("node")
        if shutil.which("tsc"):
            check_types(check, folder)
        else:
            missing.append("types: no tsc")
        if built:
            check_node(check, folder, package)
        else:
            missing.append("node: no clang with wasm32-wasi, wasm-ld or node")
        if built and find_chromium():
            check_browser(check, package)
            if everything:
                check_bundle(check, package)
                check_commonjs(check, package)
        else:
            missing.append("browser: no chromium" if built else "browser: no module")
    if everything:
        check.expect(not missing, "; ".join(missing))
    elif len(missing) == 3 and not check.findings:
        skip("; ".join(missing))
    check.finish("auk.js answers as the library does" + "".join(f"; left out, {one}" for one in missing))


main()
