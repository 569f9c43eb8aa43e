// Working memory of spans for several threads.
#ifndef AUK_WORLD_QUERY_QUERY_SPANS_H
#define AUK_WORLD_QUERY_QUERY_SPANS_H

#include "auk/query.h"

// Gives `work` memory for each range of a batch, as base/parallel.h numbers them. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__span_work_divide(AukSpanWork *work);

// The working memory of a range; `work` itself if it was not divided.
AukSpanWork *auk__span_work_of(AukSpanWork *work, int range);

#endif
