// Worlds that the program forgets without destroying them, and the memory that typed arrays of their results show.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Lets the engine collect what is forgotten, and say so. */
async function collected() {
  collect();
  await new Promise((resolve) => { setTimeout(resolve, 1); });
}

/** Some worlds of which nothing is kept, but the contacts of the last one as numbers. */
function forgetWorlds(length) {
  let numbers;
  for (let i = 0; i < length; i++) {
    const world = auk.createWorld();
    world.createBodies({ shape: auk.circle(2) }, Array.from({ length: 2000 }, (_, k) => k));
    world.step(1 / 60);
    if (i === 0) {
      world.startRecord();
    }
    numbers = i === length - 1 ? world.contacts().f32 : undefined;
  }
  return numbers;
}

test('worlds that are forgotten give their memory back', async () => {
  const other = auk.createWorld();
  const sizes = [];
  for (let round = 0; round < 8; round++) {
    forgetWorlds(8);
    await collected();
    other.step(1);
    sizes.push(auk.memoryBytes());
  }
  assert.equal(sizes[7], sizes[2], `${sizes}`);
  other.destroy();
});

test('not while a typed array of their results is out', async () => {
  const numbers = forgetWorlds(1);
  assert.ok(numbers.length > 0);
  const before = [...numbers];
  await collected();
  const other = auk.createWorld();
  for (let i = 0; i < 30 && numbers.length > 0; i++) { // until memory has grown
    assert.deepEqual([...numbers], before, 'nobody else has written there');
    other.createBodies({ shape: auk.circle(2) }, new Float32Array(200));
  }
  other.step(1);
  assert.equal(numbers.length, 0);
  other.destroy();
});

test('a world that is kept by its results alone is not forgotten', async () => {
  const contacts = (() => {
    const world = auk.createWorld();
    world.createBodies({ shape: auk.circle(1) }, [0, 0, 1, 0]);
    world.step(1 / 60);
    return world.contacts();
  })();
  await collected();
  auk.createWorld().destroy();
  assert.equal(contacts.count, 1);
  assert.deepEqual(contacts.normal(0), [1, 0]);
});
