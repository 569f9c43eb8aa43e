"""Every public function that changes a world can be recorded: it is a call of its own, or hands on to one that is. And
it says what was wrong with its arguments.

- each function of the public headers whose first parameter is AukWorld *, not const, is in the list of
  src/world/state/calls.x, or among FORWARDED or UNRECORDED below
- each call of the list is recorded at the head of its function
- the functions without a row there are those of src/world/state/calls_other.x, so that tests/unit/error_text.c, which
  goes through both lists, has a failing case for every function
- no function answers with an error about an argument without a note (src/base/fault.h) of which argument it is
- the names in src/base/fault_fields.x are names of arguments and members in the public headers, each once, and all of
  them are used
"""

import re

from checks import Check, public_headers, without_comments

# These change a world only by the calls beside them.
FORWARDED = {
    "auk_body_create": "auk_body_create_many",
    "auk_body_destroy": "auk_body_destroy_many",
    "auk_body_set_pose": "auk_body_set_pose_many",
    "auk_body_set_position": "auk_body_set_pose_many",
    "auk_body_set_angle": "auk_body_set_pose_many",
    "auk_body_move_to": "auk_body_move_to_many",
    "auk_body_set_velocity": "auk_body_set_velocity_many",
    "auk_body_set_spin": "auk_body_set_spin_many",
    "auk_body_walk": "auk_body_move_to_many",
}
# A record ends with the world, and does not record itself.
NO_ARGUMENT = {"AUK_ERROR_OUT_OF_MEMORY", "AUK_ERROR_BUSY"}
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


def check_notes(check, world):
    """Errors about arguments that would have no text of their own."""
    for file in sorted(world.rglob("*.c")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for status in re.findall(r"auk__answer\(world, (AUK_ERROR_\w+)\)", line):
                check.expect(status in NO_ARGUMENT, f"{check.path(file)}:{number}: {status} without a note of what was "
                             "wrong, see src/base/fault.h")


def check_fields(check):
    """The names that texts about errors may have."""
    rows = re.findall(r"^AUK_FIELD\((\w+), (\w+), (\w+)\)", (check.source / "src/base/fault_fields.x").read_text(),
                      flags=re.M)
    headers = " ".join(without_comments(header.read_text()) for header in public_headers(check.source))
    words = set(re.findall(r"\b(\w+)\b(?=\s*[,;)\[])", headers))  # names at the end of a declaration
    code = "".join(file.read_text() for file in sorted((check.source / "src").rglob("*.[ch]")))
    used = set(re.findall(r"AUK_FIELD_(\w+)", code))
    names = [name for name, _, _ in rows]
    check.expect(len(rows) > 50 and names == sorted(set(names)), "fault_fields.x: rows are missing, double or not sorted")
    for name, text, single in rows:
        check.expect(name == text.upper(), f"fault_fields.x: {name} is the row of {text}")
        check.expect(text in words, f"fault_fields.x: no public header has an argument or a member {text}")
        check.expect(single in names, f"fault_fields.x: {name} has no row {single}")
        check.expect(name in used or name in [row[2] for row in rows if row[0] != name],
                     f"fault_fields.x: nothing uses {name}")


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
    others = set(re.findall(r"^AUK_CALL_OTHER\(\w+, (\w+)\)", (world / "state" / "calls_other.x").read_text(), flags=re.M))
    for name in sorted(others ^ ((set(FORWARDED) | UNRECORDED) - {"auk_world_destroy"})):
        check.find(f"{name} is in calls_other.x or among the functions without a row of their own here, but not in both")
    check_notes(check, world)
    check_fields(check)
    for call, name in sorted(table.items()):
        check.expect(f"AUK_RECORD(world, {call}," in definition(recorded, name), f"{name} does not record {call}")
    check.finish(f"{len(names)} calls are recorded, and {len(FORWARDED)} functions hand on to them")


main()
