// A world with one thing of each kind, for calls that fail; and which calls and names their texts had.
#ifndef AUK_TESTS_UNIT_ERROR_STAGE_H
#define AUK_TESTS_UNIT_ERROR_STAGE_H

#include "auk/auk.h"

typedef struct ErrorStage {
    AukWorld *world;
    AukBodyId wall, disc, bullet, gone, bare; // bodies 0 to 4: static, moving, swept, destroyed, without a shape
    AukShapeId box, circle, sensor, chain, section, grid, outline, gone_shape;
    bool seen_calls[256], seen_fields[256];
} ErrorStage;

void error_stage_begin(ErrorStage *stage);
void error_stage_end(ErrorStage *stage);

// Fails unless the last call answered `status`, as it should, and the text about it is this one.
void error_expect(ErrorStage *stage, AukStatus status, AukStatus wanted, const char *text);

// Marks the names of the path at the front of a text: "defs[3].shape.radius".
void error_see_path(ErrorStage *stage, const char *at);

// Fails unless every call that may change a world and every name of fault_fields.x occurred in a text.
void error_stage_check_all_seen(const ErrorStage *stage);

// The support function of a disc.
void error_disc(const double direction[2], double point[2], const void *context);

// Calls that fail, of error_text_world.c.
void error_shapes(ErrorStage *stage);
void error_terrain(ErrorStage *stage);
void error_worlds(ErrorStage *stage);
void error_wraps(ErrorStage *stage);

#endif
