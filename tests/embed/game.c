// A game outside: it knows the installed headers and the library, nothing else. One bullet meets one wall.
#include <auk/auk.h>

#include <stdio.h>

int main(void)
{
    AukStatus status;
    AukWorld *world = auk_world_create(NULL, &status);
    if (!world) {
        printf("%s\n", auk_status_text(status));
        return 1;
    }
    AukBodyDef wall = {0};
    wall.motion = AUK_MOTION_STATIC;
    wall.shape = auk_shape_box(0.5f, 4.0f);
    auk_body_create(world, &wall);

    AukBodyDef bullet = {0};
    bullet.motion = AUK_MOTION_SWEPT;
    bullet.response = AUK_RESPONSE_TOUCH;
    bullet.position = auk_vec(-8.0f, 0.0f);
    bullet.velocity = auk_vec(16.0f, 0.0f);
    bullet.shape = auk_shape_circle(0.5f);
    AukBodyId id = auk_body_create(world, &bullet);

    status = auk_world_step(world, 1.0f);
    AukVec2 place = auk_body_get_pose(world, id).p;
    printf("version=%s status=%d hits=%d x=%.3f far=%.3f\n", auk_version(), (int)status, auk_world_hits(world).count,
           (double)place.x, (double)auk_vec_length(place)); // the inline function needs libm
    auk_world_destroy(world);
    return 0;
}
