// What the files of the module share: the numbers that JavaScript reads and writes.
#ifndef AUK_WASM_H
#define AUK_WASM_H

#include "auk/auk.h"

#define JS_CALL __attribute__((visibility("default"))) // and so exported, like the public functions

enum { JS_NUMBERS = 64 };

extern float js_floats[JS_NUMBERS];
extern uint32_t js_words[JS_NUMBERS];
extern AukShape js_shape; // of the next call
extern AukQuery js_query; // of the next call

static inline AukBodyId js_body(uint32_t index, uint32_t generation)
{
    return (AukBodyId){index, generation};
}

// To floats 0 and 1.
static inline void js_write_vec(AukVec2 v)
{
    js_floats[0] = v.x;
    js_floats[1] = v.y;
}

// From three words.
static inline AukFilter js_filter(int word)
{
    return (AukFilter){js_words[word], js_words[word + 1], js_words[word + 2]};
}

#endif
