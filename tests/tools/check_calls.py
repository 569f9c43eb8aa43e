"""Every public function that changes a world can be recorded: it is a call of its own, or hands on to one that is.

- each function of the public headers whose first parameter is AukWorld *, not const, is in the list of
  src/world/state/calls.x, or among FORWARDED or UNRECORDED below
- each call of the list is recorded at the head of its function
"""

import re

from checks import Check, public_headers, without_comments

# These change a world only by the calls beside them.
FORWARDED = {
    "auk_body_create": "auk_body_create_many",
    "auk_body_destroy": "auk_body_destroy_many",
    "auk_body_set_pose": "auk_body_set_pose_many",
    "auk_body_set_position": "auk_body_set_pose_many",
    "auk_body_move_to": "auk_body_move_to_many",
    "auk_body_set_velocity": "auk_body_set_velocity_many",
    "auk_body_set_spin": "auk_body_set_spin_many",
    "auk_body_walk": "auk_body_move_to_many",
}
# A record ends with the world, and does not record itself.
UNRECORDED = {"auk_world_destroy", "auk_world_record", "auk_world_record_file", "auk_world_record_stop"}


def changing_functions(source):
    """Names of the public functions that take a world which they may change, with their headers."""
    found = {}
    for header in public_headers(source):
        text = without_comments(header.read_text())
        for match in re.finditer(r"^AUK_API\b[^;{}()]*?\b(\w+)\s*\(\s*AukWorld\s*\*", text, flags=re.M):
            found[match.group(1)] = header.name
    return found


def definition(text, name):
    """The function's lines, up to the brace that ends it; "" if it is not defined there."""
    match = re.search(rf"^[\w ]+\b{name}\([^;{{]*\)\n\{{\n.*?^\}}$", text, flags=re.M | re.S)
    return match.group(0) if match else ""


def main():
    check = Check()
    world = check.source / "src" / "world"
    listed = without_comments((world / "state" / "calls.x").read_text())
    table = {f"AUK_CALL_{call}": name for call, name in re.findall(r"^AUK_CALL\((\w+), (\w+),", listed, flags=re.M)}
    recorded = "".join(without_comments(file.read_text()) for file in sorted(world.rglob("*.c")))
    changing = changing_functions(check.source)
    names = set(table.values())
    check.expect(len(changing) > 20, f"only {len(changing)} functions that change a world were found")
    for name in sorted(set(changing) - names - set(FORWARDED) - UNRECORDED):
        check.find(f"auk/{changing[name]}: {name} is not recorded; see src/world/state/calls.x")
    for name in sorted((names | set(FORWARDED) | UNRECORDED) - set(changing)):
        check.find(f"{name} is listed, and no public header has it as a function that changes a world")
    for name, target in sorted(FORWARDED.items()):
        check.expect(target in names, f"{name} is said to hand on to {target}, which is not recorded")
    for call, name in sorted(table.items()):
        check.expect(f"AUK_RECORD(world, {call}," in definition(recorded, name), f"{name} does not record {call}")
    check.finish(f"{len(names)} calls are recorded, and {len(FORWARDED)} functions hand on to them")


main()
