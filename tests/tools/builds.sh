# Sourced by the scripts that build: build folders and how to make them. They lie beside each other in the root of the
# repository, named build*, and git ignores them. The current folder must be that root.

# quietly BUILD_DIR COMMAND...: runs a command whose output matters only if it fails.
quietly() {
    folder=$1
    shift
    mkdir -p "$folder"
    "$@" >"$folder/output.log" 2>&1 </dev/null && return 0
    grep -v '^\[[0-9]*/[0-9]*\] ' "$folder/output.log" | tail -n 60 >&2
    echo "failed: $*" >&2
    echo "(all of its output: $folder/output.log; if the repository or a compiler was moved, delete $folder)" >&2
    return 1
}

# configure BUILD_DIR COMPILER OPTION...: sets a build folder up, or brings its options up to date.
configure() {
    folder=$1 compiler=$2
    shift 2
    [ ! -f "$folder/build.ninja" ] || set -- --reconfigure "$@"
    quietly "$folder" env CC="$compiler" meson setup "$folder" "$@"
}

# compile BUILD_DIR TARGET...: all targets if none is named.
compile() {
    folder=$1
    shift
    quietly "$folder" meson compile -C "$folder" "$@"
}

configure_release() {
    configure build gcc --buildtype=release -Dwerror=true -Dtests=enabled -Ddemos=enabled -Dbench=enabled
}

configure_clang() {
    configure build-clang clang --buildtype=release -Dwerror=true -Dtests=enabled -Ddemos=enabled -Dbench=enabled
}

# Asserts are on, and the first report ends the program: a report that only prints would pass under Criterion.
configure_sanitizers() {
    configure build-sanitizers gcc --buildtype=debugoptimized -Db_ndebug=false -Db_sanitize=address,undefined \
        -Dc_args=-fno-sanitize-recover=all -Dtests=enabled -Ddemos=disabled
}

configure_threads() {
    configure build-threads gcc --buildtype=debugoptimized -Db_ndebug=false -Db_sanitize=thread -Dtests=enabled \
        -Ddemos=disabled
}

# configure_unoptimized COMPILER
configure_unoptimized() {
    configure "build-$1-O0" "$1" --buildtype=plain -Doptimization=0 -Dtests=disabled -Ddemos=enabled
}
