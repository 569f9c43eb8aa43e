// Includes all of auk, and gives its version.
#ifndef AUK_AUK_H
#define AUK_AUK_H

#include "auk/broad.h"
#include "auk/draw.h"
#include "auk/geom.h"
#include "auk/geometry_text.h"
#include "auk/history.h"
#include "auk/many.h"
#include "auk/math2d.h"
#include "auk/mover.h"
#include "auk/outline.h"
#include "auk/query.h"
#include "auk/record.h"
#include "auk/snapshot.h"
#include "auk/terrain.h"
#include "auk/types.h"
#include "auk/world.h"

#define AUK_VERSION_MAJOR 0
#define AUK_VERSION_MINOR 1
#define AUK_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the linked library, as "major.minor.patch".
AUK_API const char *auk_version(void);

#ifdef __cplusplus
}
#endif

#endif
