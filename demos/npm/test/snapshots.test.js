// Deltas and comparisons of snapshots, and records.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

function crowd() {
  const world = auk.createWorld();
  world.createBodies({ shape: auk.circle(0.5), velocity: [1, 0] },
                     Float32Array.from({ length: 400 }, (_, i) => (i * 37) % 60));
  return world;
}

test('a delta makes one snapshot of another', () => {
  const world = crowd();
  world.step(1 / 60);
  const base = world.snapshot();
  world.setVelocity(world.allBodies().at(7), 3, 4);
  world.step(1 / 60);
  const target = world.snapshot(), change = auk.delta(base, target);
  assert.deepEqual(auk.applyDelta(base, change), target);
  assert.deepEqual(auk.applyDelta(base.slice().buffer, change.slice().buffer), target);
  assert.ok(auk.delta(target, target).length < 0.05 * target.length);
  assert.ok(change.length < target.length);
  assert.throws(() => auk.applyDelta(target, change), AukError, 'another base');
  for (let i = 0; i < change.length; i += 61) {
    const damaged = change.slice();
    damaged[i] ^= 0x20;
    assert.throws(() => auk.applyDelta(base, damaged), AukError, `byte ${i}`);
  }
  const memory = auk.memoryBytes();
  for (let bit = 0; bit < 8 * 128; bit++) { // also of the size that the target shall have
    const damaged = change.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    assert.throws(() => auk.applyDelta(base, damaged), AukError, `bit ${bit}`);
  }
  assert.equal(auk.memoryBytes(), memory, 'a damaged delta takes no memory');
  assert.throws(() => auk.delta(base, new Uint8Array(5)), AukError);
  assert.throws(() => auk.delta('x', base), /base is x, not a Uint8Array/);
  assert.throws(() => auk.applyDelta(base, null), /change is null, not a Uint8Array/);
  assert.throws(() => world.restore(Array.from(base)), (error) => error.message.length < 200 &&
                /^bytes is [\d,]+\.\.\., not a Uint8Array or an ArrayBuffer$/.test(error.message));
  world.destroy();
});

test('the first difference of two snapshots has words', () => {
  const world = crowd(), saved = world.snapshot();
  assert.equal(auk.compare(saved, saved), '');
  world.setVelocity(world.allBodies().at(3), 1, 5);
  assert.match(auk.compare(saved, world.snapshot()), /of body .*velocity\.y is 0 .*, not 5/);
  assert.throws(() => auk.compare(saved, saved.subarray(9)), AukError);
  world.destroy();
});

test('a record holds all calls', () => {
  const world = crowd();
  assert.throws(() => world.stopRecord(), /startRecord\(\) was not called/);
  world.startRecord();
  assert.throws(() => world.startRecord(), (error) => error instanceof AukError && error.status > 0);
  for (let step = 0; step < 40; step++) {
    world.setVelocity(world.allBodies().at(step), 0, 1);
    world.step(1 / 60);
  }
  const record = world.stopRecord();
  assert.ok(record.length > 40 * 20, 'more than the calls alone');
  assert.throws(() => world.stopRecord(), /startRecord\(\) was not called/);
  if (process.env.AUK_RECORD) {
    writeFileSync(process.env.AUK_RECORD, record); // for auk-replay
  }
  world.startRecord();
  world.destroy(); // ends it
});
