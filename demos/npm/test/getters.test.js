// Getters and setters of the game may make other calls, also of the same world, in the middle of a call.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

/** A list that makes calls whenever an item is read: they use all that the module has for the numbers of calls. */
function busy(items) {
  const other = auk.createWorld();
  return new Proxy(items, {
    get(target, name) {
      if (/^\d+$/.test(String(name))) {
        const body = other.createBody({ shape: auk.box(9, 9), position: [7, 7], angle: 1, userData: 9, category: 2 });
        other.addChain(body, Float32Array.from({ length: 2000 }, (_, i) => i), { position: [3, 3] });
        other.castRays([0, 0], [1, 1], { group: 7, onlySensors: true });
        const all = other.allBodies();
        other.setVelocities(all, new Float32Array(2 * all.count).fill(5));
        other.separate({ shapes: auk.polygon([0, 0, 9, 0, 9, 9]), positions: new Float32Array(2), angles: [2],
                         weights: [3] });
      }
      return target[name];
    },
  });
}

/** Everything of a world, after calls that get their lists from make(). */
function played(make) {
  const world = auk.createWorld(), ground = world.createBody({ motion: 'static' });
  const bodies = world.createBodies({ shape: auk.circle(1), userData: 1 }, make([1, 2, 30, 4]), make([0.5, 1]));
  world.createBodies({ shape: auk.circle(1) }, make([[1, 20], [3, 40]]));
  world.addChain(ground, make([0, 0, 50, 0]), { userData: 5, position: [1, 1] });
  const outline = world.addOutline(ground, make([0, 60, 4, 60, 4, 64, 0, 64]), { radius: 0.5 });
  world.setOutline(outline, make([0, 60, 4, 60, 4, 66, 0, 66]));
  const tiles = world.addTiles(ground, { width: 2, height: 1, cell: 1, cells: make([1, 2]) }, { userData: 3 });
  world.setTiles(tiles, 0, 0, 2, 1, make([2, 1]));
  world.setTileKind(64, { points: make([0, 0, 1, 0, 1, 1]), userData: 6 });
  world.setVelocities(bodies, make([1, 2, 3, 4]));
  const positions = new Float32Array([0, -90, 1, -90]);
  world.separate({ shapes: make([auk.box(1, 2), auk.circle(1)]), positions, angles: make([1, 0]),
                   weights: make([1, 4]) });
  const fractions = world.castRays(make([1, 10]), make([0, -20]), { ignore: 2 });
  world.step(1 / 60);
  return { snapshot: world.snapshot(), positions, fractions, hull: auk.hull(make([0, 0, 1, 0, 1, 1, 0.5, 0.25])) };
}

test('lists whose items are computed by getters that make calls', () => {
  assert.deepEqual(played(busy), played((items) => items));
});

test('a mover with setters that make calls', () => {
  const world = auk.createWorld();
  world.createBody({ motion: 'static', shape: auk.box(20, 0.5) });
  world.createBody({ motion: 'static', sensor: true, shape: auk.circle(1), position: [1, 2] });
  const plain = { shape: auk.circle(0.5), position: [0, 2], velocity: [1, -3] };
  const other = auk.createWorld(), { velocity, ...rest } = plain;
  let kept = velocity;
  const busyMover = Object.defineProperty(rest, 'velocity', {
    enumerable: true,
    get() { return kept; },
    set(value) {
      kept = value;
      other.moveReport({ shape: auk.circle(9), position: [5, 5], velocity: [8, 8] }, 1);
      other.createBodies({ shape: auk.box(2, 2), position: [9, 9] }, new Float32Array(2000).fill(4));
    },
  });
  const report = world.moveReport(plain, 1);
  assert.ok(report.contacts.length > 0 && report.sensors.length > 0);
  assert.deepEqual(world.moveReport(busyMover, 1), report);
  assert.deepEqual({ ...busyMover }, { ...busyMover, ...plain });
});

test('an option that destroys the world', () => {
  const shape = auk.circle(1), positions = new Float32Array(2), mover = { shape, position: [0, 0], velocity: [1, 0] };
  const calls = {
    createBody: (world, body, bad) => world.createBody(bad('shape', shape)),
    castRay: (world, body, bad) => world.castRay(0, 0, 1, 1, bad('group', 0)),
    castRays: (world, body, bad) => world.castRays([0, 0], [1, 1], bad('group', 0)),
    castRaysFound: (world, body, bad) => world.castRaysFound([0, 0], [1, 1], bad('group', 0)),
    predict: (world, body, bad) => world.predict(body, bad('steps', 1)),
    move: (world, body, bad) => world.move(Object.assign(bad('query', {}), mover), 1),
    moveReport: (world, body, bad) => world.moveReport(Object.assign(bad('angle', 0), mover), 1),
    walk: (world, body, bad) => world.walk(body, Object.assign(bad('angle', 0), { velocity: [1, 0] }), 1),
    separate: (world, body, bad) => world.separate(Object.assign(bad('seconds', 1), { shapes: shape, positions })),
    draw: (world, body, bad) => world.draw(bad('error', 1)),
  };
  for (const [name, call] of Object.entries(calls)) {
    const world = auk.createWorld(), body = world.createBody({ motion: 'swept', shape });
    const bad = (option, value) => Object.defineProperty({}, option, {
      enumerable: true,
      get() {
        world.destroy();
        return value;
      },
    });
    assert.throws(() => call(world, body, bad),
                  (error) => error instanceof AukError && error.message === 'the world was destroyed', name);
  }
});
