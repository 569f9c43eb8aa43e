// The header of Windows, without the words that it takes from C: near, far, min and max are names here. All of auk is
// compiled as one file too, where what one header defines reaches every source after it.
#ifndef AUK_BASE_WIN32_H
#define AUK_BASE_WIN32_H

#ifndef WIN32_LEAN_AND_MEAN
#    define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#    define NOMINMAX
#endif
#include <windows.h>

#undef near
#undef far

#endif
