// The JavaScript layer against what the C library promises: answers, bad input, stale results, memory that grows.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, AukId, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

function random(seed) {
  let state = seed >>> 0;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state >>> 8) / 16777216;
  };
}

function shot(world) {
  const wall = world.createBody({ motion: 'static', shape: auk.box(0.5, 4) });
  const bullet = world.createBody({ motion: 'swept', response: 'touch', shape: auk.circle(0.5), position: [-8, 1],
                                    velocity: [840, 0], userData: 7 });
  world.step(1 / 60);
  return { wall, bullet };
}

test('a bullet hits a thin wall', () => {
  const world = auk.createWorld();
  const { wall, bullet } = shot(world);
  const hits = world.hits();
  assert.equal(hits.count, 1);
  assert.ok(Math.abs(hits.fraction(0) - 0.5) < 1e-6);
  assert.deepEqual(hits.point(0), [-0.5, 1]);
  assert.deepEqual(hits.normal(0), [1, 0]);
  assert.ok(hits.bodyA(0).equals(bullet) && hits.bodyB(0).equals(wall));
  assert.equal(hits.userDataA(0), 7);
  assert.equal(hits.first(0), true);
  assert.deepEqual(hits.velocityA(0), [840, 0]);
  assert.deepEqual(world.getBody(bullet).position, [-1, 1]);
  assert.match(world.why(wall, bullet), /^they touch/);
  if (process.env.AUK_HASH) {
    assert.equal(world.hash(), process.env.AUK_HASH, 'the library computes another hash');
  }
  world.destroy();
});

test('results of an earlier step throw', () => {
  const world = auk.createWorld();
  shot(world);
  const hits = world.hits(), contacts = world.contacts();
  world.step(1 / 60);
  for (const use of [() => hits.point(0), () => contacts.f32, () => contacts.points(0), () => hits.first(0)]) {
    assert.throws(use, /earlier step/);
  }
  assert.throws(() => world.contacts().normal(world.contacts().count), /there is no item/);
  const last = world.contacts();
  world.destroy();
  assert.throws(() => last.u32, /earlier step/);
  assert.throws(() => world.step(1), /destroyed/);
});

test('contacts agree with a loop over all pairs of circles', () => {
  const between = random(5), world = auk.createWorld();
  const positions = Float32Array.from({ length: 600 }, () => between(-8, 8));
  const bodies = world.createBodies({ shape: auk.circle(0.4) }, positions);
  const velocities = Float32Array.from({ length: 600 }, () => between(-3, 3));
  assert.equal(world.setVelocities(bodies, velocities), 0);
  for (let step = 0; step < 20; step++) {
    world.step(1 / 60);
    const poses = world.poses(bodies).slice(), near = new Set();
    for (let a = 0; a < bodies.count; a++) {
      for (let b = a + 1; b < bodies.count; b++) {
        const distance = Math.hypot(poses[4 * a] - poses[4 * b], poses[4 * a + 1] - poses[4 * b + 1]) - 0.8;
        if (distance < -1e-5) {
          near.add(`${a} ${b}`);
        } else if (distance < 1e-5) {
          near.add(`${a} ${b}?`);
        }
      }
    }
    const contacts = world.contacts(), found = new Set();
    for (let i = 0; i < contacts.count; i++) {
      const pair = `${contacts.bodyA(i).index} ${contacts.bodyB(i).index}`;
      assert.ok(near.has(pair) || near.has(`${pair}?`), pair);
      assert.ok(contacts.points(i).length > 0);
      found.add(pair);
    }
    for (const pair of near) {
      assert.ok(pair.endsWith('?') || found.has(pair), pair);
    }
  }
  world.destroy();
});

test('memory may grow while results are held', () => {
  const world = auk.createWorld(), before = auk.memoryBytes();
  shot(world);
  const hits = world.hits(), old = hits.f32;
  world.createBodies({ shape: auk.box(1, 1) }, new Float32Array(2 * 60000));
  assert.ok(auk.memoryBytes() > before);
  assert.equal(old.length, 0, 'a view of memory that has moved is empty');
  assert.deepEqual(hits.point(0), [-0.5, 1]);
  world.destroy();
});

test('queries', () => {
  const world = auk.createWorld();
  const left = world.createBody({ shape: auk.box(1, 1), position: [-5, 0], category: 2 });
  const right = world.createBody({ shape: auk.polygon([[4, -1], [6, -1], [5, 1]]), category: 4, userData: 9 });
  const ray = world.castRay(-10, 0, 30, 0);
  assert.ok(ray.body.equals(left));
  assert.ok(Math.abs(ray.fraction - 4 / 30) < 1e-6);
  assert.deepEqual(world.castRayAll(-10, 0, 30, 0).map((found) => found.body.index), [left.index, right.index]);
  assert.equal(world.castRay(-10, 0, 30, 0, { ignore: 2 }).userData, 9);
  assert.equal(world.castRay(-10, 0, 30, 0, { exclude: left, ignore: 4 }), null);
  assert.equal(world.castRay(0, 5, 0, 10), null);
  const fractions = world.castRays([-10, 0, 0, 5], [30, 0, 0, 10]);
  assert.ok(Math.abs(fractions[0] - 4 / 30) < 1e-6 && fractions[1] === 1);
  assert.ok(world.castShape(auk.circle(0.5), 0, 0, 0, 10, 0).body.equals(right));
  assert.equal(world.overlapBox(-10, -10, 10, 10).length, 2);
  assert.equal(world.overlapPoint(-5, 0).length, 1);
  assert.equal(world.overlapShape(auk.ellipse(7, 1), 0, 0).length, 2);
  assert.deepEqual(world.nearest(0, 0, 100, 5).map((found) => found.body.index), [left.index, right.index]);
  world.destroy();
});

test('sensors, events and several shapes', () => {
  const world = auk.createWorld();
  const zone = world.createBody({ motion: 'static', sensor: true, shape: auk.box(2, 2), userData: 3 });
  const guest = world.createBody({ position: [-4, 0], velocity: [60, 0] });
  world.addShape(guest, auk.circle(0.5), { position: [0, 0.5] });
  world.addShape(guest, auk.capsule(-0.2, 0, 0.2, 0, 0.3));
  world.step(1 / 60);
  assert.equal(world.events('enter').count, 0);
  world.step(1 / 60);
  world.step(1 / 60);
  assert.equal(world.overlaps().count, 2);
  assert.equal(world.overlaps().userDataA(0), 3);
  assert.ok(world.overlaps().bodyA(0).equals(zone));
  for (let i = 0; i < 6; i++) {
    world.step(1 / 60);
  }
  assert.equal(world.overlaps().count, 0);
  assert.throws(() => world.events('stay'), /kind is stay, not one of begin, end, enter, leave/);
  world.destroy();
});

test('a character walks over tiles and stops at a wall', () => {
  const world = auk.createWorld();
  const ground = world.createBody({ motion: 'static' });
  const cells = new Uint8Array(20 * 3).fill(1, 0, 20);
  cells[20 + 15] = cells[40 + 15] = 1;
  const tiles = world.addTiles(ground, { width: 20, height: 3, cell: 1, cells });
  const hero = { shape: auk.capsule(0, -0.3, 0, 0.3, 0.3), position: [2, 3], velocity: [0, 0] };
  for (let i = 0; i < 300; i++) {
    hero.velocity = [4, hero.velocity[1] - 20 / 60];
    world.move(hero, 1 / 60);
  }
  assert.ok(hero.floor && hero.wall && !hero.stuck);
  assert.ok(Math.abs(hero.position[0] - 14.7) < 1e-3 && Math.abs(hero.position[1] - 1.6) < 1e-3, hero.position);
  world.setTile(tiles, 15, 1, 0);
  world.setTile(tiles, 15, 2, 0);
  hero.velocity = [4, 0];
  world.move(hero, 0.5);
  assert.ok(hero.position[0] > 16);
  world.destroy();
});

test('a restored world lives the same future', () => {
  const between = random(11), world = auk.createWorld({ wrap: [0, 0, 20, 20] });
  for (let i = 0; i < 80; i++) {
    world.createBody({ motion: i % 2 ? 'swept' : 'moving', response: i % 2 ? 'bounce' : 'cross',
                       shape: i % 3 ? auk.box(0.4, 0.3) : auk.circle(0.3), position: [between(0, 20), between(0, 20)],
                       velocity: [between(-9, 9), between(-9, 9)], spin: between(-3, 3) });
  }
  world.step(1 / 60);
  const saved = world.snapshot(), hashes = [];
  for (let i = 0; i < 30; i++) {
    world.step(1 / 60);
    hashes.push(world.hash());
  }
  const other = auk.createWorld({ wrap: [0, 0, 20, 20] });
  for (const copy of [world, other]) {
    copy.restore(saved);
    assert.deepEqual(hashes.map(() => (copy.step(1 / 60), copy.hash())), hashes);
  }
  assert.throws(() => other.restore(saved.slice(0, 100)), AukError);
  world.destroy();
  other.destroy();
});

test('bad input throws and changes nothing', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) });
  const hash = world.hash();
  const wrong = [
    [() => world.createBody({ shape: auk.circle(-1) }), /negative/],
    [() => world.createBody({ shape: auk.polygon([0, 0, 1, 1, 1, 0]) }), /./],
    [() => world.createBody({ shape: { kind: 'heart' } }), /no shape of kind heart/],
    [() => world.createBody({ position: [NaN, 0] }),
      /^auk_body_create: def\.position\.x is nan \(a number is NaN or infinite\)$/],
    [() => world.createBody({ position: [1] }), /not \[x, y\]/],
    [() => world.createBody({ angle: 'up' }), /angle is up, not a number/],
    [() => world.createBody({ colour: 1 }), /a body has no option colour/],
    [() => world.createBody({ motion: 'flying' }), /motion is flying, not one of/],
    [() => world.createBody({ response: 'bounce' }), /AUK_MOTION_SWEPT/],
    [() => world.createBody({ userData: 0.5 }), /whole number/],
    [() => world.createBodies({}, [1, 2, 3]), /coordinates/],
    [() => world.createBodies({}, [1, 2], [1, 2]), /angles/],
    [() => world.addTiles(body, { width: 2, height: 2, cell: 1, cells: [1] }), /1 cells for a grid of 2 x 2/],
    [() => world.addChain(body, [[0, 0]]), /^auk_body_add_chain: count is 1, outside 2\.\.16777216 /],
    [() => world.step(-1), /^auk_world_step: dt is -1: the time step is negative, NaN or infinite$/],
    [() => world.castRay(NaN, 0, 1, 0), /finite/],
    [() => world.castRay(0, 0, 1, 0, { near: 1 }), /a query has no option near/],
    [() => world.setVelocity(body, Infinity, 0), /velocity\.x is inf/],
    [() => world.setPosition({ index: 5, generation: 1 }, 0, 0), /body is \{index 5, generation 1\}/],
    [() => auk.createWorld({ wrap: [0, 0, -1, 1] }), /negative/],
    [() => auk.createWorld({ history: -1 }), /./],
    [() => world.move({ shape: auk.circle(1), position: [0, NaN], velocity: [0, 0] }, 1), /finite/],
  ];
  for (const [call, message] of wrong) {
    assert.throws(call, (error) => error instanceof AukError && message.test(error.message), call.toString());
  }
  assert.equal(world.hash(), hash);
  assert.equal(world.getBody(new AukId(9, 1)), null);
  world.destroyBody(body);
  assert.throws(() => world.destroyBody(body), AukError);
  world.destroy();
});
