// Snapshots: the header, the offsets of the arrays, the checksums; writes all sections and checks the header. The
// counts alone determine the offsets, so the size is known before the write.
#include "world/save/snapshot.h"

#include "auk/auk.h"
#include "base/hash64.h"
#include "world/save/array_table.h"

#define SNAPSHOT_LIBRARY                                                                                               \
    ((uint32_t)AUK_VERSION_MAJOR << 24 | (uint32_t)AUK_VERSION_MINOR << 16 | (uint32_t)AUK_VERSION_PATCH)

AukSnapshotLayout auk__snapshot_layout(const uint64_t counts[AUK_SECTION_COUNT])
{
    AukSnapshotLayout layout;
    layout.size = sizeof(AukSnapshotHeader);
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        layout.offsets[section] = layout.size;
        layout.size += (counts[section] * auk__array_kinds[section].size + 7) / 8 * 8;
    }
    return layout;
}

AukSnapshotHeader auk__snapshot_header(void)
{
    AukSnapshotHeader header;
    memset(&header, 0, sizeof header);
    header.mark = auk__file_mark("AUKSNAP", AUK_SNAPSHOT_FORMAT);
    header.library = SNAPSHOT_LIBRARY;
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        header.record_sizes[section] = auk__array_kinds[section].size;
    }
    return header;
}

// The counts are summed too, because the bytes of a section do not show its end.
uint64_t auk__snapshot_structure(const AukSnapshotHeader *header, const void *buffer)
{
    AukSnapshotLayout layout = auk__snapshot_layout(header->counts);
    uint64_t hash = auk__hash_words(AUK_HASH_START, header->counts, AUK_SECTION_MOTIONS * sizeof *header->counts);
    hash = auk__hash_u64(hash, header->unused_block);
    return auk__hash_words(hash, (const char *)buffer + sizeof *header,
                           layout.offsets[AUK_SECTION_MOTIONS] - sizeof *header);
}

uint64_t auk__snapshot_checksum(const AukSnapshotHeader *header, const void *buffer)
{
    uint64_t first = auk__snapshot_layout(header->counts).offsets[AUK_SECTION_MOTIONS];
    AukSnapshotHeader unsummed = *header;
    unsummed.checksum = 0;
    uint64_t hash = auk__hash_words(AUK_HASH_START, &unsummed, sizeof unsummed);
    return auk__hash_words(hash, (const char *)buffer + first, header->size - first);
}

// True if a number is in range and not -0; NaN fails the comparison.
static bool is_offset(double offset)
{
    static const double minus_zero = -0.0;
    double most = (double)AUK_COORDINATE_MAX;
    return offset >= -most && offset <= most && memcmp(&offset, &minus_zero, sizeof offset) != 0;
}

// True if a world may have these counts, and they give exactly this size.
static bool counts_fit(AukSnapshotView *view)
{
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        if (view->header.counts[section] > INT32_MAX) {
            return false;
        }
    }
    view->layout = auk__snapshot_layout(view->header.counts);
    return view->layout.size == view->header.size;
}

// Checks that the bytes between the end of a section and the next section are zero.
static bool gaps_are_zero(const AukSnapshotView *view)
{
    static const unsigned char zeros[8];
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        uint64_t end =
            view->layout.offsets[section] + view->header.counts[section] * view->header.record_sizes[section];
        if (memcmp(view->bytes + end, zeros, (8 - end % 8) % 8) != 0) {
            return false;
        }
    }
    return true;
}

AukStatus auk__snapshot_open(AukSnapshotView *view, const void *buffer, uint64_t size)
{
    AukSnapshotHeader expected = auk__snapshot_header(), *header = &view->header;
    // the members that identify a version come first in every version
    AukStatus status = auk__file_mark_read(&expected.mark, buffer, size, header, sizeof *header);
    view->bytes = buffer;
    view->same = NULL;
    memset(&view->kept, 0, sizeof view->kept);
    if (status || header->library != expected.library ||
        memcmp(header->record_sizes, expected.record_sizes, sizeof expected.record_sizes) != 0) {
        return status ? status : AUK_ERROR_VERSION;
    }
    bool whole = header->size <= size && counts_fit(view) && header->history >= 0 && is_offset(header->origin.x) &&
                 is_offset(header->origin.y) && header->static_pairs <= 1;
    bool good = whole && auk__snapshot_structure(header, buffer) == header->structure &&
                auk__snapshot_checksum(header, buffer) == header->checksum && gaps_are_zero(view);
    return good ? AUK_OK : AUK_ERROR_DAMAGED;
}

uint64_t auk__snapshot_extent(const void *buffer, uint64_t size)
{
    AukSnapshotHeader expected = auk__snapshot_header(), header;
    if (!buffer || size < sizeof header) {
        return buffer ? size : 0;
    }
    memcpy(&header, buffer, sizeof header);
    bool ours = memcmp(header.mark.magic, expected.mark.magic, sizeof header.mark.magic) == 0;
    bool whole = ours && header.size >= sizeof header && header.size <= size;
    return whole ? header.size : sizeof header;
}

// ---- writing --------------------------------------------------------------------------------------------------------

static void copy_out(AukSink *sink, const unsigned char *bytes, size_t size)
{
    if (bytes != sink->out) {
        memcpy(sink->out, bytes, size);
    }
    sink->out += size;
}

// Writes every section, and zeros up to the next one.
static void write_sections(const AukWorld *world, const AukSnapshotLayout *layout, unsigned char *buffer)
{
    AukSink sink;
    sink.take = copy_out;
    sink.direct = (uintptr_t)buffer % sizeof(uint64_t) == 0;
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        uint64_t end = section + 1 < AUK_SECTION_COUNT ? layout->offsets[section + 1] : layout->size;
        sink.out = buffer + layout->offsets[section];
        auk__array_write(world, (AukSection)section, &sink);
        memset(sink.out, 0, (size_t)(buffer + end - sink.out));
    }
}

static void count_records(const AukWorld *world, uint64_t counts[AUK_SECTION_COUNT])
{
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        counts[section] = auk__array_count(world, (AukSection)section);
    }
}

uint64_t auk_world_snapshot_size(const AukWorld *world)
{
    uint64_t counts[AUK_SECTION_COUNT];
    if (!world) {
        return 0;
    }
    count_records(world, counts);
    return auk__snapshot_layout(counts).size;
}

AukStatus auk_world_snapshot(const AukWorld *world, void *buffer, uint64_t size)
{
    if (!world || !buffer) {
        return AUK_ERROR_NULL;
    }
    AukSnapshotHeader header = auk__snapshot_header();
    count_records(world, header.counts);
    AukSnapshotLayout layout = auk__snapshot_layout(header.counts);
    if (size < layout.size) {
        return AUK_ERROR_COUNT;
    }
    header.max_pairs = world->def.max_pairs;
    header.static_pairs = world->def.static_pairs;
    header.history = world->def.history;
    header.wrap = world->def.wrap;
    header.up = world->def.up;
    header.origin = world->origin;
    header.size = layout.size;
    header.steps = world->steps;
    header.unused_block = world->vertices.unused;
    header.box_pair_count = world->output.box_pair_count;
    header.candidate_count = world->output.candidate_count;
    header.swept_candidate_count = world->output.swept_candidate_count;
    write_sections(world, &layout, buffer);
    AUK_ASSERT(!world->save.structure_known || world->save.structure == auk__snapshot_structure(&header, buffer));
    header.structure = world->save.structure_known ? world->save.structure : auk__snapshot_structure(&header, buffer);
    header.checksum = auk__snapshot_checksum(&header, buffer);
    memcpy(buffer, &header, sizeof header);
    return AUK_OK;
}
