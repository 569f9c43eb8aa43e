// Runs calls of geometry that stand in a file, one a line, see auk/geometry_text.h. Lines that begin with # are
// comments.
//     geometry-cases FILE             compares every answer with that of the line, bit by bit
//     geometry-cases --answer FILE    prints every call with the answer that it has now
#include "auk/geometry_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 1 << 16, VERTICES_MAX = 4096 };

static AukVec2 vertices[VERTICES_MAX];
static char line[LINE_MAX_LENGTH], answered[LINE_MAX_LENGTH];

// True if the line has the answer that the call has now; says what is wrong otherwise.
static bool check(const char *name, int number, bool print)
{
    AukGeometryCall call;
    AukGeometryAnswer answer;
    int column;
    AukStatus status = auk_geometry_read(line, vertices, VERTICES_MAX, &call, &answer, &column);
    if (status != AUK_OK) {
        fprintf(stderr, "%s:%d:%d: %s\n", name, number, column, auk_status_text(status));
        return false;
    }
    AukGeometryAnswer now = auk_geometry_run(&call);
    (void)auk_geometry_text(&call, &now, answered, LINE_MAX_LENGTH);
    if (print) {
        puts(answered);
    } else if (!answer.known || strcmp(line, answered) != 0) {
        fprintf(stderr, "%s:%d: another answer\n    %s\n    %s\n", name, number, line, answered);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    bool print = argc == 3 && strcmp(argv[1], "--answer") == 0;
    if (argc != 2 + print) {
        fprintf(stderr, "usage: geometry-cases [--answer] FILE\n");
        return 2;
    }
    const char *name = argv[argc - 1];
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        perror(name);
        return EXIT_FAILURE;
    }
    int number = 0, calls = 0, wrong = 0;
    while (fgets(line, LINE_MAX_LENGTH, file) != NULL) {
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0') {
            if (print) {
                puts(line);
            }
            continue;
        }
        calls++;
        wrong += !check(name, number, print);
    }
    bool broken = ferror(file) != 0;
    fclose(file);
    if (!print) {
        printf("%d calls, %d with another answer\n", calls, wrong);
    }
    return wrong == 0 && calls > 0 && !broken ? EXIT_SUCCESS : EXIT_FAILURE;
}
