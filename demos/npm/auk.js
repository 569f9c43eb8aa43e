// auk for JavaScript: a thin layer over the WebAssembly module. Invariant: no array that shows the module's
// memory outlives a step, nor a call that may grow that memory. Results are read through objects that know the step they
// belong to and throw afterwards; typed arrays that were taken out of them are empty afterwards. All other calls return
// arrays of the caller's.

const MOTIONS = { moving: 0, static: 1, swept: 2 };
const RESPONSES = { cross: 0, touch: 1, slide: 2, bounce: 3 };
const EVENTS = { begin: 0, end: 1, enter: 2, leave: 3 };
const BODY_WORDS = 2; // an id: index and generation
const OUT_OF_MEMORY = 14; // AUK_ERROR_OUT_OF_MEMORY

/** An error of auk. `status` is the number of the AukStatus, 0 for misuse of this layer. */
export class AukError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.name = 'AukError';
    this.status = status;
  }
}

/** The id of a body or a shape. Ids of things that are gone never name something else. */
export class AukId {
  constructor(index, generation) {
    this.index = whole(index, 'index', 0, 0xffffffff);
    this.generation = whole(generation, 'generation', 0, 0xffffffff);
    Object.freeze(this);
  }

  equals(other) {
    return other instanceof AukId && other.kind === this.kind && other.index === this.index &&
      other.generation === this.generation;
  }

  toString() {
    return `${this.index}:${this.generation}`;
  }
}

export class AukBodyId extends AukId {
  get kind() { return 'body'; }
}

export class AukShapeId extends AukId {
  get kind() { return 'shape'; }
}

const NO_BODY = new AukBodyId(0, 0);

// ---- arguments --------------------------------------------------------------------------------------------------------
// JavaScript would turn null into 0 and '7' into 7 on the way into the module. Here each of them is an error. NaN passes:
// the library refuses it in its own words.

function checkNumber(value, name) {
  if (typeof value !== 'number') {
    throw new AukError(`${name} is ${String(value)}, not a number`);
  }
  return value;
}

/** Of arguments, as { name: value }. */
function checkNumbers(values) {
  for (const name in values) {
    checkNumber(values[name], name);
  }
}

function whole(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new AukError(`${name} is ${String(value)}, not a whole number from ${low} to ${high}`);
  }
  return value;
}

function checkBoolean(value, name) {
  if (typeof value !== 'boolean') {
    throw new AukError(`${name} is ${String(value)}, not true or false`);
  }
  return value ? 1 : 0;
}

function bodyId(value, name = 'body') {
  if (!(value instanceof AukBodyId)) {
    throw new AukError(`${name} is ${String(value)}, not the id of a body`);
  }
  return value;
}

function shapeId(value) {
  if (!(value instanceof AukShapeId)) {
    throw new AukError(`shape is ${String(value)}, not the id of a shape`);
  }
  return value;
}

const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)) ||
  (value !== null && typeof value === 'object' && Number.isInteger(value.length));

function list(value, name) {
  if (!isList(value)) {
    throw new AukError(`${name} is ${String(value)}, not an array`);
  }
  return value;
}

/** Coordinates x, y, x, y ... from an array of them, or of an [x, y] for each point. */
function coordinates(points, name) {
  if (!Array.isArray(list(points, name)) || !isList(points[0])) {
    if (points.length % 2 !== 0) {
      throw new AukError(`${name} has ${points.length} coordinates, which make no points`);
    }
    return points;
  }
  return points.flatMap((point, i) => {
    if (!isList(point) || point.length !== 2) {
      throw new AukError(`${name}[${i}] is ${String(point)}, not [x, y]`);
    }
    return [point[0], point[1]];
  });
}

// ---- options ----------------------------------------------------------------------------------------------------------

function number(options, name, fallback = 0) {
  const value = options[name];
  return value === undefined ? fallback : checkNumber(value, name);
}

function flag(options, name) {
  const value = options[name];
  return value === undefined ? 0 : checkBoolean(value, name);
}

/** A number of 32 bits. Sets of bits may be negative, as 1 << 31 is. */
function count(options, name) {
  const value = number(options, name);
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) {
    throw new AukError(`${name} is ${value}, not a whole number of 32 bits`);
  }
  return value;
}

function bodyOption(options, name) {
  const value = options[name];
  return value === undefined || value === null ? NO_BODY : bodyId(value, name);
}

function choice(options, name, choices, fallback) {
  const value = options[name] ?? fallback;
  if (!Object.hasOwn(choices, value)) {
    throw new AukError(`${name} is ${value}, not one of ${Object.keys(choices).join(', ')}`);
  }
  return choices[value];
}

function numbers(options, name, form) {
  const value = options[name];
  if (value === undefined) {
    return new Array(form.length).fill(0);
  }
  if (!isList(value) || value.length !== form.length) {
    throw new AukError(`${name} is ${String(value)}, not [${form.join(', ')}]`);
  }
  return form.map((member, i) => checkNumber(value[i], `${name}: ${member}`));
}

const XY = ['x', 'y'];
const pair = (options, name) => numbers(options, name, XY);

function checkKeys(options, known, what) {
  if (options === null || typeof options !== 'object') {
    throw new AukError(`${what} takes its options as an object, not ${String(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!known.has(name)) {
      throw new AukError(`${what} has no option ${name}`);
    }
  }
}

const keys = (text) => new Set(text.split(' '));
const WORLD_KEYS = keys('wrap up bruteForce maxPairs history staticPairs');
const BODY_KEYS = keys('position angle velocity spin motion shape category ignore group sensor disabled owner proximity ' +
                       'oneWay response bounceLoss pierce pierceCategories bounces maxSpeed userData');
const SHAPE_WORDS = 'position angle sensor disabled proximity oneWay conveyor category ignore group userData';
const SHAPE_KEYS = keys(SHAPE_WORDS);
const OUTLINE_KEYS = keys(`${SHAPE_WORDS} radius`);
const CHAIN_KEYS = keys(`${SHAPE_WORDS} radius closed oneSided`);
const TILES_KEYS = keys('width height cell cells');
const QUERY_KEYS = keys('category ignore group exclude sensors onlySensors skipOverlapping respectOwners userDataMask ' +
                        'userDataValue');

/** Shapes are plain descriptions; the module makes and checks them when they are used. */
class Shape {
  constructor(kind, values, points) {
    checkNumbers(values);
    this.kind = kind;
    this.numbers = Object.freeze(Object.values(values));
    this.points = points;
    Object.freeze(this);
  }
}

const shape = (kind, values) => new Shape(kind, values);

export const circle = (radius) => shape('circle', { radius });
export const box = (halfWidth, halfHeight, radius = 0) => shape('box', { halfWidth, halfHeight, radius });
export const ellipse = (halfWidth, halfHeight, radius = 0) => shape('ellipse', { halfWidth, halfHeight, radius });
export const segment = (ax, ay, bx, by, radius = 0) => shape('segment', { ax, ay, bx, by, radius });
export const capsule = (ax, ay, bx, by, radius) => shape('segment', { ax, ay, bx, by, radius });
/** All points p with normal . p <= offset; of static bodies. */
export const halfPlane = (normalX, normalY, offset = 0) => shape('halfPlane', { normalX, normalY, offset });
/** A convex polygon: corners counter-clockwise, as [x, y, x, y ...] or [[x, y], ...]. */
export const polygon = (points, radius = 0) =>
  new Shape('polygon', { radius }, Float32Array.from(coordinates(points, 'points')));

// ---- the module -------------------------------------------------------------------------------------------------------

const isNode = () => typeof process !== 'undefined' && process.versions?.node !== undefined;

async function readBytes(place) {
  const { readFile } = await import('node:fs/promises');
  return readFile(place);
}

async function bytesOf(source) {
  let place = source ?? new URL('./auk.wasm', import.meta.url);
  if (typeof place === 'string' && isNode()) {
    if (!/^[a-z][a-z+.-]+:/i.test(place)) {
      return readBytes(place);
    }
    place = new URL(place);
  }
  if (place instanceof URL && place.protocol === 'file:' && isNode()) {
    return readBytes(place);
  }
  if (place instanceof URL || typeof place === 'string') {
    const response = await fetch(place);
    if (!response.ok) {
      throw new AukError(`${place}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
  }
  return place;
}

// The order in which js_get_layout() writes the structs and their members.
const LAYOUT = [
  ['contact', 'bodyA bodyB shapeA shapeB childA childB normal pointCount points pointSize pointAt pointDistance beganByte'],
  ['event', 'bodyA bodyB shapeA shapeB fraction contact userDataA userDataB'],
  ['overlap', 'bodyA bodyB shapeA shapeB userDataA userDataB'],
  ['hit', 'bodyA bodyB shapeA shapeB childA childB fraction point normal velocityA velocityB userDataA userDataB firstByte'],
  ['found', 'body shape userData child fraction distance point normal status'],
];

class Module {
  constructor(instance) {
    this.calls = instance.exports;
    this.calls._initialize?.();
    this.floatsAt = this.calls.js_get_floats();
    this.wordsAt = this.calls.js_get_words();
    this.buffers = new Map();
    this.layout = {};
    const table = new Int32Array(this.calls.memory.buffer, this.calls.js_get_layout(), 64);
    let next = 0;
    for (const [name, members] of LAYOUT) {
      const layout = { size: table[next++] };
      for (const member of members.split(' ')) {
        layout[member] = table[next++];
      }
      this.layout[name] = layout;
    }
  }

  floats(length = 64) {
    return new Float32Array(this.calls.memory.buffer, this.floatsAt, length);
  }

  words(length = 64) {
    return new Uint32Array(this.calls.memory.buffer, this.wordsAt, length);
  }

  text(at, length) {
    const bytes = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, length === undefined ? bytes.indexOf(0, at) : at + length));
  }

  /**
   * Takes the module's memory away from typed arrays that show it. Growing by nothing does so in every engine, since
   * growing may move the memory.
   */
  detach() {
    this.calls.memory.grow(0);
  }

  /** Room for `size` bytes, which keeps its place until a larger one of that name is asked for. */
  room(name, size) {
    const old = this.buffers.get(name);
    if (old?.size >= size) {
      return old.at;
    }
    this.buffers.delete(name);
    this.calls.js_release(old?.at ?? 0);
    for (const wanted of [Math.max(size, 2 * (old?.size ?? 128)), size]) { // the second if the first is too much
      const at = wanted <= 0xffffffff ? this.calls.js_allocate(wanted) >>> 0 : 0;
      if (at !== 0) {
        this.buffers.set(name, { at, size: wanted });
        return at;
      }
    }
    return this.check(OUT_OF_MEMORY);
  }

  /** Copies numbers into the module. Returns their address. */
  put(name, Type, numbers) {
    // What lies in the module itself may move while room is made for it.
    const source = numbers.buffer === this.calls.memory.buffer ? numbers.slice() : numbers;
    const at = this.room(name, source.length * Type.BYTES_PER_ELEMENT);
    new Type(this.calls.memory.buffer, at, source.length).set(source);
    return at;
  }

  putPoints(points, name) {
    const flat = coordinates(points, name);
    return [this.put('points', Float32Array, flat), flat.length / 2];
  }

  check(status) {
    if (status !== 0) {
      throw new AukError(this.text(this.calls.auk_status_text(status)), status);
    }
  }

  useShape(shape) {
    const { calls } = this;
    if (shape === undefined) {
      calls.js_shape_none();
      return;
    }
    if (!(shape instanceof Shape)) {
      throw new AukError(`shape is ${String(shape)}, not made by circle(), box() or the like`);
    }
    if (shape.kind === 'polygon') {
      const at = this.put('polygon', Float32Array, shape.points);
      this.check(calls.js_shape_polygon(at, shape.points.length / 2, ...shape.numbers));
      return;
    }
    const make = { circle: calls.js_shape_circle, box: calls.js_shape_box, ellipse: calls.js_shape_ellipse,
                   segment: calls.js_shape_segment, halfPlane: calls.js_shape_half_plane };
    this.check(make[shape.kind](...shape.numbers));
  }
}

/** Loads the module: auk.wasm beside this file, or the bytes, URL or path given. */
export async function load(source) {
  const loaded = await WebAssembly.instantiate(await bytesOf(source), {});
  const module = new Module(loaded instanceof WebAssembly.Instance ? loaded : loaded.instance);
  return {
    createWorld: (options = {}) => new World(module, options),
    circle, box, ellipse, segment, capsule, polygon, halfPlane,
    memoryBytes: () => module.calls.memory.buffer.byteLength,
  };
}

// ---- results ------------------------------------------------------------------------------------------------------------

/**
 * An array of results of one step, in the module's memory. Item i begins at word i * stride of `f32`, `u32` and `i32`;
 * `fields` says which word a member is, or which byte after that.
 */
class Results {
  #world; #stamp; #memory; #at; #views;

  constructor(world, module, at, layout) {
    this.#world = world;
    this.#stamp = world.stamp;
    this.#memory = module.calls.memory;
    this.#at = at >>> 0;
    this.count = module.words(1)[0];
    this.stride = layout.size;
    this.fields = layout;
    Object.freeze(this);
  }

  // The views are made anew where the memory has grown.
  #fresh() {
    if (this.#world.stamp !== this.#stamp) {
      throw new AukError('these results are of an earlier step: read them anew after each one');
    }
    const { buffer } = this.#memory;
    if (this.#views?.f32.buffer !== buffer) {
      const words = this.count * this.stride;
      this.#views = { f32: new Float32Array(buffer, this.#at, words), u32: new Uint32Array(buffer, this.#at, words),
                      i32: new Int32Array(buffer, this.#at, words), bytes: new Uint8Array(buffer, this.#at, 4 * words) };
    }
    return this.#views;
  }

  get f32() { return this.#fresh().f32; }
  get u32() { return this.#fresh().u32; }
  get i32() { return this.#fresh().i32; }
  get bytes() { return this.#fresh().bytes; }

  bodyA(i) { return new AukBodyId(...twoOf(this, 'u32', i, this.fields.bodyA)); }
  bodyB(i) { return new AukBodyId(...twoOf(this, 'u32', i, this.fields.bodyB)); }
  shapeA(i) { return new AukShapeId(...twoOf(this, 'u32', i, this.fields.shapeA)); }
  shapeB(i) { return new AukShapeId(...twoOf(this, 'u32', i, this.fields.shapeB)); }
}

// What the methods of results read: a word, two of them, or a flag.

function oneOf(results, view, i, field) {
  const words = results[view];
  if (!(Number.isInteger(i) && i >= 0 && i < results.count)) {
    throw new AukError(`there is no item ${String(i)} of ${results.count}`);
  }
  return words[i * results.stride + field];
}

function twoOf(results, view, i, field) {
  return [oneOf(results, view, i, field), oneOf(results, view, i, field + 1)];
}

function flagOf(results, i, byte) {
  oneOf(results, 'u32', i, 0);
  return results.bytes[4 * i * results.stride + byte] !== 0;
}

class Contacts extends Results {
  normal(i) { return twoOf(this, 'f32', i, this.fields.normal); }
  began(i) { return flagOf(this, i, this.fields.beganByte); }
  childA(i) { return oneOf(this, 'i32', i, this.fields.childA); }
  childB(i) { return oneOf(this, 'i32', i, this.fields.childB); }

  points(i) {
    const { points, pointSize, pointAt, pointDistance, pointCount } = this.fields;
    return Array.from({ length: oneOf(this, 'u32', i, pointCount) }, (_, k) => {
      const first = points + k * pointSize;
      return { point: twoOf(this, 'f32', i, first + pointAt), distance: oneOf(this, 'f32', i, first + pointDistance) };
    });
  }
}

class Overlaps extends Results {
  userDataA(i) { return oneOf(this, 'u32', i, this.fields.userDataA); }
  userDataB(i) { return oneOf(this, 'u32', i, this.fields.userDataB); }
}

class Events extends Overlaps {
  fraction(i) { return oneOf(this, 'f32', i, this.fields.fraction); }
  contact(i) { return oneOf(this, 'i32', i, this.fields.contact); }
}

class Hits extends Overlaps {
  fraction(i) { return oneOf(this, 'f32', i, this.fields.fraction); }
  point(i) { return twoOf(this, 'f32', i, this.fields.point); }
  normal(i) { return twoOf(this, 'f32', i, this.fields.normal); }
  velocityA(i) { return twoOf(this, 'f32', i, this.fields.velocityA); }
  velocityB(i) { return twoOf(this, 'f32', i, this.fields.velocityB); }
  childA(i) { return oneOf(this, 'i32', i, this.fields.childA); }
  childB(i) { return oneOf(this, 'i32', i, this.fields.childB); }
  first(i) { return flagOf(this, i, this.fields.firstByte); }
}

/** Ids of many bodies, for the calls that work on all of them. */
class Bodies {
  #words; // index and generation of each

  constructor(words) {
    this.#words = words;
    this.count = words.length / BODY_WORDS;
    Object.freeze(this);
  }

  static wordsOf(bodies) {
    if (!(bodies instanceof Bodies)) {
      throw new AukError(`bodies is ${String(bodies)}, not what createBodies() or allBodies() has returned`);
    }
    return bodies.#words;
  }

  at(i) {
    if (!(Number.isInteger(i) && i >= 0 && i < this.count)) {
      throw new AukError(`there is no body ${String(i)} of ${this.count}`);
    }
    return new AukBodyId(this.#words[2 * i], this.#words[2 * i + 1]);
  }
}

// ---- worlds -------------------------------------------------------------------------------------------------------------

class World {
  #module; #calls; #world;
  #stamp = 0;

  constructor(module, options) {
    checkKeys(options, WORLD_KEYS, 'a world');
    this.#module = module;
    this.#calls = module.calls;
    const floats = [...numbers(options, 'wrap', ['minX', 'minY', 'maxX', 'maxY']), ...pair(options, 'up')];
    const words = [flag(options, 'bruteForce'), count(options, 'maxPairs'), count(options, 'history'),
                   flag(options, 'staticPairs')];
    module.floats(floats.length).set(floats);
    module.words(words.length).set(words);
    this.#world = this.#calls.js_world_create();
    if (this.#world === 0) {
      module.check(module.words(1)[0]);
    }
  }

  get #handle() {
    if (this.#world === 0) {
      throw new AukError('the world was destroyed');
    }
    return this.#world;
  }

  /** Throws the error of the last call that could change the world: which argument was wrong, and why. */
  #failed() {
    const world = this.#handle, status = this.#calls.auk_world_last_status(world);
    const sentence = this.#module.text(this.#calls.auk_status_text(status));
    const what = this.#module.text(this.#calls.js_last_error(world));
    throw new AukError(what.endsWith(sentence) ? what : `${what} (${sentence})`, status);
  }

  #check(status) {
    if (status !== 0) {
      this.#failed();
    }
  }

  #newId(failed) {
    if (failed) {
      this.#failed();
    }
    return this.#module.words(2);
  }

  #newBody(failed) { return new AukBodyId(...this.#newId(failed)); }
  #newShape(failed) { return new AukShapeId(...this.#newId(failed)); }

  /** Changes with each call after which results are others. */
  get stamp() { return this.#stamp; }

  #resultsAreOthers() {
    this.#stamp++;
    this.#module.detach();
  }

  destroy() {
    this.#calls.auk_world_destroy(this.#world);
    this.#world = 0;
    this.#resultsAreOthers();
  }

  step(seconds) {
    checkNumber(seconds, 'seconds');
    this.#check(this.#calls.auk_world_step(this.#handle, seconds));
    this.#resultsAreOthers();
  }

  get bodyCount() { return this.#calls.auk_world_body_count(this.#handle); }

  hash() {
    this.#calls.js_world_hash(this.#handle);
    const [low, high] = this.#module.words(2);
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
  }

  #putBody(options) {
    checkKeys(options, BODY_KEYS, 'a body');
    const owner = bodyOption(options, 'owner');
    const floats = [...pair(options, 'position'), number(options, 'angle'), ...pair(options, 'velocity'),
                    number(options, 'spin'), number(options, 'proximity'), ...pair(options, 'oneWay'),
                    number(options, 'bounceLoss'), number(options, 'maxSpeed')];
    const words = [choice(options, 'motion', MOTIONS, 'moving'), choice(options, 'response', RESPONSES, 'cross'),
                   flag(options, 'sensor'), flag(options, 'disabled'), count(options, 'pierce'),
                   count(options, 'pierceCategories'), count(options, 'bounces'), count(options, 'category'),
                   count(options, 'ignore'), count(options, 'group'), count(options, 'userData'), owner.index,
                   owner.generation];
    this.#module.useShape(options.shape);
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  createBody(options = {}) {
    this.#putBody(options);
    return this.#newBody(this.#calls.js_body_create(this.#handle));
  }

  /** Copies of one definition at positions [x, y, x, y ...], each at its own angle if `angles` are given. */
  createBodies(options, positions, angles) {
    const [at, length] = this.#module.putPoints(positions, 'positions');
    if (angles !== undefined && list(angles, 'angles').length !== length) {
      throw new AukError(`${angles.length} angles for ${length} positions`);
    }
    const anglesAt = angles ? this.#module.put('angles', Float32Array, angles) : 0;
    const out = this.#module.room('ids', 8 * length);
    this.#putBody(options);
    this.#check(this.#calls.js_body_create_copies(this.#handle, at, anglesAt, length, out));
    return new Bodies(new Uint32Array(this.#calls.memory.buffer, out, 2 * length).slice());
  }

  /** All bodies, in the order of their indices. */
  allBodies() {
    const length = this.bodyCount, at = this.#module.room('ids', 8 * length);
    this.#calls.auk_world_get_bodies(this.#handle, at, length);
    return new Bodies(new Uint32Array(this.#calls.memory.buffer, at, 2 * length).slice());
  }

  #body(call, body, values = {}) {
    checkNumbers(values);
    this.#check(call(this.#handle, bodyId(body).index, body.generation, ...Object.values(values)));
  }

  destroyBody(body) { this.#body(this.#calls.js_body_destroy, body); }
  exists(body) { return this.#calls.js_body_exists(this.#handle, bodyId(body).index, body.generation) !== 0; }
  setPose(body, x, y, angle) { this.#body(this.#calls.js_body_set_pose, body, { x, y, angle }); }
  setPosition(body, x, y) { this.#body(this.#calls.js_body_set_position, body, { x, y }); }

  /** Without an angle it does not turn. */
  moveTo(body, x, y, angle) {
    if (angle === undefined) {
      this.#body(this.#calls.js_body_move_to_position, body, { x, y });
    } else {
      this.#body(this.#calls.js_body_move_to, body, { x, y, angle });
    }
  }

  setVelocity(body, x, y) { this.#body(this.#calls.js_body_set_velocity, body, { x, y }); }
  setSpin(body, spin) { this.#body(this.#calls.js_body_set_spin, body, { spin }); }
  setEnabled(body, enabled) {
    this.#body(this.#calls.js_body_set_enabled, body, { enabled: checkBoolean(enabled, 'enabled') });
  }

  setUserData(body, data) {
    this.#body(this.#calls.js_body_set_user_data, body, { data: count({ userData: data }, 'userData') });
  }

  /** 0 if the body is gone, unless a result of the last step still names it. */
  getUserData(body) {
    return this.#calls.js_body_get_user_data(this.#handle, bodyId(body).index, body.generation) >>> 0;
  }

  /** Where a body is and how it moves; null if it is gone. */
  getBody(body) {
    if (this.#calls.js_body_get(this.#handle, bodyId(body).index, body.generation) === 0) {
      return null;
    }
    const [x, y, angle, vx, vy, spin] = this.#module.floats(6);
    return { position: [x, y], angle, velocity: [vx, vy], spin };
  }

  // ---- many bodies ----

  #manyIds(bodies) {
    return this.#module.put('ids', Uint32Array, Bodies.wordsOf(bodies));
  }

  #getMany(call, bodies, into, size) {
    const ids = this.#manyIds(bodies), length = size * bodies.count;
    if (!(into instanceof Float32Array ? into.length === length : into === undefined)) {
      throw new AukError(`into is not a Float32Array of ${length} numbers, ${size} for each body`);
    }
    const out = this.#module.room('out', 4 * length);
    call(this.#handle, ids, bodies.count, out);
    const found = new Float32Array(this.#calls.memory.buffer, out, length), numbers = into ?? new Float32Array(length);
    numbers.set(found);
    return numbers;
  }

  /** x, y, cosine and sine of each body, zeros for those that are gone; written into an array if one is given. */
  poses(bodies, into) { return this.#getMany(this.#calls.auk_body_get_pose_many, bodies, into, 4); }
  /** x and y of each velocity. */
  velocities(bodies, into) { return this.#getMany(this.#calls.auk_body_get_velocity_many, bodies, into, 2); }

  #setMany(call, bodies, numbers, size) {
    const ids = this.#manyIds(bodies);
    if (list(numbers, 'numbers').length !== size * bodies.count) {
      throw new AukError(`${numbers.length} numbers for ${bodies.count} bodies, which take ${size * bodies.count}`);
    }
    const at = this.#module.put('in', Float32Array, numbers);
    const skipped = call(this.#handle, ids, bodies.count, at);
    this.#check(skipped < 0 ? -skipped : 0);
    return skipped;
  }

  /** These skip bodies that are gone and return how many those are. */
  setPoses(bodies, numbers) { return this.#setMany(this.#calls.auk_body_set_pose_living, bodies, numbers, 4); }
  moveAll(bodies, numbers) { return this.#setMany(this.#calls.auk_body_move_to_living, bodies, numbers, 4); }
  setVelocities(bodies, numbers) { return this.#setMany(this.#calls.auk_body_set_velocity_living, bodies, numbers, 2); }

  destroyBodies(bodies) {
    const skipped = this.#calls.auk_body_destroy_living(this.#handle, this.#manyIds(bodies), bodies.count);
    this.#check(skipped < 0 ? -skipped : 0);
    return skipped;
  }

  // ---- shapes ----

  #putShape(options, known, shape) {
    checkKeys(options, known, 'a shape');
    this.#module.useShape(shape);
    const floats = [...pair(options, 'position'), number(options, 'angle'), number(options, 'proximity'),
                    ...pair(options, 'oneWay'), ...pair(options, 'conveyor')];
    const words = [flag(options, 'sensor'), count(options, 'category'), count(options, 'ignore'),
                   count(options, 'group'), count(options, 'userData'), flag(options, 'disabled'),
                   flag(options, 'oneSided')];
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  /** Chains, outlines and tiles take their thickness from a shape with a radius. */
  #putThick(options, known) {
    const radius = number(options ?? {}, 'radius');
    this.#putShape(options, known, radius === 0 ? undefined : circle(radius));
  }

  addShape(body, shape, options = {}) {
    this.#putShape(options, SHAPE_KEYS, shape);
    return this.#newShape(this.#calls.js_body_add_shape(this.#handle, bodyId(body).index, body.generation));
  }

  /** A polygon that may be concave. */
  addOutline(body, points, options = {}) {
    const [at, length] = this.#module.putPoints(points, 'points');
    this.#putThick(options, OUTLINE_KEYS);
    return this.#newShape(this.#calls.js_body_add_outline(this.#handle, bodyId(body).index, body.generation, at,
                                                          length));
  }

  addChain(body, points, options = {}) {
    const [at, length] = this.#module.putPoints(points, 'points');
    this.#putThick(options, CHAIN_KEYS);
    return this.#newShape(this.#calls.js_body_add_chain(this.#handle, bodyId(body).index, body.generation, at, length,
                                                        flag(options, 'closed')));
  }

  addTiles(body, tiles, options = {}) {
    checkKeys(tiles, TILES_KEYS, 'a grid of tiles');
    const { cells } = tiles, width = count(tiles, 'width'), height = count(tiles, 'height');
    if (list(cells, 'cells').length !== width * height) {
      throw new AukError(`${cells.length} cells for a grid of ${width} x ${height}`);
    }
    if (!(cells instanceof Uint8Array)) { // which would take the rest of other numbers
      Array.prototype.forEach.call(cells, (cell, i) => whole(cell, `cells[${i}]`, 0, 255));
    }
    const at = this.#module.put('cells', Uint8Array, cells), size = number(tiles, 'cell');
    this.#putThick(options, OUTLINE_KEYS);
    return this.#newShape(this.#calls.js_body_add_tiles(this.#handle, bodyId(body).index, body.generation, at, width,
                                                        height, size));
  }

  setTile(shape, x, y, tile) {
    const { index, generation } = shapeId(shape), most = 0x7fffffff;
    const place = [whole(x, 'x', 0, most), whole(y, 'y', 0, most), whole(tile, 'tile', 0, 255)];
    this.#check(this.#calls.js_shape_set_tile(this.#handle, index, generation, ...place));
  }

  removeShape(shape) {
    const { index, generation } = shapeId(shape);
    this.#check(this.#calls.js_shape_remove(this.#handle, index, generation));
  }

  // ---- results ----

  #results(Type, at, layout) {
    return new Type(this, this.#module, at, this.#module.layout[layout]);
  }

  contacts() { return this.#results(Contacts, this.#calls.js_contacts(this.#handle), 'contact'); }
  hits() { return this.#results(Hits, this.#calls.js_hits(this.#handle), 'hit'); }
  overlaps() { return this.#results(Overlaps, this.#calls.js_overlaps(this.#handle), 'overlap'); }

  /** 'begin', 'end', 'enter' or 'leave'. */
  events(kind) {
    const number = choice({ kind }, 'kind', EVENTS);
    return this.#results(Events, this.#calls.js_events(this.#handle, number), 'event');
  }

  // ---- queries ----

  #putQuery(query = {}) {
    checkKeys(query, QUERY_KEYS, 'a query');
    const exclude = bodyOption(query, 'exclude');
    const words = [count(query, 'category'), count(query, 'ignore'), count(query, 'group'), exclude.index,
                   exclude.generation, flag(query, 'sensors'), flag(query, 'onlySensors'),
                   flag(query, 'skipOverlapping'), flag(query, 'respectOwners'), count(query, 'userDataMask'),
                   count(query, 'userDataValue')];
    this.#module.words(words.length).set(words);
    this.#calls.js_set_query();
  }

  #found(at, i = 0) {
    const layout = this.#module.layout.found, { buffer } = this.#calls.memory;
    const first = at + 4 * i * layout.size;
    const words = new Uint32Array(buffer, first, layout.size), floats = new Float32Array(buffer, first, layout.size);
    return {
      body: new AukBodyId(words[layout.body], words[layout.body + 1]),
      shape: new AukShapeId(words[layout.shape], words[layout.shape + 1]),
      userData: words[layout.userData],
      child: words[layout.child] | 0,
      fraction: floats[layout.fraction],
      distance: floats[layout.distance],
      point: [floats[layout.point], floats[layout.point + 1]],
      normal: [floats[layout.normal], floats[layout.normal + 1]],
    };
  }

  #foundRoom(length) {
    return this.#module.room('found', 4 * this.#module.layout.found.size * length);
  }

  #one(call) {
    const at = this.#foundRoom(1);
    const answer = call(at);
    this.#module.check(answer < 0 ? -answer : 0);
    return answer > 0 ? this.#found(at) : null;
  }

  /** All results, or the first `most`. */
  #several(call, most = Infinity) {
    for (let room = 64; ; room *= 4) {
      const at = this.#foundRoom(Math.min(room, most)), length = call(at, Math.min(room, most));
      this.#module.check(length < 0 ? -length : 0);
      if (length < room || room >= most) {
        return Array.from({ length }, (_, i) => this.#found(at, i));
      }
    }
  }

  /** The first thing that a ray from (x, y) along (dx, dy) enters, or null. */
  castRay(x, y, dx, dy, query) {
    checkNumbers({ x, y, dx, dy });
    this.#putQuery(query);
    return this.#one((at) => this.#calls.js_cast_ray(this.#handle, x, y, dx, dy, at));
  }

  castRayAll(x, y, dx, dy, query) {
    checkNumbers({ x, y, dx, dy });
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_cast_ray_all(this.#handle, x, y, dx, dy, at, room));
  }

  /** Fractions of many rays at their first hits, 1 without one; written into an array if one is given. */
  castRays(from, delta, query, into) {
    const [fromAt, length] = this.#module.putPoints(from, 'from');
    const ways = coordinates(delta, 'delta');
    if (ways.length !== 2 * length) {
      throw new AukError(`${ways.length / 2} rays from ${length} points`);
    }
    if (!(into instanceof Float32Array ? into.length === length : into === undefined)) {
      throw new AukError(`into is not a Float32Array of ${length} numbers, one for each ray`);
    }
    const deltaAt = this.#module.put('in', Float32Array, ways), at = this.#foundRoom(length);
    this.#putQuery(query);
    const hits = this.#calls.js_cast_ray_many(this.#handle, fromAt, deltaAt, length, at);
    this.#module.check(hits < 0 ? -hits : 0);
    const { fraction, status, size } = this.#module.layout.found, fractions = into ?? new Float32Array(length);
    const floats = new Float32Array(this.#calls.memory.buffer, at, size * length);
    const words = new Int32Array(this.#calls.memory.buffer, at, size * length);
    for (let i = 0; i < length; i++) {
      this.#module.check(words[i * size + status]);
      fractions[i] = floats[i * size + fraction];
    }
    return fractions;
  }

  castShape(shape, x, y, angle, dx, dy, query) {
    checkNumbers({ x, y, angle, dx, dy });
    this.#putQuery(query);
    this.#module.useShape(shape);
    return this.#one((at) => this.#calls.js_cast_shape(this.#handle, x, y, angle, dx, dy, at));
  }

  overlapShape(shape, x, y, angle = 0, query = {}) {
    checkNumbers({ x, y, angle });
    this.#putQuery(query);
    this.#module.useShape(shape);
    return this.#several((at, room) => this.#calls.js_overlap_shape(this.#handle, x, y, angle, at, room));
  }

  overlapBox(minX, minY, maxX, maxY, query) {
    checkNumbers({ minX, minY, maxX, maxY });
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_overlap_box(this.#handle, minX, minY, maxX, maxY, at, room));
  }

  overlapPoint(x, y, query) { return this.overlapBox(x, y, x, y, query); }

  /** The `most` nearest shapes within a distance; Infinity for all of them. */
  nearest(x, y, maxDistance = Infinity, most = 1, query = {}) {
    checkNumbers({ x, y, maxDistance });
    if (most !== Infinity) {
      whole(most, 'most', 0, 0x7fffffff);
    }
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_nearest(this.#handle, x, y, maxDistance, at, room), most);
  }

  /** Why two bodies touch or do not, as a sentence. */
  why(a, b) {
    const capacity = 256, at = this.#module.room('text', capacity); // 200 are enough for any answer
    this.#calls.js_why(this.#handle, bodyId(a, 'a').index, a.generation, bodyId(b, 'b').index, b.generation, at,
                       capacity);
    return this.#module.text(at);
  }

  // ---- characters ----

  /**
   * Moves a character: { shape, position, velocity } and, as they are wanted, angle, up, slopeLimit, stepHeight, snap,
   * floating, drop, query. Writes what came of it back into it, see Mover in auk.d.ts. Returns the number of things that
   * it touched.
   */
  move(mover, seconds) {
    if (mover === null || typeof mover !== 'object' || !mover.shape || !mover.position || !mover.velocity) {
      throw new AukError('a mover is an object with at least shape, position and velocity');
    }
    const support = bodyOption(mover, 'support');
    const floats = [...pair(mover, 'position'), number(mover, 'angle'), ...pair(mover, 'velocity'),
                    ...pair(mover, 'up'), number(mover, 'slopeLimit'), number(mover, 'stepHeight'),
                    number(mover, 'snap'), ...numbers(mover, 'supportPose', ['x', 'y', 'cosine', 'sine']),
                    checkNumber(seconds, 'seconds')];
    const words = [flag(mover, 'floating'), flag(mover, 'floor'), flag(mover, 'drop'), support.index,
                   support.generation];
    this.#putQuery(mover.query);
    this.#module.useShape(mover.shape);
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
    const touched = this.#calls.js_world_move(this.#handle);
    this.#module.check(touched < 0 ? -touched : 0);
    this.#takeMover(mover);
    return touched;
  }

  #takeMover(mover) {
    const f = this.#module.floats(18), w = this.#module.words(8);
    mover.position = [f[0], f[1]];
    mover.velocity = [f[2], f[3]];
    mover.floorNormal = [f[4], f[5]];
    mover.supportVelocity = [f[6], f[7]];
    mover.supportPose = [f[8], f[9], f[10], f[11]];
    mover.wallNormal = [f[12], f[13]];
    mover.ceilingNormal = [f[14], f[15]];
    mover.moved = [f[16], f[17]];
    [mover.floor, mover.wall, mover.ceiling, mover.stuck] = [w[0] !== 0, w[1] !== 0, w[2] !== 0, w[3] !== 0];
    mover.support = w[5] === 0 ? null : new AukBodyId(w[4], w[5]);
    mover.drop = w[6] !== 0;
    mover.limit = w[7] !== 0;
  }

  // ---- snapshots ----

  /** All state of the world, as bytes of the caller's. */
  snapshot() {
    const size = this.#calls.js_snapshot_size(this.#handle), at = this.#module.room('snapshot', size);
    this.#module.check(this.#calls.js_snapshot(this.#handle, at, size));
    return new Uint8Array(this.#calls.memory.buffer, at, size).slice();
  }

  restore(bytes) {
    if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer)) {
      throw new AukError(`bytes is ${String(bytes)}, not a Uint8Array or an ArrayBuffer`);
    }
    const all = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
    const at = this.#module.put('snapshot', Uint8Array, all);
    this.#check(this.#calls.js_restore(this.#handle, at, all.length));
    this.#resultsAreOthers();
  }
}
