// Makes a delta. Bodies and parts keep their indices from step to step. Touches, manifolds and events are sorted lists
// in which records are inserted and removed, so the base is searched for the same pair a little further on. Words are
// compared by exclusive or: equal words give zero, and for a float that changed a little the high bytes are zero.
#include "world/save/delta.h"

#include "base/hash64.h"
#include "world/save/array_table.h"

// How far ahead the same pair is searched. A step changes few pairs, and each costs at most this many comparisons.
enum { LOOK_AHEAD = 24, NAMES_WORDS = 4 };

// ---- the frame --------------------------------------------------------------------------------------------------

AukDeltaHeader auk__delta_header(void)
{
    AukDeltaHeader header;
    memset(&header, 0, sizeof header);
    header.mark = auk__file_mark("AUKDELT", AUK_DELTA_FORMAT);
    return header;
}

uint64_t auk__delta_checksum(const AukDeltaHeader *header, const void *delta)
{
    AukDeltaHeader unsummed = *header;
    unsummed.checksum = 0;
    uint64_t hash = auk__hash_words(AUK_HASH_START, &unsummed, sizeof unsummed), last = 0;
    uint64_t size = header->size - sizeof unsummed, whole = size / 8 * 8;
    const unsigned char *bytes = (const unsigned char *)delta + sizeof unsummed;
    hash = auk__hash_words(hash, bytes, whole);
    memcpy(&last, bytes + whole, (size_t)(size - whole));
    return auk__hash_u64(hash, last);
}

uint32_t auk__delta_unit(AukSection section)
{
    bool listed = section >= AUK_SECTION_SOLIDS && section < AUK_SECTION_HITS;
    return listed ? (uint32_t)(auk__array_kinds[section].size / sizeof(uint64_t)) : 1;
}

uint64_t auk__delta_words(const AukSnapshotHeader *header, AukSection section)
{
    return (header->counts[section] * header->record_sizes[section] + 7) / 8;
}

// ---- writing ----------------------------------------------------------------------------------------------------

typedef struct DeltaWriter {
    unsigned char *at, *end;
    bool full;
    unsigned char last[AUK_DELTA_VARINT_MAX]; // where a code is written that might not fit
} DeltaWriter;

// Where to write a code of at most `most` bytes: in place, but near the end aside, since it may be shorter and fit.
static unsigned char *begin_code(DeltaWriter *writer, int most)
{
    return writer->end - writer->at < most ? writer->last : writer->at;
}

static void end_code(DeltaWriter *writer, const unsigned char *begin, const unsigned char *end)
{
    ptrdiff_t size = end - begin;
    if (begin != writer->at) {
        writer->full = writer->full || size > writer->end - writer->at;
        if (writer->full) {
            return;
        }
        memcpy(writer->at, begin, (size_t)size);
    }
    writer->at += size;
}

static void delta_put_number(DeltaWriter *writer, uint64_t number)
{
    unsigned char *begin = begin_code(writer, AUK_DELTA_VARINT_MAX), *at = begin;
    for (; number >= 0x80; number >>= 7) {
        *at++ = (unsigned char)(number | 0x80);
    }
    *at++ = (unsigned char)number;
    end_code(writer, begin, at);
}

static uint64_t delta_word_at(const unsigned char *words, uint64_t index)
{
    uint64_t word;
    memcpy(&word, words + 8 * index, sizeof word);
    return word;
}

// Writes the bytes of a word that are not zero, after a byte that marks them.
static void put_word(DeltaWriter *writer, uint64_t word)
{
    unsigned char *mask = begin_code(writer, AUK_DELTA_WORD_MAX), *at = mask + 1;
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned char byte = (unsigned char)(word >> (8 * i));
        *at = byte;
        at += byte != 0;
        bits |= (unsigned)(byte != 0) << i;
    }
    *mask = (unsigned char)bits;
    end_code(writer, mask, at);
}

// Writes the words of one span; `base` is null for new records.
static void put_words(DeltaWriter *writer, const unsigned char *base, const unsigned char *target, uint64_t count)
{
    for (uint64_t i = 0; i < count;) {
        uint64_t equal = i;
        while (i < count && delta_word_at(target, i) == (base ? delta_word_at(base, i) : 0)) {
            i++;
        }
        delta_put_number(writer, i - equal);
        uint64_t unequal = i;
        while (i < count && delta_word_at(target, i) != (base ? delta_word_at(base, i) : 0)) {
            i++;
        }
        delta_put_number(writer, i - unequal);
        for (uint64_t k = unequal; k < i; k++) {
            put_word(writer, delta_word_at(target, k) ^ (base ? delta_word_at(base, k) : 0));
        }
    }
}

// ---- spans ------------------------------------------------------------------------------------------------------

// One section of base and target, cut into units. `keys` are the sections whose records begin with the names of the
// pairs: for manifolds the touches.
typedef struct DeltaSide {
    const unsigned char *words, *keys;
    uint64_t units;
} DeltaSide;

typedef struct Cut {
    uint32_t unit, key_unit; // in words
    DeltaSide base, target;
} Cut;

static DeltaSide delta_side_of(const AukSnapshotView *view, AukSection section, uint32_t unit)
{
    AukSection keys = section == AUK_SECTION_MANIFOLDS ? AUK_SECTION_SOLIDS : section;
    DeltaSide side = {view->bytes + view->layout.offsets[section], view->bytes + view->layout.offsets[keys],
                      auk__delta_words(&view->header, section) / unit};
    return side;
}

static bool same_key(const Cut *cut, uint64_t target, uint64_t base)
{
    return memcmp(cut->target.keys + 8 * target * cut->key_unit, cut->base.keys + 8 * base * cut->key_unit,
                  8 * NAMES_WORDS) == 0;
}

// The unit of the base that equals the unit of the target, searched from `base` on; `cut->base.units` if it is not
// near.
static uint64_t delta_find(const Cut *cut, uint64_t target, uint64_t base)
{
    if (cut->unit == 1) {
        return base;
    }
    for (uint64_t i = base; i < cut->base.units && i < base + LOOK_AHEAD; i++) {
        if (same_key(cut, target, i)) {
            return i;
        }
    }
    return cut->base.units;
}

// The number of units from here on that form one span.
static uint64_t span(const Cut *cut, uint64_t target, uint64_t base)
{
    uint64_t rest = cut->target.units - target, count = 1;
    if (base < cut->base.units) {
        uint64_t most = rest < cut->base.units - base ? rest : cut->base.units - base;
        if (cut->unit == 1) {
            return most;
        }
        while (count < most && same_key(cut, target + count, base + count)) {
            count++;
        }
        return count;
    }
    return cut->unit == 1 ? rest : count;
}

// Checks that each manifold has its touch; only a forged buffer has another number.
static bool has_names(const AukSnapshotView *view)
{
    return view->header.counts[AUK_SECTION_SOLIDS] == view->header.counts[AUK_SECTION_MANIFOLDS];
}

static void put_section(DeltaWriter *writer, const AukSnapshotView *base, const AukSnapshotView *target,
                        AukSection section)
{
    uint32_t unit = auk__delta_unit(section);
    Cut cut = {unit, section == AUK_SECTION_MANIFOLDS ? auk__delta_unit(AUK_SECTION_SOLIDS) : unit,
               delta_side_of(base, section, unit), delta_side_of(target, section, unit)};
    if (section == AUK_SECTION_MANIFOLDS && !(has_names(base) && has_names(target))) {
        cut.base.units = 0;
    }
    uint64_t next = 0; // index in the base
    for (uint64_t i = 0; i < cut.target.units && !writer->full;) {
        uint64_t found = delta_find(&cut, i, next), count = span(&cut, i, found);
        bool is_new = found >= cut.base.units;
        delta_put_number(writer, count);
        delta_put_number(writer, is_new ? 0 : found + 1);
        put_words(writer, is_new ? NULL : cut.base.words + 8 * found * unit, cut.target.words + 8 * i * unit,
                  count * unit);
        next = is_new ? next : found + count;
        i += count;
    }
}

// ---- entry points -----------------------------------------------------------------------------------------------

uint64_t auk_snapshot_delta_bound(uint64_t target_size)
{
    // nine bytes for a word, two numbers for each run of words, and two for each span; a span has at least one record,
    // of at least seven words, or is a section
    uint64_t more = target_size / 2 + sizeof(AukDeltaHeader) + 64 * AUK_SECTION_COUNT;
    return target_size <= UINT64_MAX - more ? target_size + more : UINT64_MAX;
}

AukStatus auk_snapshot_delta(const void *base, uint64_t base_size, const void *target, uint64_t target_size, void *out,
                             uint64_t capacity, uint64_t *written)
{
    if (!base || !target || !out || !written) {
        return AUK_ERROR_NULL;
    }
    AukSnapshotView from, to;
    AukStatus status = auk__snapshot_open(&from, base, base_size);
    status = status ? status : auk__snapshot_open(&to, target, target_size);
    AukDeltaHeader header = auk__delta_header();
    if (status || capacity < sizeof header) {
        return status ? status : AUK_ERROR_COUNT;
    }
    DeltaWriter writer = {(unsigned char *)out + sizeof header, (unsigned char *)out + capacity, false, {0}};
    put_words(&writer, from.bytes, to.bytes, sizeof(AukSnapshotHeader) / 8);
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        put_section(&writer, &from, &to, (AukSection)section);
    }
    if (writer.full) {
        return AUK_ERROR_COUNT;
    }
    header.size = (uint64_t)(writer.at - (unsigned char *)out);
    header.base = from.header.checksum;
    header.base_size = from.header.size;
    header.target = to.header.checksum;
    header.target_size = to.header.size;
    header.checksum = auk__delta_checksum(&header, out);
    memcpy(out, &header, sizeof header);
    *written = header.size;
    return AUK_OK;
}
