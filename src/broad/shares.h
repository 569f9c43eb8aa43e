// Work on many records is cut into shares for the workers. A share writes its results at a place of its own, and the
// places are then closed up in order: so the results and their order are the same for any number of workers, and for
// none, when one share is all. Invariant: the shares depend on the number of records alone.
#ifndef AUK_BROAD_SHARES_H
#define AUK_BROAD_SHARES_H

#include "base/pool.h"

#include <stddef.h>
#include <stdint.h>

enum { AUK_SHARES_MAX = 64 };

typedef struct AukCrew {
    AukPool *pool; // null: the caller works alone
    int grain;     // boxes or pairs in a share, at least; tests make it smaller
} AukCrew;

typedef struct AukShare {
    int number;
    int first, end;   // records
    int place;        // where its results begin: at its first record, unless it chooses another place
    int count;        // of its results
    AukStatus status; // of its work
    bool crowded;     // see sweep.h
    int64_t compared;
} AukShare;

typedef struct AukShares {
    AukShare items[AUK_SHARES_MAX];
    int count;
} AukShares;

// Runs `work` on shares of at least `grain` of the records, all of them in one if there is no crew.
void auk__shares_run(const AukCrew *crew, int records, int grain, void (*work)(void *context, AukShare *share),
                     void *context, AukShares *shares);

// Closes up the items that each share wrote from its place on. Gives their number.
int auk__shares_close_up(const AukShares *shares, void *items, size_t item_size);

#endif
