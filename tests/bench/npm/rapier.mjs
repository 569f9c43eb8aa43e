// Rapier: dynamic bodies with sensors, so that nothing is solved. Its begin and end events are drained, which takes less
// time than to ask each collider for its pairs. Kinematic bodies took 1.5 times as long.
import RAPIER from '@dimforge/rapier2d-simd-compat';

import { HALF, RADIUS, STEP } from './scene.mjs';

export const reports = 'begin and end of overlaps';

export async function open(gas) {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0 });
  world.timestep = STEP;
  world.numSolverIterations = 1;
  for (const body of gas) {
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(body.x, body.y).setRotation(body.angle)
      .setLinvel(body.vx, body.vy).setCanSleep(false);
    const shape = body.box ? RAPIER.ColliderDesc.cuboid(HALF, HALF) : RAPIER.ColliderDesc.ball(RADIUS);
    shape.setSensor(true).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
    world.createCollider(shape, world.createRigidBody(desc));
  }
  const events = new RAPIER.EventQueue(true);
  let touching = 0;
  const change = (a, b, started) => { touching += started ? 1 : -1; };
  return () => {
    world.step(events);
    events.drainCollisionEvents(change);
    return touching;
  };
}
