// A line of words and exact numbers that is written or read. Each function writes its value, or reads it over the old
// one, so that one description of a line serves both.
#ifndef AUK_GEOM_TEXT_LINE_H
#define AUK_GEOM_TEXT_LINE_H

#include "auk/types.h"
#include "base/text.h"

typedef struct AukLine {
    bool reads;
    const char *in; // of a reader: the whole text
    int at;
    AukText out;       // of a writer
    AukVec2 *vertices; // of a reader: room for polygons
    int room;
    AukStatus status;
    int fault; // a place in `in`
} AukLine;

// Notes the first fault of a reader.
void auk__line_refuse(AukLine *line, AukStatus status, int at);

// The length of the next word of a reader, which begins at line->at then; 0 at the end of the line, and after a fault.
int auk__line_next_word(AukLine *line);

// Where the next word of a reader begins.
int auk__line_here(AukLine *line);

void auk__line_word(AukLine *line, const char *word);

// One of several words; returns its index.
int auk__line_choice(AukLine *line, const char *const *words, int count, int chosen);

void auk__line_float(AukLine *line, float *value);
void auk__line_vec(AukLine *line, AukVec2 *v);

// Numbers from 0 to `most`.
uint32_t auk__line_integer(AukLine *line, uint32_t value, uint32_t most);
void auk__line_int(AukLine *line, int *value, int most);
void auk__line_bool(AukLine *line, bool *value);

#endif
