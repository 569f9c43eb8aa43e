// Queries that turn, that look through shapes or start from one, what is drawn, and what was set: against plain loops,
// other queries and the descriptions that the world was made of.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukBodyId, AukError, AukShapeId, load } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);
const near = (a, b, error = 1e-4) => Math.abs(a - b) <= error;

/** Circles in a row on the x axis, with gaps of 1. */
function row(count) {
  const world = auk.createWorld();
  const bodies = world.createBodies({ motion: 'static', shape: auk.circle(0.5) },
                                    Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : i)));
  return { world, bodies };
}

test('spans are what a ray and its reverse enter', () => {
  const { world, bodies } = row(80); // more than the first room
  const spans = world.castRaySpans(-2, 0.3, 200, 0);
  assert.equal(spans.length, bodies.count);
  const chord = 2 * Math.sqrt(0.25 - 0.09);
  spans.forEach((span, i) => {
    assert.ok(span.body.equals(bodies.at(i)));
    assert.ok(near(span.thickness, chord) && near(200 * (span.exit - span.enter), chord, 1e-3));
    assert.ok(near(span.enterPoint[0], 2 * i - chord / 2) && near(span.exitPoint[0], 2 * i + chord / 2));
    assert.ok(span.enterNormal[0] < 0 && span.exitNormal[0] > 0 && near(span.enterNormal[1], 0.6));
    assert.deepEqual([span.startsInside, span.endsInside, span.enterChild, span.exitChild], [false, false, 0, 0]);
  });
  const enters = world.castRayAll(-2, 0.3, 200, 0), exits = world.castRayAll(198, 0.3, -200, 0);
  spans.forEach((span, i) => {
    assert.equal(span.enter, enters[i].fraction);
    assert.ok(near(span.exit, 1 - exits[spans.length - 1 - i].fraction, 1e-6));
  });
  const [inside] = world.castRaySpans(0, 0, 0.2, 0);
  assert.deepEqual([inside.startsInside, inside.endsInside, inside.enter, inside.exit], [true, true, 0, 1]);
  assert.deepEqual([...inside.enterNormal, ...inside.exitNormal], [0, 0, 0, 0]);
  assert.throws(() => world.castRaySpans(0, NaN, 1, 0), /castRaySpans: y is NaN/);
  world.destroy();
});

test('all that a moving shape hits', () => {
  const { world, bodies } = row(70);
  const found = world.castShapeAll(auk.circle(0.25), -2, 0, 0, 200, 0);
  assert.deepEqual(found.map(({ body }) => body.index), Array.from({ length: 70 }, (_, i) => bodies.at(i).index));
  assert.ok(found.every(({ fraction }, i) => near(200 * fraction, 2 * i + 2 - 0.75, 1e-3)));
  assert.deepEqual(found[0], world.castShape(auk.circle(0.25), -2, 0, 0, 200, 0));
  world.destroy();
});

test('a shape that turns on its way', () => {
  const world = auk.createWorld(), bar = auk.box(2, 0.1);
  const post = world.createBody({ motion: 'static', shape: auk.circle(0.1), position: [0, 1.5] });
  assert.deepEqual(world.castShapeTurning(bar, -5, 0, 0.3, 9, 1, 0), world.castShape(bar, -5, 0, 0.3, 9, 1));
  const found = world.castShapeTurning(bar, 0, 0, 0, 0, 0, Math.PI);
  assert.ok(found.body.equals(post));
  // the side of the bar meets the post when its angle to the post is asin(0.2 / 1.5)
  assert.ok(near(found.fraction * Math.PI, Math.PI / 2 - Math.asin(0.2 / 1.5)));
  assert.equal(world.castShapeTurning(bar, 0, 0, 0, 0, 0, 1), null);
  assert.throws(() => world.castShapeTurning(bar, 0, 0, 0, 0, 0, Infinity), /castShapeTurning: turn is Infinity/);
  world.destroy();
});

test('nearest to a shape', () => {
  const { world, bodies } = row(5);
  const [first, second] = world.nearestToShape(auk.circle(1), 3.2, 4, 0, Infinity, 2);
  assert.ok(first.body.equals(bodies.at(2)) && near(first.distance, Math.hypot(0.8, 4) - 1.5));
  assert.ok(second.body.equals(bodies.at(1)) && near(second.distance, Math.hypot(1.2, 4) - 1.5));
  assert.deepEqual(world.nearestToShape(auk.circle(1), 3.2, 4, 0, 1), []);
  const upright = world.nearestToShape(auk.box(3, 0.25), 4, 4, Math.PI / 2)[0];
  assert.ok(upright.body.equals(bodies.at(2)) && near(upright.distance, 0.5));
  world.destroy();
});

test('more bodies that are not found', () => {
  const { world, bodies } = row(5);
  const others = (query) => world.castRayAll(-2, 0, 50, 0, query).map(({ body }) => body.index);
  assert.deepEqual(others({ exclude: bodies.at(0), excludes: [bodies.at(2), bodies.at(4)] }),
                   [bodies.at(1).index, bodies.at(3).index]);
  assert.equal(others({ excludes: [] }).length, 5);
  assert.equal(others({}).length, 5, 'the next query has none of them');
  assert.throws(() => world.castRay(0, 0, 1, 0, { excludes: [bodies.at(0), null] }), /excludes\[1\] is null/);
  world.destroy();
});

test('what is drawn', () => {
  const world = auk.createWorld();
  const wall = world.createBody({ motion: 'static', shape: auk.box(0.5, 4) });
  const ball = world.createBody({ shape: auk.circle(1), position: [1, 0], velocity: [3, 0] });
  world.createBody({ motion: 'static', sensor: true, shape: auk.segment(50, 0, 51, 0) });
  world.step(0);
  const drawn = world.draw();
  const sides = drawn.filter(({ kind, body }) => kind === 'segment' && body.equals(wall));
  assert.equal(sides.filter(({ category }) => category === 'touching').length, 4);
  const arcs = drawn.filter(({ kind }) => kind === 'arc');
  assert.equal(arcs.length, 1);
  assert.deepEqual([arcs[0].category, arcs[0].center, arcs[0].radius], ['touching', [1, 0], 1]);
  assert.ok(near(arcs[0].turn, 2 * Math.PI) && arcs[0].body.equals(ball) && arcs[0].shape !== null);
  assert.ok(drawn.some(({ category }) => category === 'sensor') && drawn.some(({ kind }) => kind === 'point'));
  const velocities = world.draw({ show: ['velocities'], seconds: 2, region: [-9, -9, 9, 9] });
  assert.deepEqual(velocities.map(({ kind, category, p, q, shape }) => [kind, category, p, q, shape]),
                   [['segment', 'velocity', [1, 0], [7, 0], null]]);
  assert.ok(!world.draw({ region: [-9, -9, 9, 9] }).some(({ category }) => category === 'sensor'));
  assert.deepEqual(world.draw({ show: [] }), [], 'no layer is chosen');
  const map = world.createBody({ motion: 'static', position: [-50, 0] });
  const grid = world.addTiles(map, { width: 2, height: 2, cell: 1, cells: [0, 1, 1, 0] });
  const named = world.draw({ region: [-60, -9, -40, 9] }).filter(({ shape }) => shape.equals(grid));
  assert.deepEqual([...new Set(named.map(({ child }) => child))], [1, 2]);
  assert.throws(() => world.draw({ show: [], region: [0, 0, NaN, 1] }), /draw: region.maxX is NaN/);
  assert.throws(() => world.draw({ show: ['all'] }), /show has all, not one of shapes/);
  assert.throws(() => world.draw({ region: [0, 0, NaN, 1] }), /draw: region.maxX is NaN/);
  assert.throws(() => world.draw({ error: -1 }), AukError);
  world.destroy();
});

test('response rules decide for categories', () => {
  const world = auk.createWorld();
  const rules = [{ category: 0, other: 2, response: 'bounce', bounceLoss: 0.5 },
                 { category: 4, other: 0, response: 'touch', bounceLoss: 0 }];
  world.setResponseRules(rules);
  assert.deepEqual(world.responseRules(), rules);
  for (const [y, category] of [[0, 2], [9, 1]]) {
    world.createBody({ motion: 'static', shape: auk.box(0.5, 4), position: [0, y], category });
  }
  const shots = world.createBodies({ motion: 'swept', shape: auk.circle(0.25), velocity: [60, 0], spin: 2, category: 4 },
                                   [-3, 0, -3, 9]);
  world.step(0.1);
  const hits = world.hits();
  assert.deepEqual(Array.from({ length: hits.count }, (_, i) => hits.response(i)).sort(), ['bounce', 'touch']);
  assert.deepEqual([hits.spinA(0), hits.spinB(0), hits.limit(0)], [2, 0, false]);
  assert.deepEqual(world.getBody(shots.at(0)).velocity, [-30, 0]);
  assert.deepEqual(world.getBody(shots.at(1)).velocity, [0, 0]);
  world.setResponseRules([]);
  assert.deepEqual(world.responseRules(), []);
  assert.throws(() => world.setResponseRules([{ response: 'stop' }]), /response is stop, not one of/);
  assert.throws(() => world.setResponseRules([{ response: 'bounce', bounceLoss: 2 }]), AukError);
  assert.throws(() => world.setResponseRules([{ response: 'bounce', loss: 2 }]), /a response rule has no option loss/);
  world.destroy();
});

test('what a shape was created with can be changed', () => {
  const world = auk.createWorld(), body = world.createBody({ motion: 'static' });
  const shape = world.addShape(body, auk.circle(1), { oneWay: [0, 1], conveyor: [1, 0] });
  assert.deepEqual([world.getShape(shape).oneWay, world.getShape(shape).conveyor], [[0, 1], [1, 0]]);
  world.setShape(shape, auk.box(3, 1));
  assert.equal(world.overlapPoint(2.9, 0.9).length, 1);
  world.setShapeOneWay(shape, 0, 0);
  world.setShapeConveyor(shape, 0, 0);
  world.setShapeUserData(shape, 12);
  world.setShapeSensor(shape, true);
  world.setShapeProximity(shape, 0.5);
  assert.equal(world.overlapPoint(0, 0).length, 0, 'a sensor is not found');
  const { oneWay, conveyor, userData, sensor, proximity } = world.getShape(shape);
  assert.deepEqual({ oneWay, conveyor, userData, sensor, proximity },
                   { oneWay: [0, 0], conveyor: [0, 0], userData: 12, sensor: true, proximity: 0.5 });
  const hill = world.addOutline(body, [[0, 10], [4, 10], [2, 11], [4, 12], [0, 12]]);
  assert.equal(world.overlapPoint(3.5, 11).length, 0);
  world.setOutline(hill, [[0, 10], [4, 10], [4, 12], [0, 12]]);
  assert.equal(world.overlapPoint(3.5, 11).length, 1);
  assert.throws(() => world.setShape(hill, null), AukError);
  assert.throws(() => world.setShapeProximity(shape, -1), /proximity is -1/);
  assert.throws(() => world.setOutline(shape, [[0, 0], [1, 1]]), AukError);
  world.destroy();
});

test('the difference of two positions leads the shorter way', () => {
  const world = auk.createWorld({ wrap: [0, 0, 100, 0] });
  assert.deepEqual(world.difference(98, 3, 1, 5), [3, 2]);
  assert.deepEqual(world.difference(1, 5, 98, 3), [-3, -2]);
  assert.deepEqual(world.difference(10, 0, 40, 0), [30, 0]);
  assert.deepEqual(world.wrapPosition(205, -30), [5, -30]);
  assert.throws(() => world.difference(0, 0, '1', 0), /toX is 1, not a number/);
  world.destroy();
});

test('bounds, spins, velocities of points and the way to a pose', () => {
  const world = auk.createWorld();
  assert.deepEqual(world.bounds(), [0, 0, 0, 0]);
  world.reserve(10, 10, 10);
  const bodies = world.createBodies({ shape: auk.box(1, 2), velocity: [1, 0] }, [0, 0, 10, 0]), body = bodies.at(0);
  assert.equal(world.setSpins(bodies, [0.5, 0]), 0);
  assert.deepEqual([...world.spins(bodies)], [0.5, 0]);
  assert.deepEqual(world.velocityAt(body, 0, 2), [0, 0]);
  const [minX, minY, maxX, maxY] = world.bodyBounds(body);
  assert.ok(near(minX, -1) && near(minY, -2) && near(maxX, 1) && near(maxY, 2));
  assert.ok(near(world.bounds()[2], 11));
  world.setVelocityTo(body, 3, 4, 1, 2);
  world.step(2);
  const { position, angle } = world.getBody(body);
  assert.ok(near(position[0], 3) && near(position[1], 4) && near(angle, 1));
  assert.deepEqual(world.shiftOrigin(2, 1), [2, 1]);
  assert.deepEqual(world.origin, [2, 1]);
  assert.ok(near(world.getBody(body).position[0], 1) && near(world.getBody(body).position[1], 3));
  assert.throws(() => world.setVelocityTo(body, 0, 0, 0, 0), AukError);
  assert.throws(() => world.shiftOrigin(Infinity, 0), AukError);
  assert.throws(() => world.reserve(-1), AukError);
  world.destroy();
});

test('events say whether they are the first or last of two bodies', () => {
  const world = auk.createWorld(), pair = world.createBody({ motion: 'static', shape: auk.circle(1) });
  world.addShape(pair, auk.circle(1), { position: [5, 0] });
  const bar = world.createBody({ shape: auk.box(9, 0.5), position: [0, 1.25], angle: -0.01 });
  world.step(0);
  const events = world.events('begin');
  assert.deepEqual([0, 1].map((i) => events.bodies(i)), [true, false]);
  world.setPose(bar, 0, 9, 0);
  world.step(0);
  const ends = world.events('end');
  assert.deepEqual(Array.from({ length: ends.count }, (_, i) => ends.bodies(i)).filter(Boolean).length, 1);
  world.destroy();
});

test('what a query has found costs little beside the query', () => {
  const world = auk.createWorld(), count = 1000, kept = [];
  const positions = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : i / 2));
  world.createBodies({ shape: auk.circle(0.4) }, positions);
  const literals = () => { // the same objects, as fast as an engine makes them
    for (let i = 0; i < count; i++) {
      kept[i] = { body: new AukBodyId(i, 1), shape: new AukShapeId(i, 1), userData: i, child: 0, fraction: i / 2,
                  distance: i / 3, point: [i, i], normal: [i, -i] };
    }
  };
  const best = (call) => Math.min(...Array.from({ length: 40 }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  }));
  assert.equal(world.overlapBox(-1, -1, count, 1).length, count);
  const ratio = best(() => world.overlapBox(-1, -1, count, 1)) / best(literals); // 7 to 15; it was 50 or more
  assert.ok(ratio < 30, `it takes ${ratio} times as long as the objects alone`);
  world.destroy();
});
