// For functions with a parameter that is a constant in every call, and loops around it: the constant must reach them,
// or branches stay. gcc's own estimate changed with the size of the caller and cost 2 % of a step.
#ifndef AUK_BASE_INLINE_H
#define AUK_BASE_INLINE_H

#if defined(__GNUC__) || defined(__clang__)
#    define AUK_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#    define AUK_ALWAYS_INLINE inline
#endif

#endif
