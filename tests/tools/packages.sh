# Sourced by demos/run and tests/run: collects what this machine lacks and installs it by apt package name.
# Nothing is touched when nothing is missing.

missing_packages=
wanted_packages=

# Everything that a meson.build looks for: by pkg-config, and as a header without pkg-config.
known_modules='stb criterion sdl2 jansson'
known_headers='gif_lib.h chipmunk/chipmunk.h'

has_module() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1" 2>/dev/null
}

has_header() {
    printf '#include <stddef.h>\n#include <stdio.h>\n#include <%s>\n' "$1" | gcc -fsyntax-only -x c - 2>/dev/null
}

# One line for each of these that is installed.
found_packages() {
    for name in $known_modules; do
        ! has_module "$name" || echo "module $name $(pkg-config --modversion "$name")"
    done
    for name in $known_headers; do
        ! has_header "$name" || echo "header $name"
    done
}

need_package() {
    case " $missing_packages " in
    *" $1 "*) ;;
    *) missing_packages="$missing_packages $1" ;;
    esac
}

# need_command COMMAND PACKAGE
need_command() {
    command -v "$1" >/dev/null 2>&1 || need_package "$2"
}

# want_command COMMAND PACKAGE: good to have, but no reason to stop.
want_command() {
    command -v "$1" >/dev/null 2>&1 || wanted_packages="$wanted_packages $2"
}

# need_compiler COMMAND LANGUAGE PROGRAM PACKAGE...: it must compile and link the program, not just exist.
need_compiler() {
    compiler=$1 language=$2 program=$3
    shift 3
    if ! printf '%s\n' "$program" | "$compiler" -x "$language" -o /dev/null - >/dev/null 2>&1; then
        for package in "$@"; do need_package "$package"; done
    fi
}

# need_module PKG_CONFIG_NAME PACKAGE
need_module() {
    if command -v pkg-config >/dev/null 2>&1; then
        has_module "$1" || need_package "$2"
    elif ! dpkg-query -W -f '${Status}' "$2" 2>/dev/null | grep -q 'ok installed'; then
        need_package "$2"
    fi
}

# What building the library and the demos takes.
need_build_tools() {
    need_compiler gcc c 'int main(void) { return 0; }' gcc libc6-dev
    need_command python3 python3
    need_command meson meson
    need_command ninja ninja-build
    need_command pkg-config pkg-config
    need_module stb libstb-dev
}

# want_module PKG_CONFIG_NAME PACKAGE: good to have, but no reason to stop.
want_module() {
    has_module "$1" || wanted_packages="$wanted_packages $2"
}

# want_header HEADER PACKAGE: the same for a library without a module.
want_header() {
    has_header "$1" || wanted_packages="$wanted_packages $2"
}

# What windows, animations and maps of the demos take; without it they are built without.
want_demo_libraries() {
    want_module sdl2 libsdl2-dev
    want_module jansson libjansson-dev
    want_header gif_lib.h libgif-dev
}

# Sets $as_root to the words that run a command as root; fails where nothing does.
find_root() {
    as_root=
    [ "$(id -u)" -ne 0 ] || return 0
    as_root='sudo -n'
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null </dev/null
}

# Installs what was collected. Fails with a message where something needed cannot be installed.
install_missing_packages() {
    missing_packages=${missing_packages# } wanted_packages=${wanted_packages# }
    [ -n "$missing_packages$wanted_packages" ] || return 0
    [ -z "$missing_packages" ] || echo "missing here: $missing_packages"
    [ -z "$wanted_packages" ] || echo "missing here, but not needed: $wanted_packages"
    if ! command -v apt-get >/dev/null 2>&1; then
        [ -n "$missing_packages" ] || return 0
        echo "This machine has no apt-get. Install what these Debian packages hold, then run this again." >&2
        return 1
    fi
    if ! find_root; then
        [ -n "$missing_packages" ] || return 0
        echo "Installing takes root. Run this, then try again:" >&2
        echo "    sudo apt-get install $missing_packages" >&2
        return 1
    fi
    echo "installing with apt-get: $missing_packages $wanted_packages"
    apt_get update || echo "apt-get update failed; trying with the package lists that are there" >&2
    # shellcheck disable=SC2086  # one word per package
    [ -z "$missing_packages" ] || apt_get install -y --no-install-recommends $missing_packages || return 1
    # shellcheck disable=SC2086
    [ -z "$wanted_packages" ] || apt_get install -y --no-install-recommends $wanted_packages
    return 0
}

# Runs apt-get without questions and shows its output only if it fails.
apt_get() {
    apt_output=$(
        # shellcheck disable=SC2086  # no word or two
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null
    ) && return 0
    printf '%s\n' "$apt_output" | tail -n 40 >&2
    echo "failed: apt-get $*" >&2
    return 1
}
