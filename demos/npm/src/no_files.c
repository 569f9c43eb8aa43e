// What the C library asks of the system, in a module that has no files: everything is refused. snprintf() links its
// output to files, which is never reached.
#include <stdio.h>
#include <wasi/api.h>

FILE *fopen(const char *path, const char *mode)
{
    (void)path, (void)mode;
    return NULL;
}

__wasi_errno_t __wrap___wasi_fd_close(__wasi_fd_t file)
{
    (void)file;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wrap___wasi_fd_seek(__wasi_fd_t file, __wasi_filedelta_t offset, __wasi_whence_t whence,
                                     __wasi_filesize_t *size)
{
    (void)file, (void)offset, (void)whence, (void)size;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wrap___wasi_fd_write(__wasi_fd_t file, const __wasi_ciovec_t *parts, size_t count, __wasi_size_t *size)
{
    (void)file, (void)parts, (void)count, (void)size;
    return __WASI_ERRNO_BADF;
}
