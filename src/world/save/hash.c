// A hash of the state and the published results of a world: two worlds with equal hashes have had the same past and
// will have the same future. Every array of the table is hashed as it would be saved, except user data; scratch arrays
// are not hashed. Records are read number by number, so the hash does not depend on the byte order: words of 64 bits
// where the record has 64-bit members, else two of 32 bits, the first one low.
#include "base/hash64.h"

#include "world/save/array_table.h"
#include "world/state/tile_kinds.h"

// A sink that hashes. It collects words until there is a block of them: one word at a time took four times as long.
typedef struct HashSink {
    AukSink sink; // the first member
    AukHashLanes wide;
    uint64_t words[AUK_HASH_BLOCK_WORDS];
    int count;    // of words
    size_t place; // the index of the next word in the record
} HashSink;

static uint64_t number_at(const unsigned char *word, bool wide)
{
    uint64_t number;
    uint32_t halves[2];
    memcpy(&number, word, sizeof number);
    memcpy(halves, word, sizeof halves);
    return wide ? number : (uint64_t)halves[1] << 32 | halves[0];
}

static inline void mix_number(HashSink *hash, uint64_t number)
{
    hash->words[hash->count++] = number;
    if (hash->count == AUK_HASH_BLOCK_WORDS) {
        auk__hash_block(&hash->wide, hash->words);
        hash->count = 0;
    }
}

// Adds words of one kind.
static inline void mix_run(HashSink *hash, const unsigned char *bytes, size_t words, bool wide)
{
    for (; words > 0 && (hash->count > 0 || words < AUK_HASH_BLOCK_WORDS); bytes += 8, words--) {
        mix_number(hash, number_at(bytes, wide));
    }
    for (; words >= AUK_HASH_BLOCK_WORDS; words -= AUK_HASH_BLOCK_WORDS) {
        for (int i = 0; i < AUK_HASH_BLOCK_WORDS; i++, bytes += 8) {
            hash->words[i] = number_at(bytes, wide);
        }
        auk__hash_block(&hash->wide, hash->words);
    }
    for (; words > 0; bytes += 8, words--) {
        mix_number(hash, number_at(bytes, wide));
    }
}

// Adds bytes of a section, which may begin and end within a record. A list of 32-bit numbers may end in half a word.
static void mix(AukSink *sink, const unsigned char *bytes, size_t size)
{
    HashSink *hash = (HashSink *)(void *)sink;
    const AukArrayKind *kind = &auk__array_kinds[sink->section];
    const size_t words = kind->size > 8 ? kind->size / 8 : 1, hashed = (kind->hashed + 7) / 8, wide = kind->wide;
    if (hashed == words && (wide == 0 || wide == words)) { // all alike: the ends of records do not matter
        mix_run(hash, bytes, size / 8, wide > 0);
        bytes += size - size % 8;
        size %= 8;
    }
    while (size >= 8) {
        const size_t place = hash->place, end = place < wide ? wide : place < hashed ? hashed : words;
        const size_t run = end - place < size / 8 ? end - place : size / 8;
        if (place < hashed) {
            mix_run(hash, bytes, run, place < wide);
        }
        bytes += 8 * run;
        size -= 8 * run;
        hash->place = place + run < words ? place + run : 0;
    }
    if (size > 0) {
        unsigned char last[8] = {0};
        memcpy(last, bytes, size);
        mix_number(hash, number_at(last, false));
    }
}

static uint64_t hash_arrays(uint64_t start, const AukWorld *world)
{
    HashSink hash;
    hash.sink.take = mix;
    hash.sink.direct = false;
    hash.wide = auk__hash_lanes(start);
    hash.count = 0;
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        if (auk__array_kinds[section].hashed > 0) {
            hash.place = 0;
            mix_number(&hash, auk__array_count(world, (AukSection)section));
            auk__array_write(world, (AukSection)section, &hash.sink);
        }
    }
    uint64_t joined = auk__hash_join(start, &hash.wide);
    for (int i = 0; i < hash.count; i++) {
        joined = auk__hash_u64(joined, hash.words[i]);
    }
    return joined;
}

// The cells of grids are hashed by checksums that edits keep up to date.
static uint64_t hash_cells(uint64_t hash, const AukParts *parts)
{
    for (uint32_t i = 0; parts->grids.count > 0 && i < (uint32_t)parts->records.count; i++) {
        bool tiles = parts->slots.live[i] && auk__part(parts, i)->form == AUK_FORM_TILES;
        hash = tiles ? auk__hash_u64(hash, auk__tiles(parts, i)->sum) : hash;
    }
    return hash;
}

// A world in which no body drops through a floor has the hash that it had before there was such a call; so has a world
// without conveyors.
static uint64_t hash_drops(uint64_t hash, const AukDrops *drops)
{
    const AukDrop *items = drops->now.items;
    for (int i = 0; i < drops->now.count; i++) {
        hash = auk__hash_u64(hash, (uint64_t)items[i].body.generation << 32 | items[i].body.index);
        hash = auk__hash_u64(hash, (uint64_t)items[i].floor.generation << 32 | items[i].floor.index);
        hash = auk__hash_u64(hash, (uint64_t)items[i].tile << 32 | (uint32_t)items[i].line);
    }
    return hash;
}

static uint64_t hash_conveyors(uint64_t hash, const AukConveyors *conveyors)
{
    const AukConveyor *items = conveyors->list.items;
    for (int i = 0; i < conveyors->list.count; i++) {
        uint32_t words[2];
        memcpy(words, &items[i].velocity, sizeof words);
        hash = auk__hash_u64(hash, (uint64_t)items[i].shape.generation << 32 | items[i].shape.index);
        hash = auk__hash_u64(hash, (uint64_t)words[1] << 32 | words[0]);
    }
    return hash;
}

// User data is not hashed. A world without kinds of tiles has the hash that it had before there were any.
static uint64_t hash_kinds(uint64_t hash, const AukParts *parts)
{
    for (int tile = AUK_TILE_KIND_FIRST; parts->kinds.count > 0 && tile <= AUK_TILE_KIND_LAST; tile++) {
        const AukTileKind *kind = &auk__tile_kind_entry(&parts->kinds, tile)->kind;
        if (kind->count == 0) {
            continue;
        }
        hash = auk__hash_u64(auk__hash_u64(hash, kind->filter.category), kind->filter.ignore);
        hash = auk__hash_u64(hash, (uint64_t)kind->filter.group << 32 | (uint32_t)(tile << 8 | kind->count));
        for (int i = 0; i < kind->count; i++) {
            hash = auk__hash_float(auk__hash_float(hash, kind->points[i].x), kind->points[i].y);
        }
        hash = auk__hash_float(auk__hash_float(hash, kind->one_way.x), kind->one_way.y);
        hash = auk__hash_float(auk__hash_float(hash, kind->conveyor.x), kind->conveyor.y);
    }
    return hash;
}

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return auk__hash_u64(hash, bits);
}

uint64_t auk_world_hash(const AukWorld *world)
{
    if (!world) {
        return 0;
    }
    const AukBox wrap = world->def.wrap;
    uint64_t hash = auk__hash_u64(AUK_HASH_START, world->steps);
    hash = auk__hash_u64(hash, (uint64_t)world->def.max_pairs << 1 | world->def.static_pairs);
    hash = hash_double(hash_double(hash, world->origin.x), world->origin.y);
    hash = auk__hash_float(auk__hash_float(hash, wrap.min.x), wrap.min.y);
    hash = auk__hash_float(auk__hash_float(hash, wrap.max.x), wrap.max.y);
    hash = auk__hash_u64(hash,
                         (uint64_t)world->output.candidate_count << 32 | (uint64_t)world->output.swept_candidate_count);
    hash = hash_drops(hash_cells(hash_arrays(hash, world), &world->parts), &world->drops);
    return hash_kinds(hash_conveyors(hash, &world->conveyors), &world->parts);
}
