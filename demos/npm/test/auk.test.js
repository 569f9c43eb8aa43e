// The JavaScript layer against what the C library promises: answers, bad input, stale results, memory that grows.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukBodyId, AukError, AukShapeId, load } from '../auk.js';

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
  for (const use of [() => hits.count, () => contacts.count, () => hits.point(0), () => contacts.f32,
                     () => contacts.points(0), () => hits.first(0)]) {
    assert.throws(use, /earlier step/);
  }
  assert.throws(() => world.contacts().normal(world.contacts().count), /there is no item/);
  const last = world.contacts();
  world.destroy();
  assert.throws(() => last.u32, /earlier step/);
  assert.throws(() => last.count, /earlier step/);
  assert.ok(last.stride > 0 && last.fields.size === last.stride, 'what all results share stays');
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

test('typed arrays that were taken out are empty after the next step, and never show it', () => {
  const world = auk.createWorld();
  shot(world);
  const { f32, u32, i32, bytes } = world.hits();
  assert.ok(f32.length > 0 && f32.length === u32.length && bytes.length === 4 * i32.length);
  for (const change of [() => world.step(1 / 60), () => world.restore(world.snapshot()), () => world.destroy()]) {
    const taken = world.contacts(), words = taken.u32;
    change();
    assert.equal(words.length, 0);
    assert.equal(words[0], undefined);
    assert.throws(() => taken.u32, /earlier step/);
  }
  assert.equal(f32.length, 0);
});

test('a step that fails leaves results as they are', () => {
  const world = auk.createWorld();
  shot(world);
  const hits = world.hits(), { f32 } = hits;
  assert.throws(() => world.step(-1), AukError);
  assert.deepEqual(hits.point(0), [-0.5, 1]);
  assert.ok(f32.length > 0);
  world.destroy();
});

test('items that are not there throw, flags too', () => {
  const world = auk.createWorld();
  world.createBodies({ shape: auk.circle(1) }, [0, 0, 1, 0]);
  world.step(1 / 60);
  const contacts = world.contacts();
  assert.equal(contacts.began(0), true);
  for (const i of [-1, 1, 0.5, NaN, '0', undefined]) {
    for (const use of [() => contacts.began(i), () => contacts.bodyA(i), () => contacts.points(i), () => contacts.childA(i),
                       () => world.hits().first(i), () => world.events('begin').contact(i)]) {
      assert.throws(use, (error) => error instanceof AukError && /there is no item/.test(error.message), `${i} ${use}`);
    }
  }
  world.destroy();
});

test('what a world gave is taken by another call, also while memory grows', () => {
  const world = auk.createWorld(), count = 40000;
  const positions = Float32Array.from({ length: 2 * count }, (_, i) => i);
  const bodies = world.createBodies({}, positions);
  const velocities = Float32Array.from({ length: 2 * count }, (_, i) => i % 7);
  world.setVelocities(bodies, velocities);
  const taken = world.velocities(bodies);
  world.createBodies({ shape: auk.box(1, 1) }, positions);
  assert.deepEqual(taken, velocities, 'it is a copy');
  assert.equal(world.setVelocities(bodies, taken), 0);
  assert.equal(world.velocities(bodies, taken), taken);
  assert.deepEqual(taken, velocities);
  const hits = world.hits();
  assert.throws(() => world.setVelocities(bodies, hits.f32), /0 numbers/);
  world.destroy();
});

test('an array in the module is copied before room is made for it', async () => {
  const fresh = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);
  const world = fresh.createWorld(), count = 20000;
  const bodies = world.createBodies({ shape: fresh.circle(1) }, Float32Array.from({ length: 2 * count }, (_, i) => i >> 1));
  world.step(1 / 60);
  const full = fresh.memoryBytes();
  while (fresh.memoryBytes() === full) { // small worlds take what is free, so that the next large block is not
    fresh.createWorld();
  }
  const wanted = Float32Array.from({ length: 2 * count }, (_, i) => i / 2);
  const taken = world.contacts().f32.subarray(0, 2 * count), before = fresh.memoryBytes();
  taken.set(wanted); // what a contact holds besides numbers, and the bytes between, may be NaN as numbers
  assert.equal(world.setVelocities(bodies, taken), 0);
  assert.ok(fresh.memoryBytes() > before, 'memory had to grow, or nothing was tested');
  assert.deepEqual(world.velocities(bodies), wanted);
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
  assert.deepEqual(world.castRaysFound([[-10, 0], [0, 5]], [[30, 0], [0, 10]]), [ray, null]);
  const between = random(5), from = Array.from({ length: 200 }, () => between(-10, 10));
  const delta = from.map(() => between(-20, 20)), query = { category: 1, ignore: 2 };
  const each = Array.from({ length: 100 }, (_, i) => world.castRay(from[2 * i], from[2 * i + 1], delta[2 * i], delta[2 * i + 1], query));
  assert.ok(each.some((found) => found === null) && each.some((found) => found !== null));
  assert.deepEqual(world.castRaysFound(from, delta, query), each);
  assert.ok(world.castShape(auk.circle(0.5), 0, 0, 0, 10, 0).body.equals(right));
  assert.equal(world.overlapBox(-10, -10, 10, 10).length, 2);
  assert.equal(world.overlapPoint(-5, 0).length, 1);
  assert.deepEqual(world.overlapBounds(-10, -10, 10, 10).map((found) => found.body.index), [left.index, right.index]);
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

test('a character knows what it touched and the sensors that it met', () => {
  const world = auk.createWorld();
  const ground = world.createBody({ motion: 'static', shape: auk.box(10, 1), position: [0, -1] });
  const wall = world.createBody({ motion: 'static', shape: auk.box(1, 5), position: [5, 0], userData: 7 });
  const coin = world.createBody({ motion: 'static', shape: auk.circle(0.2), position: [2, 0.5], sensor: true,
                                  userData: 9 });
  const water = world.createBody({ motion: 'static', shape: auk.box(20, 20), sensor: true });
  const hero = { shape: auk.capsule(0, 0.4, 0, 1, 0.4), position: [0, 0.1], velocity: [10, -1] };
  const same = { ...hero };
  const { contacts, sensors } = world.moveReport(hero, 1);
  assert.equal(contacts.length, world.move(same, 1));
  assert.deepEqual(hero.position, same.position);
  assert.deepEqual(contacts.map(({ body, kind }) => `${body} ${kind}`), [`${ground} floor`, `${wall} wall`]);
  const { body, shape, child, point, normal, fraction, userData } = contacts[1];
  assert.ok(body.equals(wall) && shape.equals(world.getShapes(wall)[0]) && child === 0 && userData === 7);
  assert.ok(Math.abs(fraction - 0.36) < 1e-2 && Math.abs(point[0] - 4) < 1e-5, `${fraction} ${point}`);
  assert.ok(normal[0] === -1 && normal[1] === 0);
  assert.deepEqual(sensors.map((one) => one.body.index), [water.index, coin.index]);
  assert.deepEqual([sensors[0].wasInside, sensors[0].inside, sensors[0].fraction, sensors[0].exit], [true, true, 0, 1]);
  assert.ok(sensors[1].shape.equals(world.getShapes(coin)[0]) && sensors[1].userData === 9);
  assert.deepEqual([sensors[1].wasInside, sensors[1].inside], [false, false]);
  assert.ok(sensors[1].fraction > 0.1 && sensors[1].exit > sensors[1].fraction && sensors[1].exit < 0.36);
  world.step(1);
  assert.ok(contacts[1].body.equals(wall), 'reports are copies');
  assert.deepEqual(world.moveReport({ ...hero, position: [0, 50], velocity: [0, 0], query: { ignore: 1 } }, 1),
                   { contacts: [], sensors: [] });
  world.destroy();
});

test('a body walks as a character', () => {
  const world = auk.createWorld();
  world.createBody({ motion: 'static', shape: auk.box(10, 1), position: [0, -1] });
  const enemy = world.createBody({ motion: 'static', shape: auk.box(0.5, 0.5), position: [3, 0.5], userData: 4 });
  const hero = world.createBody({ shape: auk.circle(0.5), position: [0, 0.6] }), walker = { velocity: [0, 0] };
  for (let i = 0; i < 30; i++) {
    walker.velocity = [6, walker.velocity[1] - 20 / 60];
    const met = world.walk(hero, walker, 1 / 60).contacts.filter(({ kind }) => kind === 'wall');
    assert.deepEqual(met.map(({ body }) => world.getUserData(body)), met.length > 0 ? [4] : []);
    world.step(1 / 60);
    assert.deepEqual(world.getBody(hero).position, walker.position);
  }
  assert.ok(walker.floor && walker.wall && Math.abs(walker.position[0] - 2) < 1e-3, `${walker.position}`);
  assert.throws(() => world.walk(enemy, walker, 1), /^AukError: walk: body is 1:1 \(a static body/);
  assert.throws(() => world.walk(world.createBody(), walker, 1), /^AukError: walk: body is \d:1 \(a shape is needed/);
  world.destroyBody(hero);
  assert.throws(() => world.walk(hero, walker, 1), /^AukError: walk: body is 2:1 \(.*exist/);
  world.destroy();
});

test('a shape that was disabled is enabled, and shapes move on their body', () => {
  const world = auk.createWorld();
  const body = world.createBody({ shape: auk.circle(0.5), position: [10, 0] });
  const shield = world.addShape(body, auk.box(0.1, 1), { disabled: true, position: [-1, 0], userData: 6, angle: 0.5 });
  const distance = () => Math.round(100 * 20 * world.castRay(0, 0, 20, 0).fraction) / 100;
  assert.deepEqual(world.getShapes(body).map((shape) => shape.index), [world.getShapes(body)[0].index, shield.index]);
  assert.equal(world.getShape(shield).enabled, false);
  assert.equal(distance(), 9.5);
  world.setShapeEnabled(shield, true);
  world.setShapePose(shield, -2, 0);
  const { position, angle, enabled, sensor, userData, body: owner } = world.getShape(shield);
  assert.deepEqual([position, angle, enabled, sensor, userData], [[-2, 0], 0, true, false, 6]);
  assert.ok(owner.equals(body));
  assert.equal(distance(), 7.9);
  world.setShapePose(shield, -2, 0, Math.PI / 2);
  assert.equal(distance(), 7);
  world.setShapeEnabled(shield, false);
  assert.equal(distance(), 9.5);
  world.removeShape(shield);
  assert.equal(world.getShape(shield), null);
  assert.equal(world.getShapes(body).length, 1);
  assert.throws(() => world.setShapeEnabled(shield, true), /^AukError: auk_world_shape_set_enabled: shape is /);
  world.destroyBody(body);
  assert.deepEqual(world.getShapes(body), []);
  world.destroy();
});

test('contacts of one body, overlaps of one sensor', () => {
  const world = auk.createWorld();
  const places = Float32Array.from({ length: 400 }, (_, i) => (i % 2 ? 0 : i / 2));
  const bodies = world.createBodies({ shape: auk.circle(0.6) }, places);
  const zones = world.createBodies({ motion: 'static', sensor: true, shape: auk.circle(1.7) }, [10, 0, 100, 0, 400, 0]);
  world.step(1 / 60);
  const contacts = world.contacts();
  for (const k of [0, 7, 199]) {
    const own = world.bodyContacts(bodies.at(k));
    assert.deepEqual(own.map((i) => contacts.bodyA(i).index + contacts.bodyB(i).index - bodies.at(k).index).sort(),
                     [bodies.at(k).index - 1, bodies.at(k).index + 1].filter((i) => i >= 0 && i < 200).sort());
  }
  const inside = [0, 1, 2].map((i) => world.shapeOverlaps(world.getShapes(zones.at(i))[0]));
  assert.deepEqual(inside.map(({ count }) => count), [5, 5, 0]);
  assert.ok(inside[1].bodyA(0).equals(zones.at(1)) && inside[1].bodyB(0).equals(bodies.at(98)));
  assert.equal(world.shapeOverlaps(world.getShapes(bodies.at(0))[0]).count, 0, 'a solid');
  world.step(1 / 60);
  assert.throws(() => inside[0].bodyA(0), /earlier step/);
  assert.deepEqual(world.bodyContacts(zones.at(0)), []);
  world.destroy();
});

test('pairs that ignore each other do not meet', () => {
  const world = auk.createWorld();
  const [a, b, c] = [0, 0.5, 1].map((x) => world.createBody({ shape: auk.circle(1), position: [x, 0] }));
  world.ignorePair(c, a);
  assert.ok(world.isPairIgnored(a, c) && world.isPairIgnored(c, a) && !world.isPairIgnored(a, b));
  assert.deepEqual(world.ignoredPairs().map((pair) => pair.map(String)), [[`${a}`, `${c}`]]);
  world.step(1 / 60);
  assert.equal(world.contacts().count, 2);
  world.ignorePair(a, c, false);
  assert.deepEqual(world.ignoredPairs(), []);
  world.step(1 / 60);
  assert.equal(world.contacts().count, 3);
  assert.throws(() => world.ignorePair(a, a), /^AukError: auk_world_ignore_pair: /);
  world.destroy();
});

test('a body drops through a one-way floor', () => {
  const world = auk.createWorld();
  world.createBody({ motion: 'static', shape: auk.box(5, 0.5), oneWay: [0, 1] });
  const body = world.createBody({ motion: 'swept', response: 'slide', shape: auk.circle(0.5), position: [0, 1.5] });
  const fall = () => {
    for (let i = 0; i < 30; i++) {
      world.setVelocity(body, 0, -3);
      world.step(1 / 60);
    }
    return world.getBody(body).position[1];
  };
  assert.ok(Math.abs(fall() - 1) < 1e-3);
  world.dropThrough(body);
  assert.ok(fall() < 0);
  world.destroy();
});

test('the hull of points makes a polygon, and tiles are read', () => {
  const points = [[0, 0], [0, 2], [2, 0], [0.5, 0.5], [2, 2], [1, 0]];
  assert.deepEqual([...auk.hull(points)], [0, 0, 2, 0, 2, 2, 0, 2]);
  assert.deepEqual([...auk.hull(points.flat())], [0, 0, 2, 0, 2, 2, 0, 2]);
  const world = auk.createWorld(), body = world.createBody({ motion: 'static', shape: auk.polygon(auk.hull(points)) });
  assert.ok(world.castRay(-1, 1.9, 5, 0).body.equals(body));
  const tiles = world.addTiles(body, { width: 3, height: 2, cell: 1, cells: [0, 1, 2, 3, 4, 5] });
  world.setTile(tiles, 0, 0, 6);
  assert.deepEqual([[0, 0], [2, 0], [0, 1], [2, 1], [3, 0], [0, -1]].map(([x, y]) => world.getTile(tiles, x, y)),
                   [6, 2, 3, 5, 0, 0]);
  assert.equal(world.getTile(world.getShapes(body)[0], 0, 0), 0);
  world.setPosition(body, 10, 20);
  assert.deepEqual([[10, 20], [12.5, 21.5], [13, 20], [0, 0]].map(([x, y]) => world.getCellAt(tiles, x, y)),
                   [{ x: 0, y: 0 }, { x: 2, y: 1 }, null, null]);
  assert.equal(world.getCellAt(world.getShapes(body)[0], 10, 20), null);
  world.setAngle(body, Math.PI / 2);
  assert.deepEqual(world.getBody(body).position, [10, 20]);
  assert.deepEqual(world.getCellAt(tiles, 8.5, 22.5), { x: 2, y: 1 });
  assert.deepEqual(world.getCellPoint(tiles, 2.5, 1.5).map((number) => Math.round(1000 * number)), [8500, 22500]);
  assert.deepEqual(world.getCellPoint(world.getShapes(body)[0], 2.5, 1.5), [0, 0]);
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

test('ids are of bodies or of shapes, can be stored, and name nothing else once they are gone', () => {
  const world = auk.createWorld();
  const body = world.createBody({ shape: auk.circle(1) }), shape = world.addShape(body, auk.box(1, 1));
  assert.deepEqual([body.kind, shape.kind], ['body', 'shape']);
  const { index, generation } = JSON.parse(JSON.stringify(body)), again = new AukBodyId(index, generation);
  assert.ok(again.equals(body) && world.exists(again));
  assert.ok(!new AukShapeId(index, generation).equals(body));
  world.destroyBody(body);
  const next = world.createBody({ userData: 5 });
  assert.ok(!world.exists(body) && !next.equals(body));
  assert.equal(world.getBody(body), null);
  assert.throws(() => world.setVelocity(body, 1, 0), AukError);
  assert.throws(() => world.removeShape(shape), AukError);
  world.destroy();
});

test('after a restore in another world all bodies can be had', () => {
  const world = auk.createWorld();
  const bodies = world.createBodies({ shape: auk.circle(1) }, [0, 0, 5, 0, 9, 0]);
  world.destroyBody(bodies.at(1));
  const other = auk.createWorld();
  other.restore(world.snapshot().buffer);
  const all = other.allBodies();
  assert.equal(all.count, 2);
  assert.ok(all.at(0).equals(bodies.at(0)) && all.at(1).equals(bodies.at(2)));
  assert.deepEqual(other.getBody(bodies.at(2)).position, [9, 0]);
  assert.throws(() => all.at(2), /there is no body 2 of 2/);
  world.destroy();
  other.destroy();
});

test('snapshots of other worlds and damaged ones are refused and change nothing', () => {
  const world = auk.createWorld({ wrap: [0, 0, 20, 20] }), other = auk.createWorld();
  world.createBodies({ shape: auk.circle(1) }, [1, 1, 2, 2]);
  world.step(1 / 60);
  const saved = world.snapshot(), hash = other.hash(), { stamp } = other;
  assert.throws(() => other.restore(saved), (error) => error instanceof AukError && error.status > 0);
  for (let i = 0; i < saved.length; i += 41) {
    const damaged = saved.slice();
    damaged[i] ^= 0x55;
    assert.throws(() => world.restore(damaged), AukError, `byte ${i}`);
  }
  for (const bytes of [new Uint8Array(0), saved.subarray(0, saved.length - 1)]) {
    assert.throws(() => world.restore(bytes), AukError);
  }
  assert.equal(other.hash(), hash);
  assert.equal(other.stamp, stamp);
  world.destroy();
  other.destroy();
});

test('every call on a destroyed world throws', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) });
  const bodies = world.createBodies({}, [0, 0]), shape = world.addShape(body, auk.circle(1)), saved = world.snapshot();
  world.destroy();
  const mover = { shape: auk.circle(1), position: [0, 0], velocity: [0, 0] };
  const calls = {
    step: [1], hash: [], createBody: [], createBodies: [{}, [0, 0]], allBodies: [], destroyBody: [body],
    destroyBodies: [bodies], exists: [body], getBody: [body], setPose: [body, 0, 0, 0], setPosition: [body, 0, 0],
    setAngle: [body, 0], moveTo: [body, 0, 0], setVelocity: [body, 0, 0], setSpin: [body, 0], setEnabled: [body, true],
    setUserData: [body, 1], getUserData: [body], poses: [bodies], velocities: [bodies],
    setPoses: [bodies, [0, 0, 1, 0]], moveAll: [bodies, [0, 0, 1, 0]], setVelocities: [bodies, [0, 0]],
    addShape: [body, auk.circle(1)], addOutline: [body, [0, 0, 1, 0, 0, 1]], addChain: [body, [0, 0, 1, 0]],
    addTiles: [body, { width: 1, height: 1, cell: 1, cells: [1] }], setTile: [shape, 0, 0, 1], removeShape: [shape],
    getTile: [shape, 0, 0], getCellAt: [shape, 0, 0], getCellPoint: [shape, 0, 0],
    setTiles: [shape, 0, 0, 1, 1, [0]], setShapeFilter: [shape, {}],
    setEdgeFilter: [shape, 0, {}], setEdgeUserData: [shape, 0, 1], getEdgeUserData: [shape, 0], setTileKind: [64, {}],
    getTileKind: [64], getTileUserData: [shape, 0],
    setShapeEnabled: [shape, true], setShapePose: [shape, 0, 0], getShape: [shape],
    setMotion: [body, 'swept'], setFilter: [body, {}], setOwner: [body, null], setResponse: [body, 'slide'],
    setBounceLoss: [body, 0], setMaxSpeed: [body, 1], setPierce: [body, 1], setPierceCategories: [body, 1],
    setBounces: [body, 1], posesBetween: [bodies, 0.5],
    getShapes: [body], dropThrough: [body], ignorePair: [body, bodies.at(0)], isPairIgnored: [body, bodies.at(0)],
    ignoredPairs: [], shapeOverlaps: [shape], bodyContacts: [body], moveReport: [mover, 1],
    walk: [body, { velocity: [0, 0] }, 1],
    contacts: [], events: ['begin'], overlaps: [], hits: [], castRay: [0, 0, 1, 0], castRayAll: [0, 0, 1, 0],
    castRays: [[0, 0], [1, 0]], castRaysFound: [[0, 0], [1, 0]], castShape: [auk.circle(1), 0, 0, 0, 1, 0], overlapShape: [auk.circle(1), 0, 0],
    overlapBox: [0, 0, 1, 1], overlapBounds: [0, 0, 1, 1], overlapPoint: [0, 0], nearest: [0, 0], why: [body, body],
    move: [mover, 1], snapshot: [],
    restore: [saved],
    reserve: [1], difference: [0, 0, 1, 1], wrapPosition: [0, 0], shiftOrigin: [0, 0], bounds: [], setResponseRules: [[]], responseRules: [], bodyBounds: [body],
    velocityAt: [body, 0, 0], setVelocityTo: [body, 0, 0, 0, 1], spins: [bodies], setSpins: [bodies, [0]],
    setShape: [shape, auk.circle(1)], setOutline: [shape, [0, 0, 1, 0, 0, 1]], setShapeSensor: [shape, true],
    setShapeProximity: [shape, 1], setShapeOneWay: [shape, 0, 1], setShapeConveyor: [shape, 0, 1],
    setShapeUserData: [shape, 1], castShapeAll: [auk.circle(1), 0, 0, 0, 1, 0],
    castShapeTurning: [auk.circle(1), 0, 0, 0, 1, 0, 1], castRaySpans: [0, 0, 1, 0],
    nearestToShape: [auk.circle(1), 0, 0], castRayAt: [0, 0, 0, 1, 0], castShapeAt: [0, auk.circle(1), 0, 0, 0, 1, 0],
    overlapShapeAt: [0, auk.circle(1), 0, 0], poseAt: [body, 0], predict: [body], advance: [body, 1],
    separate: [{ shapes: auk.circle(1), positions: new Float32Array(2) }], draw: [], startRecord: [], stopRecord: [],
  };
  const all = Object.getOwnPropertyNames(Object.getPrototypeOf(world));
  const getters = ['bodyCount', 'origin', 'history'], others = ['constructor', 'destroy', 'stamp', ...getters];
  assert.deepEqual(all.filter((name) => !others.includes(name)).sort(), Object.keys(calls).sort());
  for (const [name, values] of Object.entries(calls)) {
    assert.throws(() => world[name](...values), (error) => error instanceof AukError && /destroyed/.test(error.message), name);
  }
  for (const name of getters) {
    assert.throws(() => world[name], /destroyed/, name);
  }
  world.destroy();
});

test('more results than there was room for', () => {
  const world = auk.createWorld(), count = 1500;
  world.createBodies({ shape: auk.circle(0.4) }, Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : i / 2)));
  assert.equal(world.overlapBox(-1, -1, count, 1).length, count);
  assert.equal(world.castRayAll(-1, 0, count + 1, 0).length, count);
  assert.equal(world.nearest(0, 0, Infinity, Infinity).length, count);
  assert.deepEqual(world.nearest(0, 0, 10.4, 0x7fffffff).map((found) => found.body.index).slice(0, 3), [0, 1, 2].map(
    (i) => world.allBodies().at(i).index), 'a limit that no memory could hold takes none');
  assert.equal(world.nearest(0, 0, Infinity, 70).length, 70);
  assert.deepEqual(world.nearest(0, 0, Infinity, 0), []);
  world.destroy();
});

test('what does not fit into memory throws and leaves the world as it was', () => {
  const world = auk.createWorld();
  world.createBody({ shape: auk.circle(1) });
  const hash = world.hash(), endless = new Uint8Array(2 ** 30);
  for (const call of [() => world.createBodies({}, endless), () => world.castRays(endless, endless),
                      () => world.addChain(world.allBodies().at(0), endless)]) {
    assert.throws(call, (error) => error instanceof AukError && error.status > 0 && /memory/.test(error.message));
  }
  assert.equal(world.hash(), hash);
  world.step(1 / 60);
  assert.equal(world.overlapPoint(0, 0).length, 1);
  world.destroy();
});

test('options may be getters that make other calls', () => {
  const world = auk.createWorld(), far = Float32Array.from({ length: 4000 }, (_, i) => 1000 + i);
  const other = () => { // as many numbers as no call before, so that room is made for them
    world.castRays(far, far, { category: 7 });
    world.addChain(world.createBody({ motion: 'static' }), far);
    world.createBodies({ shape: auk.box(90, 90) }, far, new Float32Array(2000));
    world.addTiles(world.createBody({ motion: 'static', position: [9000, 0] }),
                   { width: 50, height: 50, cell: 1, cells: new Uint8Array(2500).fill(1) });
    world.separate({ shapes: auk.box(1, 1), positions: far.slice(0, 2000), alone: true });
    world.castShape(auk.box(50, 50), 0, 0, 0, 1, 0, { category: 7 });
  };
  const near = (a, b) => Math.abs(a - b) < 1e-3;
  const within = (options, name, value) => Object.defineProperty(options, name, {
    get() { other(); return value; }, set() {}, enumerable: true,
  });
  const bounds = (body) => world.bodyBounds(body).map((value) => Math.round(value) + 0); // no -0
  const ground = world.createBody({ motion: 'static' });
  world.addChain(ground, [0, 0, 1, 0, 2, 0], within({}, 'radius', 0));
  assert.deepEqual(bounds(ground), [0, 0, 2, 0]);
  const hill = world.createBody({ motion: 'static', position: [0, 50] });
  world.addOutline(hill, [0, 0, 4, 0, 4, 4], within({}, 'angle', 0));
  assert.deepEqual(bounds(hill), [0, 50, 4, 54]);
  const grid = world.addTiles(hill, within({ width: 1, height: 1, cells: [0] }, 'cell', 1));
  assert.equal(world.getTile(grid, 0, 0), 0);
  const [x, y] = world.poses(world.createBodies(within({}, 'shape', auk.circle(1)), [-300, 7]));
  assert.deepEqual([x, y], [-300, 7]);
  world.createBody({ motion: 'static', shape: auk.box(5, 1), position: [0, -50] });
  const hero = within({ shape: auk.circle(1), position: [0, -48.5], velocity: [0, -1] }, 'angle', 0);
  world.move(hero, 1);
  assert.ok(hero.floor);
  assert.ok(near(world.castRays([0, -45], [0, -10], within({}, 'category', 0))[0], 0.4));
  const positions = Float32Array.of(-500, 0, -499, 0);
  assert.equal(world.separate(within({ shapes: auk.circle(1), positions }, 'weights', [1, 1])), 1);
  assert.ok(positions.every((value, i) => near(value, [-500.25, 0, -498.75, 0][i])), `${positions}`);
  world.destroy();
});

test('points may be given in any kind of array', () => {
  const world = auk.createWorld(), corners = [0, 0, 2, 0, 0, 2];
  for (const points of [corners, Float32Array.from(corners), Float64Array.from(corners), [[0, 0], [2, 0], [0, 2]],
                        [Float32Array.of(0, 0), [2, 0], [0, 2]], { length: 6, ...corners }]) {
    const body = world.createBody({ shape: auk.polygon(points), motion: 'static' });
    assert.ok(world.castRay(-1, 0.5, 5, 0).body.equals(body));
    world.addOutline(body, points);
    world.addChain(body, points, { closed: true, radius: 0.1, oneSided: false });
    assert.equal(world.createBodies({}, points).count, 3);
    world.destroyBody(body);
  }
  world.destroy();
});

test('a module is loaded from bytes, a compiled module, a path and a URL', async () => {
  const { readFile } = await import('node:fs/promises'), { fileURLToPath } = await import('node:url');
  const url = process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : new URL('../auk.wasm', import.meta.url);
  const bytes = await readFile(url);
  const data = `data:application/wasm;base64,${bytes.toString('base64')}`;
  for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
                        await WebAssembly.compile(bytes), fileURLToPath(url), url, url.href, data, new URL(data)]) {
    const loaded = await load(source), world = loaded.createWorld();
    assert.equal(world.bodyCount, 0);
    world.destroy();
  }
  await assert.rejects(load('no/such/file.wasm'), /ENOENT/);
  await assert.rejects(load(new Uint8Array(8)));
});

test('moveTo without an angle does not turn a body', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.box(1, 2), angle: 0.7 });
  world.moveTo(body, 3, 4);
  world.step(1 / 60);
  const { position, angle } = world.getBody(body);
  assert.deepEqual(position, [3, 4]);
  assert.ok(Math.abs(angle - 0.7) < 1e-6);
  world.moveTo(body, 3, 4, 0);
  world.step(1 / 60);
  assert.equal(world.getBody(body).angle, 0);
  world.destroy();
});

test('what a body was created with can be changed and read', () => {
  const world = auk.createWorld(), owner = world.createBody(), body = world.createBody({ shape: auk.circle(1) });
  const made = world.getBody(body);
  assert.deepEqual([made.motion, made.response, made.enabled, made.owner, made.pierce, made.maxSpeed, made.category],
                   ['moving', 'cross', true, null, 0, 0, 0]);
  world.setMotion(body, 'swept');
  world.setFilter(body, { category: 0x80000000, ignore: 6, group: 7 });
  world.setOwner(body, owner);
  world.setResponse(body, 'bounce');
  world.setBounceLoss(body, 0.25);
  world.setMaxSpeed(body, 50);
  world.setPierce(body, 3);
  world.setPierceCategories(body, 1 << 31);
  world.setBounces(body, 4);
  world.setEnabled(body, false);
  const now = world.getBody(body);
  assert.ok(now.owner.equals(owner));
  assert.deepEqual({ ...now, owner: 0 }, {
    position: [0, 0], angle: 0, velocity: [0, 0], spin: 0, motion: 'swept', response: 'bounce', enabled: false,
    category: 0x80000000, ignore: 6, group: 7, owner: 0, bounceLoss: 0.25, maxSpeed: 50, pierce: 3,
    pierceCategories: 0x80000000, bounces: 4, bounced: 0 });
  world.setOwner(body, null);
  assert.equal(world.getBody(body).owner, null);
  world.destroyBody(body);
  assert.equal(world.getBody(body), null);
  assert.throws(() => world.setPierce(body, 1), /auk_body_set_pierce: body is .*, which does not exist/);
  world.destroy();
});

test('poses between two steps', () => {
  const world = auk.createWorld(), bodies = world.createBodies({ shape: auk.box(1, 1), velocity: [6, 0] }, [0, 0, 10, 0]);
  world.step(1);
  const into = new Float32Array(8);
  assert.equal(world.posesBetween(bodies, 0.5, into), into);
  assert.deepEqual([...into], [3, 0, 1, 0, 13, 0, 1, 0]);
  assert.deepEqual(world.posesBetween(bodies, 0).slice(0, 2), Float32Array.of(0, 0));
  assert.deepEqual(world.posesBetween(bodies, 1), world.poses(bodies));
  world.destroy();
});

test('rectangles of tiles, and edges with filters and materials', () => {
  const world = auk.createWorld(), body = world.createBody({ motion: 'static' });
  const tiles = world.addTiles(body, { width: 4, height: 3, cell: 2, cellHeight: 1, cells: new Uint8Array(12) });
  world.setTiles(tiles, 1, 1, 2, 2, [1, 2, 3, 4]);
  assert.deepEqual([[1, 1], [2, 1], [1, 2], [2, 2], [0, 0], [3, 2]].map(([x, y]) => world.getTile(tiles, x, y)),
                   [1, 2, 3, 4, 0, 0]);
  assert.deepEqual(world.getCellAt(tiles, 5, 2.5), { x: 2, y: 2 });
  assert.throws(() => world.setTiles(tiles, 3, 0, 2, 1, [1, 1]), /width is 2/);
  assert.throws(() => world.setTiles(tiles, 0, 0, 2, 2, [1]), /1 cells for a grid of 2 x 2/);
  const chain = world.addChain(body, [20, 0, 22, 0, 24, 0]), ghost = { category: 2 };
  world.setEdgeFilter(chain, 1, { ignore: 2 });
  world.setEdgeUserData(chain, 1, 0xfffffffe);
  assert.deepEqual([0, 1, 2].map((edge) => world.getEdgeUserData(chain, edge)), [0, 0xfffffffe, 0]);
  const falls = (x, query) => world.castRay(x, 1, 0, -2, query) === null;
  assert.deepEqual([falls(21, ghost), falls(23, ghost), falls(23)], [false, true, false]);
  assert.throws(() => world.setEdgeFilter(chain, 2, {}), /edge is 2/);
  world.setShapeFilter(chain, { category: 1, ignore: 2, group: 3 });
  const { category, ignore, group } = world.getShape(chain);
  assert.deepEqual([category, ignore, group, falls(21, ghost)], [1, 2, 3, true]);
  world.destroy();
});

test('half-planes, conveyors and a character that is carried', () => {
  const world = auk.createWorld();
  const ground = world.createBody({ motion: 'static', shape: auk.halfPlane(0, 1, -5) });
  const belt = world.createBody({ motion: 'static' });
  world.addShape(belt, auk.box(9, 0.5), { conveyor: [2, 0] });
  const hero = { shape: auk.circle(0.5), position: [0, 1], velocity: [0, -1] };
  assert.ok(world.castRay(0, -1, 0, -9).body.equals(ground));
  for (let i = 0; i < 60; i++) {
    hero.velocity = [0, -1];
    world.move(hero, 1 / 60);
  }
  assert.ok(hero.floor && hero.support.equals(belt) && !hero.limit);
  assert.ok(Math.abs(hero.position[0] - 2) < 0.1, `${hero.position}`);
  assert.ok(hero.moved[0] > 0.03 && hero.floorNormal[1] === 1 && hero.wallNormal[0] === 0);
  hero.position = [0, 20];
  world.move(hero, 1 / 60);
  assert.equal(hero.support, null);
  assert.equal(hero.floor, false);
  world.destroy();
});

test('bad input throws and changes nothing', () => {
  const world = auk.createWorld(), body = world.createBody({ shape: auk.circle(1) });
  const many = world.createBodies({}, [0, 0, 1, 1]);
  const tiles = world.addTiles(world.createBody({ motion: 'static', position: [50, 0] }),
                               { width: 1, height: 1, cell: 1, cells: [1] });
  const mover = { shape: auk.circle(1), position: [0, 0], velocity: [0, 0] };
  const crowd = { shapes: auk.circle(1), positions: new Float32Array(2) };
  const hash = world.hash(), { bodyCount } = world;
  const wrong = [
    [() => world.createBody({ shape: auk.circle(-1) }), /^createBody: shape is circle\(-1\) \(.*negative/],
    [() => world.createBody({ shape: auk.polygon([0, 0, 0, 1, 1, 0], 0.5) }),
      /^createBody: shape is polygon\(3 points, 0.5\) \(.*counter-clockwise polygon; see auk_hull\(\)\)$/],
    [() => world.createBodies({ shape: auk.box(1, -1) }, [0, 0]), /^createBodies: shape is box\(1, -1, 0\) \(/],
    [() => world.addShape(body, auk.ellipse(NaN, 1)), /^addShape: shape is ellipse\(NaN, 1, 0\) \(.*finite/],
    [() => world.castShape(auk.circle(-2), 0, 0, 0, 1, 0), /^castShape: shape is circle\(-2\)/],
    [() => world.overlapShape(auk.circle(-2), 0, 0), /^overlapShape: shape is circle\(-2\)/],
    [() => auk.hull([[null, 0], [1, 0], [0, 1]]), /points\[0\]\.x is null, not a number/],
    [() => auk.polygon([0, 0, '1', 0, 0, 1]), /points\[1\]\.x is 1, not a number/],
    [() => auk.polygon([0, 0, 1, 0, 0, 1n]), /points\[2\]\.y is 1, not a number/],
    [() => world.createBodies({}, [[0, null]]), /positions\[0\]\.y is null, not a number/],
    [() => world.createBodies({}, [0, 0], [null]), /angles\[0\] is null, not a number/],
    [() => world.createBodies({}, [[0, 0], , [1, 1]]), /positions\[1\] is undefined, not \[x, y\]/],
    [() => world.createBodies({}, { length: -2 }), /positions is .*, not an array/],
    [() => world.createBodies({}, new BigInt64Array(2)), /positions is 0,0, not an array/],
    [() => world.createBody({ motion: null }), /motion is null, not one of/],
    [() => world.createBody({ motion: ['static'] }), /motion is static, not one of/],
    [() => world.setVelocities(many, [1, '2', 3, 4]), /numbers\[1\] is 2, not a number/],
    [() => world.castRays([0, 0], [null, 1]), /delta\[0\]\.x is null, not a number/],
    [() => world.castRaysFound([0, 0], [1, 0, 1, 0]), /2 rays from 1 points/],
    [() => world.castRaysFound([0, 0], [Infinity, 1]), /^castRaysFound: delta\[0\]\.x is Infinity \(.*finite\)$/],
    [() => world.castRay(0, 0, 1, 0, { excludes: null }), /excludes is null, not an array/],
    [() => world.addTiles(body, { width: 2, height: 1, cell: 1, cells: [1, , ] }), /cells\[1\] is undefined/],
    [() => world.nearestToShape(undefined, 0, 0), /^nearestToShape: a shape is needed/],
    [() => world.predict(body, { steps: null }), /steps is null/],
    [() => world.separate({ ...crowd, angles: [NaN] }), /^angles\[0\] is NaN \(/],
    [() => world.separate({ ...crowd, weights: [null] }), /weights\[0\] is null, not a number/],
    [() => auk.hull([[0, 0], [1, 1], [2, 2]]), /^hull: .*area/],
    [() => auk.hull([0, 0, 1, 0, 0, NaN]), /^hull: points\[2\]\.y is NaN \(/],
    [() => auk.hull([]), /^hull: points\.length is 0 \(a count is /],
    [() => auk.hull([-1, -1, 1, 1]), /^hull: points\.length is 2 \(a count is /],
    [() => auk.hull([[0, 0], [1]]), /points\[1\] is 1, not \[x, y\]/],
    [() => world.createBody({ shape: auk.polygon([0, 0, 1, 1, 1, 0]) }), /./],
    [() => world.createBody({ shape: { kind: 'circle' } }), /not made by circle/],
    [() => world.createBody({ shape: null }), /not made by circle/],
    [() => auk.circle('1'), /radius is 1, not a number/],
    [() => auk.box(null, 1), /halfWidth is null, not a number/],
    [() => world.createBody({ shape: auk.capsule(0, 0, 1, 0, NaN) }), /finite/],
    [() => auk.capsule(0, 0, 1, 0), /radius is undefined/],
    [() => auk.polygon([0, 0, 1]), /3 coordinates/],
    [() => auk.polygon([[0, 0], [1], [1, 1]]), /points\[1\] is 1, not \[x, y\]/],
    [() => world.createBody({ shape: auk.halfPlane(0, 1) }), /half-plane/],
    [() => world.createBody({ motion: 'static', shape: auk.halfPlane(0, 0, 1) }),
      /^createBody: shape is halfPlane\(0, 0, 1\) \(.* or a size or a normal is 0\)$/],
    [() => world.createBody(null), /an object, not null/],
    [() => world.createBody({ position: null }), /not \[x, y\]/],
    [() => world.createBody({ position: ['1', 2] }), /position: x is 1, not a number/],
    [() => world.createBody({ sensor: 'no' }), /sensor is no, not true or false/],
    [() => world.createBody({ owner: 7 }), /owner is 7, not the id of a body/],
    [() => world.createBody({ pierce: -1 }), /count/],
    [() => world.createBody({ position: [NaN, 0] }),
      /^auk_body_create: def\.position\.x is nan \(a number is NaN or infinite\)$/],
    [() => world.createBody({ position: [1] }), /not \[x, y\]/],
    [() => world.createBody({ angle: Object.create(null) }), /angle is object, not a number/],
    [() => world.createBody({ motion: Symbol('fast') }), /motion is Symbol\(fast\), not one of/],
    [() => world.createBody({ motion: 'constructor' }), /not one of/],
    [() => world.createBody({ userData: 5n }), /userData is 5, not a number/],
    [() => world.createBody({ angle: 'up' }), /angle is up, not a number/],
    [() => world.createBody({ colour: 1 }), /a body has no option colour/],
    [() => world.createBody({ motion: 'flying' }), /motion is flying, not one of/],
    [() => world.createBody({ response: 'bounce' }), /AUK_MOTION_SWEPT/],
    [() => world.createBody({ userData: 0.5 }), /whole number/],
    [() => world.createBodies({}, [1, 2, 3]), /coordinates/],
    [() => world.createBodies({}, [1, 2], [1, 2]), /angles/],
    [() => world.addTiles(body, { width: 2, height: 2, cell: 1, cells: [1] }), /1 cells for a grid of 2 x 2/],
    [() => world.addChain(body, [[0, 0]]), /^auk_body_add_chain: count is 1, outside 2\.\.16777216 /],
    [() => world.step(-1), /^auk_world_step: dt is -1: the time step is negative, NaN or infinite, or 0 where there must be one$/],
    [() => world.step(NaN), /./],
    [() => world.step(), /seconds is undefined/],
    [() => world.castRays([0, 0, 0, 0], [1, 0, NaN, 0]), /^castRays: delta\[1\]\.x is NaN \(.*finite\)$/],
    [() => world.castRays([0, 0], [1, 0, 1, 0]), /2 rays from 1 points/],
    [() => world.castRay(0, 0, 1), /dy is undefined/],
    [() => world.castRay(0, 0, 1, 0, { exclude: {} }), /exclude is .*, not the id of a body/],
    [() => world.castRay(0, 0, 1, 0, { category: 0.5 }), /whole number/],
    [() => world.castShape(undefined, 0, 0, 0, 1, 0), /^castShape: ./],
    [() => world.castRayAll(0, 0, 1e39, 0), /^castRayAll: dx is 1e\+39 \(.*infinite\)$/],
    [() => world.castShape(auk.circle(1), 0, 0, NaN, 0, 0), /^angle is NaN \(a number is NaN or infinite\)$/],
    [() => world.overlapShape(auk.circle(1), 0, 0, Infinity), /^angle is Infinity \(/],
    [() => world.setPose(body, 0, 0, NaN), /^angle is NaN \(/],
    [() => world.moveTo(body, 0, 0, NaN), /^angle is NaN \(/],
    [() => world.setShapePose(tiles, 0, 0, NaN), /^angle is NaN \(/],
    [() => world.move({ ...mover, angle: NaN }, 1), /^angle is NaN \(/],
    [() => world.overlapShape(auk.circle(1), 0, 2e15), /^overlapShape: y is 2000000000000000 \(/],
    [() => world.overlapBox(1, 0, 0, 0), /^overlapBox: minX is 1 \(.*min > max\)$/],
    [() => world.overlapBounds(0, 1, 0, 0), /^overlapBounds: minY is 1 \(/],
    [() => world.nearest(0, NaN), /^nearest: y is NaN \(/],
    [() => world.nearest(0, 0, 1, 0.5), /most is 0.5/],
    [() => world.nearestToShape(auk.circle(1), NaN, 0), /^nearestToShape: x is NaN \(/],
    [() => world.nearestToShape(auk.circle(-1), 0, 0), /^nearestToShape: shape is circle\(-1\) \(/],
    [() => world.overlapPoint(0, NaN), /^overlapPoint: y is NaN \(/],
    [() => world.predict(body, { spin: Infinity }), /^predict: spin is Infinity \(/],
    [() => world.predict(body, { maxResponses: 0xffffffff }), /^predict: maxResponses is 4294967295 \(/],
    [() => world.draw({ error: -1 }), /^draw: error is -1 \(/],
    [() => world.draw({ seconds: -1 }), /^draw: seconds is -1 \(/],
    [() => world.separate({ ...crowd, strength: -1 }), /^separate: strength is -1 \(/],
    [() => world.separate({ ...crowd, strength: 2 }), /^separate: strength is 2 \(/],
    [() => world.separate({ ...crowd, weights: [-1] }), /^separate: weights\[0\] is -1 \(/],
    [() => world.nearest(0, 0, -1), /^nearest: maxDistance is -1 \(.*negative/],
    [() => world.why(body, tiles), /b is .*, not the id of a body/],
    [() => world.restore('snapshot'), /not a Uint8Array/],
    [() => world.restore(new ArrayBuffer(8)), /snapshot/],
    [() => auk.createWorld({ wrap: [0, 0, 1] }), /not \[minX, minY, maxX, maxY\]/],
    [() => auk.createWorld({ up: [0, NaN] }), /^createWorld: up\.y is NaN \(.*finite\)$/],
    [() => auk.createWorld({ maxPairs: -1 }), /^createWorld: maxPairs is -1 \(/],
    [() => auk.createWorld({ wrap: [-9, 5, 9, 3] }), /^createWorld: wrap\.minY is 5 \(.*min > max\)$/],
    [() => auk.createWorld({ wrap: [1000, 0, 1000.001, 1] }), /^createWorld: wrap\.maxX is 1000\.001 \(/],
    [() => auk.createWorld({ gravity: 1 }), /a world has no option gravity/],
    [() => world.move({ shape: auk.circle(1) }, 1), /at least shape, position and velocity/],
    [() => world.move(mover), /seconds is undefined/],
    [() => world.move({ ...mover, supportPose: [0, 0] }, 1), /supportPose/],
    [() => world.move({ ...mover, snapp: 3 }, 1), /a mover has no option snapp/],
    [() => world.moveReport({ ...mover, hp: 3 }, 1), /a mover has no option hp/],
    [() => world.move({ ...mover, shape: auk.circle(-1) }, 1), /^move: shape is circle\(-1\) \(/],
    [() => world.move({ ...mover, snap: -1 }, 1), /^move: snap is -1 \(/],
    [() => world.move({ ...mover, slopeLimit: 2 }, 1), /^move: slopeLimit is 2 \(/],
    [() => world.move(mover, -1), /^move: seconds is -1 \(/],
    [() => world.moveReport({ ...mover, velocity: [Infinity, 0] }, 1), /^moveReport: velocity\.x is Infinity \(/],
    [() => world.walk(body, {}, 1), /at least velocity/],
    [() => world.walk(body, { velocity: [0, 0], shape: auk.circle(1) }, 1), /a walker has no option shape/],
    [() => world.walk(body, { velocity: [0, 0] }, NaN), /^walk: seconds is NaN \(/],
    [() => world.walk(body, { velocity: [NaN, 0] }, 1), /^walk: velocity\.x is NaN \(/],
    [() => world.setShapeEnabled(tiles, 1), /enabled is 1, not true or false/],
    [() => world.setShapeEnabled(body, true), /shape is .*, not the id of a shape/],
    [() => world.setShapePose(tiles, NaN, 0), /^auk_world_shape_set_local_pose: pose\.p\.x is nan/],
    [() => world.setShapePose(tiles, 0), /y is undefined, not a number/],
    [() => world.getTile(tiles, 0.5, 0), /x is 0.5/],
    [() => world.getCellAt(tiles, 0), /y is undefined, not a number/],
    [() => world.setMotion(body, 'fast'), /motion is fast, not one of moving, static, swept/],
    [() => world.setResponse(body), /response is undefined, not one of/],
    [() => world.setFilter(body, { mask: 1 }), /a filter has no option mask/],
    [() => world.setFilter(body, { category: 0.5 }), /category is 0.5/],
    [() => world.setBounceLoss(body, 2), /^auk_body_set_bounce_loss: bounce_loss is 2/],
    [() => world.setMaxSpeed(body, NaN), /^auk_body_set_max_speed: max_speed is nan/],
    [() => world.setPierce(body, -1), /^auk_body_set_pierce: pierce is -1/],
    [() => world.setBounces(body, 1.5), /bounces is 1.5/],
    [() => world.setOwner(body, tiles), /owner is .*, not the id of a body/],
    [() => world.posesBetween([], 1), /./],
    [() => world.setTiles(tiles, -1, 0, 1, 1, [1]), /x is -1/],
    [() => world.setTiles(tiles, 0, 0, 1, 1, [256]), /cells\[0\] is 256/],
    [() => world.setEdgeUserData(tiles, 0, 1), /^auk_world_shape_set_edge_user_data: /],
    [() => world.setEdgeFilter(body, 0, {}), /not the id of a shape/],
    [() => world.shapeOverlaps(body), /sensor is .*, not the id of a shape/],
    [() => world.bodyContacts(tiles), /not the id of a body/],
    [() => world.ignorePair(body, tiles), /b is .*, not the id of a body/],
    [() => world.ignorePair(body, body, 1), /ignored is 1, not true or false/],
    [() => world.castRay(NaN, 0, 1, 0), /^castRay: x is NaN \(a number is NaN or infinite\)$/],
    [() => world.castRay(0, 0, 1, 0, { near: 1 }), /a query has no option near/],
    [() => world.setVelocity(body, Infinity, 0), /velocity\.x is inf/],
    [() => world.setPosition({ index: 5, generation: 1 }, 0, 0), /not the id of a body/],
    [() => world.setPosition(new AukBodyId(5, 1), 0, 0), /body is \{index 5, generation 1\}/],
    [() => world.setPosition(new AukShapeId(body.index, body.generation), 0, 0), /not the id of a body/],
    [() => world.destroyBody(undefined), /body is undefined/],
    [() => world.setPosition(body, null, 0), /x is null, not a number/],
    [() => world.setPosition(body, 0), /y is undefined, not a number/],
    [() => world.setAngle(body, NaN), /^angle is NaN/],
    [() => world.moveTo(body, 0, 0, '1'), /angle is 1, not a number/],
    [() => world.setEnabled(body, 1), /enabled is 1, not true or false/],
    [() => new AukBodyId(1.5, 1), /index is 1.5/],
    [() => world.exists(null), /body is null/],
    [() => world.poses([body]), /bodies is .*, not what createBodies/],
    [() => world.poses(many, new Float32Array(7)), /8 numbers/],
    [() => world.setPoses(many, [1, 2, 3]), /3 numbers for 2 bodies, which take 8/],
    [() => world.setVelocities(many, null), /not an array/],
    [() => world.setVelocities(many, [1, 2, 3, NaN]), /finite/],
    [() => world.removeShape(body), /not the id of a shape/],
    [() => world.addShape(body, auk.circle(1), { closed: true }), /no option closed/],
    [() => world.addChain(body, [0, 0, 1, 0], { radius: NaN }), /finite/],
    [() => world.addTiles(body, { width: 2.5, height: 2, cell: 1, cells: [1, 1, 1, 1, 1] }), /width is 2.5/],
    [() => world.addTiles(body, { width: 1, height: 1, cell: 1, cells: [257] }), /cells\[0\] is 257/],
    [() => world.addTiles(body, { width: 1, height: 1, cell: 1, cells: [200] }), /./],
    [() => world.addTiles(body), /not undefined/],
    [() => world.setTile(body, 0, 0, 1), /not the id of a shape/],
    [() => world.setTile(tiles, 0.5, 0, 1), /x is 0.5/],
    [() => world.setTile(tiles, 0, 0, 256), /tile is 256/],
    [() => world.setTile(tiles, 5, 0, 1), /./],
    [() => auk.createWorld({ wrap: [0, 0, -1, 1] }), /^createWorld: wrap\.minX is 0 \(.*negative/],
    [() => auk.createWorld({ history: -1 }), /^createWorld: history is -1 \(/],
    [() => auk.createWorld({ maxPairs: 0xffffffff }), /^createWorld: maxPairs is 4294967295 \(/],
    [() => auk.createWorld({ history: 2000 }), /^createWorld: history is 2000 \(/],
    [() => world.move({ ...mover, position: [0, NaN] }, 1), /^move: position\.y is NaN \(.*finite/],
  ];
  for (const [call, message] of wrong) {
    assert.throws(call, (error) => error instanceof AukError && message.test(error.message), call.toString());
  }
  assert.equal(world.hash(), hash);
  assert.equal(world.bodyCount, bodyCount);
  assert.equal(world.getBody(new AukBodyId(9, 1)), null);
  world.destroyBody(body);
  assert.throws(() => world.destroyBody(body), AukError);
  world.destroy();
});
