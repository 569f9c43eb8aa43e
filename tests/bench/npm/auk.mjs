// auk: bodies that cross each other. Both bodies of each contact are read, through the typed array.
import { HALF, RADIUS, STEP } from './scene.mjs';

export const reports = 'contacts with points';

export async function open(gas) {
  const { load } = await import('./auk/auk.js');
  const auk = await load(), world = auk.createWorld();
  const circle = auk.circle(RADIUS), box = auk.box(HALF, HALF);
  for (const body of gas) {
    world.createBody({ shape: body.box ? box : circle, position: [body.x, body.y], angle: body.angle,
                       velocity: [body.vx, body.vy] });
  }
  const touches = new Int32Array(gas.length); // of each body
  return () => {
    world.step(STEP);
    const { u32, stride, fields, count } = world.contacts();
    touches.fill(0);
    for (let at = 0; at < count * stride; at += stride) {
      touches[u32[at + fields.bodyA]]++;
      touches[u32[at + fields.bodyB]]++;
    }
    return count;
  };
}
