// Single edges of chains: which are beside each other, and the user data of the first ones.
#ifndef AUK_WORLD_STATE_CHAIN_EDGES_H
#define AUK_WORLD_STATE_CHAIN_EDGES_H

#include "world/state/world_state.h"

// The part of the edge before or after an edge of the same chain, or AUK_NO_INDEX. O(1) for most edges; that before the
// first edge of a closed chain takes O(edges).
uint32_t auk__edge_before(const AukParts *parts, const AukPart *edge);
uint32_t auk__edge_after(const AukParts *parts, const AukPart *edge);

// Reserves memory for so many first edges with user data. False if there is no memory.
bool auk__edge_data_reserve(AukEdgeDataList *data, int count);

void auk__edge_data_release(AukEdgeDataList *data);

// Removes the user data of the first edge of a shape that leaves.
void auk__edge_data_remove(AukEdgeDataList *data, uint32_t head);

#endif
