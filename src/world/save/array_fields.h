// The name of each array of a snapshot and of each member of its records, for people who compare two snapshots.
#ifndef AUK_WORLD_SAVE_ARRAY_FIELDS_H
#define AUK_WORLD_SAVE_ARRAY_FIELDS_H

#include "world/save/snapshot.h"

typedef struct AukArrayField {
    uint32_t offset;
    char kind; // f float, i int32_t, u uint32_t, q uint64_t, c a byte; 0 ends the list
    const char *name;
} AukArrayField;

typedef struct AukArrayFields {
    const char *name;
    const AukArrayField *fields;
    char index; // of what the index of a record is the slot: b a body, s a shape, 0 neither
} AukArrayFields;

extern const AukArrayFields auk__array_fields[AUK_SECTION_COUNT];

#endif
