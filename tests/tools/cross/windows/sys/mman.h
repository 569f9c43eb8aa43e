// The memory pages of POSIX over those of Windows, as far as the unit tests use them.
#ifndef AUK_CROSS_SYS_MMAN_H
#define AUK_CROSS_SYS_MMAN_H

#include "base/win32.h"

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 0
#define MAP_ANONYMOUS 0
#define MAP_FAILED NULL

static inline void *mmap(void *address, size_t size, int protection, int flags, int file, int offset)
{
    (void)protection, (void)flags, (void)file, (void)offset;
    return VirtualAlloc(address, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
}

static inline int mprotect(void *address, size_t size, int protection)
{
    DWORD before;
    return VirtualProtect(address, size, protection & PROT_WRITE ? PAGE_READWRITE : PAGE_READONLY, &before) ? 0 : -1;
}

static inline int munmap(void *address, size_t size)
{
    (void)size;
    return VirtualFree(address, 0, MEM_RELEASE) ? 0 : -1;
}

#endif
