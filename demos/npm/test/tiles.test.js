// The names of tiles, against the shapes that cells with their numbers have.
import assert from 'node:assert/strict';
import test from 'node:test';

import { load, tiles } from '../auk.js';

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
