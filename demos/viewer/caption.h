// The caption below a picture: the scene's name, the frame and the legend.
#ifndef DEMOS_VIEWER_CAPTION_H
#define DEMOS_VIEWER_CAPTION_H

#include "scenes/scene.h"
#include "viewer/draw/view.h"

// Gives the camera the part of the canvas above the caption.
void caption_set_camera(View *view);

void caption_draw(View *view, const DemoScene *scene, const Demo *demo);

#endif
