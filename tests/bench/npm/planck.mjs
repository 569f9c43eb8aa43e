// planck: dynamic bodies with sensors, so that nothing is solved; contacts are read from the world's list. A polygon has
// a rim of Settings.polygonRadius around it: the boxes are smaller by that.
import { Box, Circle, Settings, World } from 'planck';

import { HALF, RADIUS, STEP } from './scene.mjs';

export const reports = 'overlaps';

export async function open(gas) {
  const world = new World({ gravity: { x: 0, y: 0 }, allowSleep: false, continuousPhysics: false, warmStarting: false });
  const half = HALF - Settings.polygonRadius;
  for (const body of gas) {
    world.createBody({ type: 'dynamic', position: { x: body.x, y: body.y }, angle: body.angle,
                       linearVelocity: { x: body.vx, y: body.vy } })
      .createFixture({ shape: body.box ? new Box(half, half) : new Circle(RADIUS), density: 1, isSensor: true });
  }
  return () => {
    world.step(STEP, 0, 0);
    let touching = 0;
    for (let contact = world.getContactList(); contact; contact = contact.getNext()) {
      touching += contact.isTouching() ? 1 : 0;
    }
    return touching;
  };
}
