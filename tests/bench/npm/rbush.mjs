// rbush knows boxes only: the program moves the bodies, loads the tree anew in each step, searches it for each body, and
// tests the pairs itself.
import RBush from 'rbush';

import { HALF, RADIUS, STEP } from './scene.mjs';

export const reports = 'boxes; the program tests the pairs';

function circlesTouch(a, b) {
  const x = b.x - a.x, y = b.y - a.y;
  return x * x + y * y <= 4 * RADIUS * RADIUS;
}

function boxCircleTouch(box, circle) {
  const x = circle.x - box.x, y = circle.y - box.y;
  const outX = Math.max(Math.abs(box.c * x + box.s * y) - HALF, 0);
  const outY = Math.max(Math.abs(box.c * y - box.s * x) - HALF, 0);
  return outX * outX + outY * outY <= RADIUS * RADIUS;
}

// On the axes of `a`; a square reaches equally far along both.
function boxesOverlapOnAxes(a, b) {
  const x = b.x - a.x, y = b.y - a.y;
  const reach = HALF * (1 + Math.abs(a.c * b.c + a.s * b.s) + Math.abs(a.c * b.s - a.s * b.c));
  return Math.abs(a.c * x + a.s * y) <= reach && Math.abs(a.c * y - a.s * x) <= reach;
}

function touch(a, b) {
  if (a.box) {
    return b.box ? boxesOverlapOnAxes(a, b) && boxesOverlapOnAxes(b, a) : boxCircleTouch(a, b);
  }
  return b.box ? boxCircleTouch(b, a) : circlesTouch(a, b);
}

export async function open(gas) {
  const tree = new RBush();
  const bodies = gas.map((body, index) => {
    const c = Math.cos(body.angle), s = Math.sin(body.angle);
    const extent = body.box ? HALF * (Math.abs(c) + Math.abs(s)) : RADIUS;
    return { ...body, index, c, s, extent, minX: 0, minY: 0, maxX: 0, maxY: 0 };
  });
  return () => {
    for (let i = 0; i < bodies.length; i++) {
      const body = bodies[i], { extent } = body;
      body.x += body.vx * STEP;
      body.y += body.vy * STEP;
      body.minX = body.x - extent;
      body.minY = body.y - extent;
      body.maxX = body.x + extent;
      body.maxY = body.y + extent;
    }
    tree.clear();
    tree.load(bodies);
    let touching = 0;
    for (let i = 0; i < bodies.length; i++) {
      const near = tree.search(bodies[i]);
      for (let k = 0; k < near.length; k++) {
        touching += near[k].index > i && touch(bodies[i], near[k]) ? 1 : 0;
      }
    }
    return touching;
  };
}
