// Queries: what they may find, and what they have found. The results are copies. A call leaves its query, and its shape
// if it has one, in the module for the next call there.
import {
  AukBodyId, AukError, AukShapeId, bodyOption, checkKeys, coordinates, count, flag, idWords, keys, namedPoints, output,
} from './arguments.js';

const QUERY_KEYS = keys('category ignore group exclude excludes sensors onlySensors skipOverlapping respectOwners ' +
                        'userDataMask userDataValue');

const NO_WORDS = new Uint32Array(0);

export function putQuery(module, query = {}) {
  checkKeys(query, QUERY_KEYS, 'a query');
  const exclude = bodyOption(query, 'exclude');
  const { excludes } = query, ids = excludes === undefined ? NO_WORDS : idWords(excludes, 'excludes');
  const words = [count(query, 'category'), count(query, 'ignore'), count(query, 'group'), exclude.index,
                 exclude.generation, flag(query, 'sensors'), flag(query, 'onlySensors'),
                 flag(query, 'skipOverlapping'), flag(query, 'respectOwners'), count(query, 'userDataMask'),
                 count(query, 'userDataValue')];
  const at = ids.length > 0 ? module.put('excludes', Uint32Array, ids) : 0;
  module.words(words.length).set(words);
  module.calls.js_set_query(at, ids.length / 2);
}

// ---- what stands in the words of a result --------------------------------------------------------------------------

// Results are literals without a spread: { ...ids, fraction } takes node 18 and 20 8 us, ten times all else of a cast.

/** Item i of an array of structs in the module. */
export function itemOf(module, { size }, at, i) {
  const { buffer } = module.calls.memory, first = at + 4 * i * size;
  return { words: new Uint32Array(buffer, first, size), floats: new Float32Array(buffer, first, size),
           bytes: new Uint8Array(buffer, first, 4 * size) };
}

export const twoIn = (floats, at) => [floats[at], floats[at + 1]];
export const fourIn = (floats, at) => [floats[at], floats[at + 1], floats[at + 2], floats[at + 3]];
export const bodyIn = (words, at) => new AukBodyId(...twoIn(words, at));
export const shapeIn = (words, at) => new AukShapeId(...twoIn(words, at));

function foundOf(module, at, i = 0) {
  const layout = module.layout.found, { words, floats } = itemOf(module, layout, at, i);
  return {
    body: bodyIn(words, layout.body),
    shape: shapeIn(words, layout.shape),
    userData: words[layout.userData],
    child: words[layout.child] | 0,
    fraction: floats[layout.fraction],
    distance: floats[layout.distance],
    point: twoIn(floats, layout.point),
    normal: twoIn(floats, layout.normal),
  };
}

function spanOf(module, at, i) {
  const layout = module.layout.span, { words, floats, bytes } = itemOf(module, layout, at, i);
  return {
    body: bodyIn(words, layout.body),
    shape: shapeIn(words, layout.shape),
    userData: words[layout.userData],
    enterChild: words[layout.enterChild] | 0,
    exitChild: words[layout.exitChild] | 0,
    enter: floats[layout.enter],
    exit: floats[layout.exit],
    thickness: floats[layout.thickness],
    enterPoint: twoIn(floats, layout.enterPoint),
    exitPoint: twoIn(floats, layout.exitPoint),
    enterNormal: twoIn(floats, layout.enterNormal),
    exitNormal: twoIn(floats, layout.exitNormal),
    startsInside: bytes[layout.startsInsideByte] !== 0,
    endsInside: bytes[layout.endsInsideByte] !== 0,
  };
}

// ---- calls ---------------------------------------------------------------------------------------------------------

// Each takes the name of the query and its numbers, for errors, and a call that gets the address of the results.

const roomFor = (module, layout, length) => module.room('found', 4 * layout.size * length);

/** The one result, or null. */
export function one(module, name, values, call) {
  const at = roomFor(module, module.layout.found, 1);
  return module.checkAnswer(call(at), name, () => values) > 0 ? foundOf(module, at) : null;
}

/** All results of a call that gets their address and their room; or the first `most`. */
export function several(module, name, values, call, most = Infinity, layout = module.layout.found, read = foundOf) {
  for (let room = 64; ; room *= 4) {
    const at = roomFor(module, layout, Math.min(room, most));
    const length = module.checkAnswer(call(at, Math.min(room, most)), name, () => values);
    if (length < room || room >= most) {
      return Array.from({ length }, (_, i) => read(module, at, i));
    }
  }
}

export function spans(module, name, values, call) {
  return several(module, name, values, call, Infinity, module.layout.span, spanOf);
}

// Casts many rays. Returns take(at, length) of their results, once none of them is an error.
function castMany(module, name, world, from, delta, query, take) {
  const starts = coordinates(from, 'from'), ways = coordinates(delta, 'delta');
  if (ways.length !== starts.length) {
    throw new AukError(`${ways.length / 2} rays from ${starts.length / 2} points`);
  }
  putQuery(module, query);
  const [fromAt, length] = module.putPoints(starts);
  const { layout: { found }, calls } = module;
  const deltaAt = module.put('in', Float32Array, ways), at = roomFor(module, found, length);
  module.checkAnswer(calls.js_cast_ray_many(world(), fromAt, deltaAt, length, at), name);
  const words = new Int32Array(calls.memory.buffer, at, found.size * length);
  for (let i = 0; i < length; i++) {
    module.check(words[i * found.size + found.status], name,
                 () => ({ ...namedPoints('from', from), ...namedPoints('delta', delta) }));
  }
  return take(at, length);
}

/** Fractions of many rays at their first hits, 1 without one; written into an array if one is given. */
export function rays(module, world, from, delta, query, into) {
  return castMany(module, 'castRays', world, from, delta, query, (at, length) => {
    const { layout: { found }, calls } = module, fractions = output(into, length, 'one for each ray');
    const floats = new Float32Array(calls.memory.buffer, at, found.size * length);
    for (let i = 0; i < length; i++) {
      fractions[i] = floats[i * found.size + found.fraction];
    }
    return fractions;
  });
}

/** What each of many rays finds first, or null. */
export function raysFound(module, world, from, delta, query) {
  return castMany(module, 'castRaysFound', world, from, delta, query, (at, length) =>
    Array.from({ length }, (_, i) => {
      const found = foundOf(module, at, i);
      return found.body.generation === 0 ? null : found;
    }));
}
