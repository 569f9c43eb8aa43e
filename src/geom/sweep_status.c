// A splay tree (Sleator and Tarjan, "Self-adjusting binary search trees", 1985) whose nodes also form a list. Any m
// calls take O(m log m) time in total, without balance information or randomness. Successive vertices of an outline are
// near each other, so their edges are found near the root.
#include "geom/sweep_status.h"

static int child_side_of(const AukSweepStatusNode *nodes, int parent, int node)
{
    return nodes[parent].child[1] == node;
}

static void hang(AukSweepStatusNode *nodes, int parent, int side, int node)
{
    if (parent >= 0) {
        nodes[parent].child[side] = node;
    }
    if (node >= 0) {
        nodes[node].parent = parent;
    }
}

// Rotates a node above its parent.
static void rotate(AukSweepStatusNode *nodes, int node)
{
    int parent = nodes[node].parent, grandparent = nodes[parent].parent;
    int side = child_side_of(nodes, parent, node);
    int parent_side = grandparent >= 0 ? child_side_of(nodes, grandparent, parent) : 0;
    hang(nodes, parent, side, nodes[node].child[1 - side]);
    hang(nodes, node, 1 - side, parent);
    hang(nodes, grandparent, parent_side, node);
}

void auk__sweep_status_raise(AukSweepStatus *status, int node)
{
    AukSweepStatusNode *nodes = status->nodes;
    for (int parent = nodes[node].parent; parent >= 0; parent = nodes[node].parent) {
        int grandparent = nodes[parent].parent;
        if (grandparent >= 0) {
            int same_side = child_side_of(nodes, grandparent, parent) == child_side_of(nodes, parent, node);
            rotate(nodes, same_side ? parent : node);
        }
        rotate(nodes, node);
    }
    status->root = node;
}

// Links two edges as neighbours in the order; -1 is the end of the list.
static void join_trees(AukSweepStatus *status, int below, int above)
{
    if (below >= 0) {
        status->nodes[below].above = above;
    } else {
        status->lowest = above;
    }
    if (above >= 0) {
        status->nodes[above].below = below;
    }
}

void auk__sweep_status_insert(AukSweepStatus *status, int below, int edge)
{
    AukSweepStatusNode *nodes = status->nodes;
    int above = below >= 0 ? nodes[below].above : status->lowest;
    AukSweepStatusNode fresh = {-1, {-1, -1}, -1, -1};
    nodes[edge] = fresh;
    join_trees(status, below, edge);
    join_trees(status, edge, above);
    // one of two neighbours in the order is an ancestor of the other, and the other has no child on the side towards it
    if (below >= 0 && nodes[below].child[1] < 0) {
        hang(nodes, below, 1, edge);
    } else if (above >= 0) {
        hang(nodes, above, 0, edge);
    }
    auk__sweep_status_raise(status, edge);
}

void auk__sweep_status_remove(AukSweepStatus *status, int edge)
{
    AukSweepStatusNode *nodes = status->nodes;
    int below = nodes[edge].below;
    auk__sweep_status_raise(status, edge);
    int left = nodes[edge].child[0], right = nodes[edge].child[1];
    hang(nodes, -1, 0, left);
    hang(nodes, -1, 1, right);
    status->root = right;
    if (left >= 0) {
        auk__sweep_status_raise(status, below); // the highest of the left part, so it has no upper child
        hang(nodes, below, 1, right);
    }
    join_trees(status, below, nodes[edge].above);
}

void auk__sweep_status_replace(AukSweepStatus *status, int old, int edge)
{
    AukSweepStatusNode *nodes = status->nodes;
    AukSweepStatusNode node = nodes[old];
    nodes[edge] = node;
    hang(nodes, node.parent, node.parent >= 0 ? child_side_of(nodes, node.parent, old) : 0, edge);
    hang(nodes, edge, 0, node.child[0]);
    hang(nodes, edge, 1, node.child[1]);
    status->root = status->root == old ? edge : status->root;
    join_trees(status, node.below, edge);
    join_trees(status, edge, node.above);
}
