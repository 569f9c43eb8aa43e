// Bodies of a list of ids, and angles whose cosine and sine are those of the library.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

test('ids from several calls are bodies for one', () => {
  const world = auk.createWorld(), disc = { shape: auk.circle(0.6) };
  const first = world.createBodies(disc, [0, 0, 9, 0]), second = world.createBody({ ...disc, position: [5, 0] });
  const alive = auk.bodies([second, first.at(0)]);
  assert.equal(alive.count, 2);
  assert.ok(alive.at(0).equals(second) && alive.at(1).equals(first.at(0)));
  assert.deepEqual([...world.poses(alive)], [5, 0, 1, 0, 0, 0, 1, 0]);
  assert.equal(world.setVelocities(alive, [1, 0, 2, 0]), 0);
  assert.deepEqual([...world.velocities(first)], [2, 0, 0, 0]);
  const positions = Float32Array.of(5, 0, 0, 0);
  assert.equal(world.separate({ shapes: auk.circle(0.6), positions, bodies: alive }), 0, 'its own bodies do not push');
  assert.equal(world.destroyBodies(alive), 0);
  assert.equal(world.bodyCount, 1);
  assert.equal(auk.bodies([]).count, 0);
  assert.equal(world.destroyBodies(auk.bodies([])), 0);
  world.destroy();
});

test('what is no id of a body is told by its place in the list, however long that is', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) }), endless = { length: 1e9 };
  const calls = [
    [() => auk.bodies([body, world.getShapes(body)[0]]), /^AukError: ids\[1\] is \d+:\d+, not the id of a body/],
    [() => auk.bodies(body), /ids is 0:1, not an array/],
    [() => auk.bodies(endless), /ids\[0\] is undefined, not the id of a body/],
    [() => world.castRay(0, 0, 1, 0, { excludes: endless }), /excludes\[0\] is undefined, not the id of a body/],
    [() => world.draw({ show: endless }), /show has undefined, not one of/],
  ];
  for (const [call, message] of calls) {
    assert.throws(call, (error) => error instanceof AukError && message.test(String(error)), `${call}`);
  }
  world.destroy();
});

test('rotations have the bits of bodies with the same angle', () => {
  const world = auk.createWorld(), angles = Float32Array.from({ length: 2000 }, (_, i) => (i - 1000) / 37);
  const poses = world.poses(world.createBodies({}, new Float32Array(4000), angles));
  angles.forEach((angle, i) => {
    const [cosine, sine] = auk.rotation(angle);
    assert.deepEqual([cosine, sine], [poses[4 * i + 2], poses[4 * i + 3]]);
    assert.ok(Math.abs(cosine - Math.cos(angle)) < 1e-6 && Math.abs(sine - Math.sin(angle)) < 1e-6);
    assert.ok(Math.abs(auk.angleOf(cosine, sine) - Math.atan2(sine, cosine)) < 1e-6);
    assert.ok(Math.abs(auk.angleOf(3 * cosine, 3 * sine) - auk.angleOf(cosine, sine)) < 1e-6);
  });
  assert.deepEqual([auk.rotation(0), auk.angleOf(0, 0)], [[1, 0], 0]);
  assert.throws(() => auk.rotation(NaN), /angle is NaN/);
  assert.throws(() => auk.rotation('1'), /angle is 1, not a number/);
  assert.throws(() => auk.angleOf(1), /y is undefined, not a number/);
  world.destroy();
});
