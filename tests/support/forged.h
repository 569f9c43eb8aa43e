// Snapshots with some of their bytes changed.
#ifndef AUK_TESTS_SUPPORT_FORGED_H
#define AUK_TESTS_SUPPORT_FORGED_H

#include "world/save/snapshot.h"

#include <string.h>

// Makes the sums of a snapshot agree with its bytes; its counts are as they were.
static inline void sum_up(unsigned char *snapshot)
{
    AukSnapshotHeader header;
    memcpy(&header, snapshot, sizeof header);
    header.structure = auk__snapshot_structure(&header, snapshot);
    header.checksum = auk__snapshot_checksum(&header, snapshot);
    memcpy(snapshot, &header, sizeof header);
}

#endif
