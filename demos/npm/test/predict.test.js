// The future, the past and crowds: predictions against steps, past queries against restored snapshots, crowds against
// a loop over all pairs.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);
const dt = 1 / 60;

function random(seed) {
  let state = seed >>> 0;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state >>> 8) / 16777216;
  };
}

function room() {
  const world = auk.createWorld();
  world.createBody({ motion: 'static', shape: auk.box(10, 0.5), position: [0, -5] });
  world.createBody({ motion: 'static', shape: auk.box(10, 0.5), position: [0, 5] });
  world.createBody({ motion: 'static', shape: auk.box(0.5, 5), position: [-10, 0] });
  world.createBody({ motion: 'static', shape: auk.box(0.5, 5), position: [10, 0], angle: 0.1 });
  const ball = world.createBody({ motion: 'swept', response: 'bounce', shape: auk.box(0.3, 0.2), velocity: [13, 29],
                                  spin: 3, userData: 9 });
  return { world, ball };
}

test('a prediction is what steps do', () => {
  const { world, ball } = room(), hash = world.hash();
  const told = world.predict(ball, { seconds: dt, steps: 240 });
  assert.equal(world.hash(), hash, 'the world is as it was');
  const hits = [];
  for (let step = 0; step < 240; step++) {
    world.step(dt);
    const now = world.hits();
    for (let i = 0; i < now.count; i++) {
      hits.push([step, now.fraction(i), ...now.point(i), ...now.normal(i), now.response(i), String(now.bodyB(i))]);
    }
  }
  assert.ok(hits.length > 12);
  assert.deepEqual(told.hits.map((hit) => [hit.step, hit.fraction, ...hit.point, ...hit.normal, hit.response,
                                           String(hit.bodyA.equals(ball) ? hit.bodyB : hit.bodyA)]), hits);
  const [pose] = [world.poses(world.allBodies())];
  assert.deepEqual(Float32Array.from(told.pose), pose.slice(-4));
  assert.deepEqual(told.velocity, world.getBody(ball).velocity);
  assert.equal(told.spin, world.getBody(ball).spin);
  assert.deepEqual([told.steps, told.end], [240, 'time']);
  assert.ok(Math.abs(told.time - 4) < 1e-3 && told.hits.every(({ userDataA, first }) => userDataA === 9 && first));
  // legs join, and their lengths add up
  let sum = 0;
  told.legs.forEach((leg, i) => {
    if (i > 0) {
      assert.deepEqual(leg.from, told.legs[i - 1].to);
      assert.equal(leg.start, told.legs[i - 1].end);
    }
    sum += Math.hypot(leg.to[0] - leg.from[0], leg.to[1] - leg.from[1]);
  });
  assert.ok(Math.abs(sum - told.length) < 1e-3 * sum);
  assert.equal(told.legs.filter(({ hit }) => hit >= 0).length, told.hits.length);
  world.destroy();
});

test('a prediction from elsewhere, with gravity, up to the second bounce', () => {
  const { world, ball } = room();
  const told = world.predict(ball, { position: [0, 0], angle: 0, velocity: [0, 0], spin: 0, acceleration: [0, -10],
                                     seconds: dt, steps: 600, maxResponses: 2 });
  assert.deepEqual([told.end, told.hits.length], ['responses', 2]);
  // down 4.3 by gravity, and up and down again as long
  const fall = Math.sqrt(2 * 4.3 / 10);
  assert.ok(Math.abs(told.hits[0].time - fall) < 2 * dt && Math.abs(told.hits[1].time - 3 * fall) < 4 * dt);
  assert.equal(told.hits[0].normal[1], -1);
  const own = world.predict(ball), moved = world.predict(ball, { seconds: dt, angle: 1 });
  assert.deepEqual([own.legs.length === 0 || own.length === 0, own.time], [true, 0]);
  assert.ok(Math.abs(Math.atan2(moved.legs[0].from[3], moved.legs[0].from[2]) - 1) < 1e-6);
  assert.deepEqual([...moved.legs[0].from.slice(0, 2), ...moved.velocity], [0, 0, 13, 29]);
  assert.throws(() => world.predict(ball, { seconds: NaN }), /predict: seconds is NaN/);
  assert.throws(() => world.predict(ball, { steps: 1e6 }), /predict: steps is 1000000/);
  assert.throws(() => world.predict(ball, { steps: 1.5 }), /steps is 1.5, not a whole number/);
  assert.throws(() => world.predict(ball, { gravity: 1 }), /a prediction has no option gravity/);
  world.destroyBody(ball);
  assert.throws(() => world.predict(ball), /predict: body is/);
  world.destroy();
});

test('one body advances as predicted', () => {
  const { world, ball } = room();
  const told = world.predict(ball, { seconds: 0.5 }), done = world.advance(ball, 0.5);
  assert.deepEqual(done, told);
  assert.ok(done.hits.length > 0);
  assert.deepEqual(world.getBody(ball).velocity, done.velocity);
  assert.throws(() => world.advance(ball, -1), /auk_body_advance: .*-1/);
  world.destroy();
});

test('the past is what it was', () => {
  const options = { history: 8 }, between = random(3);
  const world = auk.createWorld(options), bodies = world.createBodies(
    { shape: auk.circle(0.5) }, Float32Array.from({ length: 80 }, () => between(-6, 6)));
  const late = [], saved = [];
  for (let step = 0; step < 12; step++) {
    world.setVelocities(bodies, Float32Array.from({ length: 80 }, () => between(-20, 20)));
    world.step(dt);
    saved.unshift(world.snapshot());
    if (step === 9) {
      late.push(world.createBody({ shape: auk.circle(9) }));
    }
  }
  assert.equal(world.history, 8);
  const then = auk.createWorld(options);
  for (let ago = 0; ago <= 8; ago++) {
    then.restore(saved[ago]);
    const exclude = late[0];
    assert.deepEqual(world.castRayAt(ago, -9, 0.1, 20, 0.3, { exclude }), then.castRay(-9, 0.1, 20, 0.3, { exclude }));
    assert.deepEqual(world.castShapeAt(ago, auk.box(0.2, 0.4), -9, 0, 1, 20, 1, { exclude }),
                     then.castShape(auk.box(0.2, 0.4), -9, 0, 1, 20, 1, { exclude }));
    assert.deepEqual(world.overlapShapeAt(ago, auk.circle(3), 0, 0, 0, { exclude }),
                     then.overlapShape(auk.circle(3), 0, 0, 0, { exclude }));
    assert.deepEqual(Float32Array.from(world.poseAt(bodies.at(5), ago)), then.poses(bodies).slice(20, 24));
    assert.equal(world.poseAt(late[0], ago) !== null, ago <= 1, `${ago} steps ago`);
  }
  assert.throws(() => world.castRayAt(9, 0, 0, 1, 0), /castRayAt: stepsAgo is 9/);
  assert.throws(() => world.overlapShapeAt(-1, auk.circle(1), 0, 0), /overlapShapeAt: stepsAgo is -1/);
  world.destroy();
  then.destroy();
});

test('a crowd spreads, and stays out of walls', () => {
  const between = random(11), count = 120, radii = Float32Array.from({ length: count }, () => between(0.2, 0.6));
  const shapes = Array.from(radii, (radius, i) => (i % 3 ? auk.circle(radius) : auk.polygon(
    auk.hull([[-radius, -radius], [radius, -radius], [0, radius], [0, -radius]]))));
  const positions = Float32Array.from({ length: 2 * count }, () => between(-5, 5));
  const world = auk.createWorld();
  world.createBody({ motion: 'static', shape: auk.box(40, 0.5), position: [0, -6] });
  const circles = Array.from({ length: count }, (_, i) => i).filter((i) => i % 3);
  const pressed = () => circles.flatMap((a) => circles.filter((b) => b < a).map(
    (b) => Math.max(0, radii[a] + radii[b] - Math.hypot(positions[2 * a] - positions[2 * b],
                                                        positions[2 * a + 1] - positions[2 * b + 1])))).reduce(
    (sum, depth) => sum + depth, 0);
  const before = pressed(), copy = positions.slice(), pairs = world.separate({ shapes, positions });
  assert.ok(pairs > 50 && positions.some((value, i) => value !== copy[i]));
  for (let call = 0; call < 120; call++) {
    world.separate({ shapes, positions, weights: radii, strength: 0.5 });
  }
  assert.ok(pressed() < 0.02 * before, `${pressed()} of ${before}`);
  assert.ok(circles.every((i) => positions[2 * i + 1] > -5.5 + radii[i] - 1e-3), 'the wall blocks them');
  const bodies = world.createBodies({ shape: auk.circle(0.5) }, [0, 20, 0.2, 20]);
  const two = Float32Array.of(0, 20, 0.2, 20);
  assert.equal(world.separate({ shapes: auk.circle(0.5), positions: two, bodies }), 1);
  assert.ok(two[2] - two[0] > 0.4, 'their own bodies do not hold them');
  const alone = Float32Array.of(0, -5.9, 0, -6.1);
  world.separate({ shapes: auk.circle(0.5), positions: alone, alone: true, angles: [0, 1] });
  assert.ok(alone[3] < -6.2);
  assert.equal(world.separate({ shapes: [], positions: new Float32Array(0) }), 0);
  const wrong = [[{ shapes: auk.circle(1), positions: [0, 0] }, /positions is 0,0, not a Float32Array/],
                 [{ shapes: [auk.circle(1)], positions: two }, /1 shapes for 2 positions/],
                 [{ shapes: auk.circle(1), positions: Float32Array.of(NaN, 0) }, /separate: positions\[0\]\.x is NaN/],
                 [{ positions: two }, AukError], [{ shapes: auk.circle(1), positions: two, strength: 3 }, AukError],
                 [{ shapes: auk.circle(1), positions: two, weights: [1] }, /1 weights for 2 positions/],
                 [{ shapes: auk.circle(1), positions: two, bodies: world.allBodies() }, /3 bodies for 2 positions/]];
  const kept = two.slice();
  for (const [crowd, error] of wrong) {
    assert.throws(() => world.separate(crowd), error);
  }
  assert.deepEqual(two, kept);
  world.destroy();
});
