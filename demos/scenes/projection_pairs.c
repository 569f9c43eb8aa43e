// The pairs by name. Sizes and places are ours; the article gives none.
#include "scenes/projection_pairs.h"

static void set_circle(ProjectionBody *body, float radius, float x, float y)
{
    body->shape = auk_shape_circle(radius);
    body->pose = auk_transform(auk_vec(x, y), 0.0f);
    body->angle = 0.0f;
}

static void set_box(ProjectionBody *body, float half_width, float half_height, float x, float y, float angle)
{
    body->shape = auk_shape_box(half_width, half_height);
    body->pose = auk_transform(auk_vec(x, y), angle);
    body->angle = angle;
}

// Tip at (x, y), pointing up before it is turned.
static void set_wedge(ProjectionBody *body, float half_base, float length, float x, float y, float angle)
{
    body->vertices[0] = auk_vec(0.0f, 0.0f);
    body->vertices[1] = auk_vec(-half_base, -length);
    body->vertices[2] = auk_vec(half_base, -length);
    body->shape = auk_shape_polygon(body->vertices, 3, 0.0f);
    body->pose = auk_transform(auk_vec(x, y), angle);
    body->angle = angle;
}

// Two wedges of length 10 side by side, tips opposite, whose sides are `angle` apart where they face each other.
static void set_thin_wedges(ProjectionPair *pair, const char *name, float angle)
{
    pair->name = name;
    set_wedge(&pair->a, 0.5f, 10.0f, 0.0f, 0.0f, 0.0f);
    set_wedge(&pair->b, 0.5f, 10.0f, 0.9f, -10.0f, 3.14159265f - angle);
}

void projection_pairs_make(ProjectionPair pairs[PROJECTION_PAIR_COUNT])
{
    pairs[0].name = "two circles";
    set_circle(&pairs[0].a, 1.0f, 0.0f, 0.0f);
    set_circle(&pairs[0].b, 2.0f, 2.5f, 2.0f);
    pairs[1].name = "two boxes";
    set_box(&pairs[1].a, 1.0f, 1.5f, 0.0f, 0.0f, 0.0f);
    set_box(&pairs[1].b, 2.0f, 0.5f, 3.5f, 1.2f, 0.0f);
    pairs[2].name = "wedge and circle";
    set_wedge(&pairs[2].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_circle(&pairs[2].b, 1.0f, 1.7f, -0.9f);
    pairs[3].name = "wedge and box";
    set_wedge(&pairs[3].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_box(&pairs[3].b, 1.0f, 1.0f, 0.6f, 1.3f, 0.0f);
    pairs[4].name = "wedge and rotated bar";
    set_wedge(&pairs[4].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_box(&pairs[4].b, 3.0f, 0.25f, 2.8f, 0.6f, 1.0f);
    set_thin_wedges(&pairs[5], "thin wedges, sides 0.2 rad apart", 0.2f);
    set_thin_wedges(&pairs[6], "thin wedges, sides 0.05 rad apart", 0.05f);
    set_thin_wedges(&pairs[7], "thin wedges, sides 0.02 rad apart", 0.02f);
}
