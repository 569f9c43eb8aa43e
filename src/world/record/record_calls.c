// The calls as a record knows them: which function it is, and what its arguments are.
#include "world/record/record.h"

#include "base/assert.h"

static const AukCallKind kinds[AUK_CALL_COUNT] = {
#define AUK_CALL(name, function, kinds, keeps, arguments) {#function, kinds},
#include "world/state/calls.x"
#undef AUK_CALL
};

size_t auk__call_value_size(char kind)
{
    switch (kind) {
    case 'c':
    case 'b': return 1;
    case 'f':
    case 'i':
    case 'u': return 4;
    case 'g':
    case 'q':
    case 'v':
    case 'd':
    case 's': return 8;
    case 'x': return 16;
    case 'R': return sizeof(AukResponseRule);
    default: AUK_ASSERT(false); return 0;
    }
}

const AukCallKind *auk__call_kind(AukCall call)
{
    return &kinds[call];
}
