// The user data of the first edges of chains.
#ifndef AUK_WORLD_STATE_CHAIN_EDGES_H
#define AUK_WORLD_STATE_CHAIN_EDGES_H

#include "world/state/world_state.h"

// Reserves memory for so many first edges with user data. False if there is no memory.
bool auk__edge_data_reserve(AukEdgeDataList *data, int count);

void auk__edge_data_release(AukEdgeDataList *data);

// Removes the user data of the first edge of a shape that leaves.
void auk__edge_data_remove(AukEdgeDataList *data, uint32_t head);

#endif
