// What the broad phase knows of a slot besides its box.
#ifndef AUK_BROAD_SLOTS_H
#define AUK_BROAD_SLOTS_H

#include <stdint.h>

typedef enum AukBroadClass {
    AUK_BROAD_NONE = 0, // no box
    AUK_BROAD_STATIC,
    AUK_BROAD_MOVING
} AukBroadClass;

// Where the slot is kept.
enum {
    AUK_LIST_NONE = 0,
    AUK_LIST_MOVERS,  // swept each update
    AUK_LIST_WAITING, // static, added or moved lately
    AUK_LIST_SETTLED  // static, on the settled shelf
};

typedef struct AukSlot {
    uint8_t class; // AukBroadClass
    uint8_t list;
    int32_t place; // where in the list of movers or of waiting slots
} AukSlot;

#endif
