// The names of tiles, against the shapes that cells with their numbers have.
import assert from 'node:assert/strict';
import test from 'node:test';

import { load, tileKinds, tiles } from '../auk.js';

const auk = await load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);

// Whether the point (x, y) of a cell from 0 to 1 is solid.
const SOLID = {
  empty: () => false, full: () => true,
  slopeLeftLow: (x, y) => y < 1 - x, slopeRightLow: (x, y) => y < x, slopeRightHigh: (x, y) => y > 1 - x,
  slopeLeftHigh: (x, y) => y > x,
  halfLow: (x, y) => y < 0.5, halfHigh: (x, y) => y > 0.5, halfLeft: (x) => x < 0.5, halfRight: (x) => x > 0.5,
  gentleLow1: (x, y) => y < x / 2, gentleLow2: (x, y) => y < 0.5 + x / 2, gentleLow3: (x, y) => y < 1 - x / 2,
  gentleLow4: (x, y) => y < 0.5 - x / 2,
  gentleHigh1: (x, y) => y > 1 - x / 2, gentleHigh2: (x, y) => y > 0.5 - x / 2, gentleHigh3: (x, y) => y > x / 2,
  gentleHigh4: (x, y) => y > 0.5 + x / 2,
};
// The normal of the floor that a one-way cell is.
const NORMAL = { oneWayHigh: [0, 1], oneWayLow: [0, -1], oneWayRight: [1, 0], oneWayLeft: [-1, 0] };

test('a cell is solid where its name says', () => {
  assert.deepEqual(Object.keys(tiles).sort(), [...Object.keys(SOLID), ...Object.keys(NORMAL)].sort());
  for (const [name, isSolid] of Object.entries(SOLID)) {
    const world = auk.createWorld(), ground = world.createBody({ motion: 'static' });
    world.addTiles(ground, { width: 1, height: 1, cell: 1, cells: [tiles[name]] });
    for (let i = 0; i < 81; i++) {
      const x = 0.07 + (i % 9) / 10, y = 0.11 + Math.floor(i / 9) / 10;
      assert.equal(world.overlapPoint(x, y).length === 1, isSolid(x, y), `${name} at ${x}, ${y}`);
    }
    world.destroy();
  }
});

test('a one-way cell stops what comes from beyond its side', () => {
  for (const [name, [nx, ny]] of Object.entries(NORMAL)) {
    const world = auk.createWorld(), ground = world.createBody({ motion: 'static' });
    world.addTiles(ground, { width: 1, height: 1, cell: 1, cells: [tiles[name]] }, { position: [-0.5, -0.5] });
    const stops = (side) => {
      const body = world.createBody({ motion: 'swept', response: 'touch', shape: auk.circle(0.1), position: [2 * side * nx, 2 * side * ny],
                                      velocity: [-4 * side * nx, -4 * side * ny] });
      world.step(1);
      const hits = world.hits(), normals = Array.from({ length: hits.count }, (_, i) => hits.normal(i));
      world.destroyBody(body);
      return normals.flat().map((value) => Math.round(value) + 0); // no -0
    };
    assert.deepEqual(stops(1), [-nx + 0, -ny + 0], name);
    assert.deepEqual(stops(-1), [], name);
    world.destroy();
  }
});

// The right side of no edge of a polygon that goes round counter-clockwise.
const isInside = (corners, x, y) => corners.every(([x0, y0], i) => {
  const [x1, y1] = corners[(i + 1) % corners.length];
  return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0;
});

test('a cell of a kind that the game makes is solid inside of its corners', () => {
  const world = auk.createWorld(), ground = world.createBody({ motion: 'static' }), { first, last } = tileKinds;
  const corners = [[0.25, 0.125], [0.875, 0.25], [0.75, 0.875], [0.125, 0.75]];
  world.setTileKind(first, { points: [corners[2], corners[0], corners[3], corners[1]], userData: 0xfffffff0, category: 4 });
  world.setTileKind(last, {});
  const grid = world.addTiles(ground, { width: 2, height: 1, cell: 1, cellHeight: 2, cells: [first, last] });
  for (let i = 0; i < 81; i++) {
    const x = 0.07 + (i % 9) / 10, y = 0.11 + Math.floor(i / 9) / 10;
    assert.equal(world.overlapPoint(x, 2 * y).length === 1, isInside(corners, x, y), `at ${x}, ${y}`);
    assert.equal(world.overlapPoint(1 + x, 2 * y)[0].child, 1);
  }
  assert.equal(world.overlapPoint(0.5, 1, { category: 1, ignore: 4 }).length, 0);
  assert.deepEqual([0, 1, 2, -1].map((child) => world.getTileUserData(grid, child)), [0xfffffff0, 0, 0, 0]);
  const { points, ...kept } = world.getTileKind(first);
  assert.ok(points.length === 4 && points.every(([x, y]) => corners.some(([a, b]) => a === x && b === y)), `${points}`);
  assert.deepEqual(kept, { category: 4, ignore: 0, group: 0, oneWay: [0, 0], conveyor: [0, 0], userData: 0xfffffff0 });
  assert.deepEqual(world.getTileKind(last).points, [[0, 0], [1, 0], [1, 1], [0, 1]]);
  assert.equal(world.getTileKind(first + 1), null);

  const other = auk.createWorld();
  other.restore(world.snapshot());
  assert.deepEqual(other.getTileKind(first), world.getTileKind(first));
  other.destroy();

  world.setTileKind(first, { points: [[0, 0], [1, 0], [1, 1]] }); // a change applies at once
  assert.equal(world.overlapPoint(0.1, 1.8).length, 0);
  assert.equal(world.getTileUserData(grid, 0), 0);
  world.destroy();
});

test('a kind may be a floor that blocks one way, and a belt', () => {
  const world = auk.createWorld(), ground = world.createBody({ motion: 'static' }), spring = tileKinds.first;
  world.setTileKind(spring, { points: [[0, 0.5], [1, 0.5]], oneWay: [0, 1], conveyor: [2, 0] });
  world.addTiles(ground, { width: 9, height: 1, cell: 1, cells: Array(9).fill(spring) });
  const mover = { shape: auk.circle(0.25), position: [1, 0], velocity: [0, 3] };
  world.move(mover, 0.5);
  assert.ok(mover.position[1] > 1, `from below it comes to ${mover.position}`);
  for (let i = 0; i < 60; i++) {
    mover.velocity = [0, -3];
    world.move(mover, 1 / 60);
  }
  assert.ok(Math.abs(mover.position[1] - 0.75) < 0.01, `from above it comes to ${mover.position}`);
  assert.ok(mover.position[0] > 1.5, `the belt carries it to ${mover.position}`);
  world.destroy();
});

test('kinds that cannot be are refused with the call and the number', () => {
  const world = auk.createWorld(), spring = tileKinds.first, body = world.createBody({ motion: 'static' });
  const nine = Array.from({ length: 9 }, (_, i) => [0.5 + Math.cos(i) / 2, 0.5 + Math.sin(i) / 2]);
  const refused = (pattern, tile, kind) => assert.throws(() => world.setTileKind(tile, kind), pattern);
  refused(/63|64/, spring - 1, {});
  refused(/256|255/, tileKinds.last + 1, {});
  refused(/tile is 64.5/, 64.5, {});
  refused(/9/, spring, { points: nine });
  refused(/1\.5/, spring, { points: [[0, 0], [1.5, 0], [0, 1]] });
  refused(/NaN/, spring, { points: [[0, 0], [NaN, 0], [0, 1]] });
  refused(/points\[1\]\.x is a, not a number/, spring, { points: [[0, 0], ['a', 0], [0, 1]] });
  refused(/set_tile_kind/, spring, { points: [[0, 0], [0.5, 0.5], [1, 1]] });
  refused(/no option corners/, spring, { corners: [] });
  refused(/as an object, not undefined/, spring, undefined);
  assert.equal(world.getTileKind(spring), null);
  world.setTileKind(spring, {});
  const grid = world.addTiles(body, { width: 1, height: 1, cell: 1, cells: [spring] });
  refused(/set_tile_kind/, spring, null);
  world.setTile(grid, 0, 0, tiles.full);
  world.setTileKind(spring, null);
  assert.equal(world.getTileKind(spring), null);
  world.destroy();
});
