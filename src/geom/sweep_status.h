// The edges that a sweep line crosses, from bottom to top: an ordered set of small integers whose order only the
// caller knows. A search walks down from the root and then calls auk__sweep_status_raise() with the last node it saw.
#ifndef AUK_GEOM_SWEEP_STATUS_H
#define AUK_GEOM_SWEEP_STATUS_H

typedef struct AukSweepStatusNode {
    int parent, child[2]; // of the tree, lower side first; -1 is none
    int below, above;     // neighbours in the order
} AukSweepStatusNode;

typedef struct AukSweepStatus {
    AukSweepStatusNode *nodes; // one for each edge that may ever be in the set; the caller's
    int root;                  // -1 if empty
    int lowest;
} AukSweepStatus;

// Makes a node of the tree its root.
void auk__sweep_status_raise(AukSweepStatus *status, int node);

// Puts an edge right above another one, or lowest if `below` is -1.
void auk__sweep_status_insert(AukSweepStatus *status, int below, int edge);

void auk__sweep_status_remove(AukSweepStatus *status, int edge);

// Puts an edge in the place of another one.
void auk__sweep_status_replace(AukSweepStatus *status, int old, int edge);

#endif
