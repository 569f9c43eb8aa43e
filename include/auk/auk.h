/// @file
/// Includes all of auk, and gives its version.
#ifndef AUK_AUK_H
#define AUK_AUK_H

#include "auk/broad.h"
#include "auk/draw.h"
#include "auk/error_text.h"
#include "auk/geom.h"
#include "auk/geometry_text.h"
#include "auk/history.h"
#include "auk/many.h"
#include "auk/math2d.h"
#include "auk/mover.h"
#include "auk/outline.h"
#include "auk/pool.h"
#include "auk/predict.h"
#include "auk/query.h"
#include "auk/record.h"
#include "auk/shapes.h"
#include "auk/snapshot.h"
#include "auk/stats.h"
#include "auk/terrain.h"
#include "auk/types.h"
#include "auk/world.h"
#include "auk/wrap.h"

/// The version, by the same numbers in every way to install auk. Until 1.0 a new minor version may change or remove
/// what is public; a patch version changes no header. From 1.0 on only a major version may, and what is to go is marked
/// as deprecated for one minor version at least. demos/guide/building.md has the rules for libraries and saved data.
#define AUK_VERSION_MAJOR 0
#define AUK_VERSION_MINOR 2 ///< from 0, until AUK_VERSION_MAJOR grows
#define AUK_VERSION_PATCH 0 ///< from 0, until AUK_VERSION_MINOR grows

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the linked library, as "major.minor.patch".
AUK_API const char *auk_version(void);

#ifdef __cplusplus
}
#endif

#endif
