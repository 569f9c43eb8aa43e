// Typed arrays of results are taken away by the next step, which costs a call that is slow for large memories.
import assert from 'node:assert/strict';
import test from 'node:test';

import { load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

/** How often the memory of the module is asked to grow, by JavaScript, while a function runs. */
function growths(run) {
  const { prototype } = WebAssembly.Memory, { grow } = prototype;
  let calls = 0;
  prototype.grow = function counted(pages) {
    calls++;
    return grow.call(this, pages);
  };
  try {
    run();
  } finally {
    prototype.grow = grow;
  }
  return calls;
}

function touching() {
  const world = auk.createWorld();
  world.createBodies({ shape: auk.circle(1) }, [0, 0, 1, 0]);
  world.createBody({ motion: 'swept', response: 'touch', shape: auk.circle(0.1), position: [-5, 0],
                     velocity: [600, 0] });
  world.step(1 / 60);
  return world;
}

test('a step takes no arrays away where none are out', () => {
  const world = touching();
  assert.equal(growths(() => {
    for (let i = 0; i < 10; i++) {
      const contacts = world.contacts(), hits = world.hits(), begins = world.events('begin');
      for (let k = 0; k < contacts.count; k++) {
        assert.ok(contacts.points(k).length > 0 && contacts.bodyA(k) && contacts.began(k) !== undefined);
      }
      assert.ok(hits.count === 0 || (hits.first(0) && hits.response(0) === 'touch'));
      assert.ok(begins.count === 0 || begins.userDataA(0) === 0);
      world.step(1 / 60);
    }
    world.restore(world.snapshot());
    world.destroy();
  }), 0);
});

test('a step of any world takes an array away once', () => {
  const world = touching(), other = auk.createWorld();
  for (const name of ['f32', 'u32', 'i32', 'bytes']) {
    const contacts = world.contacts(), array = contacts[name];
    assert.ok(array.length > 0);
    assert.equal(growths(() => other.step(1)), 1, name);
    assert.equal(array.length, 0);
    assert.equal(growths(() => other.step(1)), 0, name);
    assert.ok(contacts.bodyA(0) && contacts.began(0), 'methods find the memory again');
  }
  world.destroy();
  other.destroy();
});
