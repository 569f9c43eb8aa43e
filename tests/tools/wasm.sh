# Sourced by demos/npm/build and demos/web/run: what a module of WebAssembly takes, and how it is compiled. Needs
# packages.sh, and the root of the repository as the current folder.

need_wasm_tools() {
    need_command python3 python3
    need_command clang clang
    need_command wasm-ld lld
    need_command pkg-config pkg-config
    need_module stb libstb-dev
    if ! printf 'int main(void) { return 0; }' | clang --target=wasm32-wasi -x c -o /dev/null - 2>/dev/null; then
        need_package wasi-libc
        need_package libclang-rt-dev-wasm32
    fi
}

# amalgamate FOLDER: writes auk.h and auk.c there.
amalgamate() {
    mkdir -p "$1"
    python3 -B src/amalgamate.py "$1" >"$1/log" && return 0
    cat "$1/log" >&2
    return 1
}

# wasm_clang CLANG_ARGUMENT...: LEVEL is the level of optimisation. As in meson.build nothing is contracted: clang 14
# miscompiles straight code with contractions that it turns into vectors, at -O3 (the pentagon of demos/scenes/setups.c
# had its corners in the wrong places).
wasm_clang() {
    clang --target=wasm32-wasi -std=gnu17 "${LEVEL--O3}" -DNDEBUG -ffp-contract=off -msimd128 -fvisibility=hidden "$@"
}

# wasm_module FILE CLANG_ARGUMENT...: a module without a main program. It has no files: what the C library would ask of
# them is answered by demos/npm/src/no_files.c.
wasm_module() {
    module=$1
    shift
    wasm_clang -nostartfiles "$@" demos/npm/src/no_files.c \
        -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
        -Wl,--wrap=__wasi_fd_close -Wl,--wrap=__wasi_fd_seek -Wl,--wrap=__wasi_fd_write -o "$module" || return 1
    echo "$(basename "$module"): $(wc -c <"$module") bytes"
}
