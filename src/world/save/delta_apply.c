// Makes a snapshot from a base and a delta. The delta is not trusted: each number is checked against the rest of the
// section, of the base and of the delta before it is used. The checksum of the result is the last check.
#include "world/save/delta.h"

typedef struct Reader {
    const unsigned char *at, *end;
    bool good;
} Reader;

static uint64_t get_number(Reader *reader)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && reader->good; shift += 7) {
        if (reader->at == reader->end) {
            break;
        }
        unsigned char byte = *reader->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return number;
        }
    }
    reader->good = false;
    return 0;
}

static uint64_t get_word(Reader *reader)
{
    uint64_t word = 0;
    if (reader->at == reader->end) {
        reader->good = false;
        return 0;
    }
    unsigned mask = *reader->at++;
    for (unsigned i = 0; i < 8; i++) {
        if (mask >> i & 1) {
            if (reader->at == reader->end) {
                reader->good = false;
                return 0;
            }
            word |= (uint64_t)*reader->at++ << (8 * i);
        }
    }
    return word;
}

// Reads `count` words, which change the equal words of the base, or zeros.
static void get_words(Reader *reader, const unsigned char *base, unsigned char *out, uint64_t count)
{
    if (base) {
        memcpy(out, base, (size_t)(8 * count));
    } else {
        memset(out, 0, (size_t)(8 * count));
    }
    for (uint64_t i = 0; i < count && reader->good;) {
        uint64_t equal = get_number(reader), unequal = get_number(reader);
        reader->good = reader->good && equal <= count - i && unequal <= count - i - equal && equal + unequal > 0;
        if (!reader->good) {
            return;
        }
        i += equal;
        for (uint64_t end = i + unequal; i < end && reader->good; i++) {
            uint64_t word;
            memcpy(&word, out + 8 * i, sizeof word);
            word ^= get_word(reader);
            memcpy(out + 8 * i, &word, sizeof word);
        }
    }
}

static void get_section(Reader *reader, const AukSnapshotView *base, const AukSnapshotHeader *target,
                        AukSection section, unsigned char *out)
{
    uint32_t unit = auk__delta_unit(section);
    uint64_t units = auk__delta_words(target, section) / unit, known = auk__delta_words(&base->header, section) / unit;
    const unsigned char *words = base->bytes + base->layout.offsets[section];
    for (uint64_t i = 0; i < units && reader->good;) {
        uint64_t count = get_number(reader), from = get_number(reader);
        bool fits = count > 0 && count <= units - i && (from == 0 || (from <= known && count <= known - (from - 1)));
        reader->good = reader->good && fits;
        if (reader->good) {
            get_words(reader, from > 0 ? words + 8 * (from - 1) * unit : NULL, out + 8 * i * unit, count * unit);
        }
        i += count;
    }
}

// Checks the header and the checksum of the delta, and that it was made for this base.
static AukStatus open_delta(AukDeltaHeader *header, const void *delta, uint64_t size, const AukSnapshotView *base)
{
    AukDeltaHeader expected = auk__delta_header();
    AukStatus status = auk__file_mark_read(&expected.mark, delta, size, header, sizeof *header);
    if (status) {
        return status;
    }
    bool good = header->size >= sizeof *header && header->size <= size &&
                auk__delta_checksum(header, delta) == header->checksum && header->base == base->header.checksum &&
                header->base_size == base->header.size && header->target_size >= sizeof(AukSnapshotHeader);
    return good ? AUK_OK : AUK_ERROR_DAMAGED;
}

// Reads the header of the target, and checks that its sections have the total size given in the delta.
static bool get_header(Reader *reader, const AukSnapshotView *base, const AukDeltaHeader *delta,
                       AukSnapshotHeader *header, AukSnapshotLayout *layout)
{
    AukSnapshotHeader ours = auk__snapshot_header();
    get_words(reader, base->bytes, (unsigned char *)header, sizeof *header / 8);
    bool good = reader->good && header->size == delta->target_size && header->checksum == delta->target &&
                memcmp(header->record_sizes, ours.record_sizes, sizeof ours.record_sizes) == 0;
    for (int section = 0; section < AUK_SECTION_COUNT && good; section++) {
        good = header->counts[section] <= INT32_MAX;
    }
    if (good) {
        *layout = auk__snapshot_layout(header->counts);
    }
    return good && layout->size == header->size;
}

uint64_t auk_snapshot_delta_target_size(const void *delta, uint64_t delta_size)
{
    AukDeltaHeader header, expected = auk__delta_header();
    if (!delta || delta_size < sizeof header || memcmp(delta, &expected, offsetof(AukDeltaHeader, size)) != 0) {
        return 0;
    }
    memcpy(&header, delta, sizeof header);
    return header.target_size;
}

AukStatus auk_snapshot_apply(const void *base, uint64_t base_size, const void *delta, uint64_t delta_size, void *out,
                             uint64_t capacity, uint64_t *written)
{
    if (!base || !delta || !out || !written) {
        return AUK_ERROR_NULL;
    }
    AukSnapshotView from;
    AukDeltaHeader header;
    AukStatus status = auk__snapshot_open(&from, base, base_size);
    status = status ? status : open_delta(&header, delta, delta_size, &from);
    if (status) {
        return status;
    }
    AukSnapshotHeader target;
    AukSnapshotLayout layout;
    const unsigned char *bytes = delta;
    Reader reader = {bytes + sizeof header, bytes + header.size, true};
    if (!get_header(&reader, &from, &header, &target, &layout)) {
        return AUK_ERROR_DAMAGED;
    }
    if (capacity < target.size) {
        return AUK_ERROR_COUNT;
    }
    memcpy(out, &target, sizeof target);
    for (int section = 0; section < AUK_SECTION_COUNT && reader.good; section++) {
        get_section(&reader, &from, &target, (AukSection)section, (unsigned char *)out + layout.offsets[section]);
    }
    bool same = reader.good && reader.at == reader.end && auk__snapshot_structure(&target, out) == target.structure &&
                auk__snapshot_checksum(&target, out) == target.checksum;
    *written = same ? target.size : *written;
    return same ? AUK_OK : AUK_ERROR_DAMAGED;
}
