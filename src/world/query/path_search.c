// The images of a path in a world that wraps around, see path_search.h.
#include "world/query/path_search.h"

#include "world/state/half_planes.h"

bool auk__path_search_next_image(AukPathSearch *search)
{
    while (auk__wrap_next(&search->images, &search->shift)) {
        search->path = auk__cast_path_shifted(search->asked, search->shift, &search->moved);
        search->stretch = auk__cast_path_stretch(search->path, search->covered);
        if (search->stretch.from <= search->stretch.to && search->stretch.from <= (double)search->max_fraction) {
            search->count = search->at = 0;
            search->ray_max_fraction = auk__path_search_on_ray(&search->stretch, search->max_fraction);
            auk__path_search_start_ray(search);
            return true;
        }
    }
    return false;
}

AukStatus auk__path_search_start_images(AukPathSearch *search)
{
    const AukWrap *wrap = &search->world->wrap;
    AukBox box = auk__cast_path_box(search->asked);
    AukStatus status = auk__wrap_images_check(wrap, box);
    search->covered = auk__wrap_covered(wrap, &search->world->index.grid);
    search->images = auk__wrap_walk(wrap, search->covered, box);
    search->live = !status && auk__path_search_next_image(search);
    return status;
}

// A half-plane is hit at any fraction, so the search for it cannot end early; few worlds have more than four.
bool auk__path_search_half_planes(AukPathSearch *search)
{
    search->count = search->at = 0;
    while (search->count < AUK_GRID_GATHER &&
           auk__half_planes_next(search->world, &search->planes, &search->met[search->count].slot)) {
        search->met[search->count].place = AUK_GRID_NONE;
        search->met[search->count++].enters = 0.0f;
    }
    search->live = search->count > 0;
    return search->live;
}
