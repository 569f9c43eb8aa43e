// Runs a target over files without libFuzzer: a corpus as a regression test, with any compiler.
//     fuzz-hull FILE_OR_DIRECTORY...
// Prints how many inputs were replayed; a broken promise aborts, and the file is named.
#define _POSIX_C_SOURCE 200809L

#include "fuzz/expect.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 1 << 20 };

static char replaying[4096];
static int replayed;

static void stop(const char *what)
{
    fprintf(stderr, "%s: %s\n", replaying, what);
    exit(1);
}

// Says which file it was when a target aborts; the signal then ends the program.
static void name_file(int number)
{
    (void)number;
    (void)!write(STDERR_FILENO, replaying, strlen(replaying));
    (void)!write(STDERR_FILENO, "\n", 1);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
}

static void replay_file(void)
{
    static uint8_t bytes[FILE_BYTES_MAX];
    FILE *file = fopen(replaying, "rb");
    if (!file) {
        stop(strerror(errno));
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    if (ferror(file) || !feof(file)) {
        stop("cannot be read, or is too long");
    }
    fclose(file);
    // a block of exactly that size, so that a sanitizer sees a read beyond
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (!data) {
        stop("no memory");
    }
    memcpy(data, bytes, size);
    signal(SIGABRT, name_file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
}

static void replay_directory(void)
{
    DIR *directory = opendir(replaying);
    if (!directory) {
        stop(strerror(errno));
    }
    size_t length = strlen(replaying);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        int added = snprintf(replaying + length, sizeof replaying - length, "/%s", entry->d_name);
        if (added < 0 || (size_t)added >= sizeof replaying - length) {
            stop("the path is too long");
        }
        replay_file();
        replaying[length] = '\0';
    }
    closedir(directory);
}

int main(int argument_count, char **arguments)
{
    for (int i = 1; i < argument_count; i++) {
        int length = snprintf(replaying, sizeof replaying, "%s", arguments[i]);
        struct stat status;
        if (length < 0 || (size_t)length >= sizeof replaying) {
            stop("the path is too long");
        }
        if (stat(replaying, &status) != 0) {
            stop(strerror(errno));
        }
        if (S_ISDIR(status.st_mode)) {
            replay_directory();
        } else {
            replay_file();
        }
    }
    printf("%d inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1;
}
