# Sourced by the scripts that build: build folders and how to make them. They lie beside each other in the root of the
# repository, named build*, and git ignores them. The current folder must be that root.

# quietly BUILD_DIR COMMAND...: runs a command whose output matters only if it fails. The output is not kept in the folder
# itself, since `meson setup --wipe` empties that.
quietly() {
    folder=$1
    shift
    "$@" >"$folder-output.log" 2>&1 </dev/null && return 0
    grep -v '^\[[0-9]*/[0-9]*\] ' "$folder-output.log" | tail -n 60 >&2
    echo "failed: $*" >&2
    echo "(all of its output: $folder-output.log; if the repository or a compiler was moved, delete $folder)" >&2
    return 1
}

# configured BUILD_DIR: whether the folder is set up, with the packages that are installed now.
configured() {
    [ -f "$1/build.ninja" ] && [ -f "$1/found-packages" ] && [ "$(cat "$1/found-packages")" = "$(found_packages)" ]
}

# has_target BUILD_DIR FILE: whether the folder builds that file. A folder that was set up by hand may lack the demos.
has_target() {
    grep -q "^build $2:" "$1/build.ninja"
}

# configure BUILD_DIR COMPILER OPTION...: sets a build folder up, or brings its options up to date. Meson remembers which
# libraries it did not find, even with --reconfigure or --clearcache (1.0 does): where a package came, went or changed,
# the folder is made anew, with the options that it has. So results that took long do not lie in one.
configure() {
    folder=$1 compiler=$2
    shift 2
    if configured "$folder"; then
        set -- --reconfigure "$@"
    elif [ -f "$folder/build.ninja" ]; then
        set -- --wipe "$@"
    fi
    quietly "$folder" env CC="$compiler" meson setup "$folder" "$@" || return 1
    found_packages >"$folder/found-packages"
}

# compile BUILD_DIR TARGET...: all targets if none is named.
compile() {
    folder=$1
    shift
    quietly "$folder" meson compile -C "$folder" "$@"
}

# Everything, and warnings are errors: a plain `meson setup` leaves them warnings. BOX2D3 in the environment names the
# prefix of an installed Box2D 3.1, for tests/bench. Of two values of an option Meson takes the last.
configure_all() {
    folder=$1 compiler=$2
    shift 2
    configure "$folder" "$compiler" -Dwerror=true -Dtests=enabled -Ddemos=enabled -Dbench=enabled \
        -Dbox2d3="${BOX2D3:-}" "$@"
}

configure_release() {
    configure_all build gcc --buildtype=release
}

# Where files of the library are joined, a fifth to a half of the time of compiling is left: most of it goes into starting
# compilers and reading headers. configure_release() compiles file by file, as most games will.
joined='--unity=on --unity-size=60'

# Criterion's processes take as long as the unit tests themselves.
configure_clang() {
    # shellcheck disable=SC2086  # one word per argument
    configure_all build-clang clang --buildtype=release $joined -Dcriterion=disabled
}

# Libraries that auk's demos and benchmarks can do without, by the names of their options. Chipmunk comes first, since
# most of tests/bench is compiled again where it comes or goes.
optional_libraries='chipmunk box2d3 giflib jansson sdl2'

# configure_bare COMPILER LIBRARY...: at -O0, with the named libraries hidden; gcc's in plain C, clang's with registers
# of 128 bits, see src/base/simd.h and f64x4.h. All of these builds of a compiler share a folder, so that only what the
# hidden libraries change is compiled again. tests/, which takes longest to compile, uses none of the libraries.
configure_bare() (
    hidden=" $* "
    case $1 in
    gcc) simd=AUK_NO_SIMD ;;
    *) simd=AUK_NO_AVX2 ;;
    esac
    # shellcheck disable=SC2086  # one word per argument
    set -- "build-bare-$1" "$1" --buildtype=plain $joined "-Dc_args=-D$simd"
    for library in $optional_libraries; do
        case "$library $hidden" in
        box2d3*" box2d3 "*) BOX2D3= ;;
        box2d3*) ;;
        *" $library "*) set -- "$@" "-D$library=disabled" ;;
        *) set -- "$@" "-D$library=auto" ;;
        esac
    done
    configure_all "$@" -Dtests=disabled
)

# Asserts are on, and the first report ends the program: a report that only prints would pass under Criterion. At -O1,
# since at -O2 compiling takes longer by more than running takes less. With -g1 reports have functions and lines, and
# compiling takes a fifth less than with all that -g adds. Of more than ten joined files gcc compiles each more slowly.
# `plain` would take the optimisation back when a folder is configured again.
configure_sanitizers() {
    configure build-sanitizers gcc --buildtype=custom -Doptimization=1 -Ddebug=false -Db_ndebug=false \
        --unity=on --unity-size=10 \
        -Db_sanitize=address,undefined '-Dc_args=-g1 -fno-sanitize-recover=all' -Dtests=enabled -Ddemos=disabled
}

configure_threads() {
    # shellcheck disable=SC2086  # one word per argument
    configure build-threads gcc --buildtype=custom -Doptimization=1 -Ddebug=false -Db_ndebug=false $joined \
        -Db_sanitize=thread -Dc_args=-g1 -Dtests=enabled -Ddemos=disabled
}
