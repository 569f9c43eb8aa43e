// A hash of the state and the published results of a world: two worlds with equal hashes have had the same past and
// will have the same future. Every array of the table is hashed as it would be saved, except user data; scratch arrays
// are not hashed. Records are read number by number, so the hash does not depend on the byte order: words of 64 bits
// where the record has 64-bit members, else two of 32 bits, the first one low.
#include "base/hash64.h"

#include "world/save/array_table.h"
#include "world/state/tile_kinds.h"

static uint64_t number_at(const unsigned char *word, bool wide)
{
    uint64_t number;
    uint32_t halves[2];
    memcpy(&number, word, sizeof number);
    memcpy(halves, word, sizeof halves);
    return wide ? number : (uint64_t)halves[1] << 32 | halves[0];
}

// A list of 32-bit numbers may end in half a word.
static void mix(AukSink *sink, const unsigned char *bytes, size_t size)
{
    const AukArrayKind *kind = &auk__array_kinds[sink->section];
    const uint32_t words = kind->size > 8 ? kind->size / 8 : 1, hashed = (kind->hashed + 7) / 8;
    uint64_t hash = sink->hash;
    uint32_t place = sink->place;
    for (; size >= 8; bytes += 8, size -= 8) {
        hash = place < hashed ? auk__hash_u64(hash, number_at(bytes, place < kind->wide)) : hash;
        place = place + 1 < words ? place + 1 : 0;
    }
    if (size > 0) {
        unsigned char last[8] = {0};
        memcpy(last, bytes, size);
        hash = auk__hash_u64(hash, number_at(last, false));
    }
    sink->hash = hash;
    sink->place = place;
}

static uint64_t hash_arrays(uint64_t hash, const AukWorld *world)
{
    AukSink sink;
    sink.take = mix;
    sink.direct = false;
    sink.hash = hash;
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        if (auk__array_kinds[section].hashed > 0) {
            sink.place = 0;
            sink.hash = auk__hash_u64(sink.hash, auk__array_count(world, (AukSection)section));
            auk__array_write(world, (AukSection)section, &sink);
        }
    }
    return sink.hash;
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
