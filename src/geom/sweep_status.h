// The edges that a sweep line crosses, from bottom to top: an ordered set of small integers. The caller compares edges:
// a search descends from the root and then calls auk__sweep_status_raise() with the last node visited.
#ifndef AUK_GEOM_SWEEP_STATUS_H
#define AUK_GEOM_SWEEP_STATUS_H

typedef struct AukSweepStatusNode {
    int parent, child[2]; // of the tree, lower side first; -1 is none
    int below, above;     // neighbours in the order
} AukSweepStatusNode;

typedef struct AukSweepStatus {
    AukSweepStatusNode *nodes; // the caller's array, one node for each edge that may be in the set
    int root;                  // -1 if empty
    int lowest;
} AukSweepStatus;

// Makes a node of the tree its root.
void auk__sweep_status_raise(AukSweepStatus *status, int node);

// Inserts an edge directly above another one, or as the lowest one if `below` is -1.
void auk__sweep_status_insert(AukSweepStatus *status, int below, int edge);

void auk__sweep_status_remove(AukSweepStatus *status, int edge);

// Replaces an edge by another one.
void auk__sweep_status_replace(AukSweepStatus *status, int old, int edge);

#endif
