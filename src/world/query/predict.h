// The path of one body over several steps of a view, as legs and hits.
#ifndef AUK_WORLD_QUERY_PREDICT_H
#define AUK_WORLD_QUERY_PREDICT_H

#include "auk/predict.h"
#include "world/step/local_step.h"

struct AukPredictWork {
    AukLocalStep local;
    AukBuffer legs; // AukLeg
    AukBuffer hits; // AukPredictHit
};

// The error of a question about a body, or AUK_OK. `start` is given what it says about the beginning.
AukStatus auk__predict_check(const AukWorld *world, AukBodyId body, const AukPredict *predict, AukLocalStart *start);

// Makes the steps, in a call of work->local that has begun and that the caller ends.
AukStatus auk__predict_run(AukPredictWork *work, const AukPredict *predict, AukPredicted *out);

void auk__predict_work_release(AukPredictWork *work);

#endif
