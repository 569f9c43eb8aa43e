// Where the members of results lie, for module.js: in words of four bytes, in the order of its table LAYOUT; of each
// struct its size, then its members.
#include "auk/auk.h"

#include <stddef.h>
#include <stdint.h>

#define JS_AT(type, member) (int32_t)(offsetof(type, member) / 4)

const int32_t *js_get_layout(void);

__attribute__((visibility("default"))) const int32_t *js_get_layout(void)
{
    static const int32_t layout[] = {
        (int32_t)sizeof(AukContact) / 4,
        JS_AT(AukContact, body_a),
        JS_AT(AukContact, body_b),
        JS_AT(AukContact, shape_a),
        JS_AT(AukContact, shape_b),
        JS_AT(AukContact, child_a),
        JS_AT(AukContact, child_b),
        JS_AT(AukContact, manifold.normal),
        JS_AT(AukContact, manifold.count),
        JS_AT(AukContact, manifold.points),
        (int32_t)sizeof(AukManifoldPoint) / 4,
        JS_AT(AukManifoldPoint, point),
        JS_AT(AukManifoldPoint, distance),
        (int32_t)offsetof(AukContact, began), // in bytes
        (int32_t)sizeof(AukEvent) / 4,
        JS_AT(AukEvent, body_a),
        JS_AT(AukEvent, body_b),
        JS_AT(AukEvent, shape_a),
        JS_AT(AukEvent, shape_b),
        JS_AT(AukEvent, fraction),
        JS_AT(AukEvent, contact),
        JS_AT(AukEvent, user_data_a),
        JS_AT(AukEvent, user_data_b),
        (int32_t)sizeof(AukOverlap) / 4,
        JS_AT(AukOverlap, body_a),
        JS_AT(AukOverlap, body_b),
        JS_AT(AukOverlap, shape_a),
        JS_AT(AukOverlap, shape_b),
        JS_AT(AukOverlap, user_data_a),
        JS_AT(AukOverlap, user_data_b),
        (int32_t)sizeof(AukHit) / 4,
        JS_AT(AukHit, body_a),
        JS_AT(AukHit, body_b),
        JS_AT(AukHit, shape_a),
        JS_AT(AukHit, shape_b),
        JS_AT(AukHit, child_a),
        JS_AT(AukHit, child_b),
        JS_AT(AukHit, fraction),
        JS_AT(AukHit, point),
        JS_AT(AukHit, normal),
        JS_AT(AukHit, velocity_a),
        JS_AT(AukHit, velocity_b),
        JS_AT(AukHit, user_data_a),
        JS_AT(AukHit, user_data_b),
        (int32_t)offsetof(AukHit, first), // in bytes
        (int32_t)sizeof(AukFound) / 4,
        JS_AT(AukFound, body),
        JS_AT(AukFound, shape),
        JS_AT(AukFound, user_data),
        JS_AT(AukFound, child),
        JS_AT(AukFound, fraction),
        JS_AT(AukFound, distance),
        JS_AT(AukFound, point),
        JS_AT(AukFound, normal),
        JS_AT(AukFound, status),
        (int32_t)sizeof(AukMoverContact) / 4,
        JS_AT(AukMoverContact, body),
        JS_AT(AukMoverContact, shape),
        JS_AT(AukMoverContact, child),
        JS_AT(AukMoverContact, kind),
        JS_AT(AukMoverContact, fraction),
        JS_AT(AukMoverContact, point),
        JS_AT(AukMoverContact, normal),
        (int32_t)sizeof(AukMoverSensor) / 4,
        JS_AT(AukMoverSensor, body),
        JS_AT(AukMoverSensor, shape),
        JS_AT(AukMoverSensor, user_data),
        JS_AT(AukMoverSensor, fraction),
        JS_AT(AukMoverSensor, exit),
        (int32_t)offsetof(AukMoverSensor, was_inside), // in bytes
        (int32_t)offsetof(AukMoverSensor, inside),     // in bytes
    };
    return layout;
}
