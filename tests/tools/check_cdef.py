"""demos/lua/auk_cdef.lua is what demos/lua/make_cdef.py makes of the public headers as they are now."""

import sys

from checks import Check


def main():
    check = Check()
    check.run([sys.executable, check.source / "demos/lua/make_cdef.py", "--check"], "the declarations for Lua")
    check.finish("demos/lua/auk_cdef.lua is up to date")


main()
