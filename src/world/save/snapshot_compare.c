// The first difference of two snapshots, in the order in which a person looks for it. Invariant: two buffers have a
// difference here exactly if their bytes differ outside of the checksums, because the rows of array_fields.c cover all
// bytes of all records and the header's numbers are compared too.
#include "auk/snapshot.h"
#include "world/save/array_fields.h"

#include <stdio.h>

// Bodies first, then shapes; the rest is in the order of the sections.
static const AukSection compare_first[] = {AUK_SECTION_BODIES,    AUK_SECTION_MOTIONS,   AUK_SECTION_TRAITS,
                                           AUK_SECTION_RESPONSES, AUK_SECTION_BODY_DATA, AUK_SECTION_PARTS};

static uint64_t field_value(const unsigned char *record, const AukArrayField *field)
{
    uint32_t word = 0;
    uint64_t wide = 0;
    if (field->kind == 'q') {
        memcpy(&wide, record + field->offset, sizeof wide);
        return wide;
    }
    if (field->kind == 'c') {
        return record[field->offset];
    }
    memcpy(&word, record + field->offset, sizeof word);
    return field->kind == 'i' && word >> 31 ? (uint64_t)word | 0xffffffff00000000u : word;
}

static void set_names(const AukSnapshotView *view, const AukArrayFields *array, AukSnapshotDifference *out)
{
    if (array->index == 'b' && out->index < view->header.counts[AUK_SECTION_BODIES]) {
        out->body.index = out->index;
        out->body.generation = auk__body_record(view, out->index).generation;
    } else if (array->index == 's' && out->index < view->header.counts[AUK_SECTION_PARTS]) {
        out->shape.index = out->index;
        out->shape.generation = auk__part_record(view, out->index).generation;
    }
}

static bool differ_in_record(const AukSnapshotView *a, const AukSnapshotView *b, AukSection section, uint32_t index,
                             AukSnapshotDifference *out)
{
    uint32_t size = a->header.record_sizes[section];
    const unsigned char *left = auk__record_at(a, section, index, size),
                        *right = auk__record_at(b, section, index, size);
    if (memcmp(left, right, size) == 0) {
        return false;
    }
    const AukArrayField *field = auk__array_fields[section].fields;
    while (field[1].kind && field_value(left, field) == field_value(right, field)) {
        field++;
    }
    out->array = auk__array_fields[section].name;
    out->field = field->name;
    out->index = index;
    out->is_float = field->kind == 'f';
    out->is_signed = field->kind == 'i';
    out->a = field_value(left, field);
    out->b = field_value(right, field);
    set_names(a, &auk__array_fields[section], out);
    return true;
}

static bool differ_in_count(AukSnapshotDifference *out, const char *array, const char *field, uint64_t a, uint64_t b)
{
    if (a != b) {
        out->array = array;
        out->field = field;
        out->a = a;
        out->b = b;
    }
    return a != b;
}

static bool differ_in_section(const AukSnapshotView *a, const AukSnapshotView *b, AukSection section,
                              AukSnapshotDifference *out)
{
    uint64_t count_a = a->header.counts[section], count_b = b->header.counts[section];
    uint32_t common = (uint32_t)(count_a < count_b ? count_a : count_b);
    for (uint32_t i = 0; i < common; i++) {
        if (differ_in_record(a, b, section, i, out)) {
            return true;
        }
    }
    out->index = common;
    return differ_in_count(out, auk__array_fields[section].name, "count", count_a, count_b);
}

static bool differ_in_float(AukSnapshotDifference *out, const char *array, const char *field, float a, float b)
{
    uint32_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof bits_a);
    memcpy(&bits_b, &b, sizeof bits_b);
    out->is_float = differ_in_count(out, array, field, bits_a, bits_b);
    return out->is_float;
}

static uint64_t double_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool differ_in_header(const AukSnapshotHeader *a, const AukSnapshotHeader *b, AukSnapshotDifference *out)
{
    static const char world[] = "world";
    out->index = 0;
    return differ_in_count(out, world, "steps", a->steps, b->steps) ||
           differ_in_count(out, world, "origin.x", double_bits(a->origin.x), double_bits(b->origin.x)) ||
           differ_in_count(out, world, "origin.y", double_bits(a->origin.y), double_bits(b->origin.y)) ||
           differ_in_count(out, world, "max_pairs", (uint64_t)a->max_pairs, (uint64_t)b->max_pairs) ||
           differ_in_count(out, world, "static_pairs", a->static_pairs, b->static_pairs) ||
           differ_in_count(out, world, "history", (uint64_t)a->history, (uint64_t)b->history) ||
           differ_in_float(out, world, "wrap.min.x", a->wrap.min.x, b->wrap.min.x) ||
           differ_in_float(out, world, "wrap.min.y", a->wrap.min.y, b->wrap.min.y) ||
           differ_in_float(out, world, "wrap.max.x", a->wrap.max.x, b->wrap.max.x) ||
           differ_in_float(out, world, "wrap.max.y", a->wrap.max.y, b->wrap.max.y) ||
           differ_in_float(out, world, "up.x", a->up.x, b->up.x) ||
           differ_in_float(out, world, "up.y", a->up.y, b->up.y) ||
           differ_in_count(out, world, "unused_block", a->unused_block, b->unused_block) ||
           differ_in_count(out, world, "box_pairs", (uint64_t)a->box_pair_count, (uint64_t)b->box_pair_count) ||
           differ_in_count(out, world, "candidates", (uint64_t)a->candidate_count, (uint64_t)b->candidate_count) ||
           differ_in_count(out, world, "swept_candidates", (uint64_t)a->swept_candidate_count,
                           (uint64_t)b->swept_candidate_count);
}

AukStatus auk_snapshot_compare(const void *a, uint64_t size_a, const void *b, uint64_t size_b,
                               AukSnapshotDifference *out)
{
    if (!a || !b || !out) {
        return AUK_ERROR_NULL;
    }
    AukSnapshotView left, right;
    AukStatus status = auk__snapshot_open(&left, a, size_a);
    status = status ? status : auk__snapshot_open(&right, b, size_b);
    if (status) {
        return status;
    }
    AukSnapshotDifference difference;
    memset(&difference, 0, sizeof difference);
    difference.array = difference.field = "";
    bool found = false;
    for (int i = 0; i < AUK_COUNT_OF(compare_first) && !found; i++) {
        found = differ_in_section(&left, &right, compare_first[i], &difference);
    }
    for (int section = 0; section < AUK_SECTION_COUNT && !found; section++) {
        found = differ_in_section(&left, &right, (AukSection)section, &difference);
    }
    if (!found) {
        (void)differ_in_header(&left.header, &right.header, &difference);
    }
    *out = difference;
    return AUK_OK;
}

// ---- text -----------------------------------------------------------------------------------------------------------

static void value_text(char *out, size_t size, const AukSnapshotDifference *difference, uint64_t value)
{
    if (difference->is_signed) {
        (void)snprintf(out, size, "%lld", (long long)(int64_t)value);
        return;
    }
    if (!difference->is_float) {
        (void)snprintf(out, size, "%llu", (unsigned long long)value);
        return;
    }
    uint32_t bits = (uint32_t)value;
    float number;
    memcpy(&number, &bits, sizeof number);
    (void)snprintf(out, size, "%.9g (%08x)", (double)number, (unsigned)bits);
    for (; *out; out++) {
        *out = *out == ',' ? '.' : *out; // of the locale
    }
}

int auk_snapshot_difference_text(const AukSnapshotDifference *difference, char *out, int capacity)
{
    char a[48], b[48], where[48] = "";
    if (!difference || !difference->array || !difference->field) {
        return 0;
    }
    size_t room = out && capacity > 0 ? (size_t)capacity : 0;
    if (!difference->array[0]) {
        return snprintf(room ? out : NULL, room, "no difference");
    }
    value_text(a, sizeof a, difference, difference->a);
    value_text(b, sizeof b, difference, difference->b);
    if (difference->body.generation) {
        (void)snprintf(where, sizeof where, " of body %u:%u", difference->body.index, difference->body.generation);
    } else if (difference->shape.generation) {
        (void)snprintf(where, sizeof where, " of shape %u:%u", difference->shape.index, difference->shape.generation);
    } else {
        (void)snprintf(where, sizeof where, " at %u", difference->index);
    }
    return snprintf(room ? out : NULL, room, "%s%s: %s is %s, not %s", difference->array, where, difference->field, a,
                    b);
}
