// Sentences for AukWhy.
#include "auk/query.h"
#include "base/text.h"

#include <math.h>

// The header promises that 200 bytes are enough. Answers of a world are shorter. An AukWhy filled in by hand, with all
// numbers at their longest, is cut off there.
enum { LENGTH_MAX = 199 };

const char *auk_why_name(AukWhyReason reason)
{
    switch (reason) {
    case AUK_WHY_TOUCHING: return "touching";
    case AUK_WHY_SENSOR: return "sensor";
    case AUK_WHY_STALE_ID: return "stale id";
    case AUK_WHY_SAME_BODY: return "same body";
    case AUK_WHY_DISABLED: return "disabled";
    case AUK_WHY_NO_SHAPE: return "no shape";
    case AUK_WHY_STATIC: return "both static";
    case AUK_WHY_OWNER: return "owner";
    case AUK_WHY_IGNORED: return "ignored pair";
    case AUK_WHY_GROUP: return "group";
    case AUK_WHY_CATEGORY: return "category";
    case AUK_WHY_ONE_WAY: return "one-way";
    case AUK_WHY_BOXES_APART: return "boxes apart";
    case AUK_WHY_SHAPES_APART: return "shapes apart";
    case AUK_WHY_REASON_COUNT: break;
    }
    return "?";
}

static const char *sentence_of(const AukWhy *why)
{
    switch (why->reason) {
    case AUK_WHY_TOUCHING: return "they touch";
    case AUK_WHY_SENSOR: return "they touch, but one of the shapes is a sensor";
    case AUK_WHY_STALE_ID: return "there is no body with this id";
    case AUK_WHY_SAME_BODY: return "both are the same body";
    case AUK_WHY_DISABLED: return "a body, or each of its shapes, is disabled";
    case AUK_WHY_NO_SHAPE: return "a body has no shape";
    case AUK_WHY_STATIC: return "both are static, and the world was made without static_pairs";
    case AUK_WHY_OWNER: return "one owns the other, or both have the same owner";
    case AUK_WHY_IGNORED: return "they were told to ignore each other";
    case AUK_WHY_GROUP: return "their shapes are in the same group";
    case AUK_WHY_CATEGORY: return "a shape ignores the category of the other";
    case AUK_WHY_ONE_WAY: return "one of the shapes is one-way and lets the other through";
    case AUK_WHY_BOXES_APART: return "their boxes are apart";
    case AUK_WHY_SHAPES_APART:
        return why->distance > why->tolerance
                   ? "their boxes touch, but the shapes are apart"
                   : "they touch at a side that belongs to a neighbouring piece, which has the contact";
    case AUK_WHY_REASON_COUNT: break;
    }
    return "unknown reason";
}

static bool names_shapes(const AukWhy *why)
{
    return why->shape_a.generation != 0 && why->shape_b.generation != 0;
}

static void put_shape(AukText *writer, AukShapeId shape, int child)
{
    auk__text_unsigned(writer, shape.index);
    if (child > 0) {
        auk__text_char(writer, '.');
        auk__text_unsigned(writer, (uint32_t)child);
    }
}

static void put_pair(AukText *writer, const AukWhy *why)
{
    auk__text_put(writer, ": shapes ");
    put_shape(writer, why->shape_a, why->child_a);
    auk__text_put(writer, " and ");
    put_shape(writer, why->shape_b, why->child_b);
    auk__text_put(writer, why->distance > 0.0f ? " are apart by " : " overlap by ");
    auk__text_number(writer, fabsf(why->distance));
    if (why->box_distance > 0.0f) {
        auk__text_put(writer, ", their boxes by ");
        auk__text_number(writer, why->box_distance);
    }
    auk__text_put(writer, " (up to ");
    auk__text_number(writer, why->tolerance);
    auk__text_put(writer, " counts as touching)");
}

int auk_why_text(const AukWhy *why, char *text, int capacity)
{
    if (!why || (!text && capacity > 0)) {
        return -(int)AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    AukText writer = {text, capacity, LENGTH_MAX, 0};
    auk__text_put(&writer, sentence_of(why));
    if (why->body.generation != 0 || why->reason == AUK_WHY_STALE_ID) {
        auk__text_put(&writer, ": body ");
        auk__text_unsigned(&writer, why->body.index);
    }
    if (names_shapes(why)) {
        put_pair(&writer, why);
    }
    return auk__text_end(&writer);
}
