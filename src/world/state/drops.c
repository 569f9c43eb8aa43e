// One-way floors that bodies drop through. An entry lasts as long as steps use it: while the floor would otherwise hold
// the body. So a body that rests above the floor keeps it, and one that has left its front, or has gone away, does not.
// Invariant: entries are sorted by (body, shape, line, tile), each at most once. An entry of a destroyed body or shape
// matches nothing, and the next step ends it.
#include "world/state/drops.h"

#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/contact_links.h"
#include "world/state/parts.h"
#include "world/state/tile_seams.h"

#include <string.h>

AukDvec auk__floor_direction(const AukParts *parts, const AukPartPiece *piece)
{
    AukVec2 of_cell = auk__piece_one_way(piece);
    if (auk__is_not_zero(of_cell) || parts->one_way_count == 0) {
        return dvec_from(of_cell);
    }
    AukDtransform local = auk__dtransform(*piece->local, auk_vec(0.0f, 0.0f));
    return auk__dtransform_unrotate(&local, dvec_from(*auk__one_way(parts, auk__piece_head(piece))));
}

AukFloor auk__floor_of(const AukPartPiece *piece, AukDvec direction)
{
    AukFloor floor = {auk__piece_head(piece), -1, 0};
    if (piece->grid) {
        floor.line =
            auk__is_floor_row(direction) ? piece->child / piece->grid->width : piece->child % piece->grid->width;
        floor.tile = piece->grid->cells[piece->child];
    }
    return floor;
}

bool auk__floors_join(const AukParts *parts, AukFloor a, AukFloor b, AukDvec direction)
{
    if (a.head == b.head || a.line < 0 || b.line < 0 || a.tile != b.tile) {
        return auk__floor_equal(a, b);
    }
    AukTileLine line_a = {a.head, a.line, auk__is_floor_row(direction)},
                line_b = {b.head, b.line, auk__is_floor_row(direction)};
    return auk__seams_join_lines(parts, line_a, line_b);
}

static AukDrop *drop_at(const AukDrops *drops, int index)
{
    return (AukDrop *)drops->now.items + index;
}

int auk__drops_compare(const AukDrop *a, const AukDrop *b)
{
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index ? -1 : 1;
    }
    if (a->floor.index != b->floor.index) {
        return a->floor.index < b->floor.index ? -1 : 1;
    }
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    return a->tile != b->tile ? (a->tile < b->tile ? -1 : 1) : 0;
}

// The index of the first entry that does not come before this one.
static int drops_place_of(const AukDrops *drops, const AukDrop *drop)
{
    int low = 0, high = drops->now.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = auk__drops_compare(drop_at(drops, middle), drop) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static AukDrop drop_of(const AukWorld *world, uint32_t body, AukFloor floor)
{
    AukDrop drop = {auk__body_id(&world->bodies, body), auk__shape_id(&world->parts, floor.head), floor.line,
                    floor.tile};
    return drop;
}

// The entry by which a body passes a floor that goes on in another grid, or -1.
static int drops_find_beside(const AukWorld *world, AukFloor floor, AukDvec direction, uint32_t body)
{
    AukDrop first = {{body, 0}, {0, 0}, INT32_MIN, 0};
    for (int i = drops_place_of(&world->drops, &first); i < world->drops.now.count; i++) {
        const AukDrop *drop = drop_at(&world->drops, i);
        if (drop->body.index != body) {
            break;
        }
        const AukPart *part = auk__part_of(&world->parts, drop->floor);
        AukFloor other = {drop->floor.index, drop->line, drop->tile};
        if (part && part->form == AUK_FORM_TILES && auk_body_id_equal(drop->body, auk__body_id(&world->bodies, body)) &&
            auk__floors_join(&world->parts, floor, other, direction)) {
            return i;
        }
    }
    return -1;
}

// The entry by which a body passes a piece, or -1.
static int drops_find_side(const AukWorld *world, const AukPartPiece *piece, uint32_t body)
{
    AukDvec direction = auk__floor_direction(&world->parts, piece);
    if (direction.x == 0.0 && direction.y == 0.0) {
        return -1;
    }
    AukFloor floor = auk__floor_of(piece, direction);
    AukDrop drop = drop_of(world, body, floor);
    int at = drops_place_of(&world->drops, &drop);
    if (at < world->drops.now.count && memcmp(drop_at(&world->drops, at), &drop, sizeof drop) == 0) {
        return at;
    }
    return piece->grid && piece->grid->seam_count > 0 ? drops_find_beside(world, floor, direction, body) : -1;
}

int auk__drops_find(const AukWorld *world, const AukPair *pair)
{
    if (world->drops.now.count == 0 || pair->sensor) {
        return -1;
    }
    AukPartPiece a = auk__piece_a(&world->parts, pair), b = auk__piece_b(&world->parts, pair);
    int found = drops_find_side(world, &a, pair->body_b);
    return found >= 0 ? found : drops_find_side(world, &b, pair->body_a);
}

void auk__drops_begin(AukDrops *drops)
{
    if (drops->now.count > 0) {
        memset(drops->used.items, 0, (size_t)drops->now.count);
    }
}

void auk__drops_use(AukDrops *drops, int index)
{
    ((uint8_t *)drops->used.items)[index] = 1;
}

void auk__drops_publish(AukDrops *drops)
{
    int kept = 0;
    for (int i = 0; i < drops->now.count; i++) {
        if (((const uint8_t *)drops->used.items)[i]) {
            *drop_at(drops, kept++) = *drop_at(drops, i);
        }
    }
    drops->now.count = kept;
}

bool auk__drops_reserve(AukDrops *drops, int count)
{
    return auk__buffer_reserve(&drops->now, sizeof(AukDrop), count) && auk__buffer_reserve(&drops->used, 1, count);
}

void auk__drops_release(AukDrops *drops)
{
    auk__buffer_free(&drops->now);
    auk__buffer_free(&drops->used);
}

// Adds an entry; the memory has been reserved. An entry with other generations of the same slots matches nothing, and
// makes way.
static void drops_add(AukDrops *drops, const AukDrop *drop)
{
    int at = drops_place_of(drops, drop);
    if (at == drops->now.count || auk__drops_compare(drop_at(drops, at), drop) != 0) {
        memmove(drop_at(drops, at + 1), drop_at(drops, at), (size_t)(drops->now.count - at) * sizeof *drop);
        drops->now.count++;
    }
    *drop_at(drops, at) = *drop;
}

// Lets a body pass the floor of a piece that it touched. The shape may have been removed or changed since.
static void drop_from(AukWorld *world, uint32_t body, AukShapeId shape, int child)
{
    const AukPart *part = auk__part_of(&world->parts, shape);
    if (!part || part->sensor) {
        return;
    }
    AukPartPiece piece = auk__piece(&world->parts, shape.index, child);
    if (piece.grid && (child >= piece.grid->width * piece.grid->height || piece.grid->cells[child] == AUK_TILE_EMPTY)) {
        return;
    }
    AukDvec direction = auk__floor_direction(&world->parts, &piece);
    if (direction.x != 0.0 || direction.y != 0.0) {
        AukDrop drop = drop_of(world, body, auk__floor_of(&piece, direction));
        drops_add(&world->drops, &drop);
    }
}

AukStatus auk_body_drop_through(AukWorld *world, AukBodyId body)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_BODY_DROP_THROUGH, &body);
    if (!auk__body_of(&world->bodies, body)) {
        return auk__answer(world, auk__fault_body(&world->fault, false, AUK_FIELD_BODY, body));
    }
    int count = 0;
    AukContactWalk walk = auk__contacts_of(&world->output, body.index);
    while (auk__contacts_next(&walk) >= 0) {
        count++;
    }
    if (count > INT32_MAX / 2 - world->drops.now.count ||
        !auk__drops_reserve(&world->drops, world->drops.now.count + count)) {
        return auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
    }
    walk = auk__contacts_of(&world->output, body.index);
    for (int i = auk__contacts_next(&walk); i >= 0; i = auk__contacts_next(&walk)) {
        const AukContact *touch = (const AukContact *)world->output.solids.contacts.items + i;
        if (auk_body_id_equal(touch->body_a, body)) {
            drop_from(world, body.index, touch->shape_b, touch->child_b);
        } else if (auk_body_id_equal(touch->body_b, body)) {
            drop_from(world, body.index, touch->shape_a, touch->child_a);
        }
    }
    return auk__answer(world, AUK_OK);
}
