// auk for JavaScript: a thin layer over the WebAssembly module.
import { Module, box, bytesOf, capsule, circle, ellipse, halfPlane, polygon, segment } from './module.js';
import { bodiesOf } from './results.js';
import { applyDelta, compare, delta } from './snapshots.js';
import { tileKinds, tiles } from './tiles.js';
import { World } from './world.js';

export { AukBodyId, AukError, AukId, AukShapeId } from './arguments.js';
export { box, capsule, circle, ellipse, halfPlane, polygon, segment, tileKinds, tiles };

/** Loads the module: auk.wasm beside this file, or the bytes, URL or path given. */
export async function load(source) {
  const loaded = await WebAssembly.instantiate(await bytesOf(source), {});
  const module = new Module(loaded instanceof WebAssembly.Instance ? loaded : loaded.instance);
  return {
    createWorld: (options = {}) => new World(module, options),
    circle, box, ellipse, segment, capsule, polygon, halfPlane, tileKinds, tiles,
    hull: (points) => module.hull(points),
    rotation: (angle) => module.rotation(angle),
    angleOf: (x, y) => module.angleOf(x, y),
    bodies: bodiesOf,
    delta: (base, target) => delta(module, base, target),
    applyDelta: (base, change) => applyDelta(module, base, change),
    compare: (a, b) => compare(module, a, b),
    memoryBytes: () => module.calls.memory.buffer.byteLength,
  };
}
