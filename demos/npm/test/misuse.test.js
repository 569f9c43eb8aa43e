// Misuse that was once accepted, or failed with an error of the engine: it is an AukError, and the world stays as it was.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

/** Each call throws an AukError with a message of that kind. */
function refused(world, calls) {
  const hash = world.hash(), snapshot = world.snapshot();
  for (const [call, message] of calls) {
    assert.throws(call, (error) => error instanceof AukError && message.test(error.message), `${call}`);
  }
  assert.equal(world.hash(), hash);
  assert.deepEqual(world.snapshot(), snapshot);
}

test('a frozen mover is refused before its body goes anywhere', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) });
  const mover = { shape: auk.circle(1), position: [0, 9], velocity: [1, 0] }, written = /is written into/;
  refused(world, [
    [() => world.move(Object.freeze({ ...mover }), 1), written],
    [() => world.moveReport(Object.seal({ ...mover }), 1), written],
    [() => world.walk(body, Object.freeze({ velocity: [1, 0] }), 1), written],
  ]);
  world.destroy();
});

test('data that is left out is no zero', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1), userData: 7, pierceCategories: 6 });
  const [shape] = world.getShapes(body), chain = world.addChain(world.createBody({ motion: 'static' }), [0, 9, 5, 9]);
  world.setEdgeUserData(chain, 0, 3);
  const missing = /(userData|categories) is undefined, not a number/;
  refused(world, [
    [() => world.setUserData(body), missing],
    [() => world.setShapeUserData(shape, undefined), missing],
    [() => world.setEdgeUserData(chain, 0), missing],
    [() => world.setPierceCategories(body), missing],
  ]);
  assert.deepEqual([world.getUserData(body), world.getEdgeUserData(chain, 0), world.getBody(body).pierceCategories],
                   [7, 3, 6]);
  world.destroy();
});

test('more rules than there may be are not read', () => {
  const world = auk.createWorld();
  refused(world, [
    [() => world.setResponseRules({ length: 1e9 }), /rules\.length is 1000000000, not a whole number from 0 to 64/],
    [() => world.setResponseRules(new Array(65).fill({ response: 'slide' })), /rules\.length is 65/],
  ]);
  world.setResponseRules(new Array(64).fill({ response: 'slide' }));
  assert.equal(world.responseRules().length, 64);
  world.destroy();
});

test('where the members of results lie cannot be changed', () => {
  const world = auk.createWorld(), { fields } = world.contacts();
  assert.throws(() => { fields.normal = 0; }, TypeError);
  assert.equal(world.contacts().fields.normal, fields.normal);
  world.destroy();
});

test('an owner that is left out does not take the owner away', () => {
  const world = auk.createWorld(), owner = world.createBody(), body = world.createBody({ owner });
  refused(world, [[() => world.setOwner(body), /owner is undefined, not the id of a body/]]);
  assert.ok(world.getBody(body).owner.equals(owner));
  world.setOwner(body, null);
  assert.equal(world.getBody(body).owner, null);
  world.destroy();
});

test('lists that claim to be long take no memory', () => {
  const world = auk.createWorld(), body = world.createBody({ motion: 'static' }), before = auk.memoryBytes();
  const long = { length: 2e7 }, missing = /\[0\]\.x is undefined, not a number/;
  refused(world, [
    [() => world.createBodies({}, long), missing],
    [() => world.createBodies({}, new Array(2e7)), missing],
    [() => world.addChain(body, long), missing],
    [() => world.castRays(long, long), missing],
    [() => auk.hull(long), missing],
  ]);
  assert.equal(auk.memoryBytes(), before);
  world.destroy();
});

test('members of a mover that are read-only are named before its body goes anywhere', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) });
  class Hero {
    shape = auk.circle(1);
    position = [0, 9];
    get velocity() { return [1, 0]; }
  }
  const fixed = Object.defineProperty({ velocity: [1, 0] }, 'moved', { value: [0, 0], enumerable: true });
  refused(world, [
    [() => world.move(new Hero(), 1), /a mover is written into: its velocity cannot be read-only/],
    [() => world.walk(body, fixed, 1), /a walker is written into: its moved cannot be read-only/],
  ]);
  class Settable extends Hero {
    get velocity() { return [1, 0]; }
    set velocity(value) { this.position[0] += value[0]; }
  }
  assert.equal(world.move(new Settable(), 1), 0);
  world.destroy();
});

test('angles beyond floats, and shapes that are none, are refused in a crowd', () => {
  const world = auk.createWorld(), positions = new Float32Array(4), shape = auk.box(1, 2);
  refused(world, [
    [() => world.separate({ shapes: shape, positions, angles: [0, 1e39] }), /angles\[1\] is 1e\+39 \(a number is NaN/],
    [() => world.separate({ shapes: shape, positions, angles: new Float64Array([1e39, 0]) }), /angles\[0\] is 1e\+39/],
    [() => world.separate({ shapes: [shape, { points: 5 }], positions }), /shape is \[object Object\], not made by/],
  ]);
  assert.deepEqual(positions, new Float32Array(4));
  world.destroy();
});

test('bytes of a buffer that was transferred are named', () => {
  const world = auk.createWorld(), bytes = world.snapshot(), { buffer } = bytes, gone = /was transferred/;
  structuredClone(buffer, { transfer: [buffer] });
  refused(world, [
    [() => world.restore(bytes), /bytes is of a buffer that was transferred/],
    [() => world.restore(buffer), gone],
    [() => auk.delta(world.snapshot(), buffer), /target is of a buffer that was transferred/],
  ]);
  world.destroy();
});
