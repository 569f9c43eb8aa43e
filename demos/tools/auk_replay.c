// auk-replay: repeats the calls of a record and compares the results.
// Exit status: 0 all results are the same, 1 one differs, 2 bad file or arguments, or an error of output.
#include "auk/auk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_BAD = 2, TEXT_MAX = 300, READ_AT_ONCE = 1 << 20 };

typedef struct Arguments {
    const char *file;
    int workers;
    bool hashes, calls, quiet, help;
} Arguments;

static void print_help(void)
{
    printf(
        "usage: auk-replay FILE [--workers N] [--calls] [--hash-every-step] [--quiet]\n"
        "       auk-replay --help\n"
        "\n"
        "Repeats the calls of a record, which auk_world_record_file() wrote, and compares statuses, ids and hashes.\n"
        "The last line names the first difference, or says that there is none.\n"
        "\n"
        "  --workers N        threads of a step, 0 to %d; results do not depend on it\n"
        "  --calls            prints a line for each call; a call on one body has the name of that for many\n"
        "  --hash-every-step  prints the hash of the world after each step\n"
        "  --quiet            prints errors only\n"
        "\n"
        "exit status: 0 no difference, 1 a difference, 2 bad file or arguments, or an error of output\n",
        AUK_WORKER_COUNT_MAX);
}

static bool complain(const char *what, const char *value)
{
    fprintf(stderr, "auk-replay: %s: %s (see --help)\n", what, value);
    return false;
}

static bool parse_workers(const char *text, int *out)
{
    char *end = NULL;
    errno = 0;
    long value = text ? strtol(text, &end, 10) : -1;
    if (!text || end == text || *end != '\0' || errno != 0 || value < 0 || value > AUK_WORKER_COUNT_MAX) {
        return complain("--workers must be a whole number from 0 to 64, not", text ? text : "nothing");
    }
    *out = (int)value;
    return true;
}

static bool parse_arguments(int argc, char **argv, Arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "--workers") == 0) {
            if (!parse_workers(i + 1 < argc ? argv[++i] : NULL, &arguments->workers)) {
                return false;
            }
        } else if (strcmp(argument, "--calls") == 0) {
            arguments->calls = true;
        } else if (strcmp(argument, "--hash-every-step") == 0) {
            arguments->hashes = true;
        } else if (strcmp(argument, "--quiet") == 0) {
            arguments->quiet = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            arguments->help = true;
        } else if (argument[0] == '-') {
            return complain("unknown option", argument);
        } else if (arguments->file != NULL) {
            return complain("one file at a time", argument);
        } else {
            arguments->file = argument;
        }
    }
    return arguments->help || arguments->file != NULL || complain("which file", "as auk_world_record_file() writes it");
}

// The bytes of a file; null after a message if it cannot be read.
static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t count = 0, room = 0, got = 1;
    while (file != NULL && got > 0) {
        if (room - count < READ_AT_ONCE) {
            room = 2 * room + READ_AT_ONCE;
            unsigned char *more = realloc(bytes, room);
            if (more == NULL) {
                break;
            }
            bytes = more;
        }
        got = fread(bytes + count, 1, room - count, file);
        count += got;
    }
    bool whole = file != NULL && got == 0 && ferror(file) == 0;
    if (!whole) {
        fprintf(stderr, "auk-replay: %s: %s\n", path, errno != 0 ? strerror(errno) : "cannot be read");
        free(bytes);
        bytes = NULL;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    *size = count;
    return bytes;
}

static void print_call(const Arguments *arguments, const AukReplay *replay)
{
    AukReplayReport report = auk_replay_report(replay);
    if (arguments->calls) {
        char text[AUK_ERROR_TEXT_SIZE]; // of a call that failed; it begins with the function
        int length = auk_world_last_error_text(auk_replay_world(replay), text, sizeof text);
        printf("call %llu: %s%s\n", (unsigned long long)report.call, length > 0 ? text : report.function,
               length > 0 ? "" : ": ok");
    }
    if (arguments->hashes && strcmp(report.function, "auk_world_step") == 0) {
        unsigned long long hash = auk_world_hash(auk_replay_world(replay));
        printf("step %llu: hash %016llx\n", (unsigned long long)report.steps, hash);
    }
}

static int play(const Arguments *arguments, AukReplay *replay)
{
    char text[TEXT_MAX];
    while (auk_replay_next(replay)) {
        print_call(arguments, replay);
    }
    AukReplayReport report = auk_replay_report(replay);
    (void)auk_replay_text(replay, text, sizeof text);
    if (report.status != AUK_OK) {
        fprintf(stderr, "auk-replay: %s: %s\n", arguments->file, text);
        return EXIT_BAD;
    }
    if (!arguments->quiet) {
        printf("%s\n", text);
    }
    return report.difference == AUK_REPLAY_SAME ? EXIT_SAME : EXIT_DIFFERENT;
}

static int run(const Arguments *arguments)
{
    size_t size = 0;
    unsigned char *bytes = read_file(arguments->file, &size);
    if (bytes == NULL) {
        return EXIT_BAD;
    }
    AukStatus status = AUK_OK;
    AukReplayDef def = {0};
    def.worker_count = arguments->workers;
    AukReplay *replay = auk_replay_open(bytes, size, &def, &status);
    if (replay == NULL) {
        fprintf(stderr, "auk-replay: %s: %s\n", arguments->file, auk_status_text(status));
    }
    int answer = replay != NULL ? play(arguments, replay) : EXIT_BAD;
    auk_replay_close(replay);
    free(bytes);
    return answer;
}

int main(int argc, char **argv)
{
    Arguments arguments = {0};
    if (!parse_arguments(argc, argv, &arguments)) {
        return EXIT_BAD;
    }
    int status = EXIT_SAME;
    if (arguments.help) {
        print_help();
    } else {
        status = run(&arguments);
    }
    if (fflush(stdout) != 0) {
        fprintf(stderr, "auk-replay: the results cannot be written\n");
        return EXIT_BAD;
    }
    return status;
}
