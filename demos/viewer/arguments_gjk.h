// The options of the scene gjk on the command line of auk-demos.
#ifndef DEMOS_VIEWER_ARGUMENTS_GJK_H
#define DEMOS_VIEWER_ARGUMENTS_GJK_H

#include "scenes/gjk_options.h"

bool arguments_gjk_has_value(const char *option); // an option of gjk that takes a value
bool arguments_gjk_has_flag(const char *option);  // one without a value

// False after a message about what is wrong. `value` is null for a flag.
bool arguments_gjk_parse(const char *option, const char *value, GjkOptions *options);

void arguments_gjk_print(void);

#endif
