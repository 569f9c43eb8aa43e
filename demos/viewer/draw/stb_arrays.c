// The one implementation of stb_ds's arrays in the demos; auk's own has other names.
#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>
