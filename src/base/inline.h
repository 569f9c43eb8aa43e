// Forces inlining. It is for functions whose parameter is a constant in every call and decides branches within loops:
// inlining removes these branches. gcc's own choice changed with the size of the caller and cost 2 % of a step.
// It is also for functions that only prefetch: gcc regards them as without effect and drops calls that it has not
// inlined by then.
#ifndef AUK_BASE_INLINE_H
#define AUK_BASE_INLINE_H

#if defined(_MSC_VER)
#    define AUK_ALWAYS_INLINE __forceinline
#elif defined(__GNUC__) || defined(__clang__)
#    define AUK_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#    define AUK_ALWAYS_INLINE inline
#endif

#endif
