// Characters and crowds: what goes into the module before a move, and what comes back. Reports are copies.
import {
  AukBodyId, AukError, angles, bodyId, bodyOption, checkKeys, checkNumber, coordinates, flag, itemAt, keys, list, named,
  namedEach, namedPoints, number, numbers, pair, shown, typed,
} from './arguments.js';
import { checkShape } from './module.js';
import { bodyIn, fourIn, itemOf, putQuery, shapeIn, twoIn } from './query.js';
import { Bodies } from './results.js';

const MOVER_KINDS = ['floor', 'wall', 'ceiling'];
const WALKER_WORDS = 'angle velocity up slopeLimit stepHeight snap floating drop floor support supportPose position ' +
                     'wall ceiling stuck limit floorNormal wallNormal ceilingNormal supportVelocity moved';
const WALKER_KEYS = keys(WALKER_WORDS);
const SETTINGS = keys('angle up slopeLimit stepHeight snap floating'); // which a move does not write
const WRITTEN = WALKER_WORDS.split(' ').filter((name) => !SETTINGS.has(name));
const MOVER_KEYS = keys(`${WALKER_WORDS} shape query`);
const CROWD_KEYS = keys('shapes positions angles weights strength alone query bodies seconds');
const POSE = ['x', 'y', 'cosine', 'sine'];

/** The numbers of a mover that a move may refuse, by name. */
function numbersOfMover(mover, seconds) {
  const { position, angle, velocity, up, slopeLimit, stepHeight, snap, supportPose } = mover;
  return { ...named('position', position), angle, ...named('velocity', velocity), ...named('up', up), slopeLimit,
           stepHeight, snap, ...named('supportPose', supportPose, POSE), seconds };
}

/** Returns a function that puts them into the module. */
function readNumbers(module, mover, seconds) {
  const support = bodyOption(mover, 'support');
  const floats = [...pair(mover, 'position'), number(mover, 'angle'), ...pair(mover, 'velocity'),
                  ...pair(mover, 'up'), number(mover, 'slopeLimit'), number(mover, 'stepHeight'),
                  number(mover, 'snap'), ...numbers(mover, 'supportPose', POSE), checkNumber(seconds, 'seconds')];
  const words = [flag(mover, 'floating'), flag(mover, 'floor'), flag(mover, 'drop'), support.index,
                 support.generation];
  return () => {
    module.floats(floats.length).set(floats);
    module.words(words.length).set(words);
  };
}

const writable = new WeakSet(); // movers that were found so: to look costs a fifth of a move

/** Whether a member can be set: it is no getter alone, of the object or of its class, and not read-only. */
function canSet(object, name) {
  for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
    const own = Object.getOwnPropertyDescriptor(at, name);
    if (own !== undefined) {
      return own.writable ?? own.set !== undefined;
    }
  }
  return true;
}

/** What came of a move is written into the mover: if that failed, a body that walks would go all the same. */
function checkWritable(mover, what) {
  if (!Object.isExtensible(mover)) {
    throw new AukError(`${what} is written into: it cannot be frozen or sealed`);
  }
  if (!writable.has(mover)) {
    const fixed = WRITTEN.find((name) => !canSet(mover, name));
    if (fixed !== undefined) {
      throw new AukError(`${what} is written into: its ${fixed} cannot be read-only`);
    }
    writable.add(mover);
  }
}

function checkMover(mover, known, required, what) {
  if (mover === null || typeof mover !== 'object' || !required.every((name) => mover[name])) {
    throw new AukError(`${what} is an object with at least ${required.join(', ').replace(/, (\w+)$/, ' and $1')}`);
  }
  checkWritable(mover, what);
  checkKeys(mover, known, what);
}

function putMover(module, mover, seconds, call) {
  checkMover(mover, MOVER_KEYS, ['shape', 'position', 'velocity'], 'a mover');
  const { query, shape } = mover, putNumbers = readNumbers(module, mover, seconds);
  putQuery(module, query);
  module.useShape(shape, call);
  putNumbers();
}

/** All is read before anything is written: a mover may have setters, which can make other calls. */
function takeMover(module, mover) {
  const f = module.floats(18), [floor, wall, ceiling, stuck, index, generation, drop, limit] = module.words(8);
  const position = twoIn(f, 0), velocity = twoIn(f, 2), floorNormal = twoIn(f, 4), supportVelocity = twoIn(f, 6);
  const supportPose = fourIn(f, 8), wallNormal = twoIn(f, 12), ceilingNormal = twoIn(f, 14), moved = twoIn(f, 16);
  mover.position = position;
  mover.velocity = velocity;
  mover.floorNormal = floorNormal;
  mover.supportVelocity = supportVelocity;
  mover.supportPose = supportPose;
  mover.wallNormal = wallNormal;
  mover.ceilingNormal = ceilingNormal;
  mover.moved = moved;
  [mover.floor, mover.wall, mover.ceiling, mover.stuck] = [floor !== 0, wall !== 0, ceiling !== 0, stuck !== 0];
  mover.support = generation === 0 ? null : new AukBodyId(index, generation);
  mover.drop = drop !== 0;
  mover.limit = limit !== 0;
}

function contactOf(module, at, i) {
  const layout = module.layout.moverContact, { words, floats } = itemOf(module, layout, at, i);
  return {
    body: bodyIn(words, layout.body),
    shape: shapeIn(words, layout.shape),
    userData: words[layout.userData],
    child: words[layout.child] | 0,
    kind: MOVER_KINDS[words[layout.kind]],
    fraction: floats[layout.fraction],
    point: twoIn(floats, layout.point),
    normal: twoIn(floats, layout.normal),
  };
}

function sensorOf(module, at, i) {
  const layout = module.layout.moverSensor, { words, floats, bytes } = itemOf(module, layout, at, i);
  return {
    body: bodyIn(words, layout.body),
    shape: shapeIn(words, layout.shape),
    userData: words[layout.userData],
    fraction: floats[layout.fraction],
    exit: floats[layout.exit],
    wasInside: bytes[layout.wasInsideByte] !== 0,
    inside: bytes[layout.insideByte] !== 0,
  };
}

function takeReport(module) {
  const [contactsAt, contactCount, sensorsAt, sensorCount] = module.words(12).subarray(8);
  return {
    contacts: Array.from({ length: contactCount }, (_, i) => contactOf(module, contactsAt, i)),
    sensors: Array.from({ length: sensorCount }, (_, i) => sensorOf(module, sensorsAt, i)),
  };
}

function takeAll(module, mover) {
  const report = takeReport(module);
  takeMover(module, mover);
  return report;
}

/** Returns the number of things that the character touched. */
export function move(module, world, mover, seconds) {
  putMover(module, mover, seconds, 'move');
  const touched = module.calls.js_world_move(world());
  module.checkAnswer(touched, 'move', () => numbersOfMover(mover, seconds));
  takeMover(module, mover);
  return touched;
}

export function moveReport(module, world, mover, seconds) {
  putMover(module, mover, seconds, 'moveReport');
  const status = module.calls.js_world_move_report(world());
  module.check(status, 'moveReport', () => numbersOfMover(mover, seconds));
  return takeAll(module, mover);
}

export function walk(module, world, body, mover, seconds) {
  const { index, generation } = bodyId(body);
  checkMover(mover, WALKER_KEYS, ['velocity'], 'a walker');
  const putNumbers = readNumbers(module, mover, seconds);
  module.useShape(undefined);
  putQuery(module);
  putNumbers();
  const status = module.calls.js_body_walk(world(), index, generation);
  module.check(status, 'walk', () => ({ body, ...numbersOfMover(mover, seconds) }));
  return takeAll(module, mover);
}

// ---- crowds --------------------------------------------------------------------------------------------------------

/** Makes each of some shapes in the module, with corners of its own. Returns the address of the array. */
function putKinds(module, kinds) {
  const polygons = kinds.map((kind) => (kind === undefined ? [] : checkShape(kind).points ?? []));
  const at = module.room('kinds', 4 * module.layout.shape.size * Math.max(kinds.length, 1));
  let corners = module.put('corners', Float32Array, Float32Array.from(polygons.flatMap((points) => [...points])));
  kinds.forEach((kind, i) => {
    module.useShape(kind, 'separate', corners);
    module.calls.js_shape_store(at, i);
    corners += 4 * polygons[i].length;
  });
  return at;
}

/** The shape of each member: of all of them if it is one. */
function shapesOf(shapes, length) {
  if (!Array.isArray(shapes)) {
    return new Array(length).fill(shapes);
  }
  if (shapes.length !== length) {
    throw new AukError(`${shapes.length} shapes for ${length} positions`);
  }
  return Array.from(shapes);
}

/** The numbers of a list that may be left out, read by typed() or angles(). */
function eachOf(values, name, length, read) {
  if (values !== undefined && list(values, name).length !== length) {
    throw new AukError(`${values.length} ${name} for ${length} positions`);
  }
  return values === undefined ? undefined : read(values);
}

const putEach = (module, name, values) => (values === undefined ? 0 : module.put(name, Float32Array, values));

function putBodies(module, bodies, length) {
  if (bodies === undefined) {
    return 0;
  }
  const words = Bodies.wordsOf(bodies);
  if (words.length !== 2 * length) {
    throw new AukError(`${words.length / 2} bodies for ${length} positions`);
  }
  return module.put('ids', Uint32Array, words);
}

/** Pushes the members of a crowd apart: changes `positions`. Returns the number of pairs that overlapped. */
export function separate(module, world, crowd) {
  checkKeys(crowd, CROWD_KEYS, 'a crowd');
  const { positions, bodies } = crowd, alone = flag(crowd, 'alone');
  const strength = number(crowd, 'strength'), seconds = number(crowd, 'seconds');
  if (!(positions instanceof Float32Array)) {
    throw new AukError(`positions is ${shown(positions)}, not a Float32Array`);
  }
  const length = coordinates(positions, 'positions').length / 2, shapes = shapesOf(crowd.shapes, length);
  const turns = eachOf(crowd.angles, 'angles', length, (values) => angles(values, 'angles'));
  const weights = eachOf(crowd.weights, 'weights', length, (values) => typed(values, itemAt('weights')));
  putQuery(module, crowd.query);
  const kinds = [...new Set(shapes)], numberOf = new Map(kinds.map((kind, i) => [kind, i]));
  const words = [putKinds(module, kinds),
                 module.put('kindOf', Uint32Array, Uint32Array.from(shapes, (shape) => numberOf.get(shape))),
                 module.put('members', Float32Array, positions), putEach(module, 'angles', turns),
                 putEach(module, 'weights', weights), putBodies(module, bodies, length), length];
  const answer = module.calls.js_separate(alone ? 0 : world(), module.put('crowd', Uint32Array, words),
                                          strength, seconds);
  const pairs = module.checkAnswer(answer, 'separate', () => ({ ...namedPoints('positions', positions),
                                                                ...namedEach('weights', weights), strength,
                                                                seconds }));
  positions.set(new Float32Array(module.calls.memory.buffer, words[2], 2 * length));
  return pairs;
}
