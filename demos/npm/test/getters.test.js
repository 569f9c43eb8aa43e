// Getters and setters of the game may make other calls, also of the same world, in the middle of a call.
import assert from 'node:assert/strict';
import test from 'node:test';

import { load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

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
