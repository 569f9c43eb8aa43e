// The same game as game.c, in C++.
#include <auk/auk.h>

#include <iomanip>
#include <iostream>

int main()
{
    AukStatus status;
    AukWorld *world = auk_world_create(nullptr, &status);
    if (!world) {
        std::cout << auk_status_text(status) << '\n';
        return 1;
    }
    AukBodyDef wall{};
    wall.motion = AUK_MOTION_STATIC;
    wall.shape = auk_shape_box(0.5f, 4.0f);
    auk_body_create(world, &wall);

    AukBodyDef bullet{};
    bullet.motion = AUK_MOTION_SWEPT;
    bullet.response = AUK_RESPONSE_TOUCH;
    bullet.position = auk_vec(-8.0f, 0.0f);
    bullet.velocity = auk_vec(16.0f, 0.0f);
    bullet.shape = auk_shape_circle(0.5f);
    AukBodyId id = auk_body_create(world, &bullet);

    status = auk_world_step(world, 1.0f);
    AukVec2 place = auk_body_get_pose(world, id).p;
    std::cout << "version=" << auk_version() << " status=" << status << " hits=" << auk_world_hits(world).count
              << " x=" << std::fixed << std::setprecision(3) << place.x << " far=" << auk_vec_length(place) << '\n';
    auk_world_destroy(world);
    return 0;
}
