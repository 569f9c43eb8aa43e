// See the header.
#include "broad/shares.h"

#include <string.h>

typedef struct ShareRun {
    void (*work)(void *context, AukShare *share);
    void *context;
    AukShare *shares;
} ShareRun;

static void run_share(void *context, int index)
{
    const ShareRun *run = context;
    run->work(run->context, &run->shares[index]);
}

void auk__shares_run(const AukCrew *crew, int records, int grain, void (*work)(void *context, AukShare *share),
                     void *context, AukShares *shares)
{
    int least = (records + AUK_SHARES_MAX - 1) / AUK_SHARES_MAX;
    int size = !crew->pool ? records : (grain > least ? grain : least);
    shares->count = records > 0 ? (records - 1) / size + 1 : 0;
    for (int i = 0; i < shares->count; i++) {
        int first = i * size;
        AukShare share = {i, first, records - first > size ? first + size : records, first, 0, AUK_OK, false, 0};
        shares->items[i] = share;
    }
    ShareRun run = {work, context, shares->items};
    auk__pool_run(crew->pool, shares->count, run_share, &run);
}

int auk__shares_close_up(const AukShares *shares, void *items, size_t item_size)
{
    int total = 0;
    for (int i = 0; i < shares->count; i++) {
        const AukShare *share = &shares->items[i];
        if (total != share->place && share->count > 0) {
            memmove((char *)items + (size_t)total * item_size, (char *)items + (size_t)share->place * item_size,
                    (size_t)share->count * item_size);
        }
        total += share->count;
    }
    return total;
}
