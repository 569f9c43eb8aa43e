// The colours of all scenes, by meaning. They differ in lightness as well as in hue.
#ifndef DEMOS_VIEWER_DRAW_PALETTE_H
#define DEMOS_VIEWER_DRAW_PALETTE_H

#define COLOR_BACKGROUND 0xff12161du
#define COLOR_PANEL 0xff1b212bu
#define COLOR_EDGE 0xff343d4cu
#define COLOR_TEXT 0xffe6e9efu
#define COLOR_FAINT 0xff929db0u
#define COLOR_MARKED 0xff2c4a73u

#define COLOR_STATIC 0xff7d8797u
#define COLOR_MOVING 0xff4ba3e3u
#define COLOR_SWEPT 0xfff2d84bu
#define COLOR_SENSOR 0xff35c08eu
#define COLOR_TOUCHING 0xfff0603au
#define COLOR_HIT 0xfff58ad0u
#define COLOR_BOX 0xff8f7fe8u
#define COLOR_PAIR 0xffb59cffu
#define COLOR_NORMAL 0xffffffffu
#define COLOR_STRIP 0xff2f5d62u
#define COLOR_LIT 0xff5c5a4du
#define COLOR_LIGHT 0xfffff3c4u

#endif
