// auk for JavaScript: a thin layer over the WebAssembly module. Invariant: nothing here keeps an array that shows the
// module's memory from one call to the next, since that memory may grow, and results move with each step. Results are
// read through objects that know the step they belong to and throw afterwards.

const MOTIONS = { moving: 0, static: 1, swept: 2 };
const RESPONSES = { cross: 0, touch: 1, slide: 2, bounce: 3 };
const EVENTS = { begin: 0, end: 1, enter: 2, leave: 3 };
const BODY_WORDS = 2; // an id: index and generation

/**
 * An error of auk. `status` is the number of the AukStatus, 0 for misuse of this layer. The message of a call that would
 * change a world says which argument was wrong.
 */
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
    this.index = index;
    this.generation = generation;
    Object.freeze(this);
  }

  equals(other) {
    return other instanceof AukId && other.index === this.index && other.generation === this.generation;
  }

  toString() {
    return `${this.index}:${this.generation}`;
  }
}

function number(options, name, fallback = 0) {
  const value = options[name];
  if (value === undefined) {
    return fallback;
  }
  if (typeof value !== 'number') {
    throw new AukError(`${name} is ${value}, not a number`);
  }
  return value;
}

function count(options, name) {
  const value = number(options, name);
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) {
    throw new AukError(`${name} is ${value}, not a whole number of 32 bits`);
  }
  return value;
}

function choice(options, name, choices, fallback) {
  const value = options[name] ?? fallback;
  if (!Object.hasOwn(choices, value)) {
    throw new AukError(`${name} is ${value}, not one of ${Object.keys(choices).join(', ')}`);
  }
  return choices[value];
}

function pair(options, name) {
  const value = options[name];
  if (value === undefined) {
    return [0, 0];
  }
  if (value.length !== 2) {
    throw new AukError(`${name} is ${value}, not [x, y]`);
  }
  return value;
}

function checkKeys(options, known, what) {
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
const SHAPE_KEYS = keys('position angle sensor proximity oneWay category ignore group userData radius closed');
const QUERY_KEYS = keys('category ignore group exclude sensors onlySensors skipOverlapping respectOwners userDataMask ' +
                        'userDataValue');

/** Shapes are plain descriptions; the module makes and checks them when they are used. */
export const circle = (radius) => ({ kind: 'circle', numbers: [radius] });
export const box = (halfWidth, halfHeight, radius = 0) => ({ kind: 'box', numbers: [halfWidth, halfHeight, radius] });
export const ellipse = (halfWidth, halfHeight, radius = 0) =>
  ({ kind: 'ellipse', numbers: [halfWidth, halfHeight, radius] });
export const segment = (ax, ay, bx, by, radius = 0) => ({ kind: 'segment', numbers: [ax, ay, bx, by, radius] });
export const capsule = segment;
/** A convex polygon: corners counter-clockwise, as [x, y, x, y ...] or [[x, y], ...]. */
export const polygon = (points, radius = 0) => ({ kind: 'polygon', points: Float32Array.from(points.flat()), radius });

// ---- the module -------------------------------------------------------------------------------------------------------

async function bytesOf(source) {
  if (source === undefined) {
    source = new URL('./auk.wasm', import.meta.url);
  }
  if (source instanceof URL && source.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(source);
  }
  if (source instanceof URL || typeof source === 'string') {
    const response = await fetch(source);
    if (!response.ok) {
      throw new AukError(`${source}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
  }
  return source;
}

// The order in which js_get_layout() writes the structs and their members.
const LAYOUT = [
  ['contact', 'bodyA bodyB shapeA shapeB childA childB normal pointCount points pointSize pointAt pointDistance begins'],
  ['event', 'bodyA bodyB shapeA shapeB fraction contact userDataA userDataB'],
  ['overlap', 'bodyA bodyB shapeA shapeB userDataA userDataB'],
  ['hit', 'bodyA bodyB shapeA shapeB childA childB fraction point normal velocityA velocityB userDataA userDataB first'],
  ['found', 'body shape userData child fraction distance point normal'],
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

  /** Room for `size` bytes, which keeps its place until a larger one of that name is asked for. */
  room(name, size) {
    let buffer = this.buffers.get(name);
    if (!buffer || buffer.size < size) {
      this.calls.js_release(buffer?.at ?? 0);
      const wanted = Math.max(size, 2 * (buffer?.size ?? 128));
      buffer = { at: this.calls.js_allocate(wanted), size: wanted };
      if (buffer.at === 0) {
        this.buffers.delete(name);
        throw new AukError('out of memory');
      }
      this.buffers.set(name, buffer);
    }
    return buffer.at;
  }

  /** Copies numbers into the module. Returns their address. */
  put(name, Type, numbers) {
    const at = this.room(name, numbers.length * Type.BYTES_PER_ELEMENT);
    new Type(this.calls.memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  putPoints(points) {
    const flat = Float32Array.from(ArrayBuffer.isView(points) ? points : points.flat());
    if (flat.length % 2 !== 0) {
      throw new AukError(`${flat.length} coordinates make no points`);
    }
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
    if (shape.kind === 'polygon') {
      const at = this.put('polygon', Float32Array, shape.points);
      this.check(calls.js_shape_polygon(at, shape.points.length / 2, shape.radius));
      return;
    }
    const make = { circle: calls.js_shape_circle, box: calls.js_shape_box, ellipse: calls.js_shape_ellipse,
                   segment: calls.js_shape_segment }[shape.kind];
    if (!make) {
      throw new AukError(`there is no shape of kind ${shape.kind}`);
    }
    this.check(make(...shape.numbers));
  }
}

/** Loads the module: auk.wasm beside this file, or the bytes, URL or path given. */
export async function load(source) {
  const module = new Module((await WebAssembly.instantiate(await bytesOf(source), {})).instance);
  return {
    createWorld: (options = {}) => new World(module, options),
    circle, box, ellipse, segment, capsule, polygon,
    memoryBytes: () => module.calls.memory.buffer.byteLength,
  };
}

// ---- results ------------------------------------------------------------------------------------------------------------

/**
 * An array of results of one step, in the module's memory. Item i begins at word i * stride of `f32`, `u32` and `i32`,
 * which are made anew each time they are asked for; `fields` says which word a member is.
 */
class Results {
  #world; #stamp; #module; #at;

  constructor(world, module, stamp, at, layout) {
    this.#world = world;
    this.#module = module;
    this.#stamp = stamp;
    this.#at = at;
    this.count = module.words(1)[0];
    this.stride = layout.size;
    this.fields = layout;
  }

  #array(Type, bytes = 4) {
    if (this.#world.stamp !== this.#stamp) {
      throw new AukError('these results are of an earlier step: read them anew after each one');
    }
    return new Type(this.#module.calls.memory.buffer, this.#at, this.count * this.stride * 4 / bytes);
  }

  get f32() { return this.#array(Float32Array); }
  get u32() { return this.#array(Uint32Array); }
  get i32() { return this.#array(Int32Array); }
  get bytes() { return this.#array(Uint8Array, 1); }

  word(i, field) {
    this.#checkIndex(i);
    return this.u32[i * this.stride + field];
  }

  signed(i, field) {
    return this.word(i, field) | 0;
  }

  float(i, field) {
    this.#checkIndex(i);
    return this.f32[i * this.stride + field];
  }

  vector(i, field) {
    return [this.float(i, field), this.float(i, field + 1)];
  }

  id(i, field) {
    return new AukId(this.word(i, field), this.word(i, field + 1));
  }

  #checkIndex(i) {
    if (!(i >= 0 && i < this.count)) {
      throw new AukError(`there is no item ${i} of ${this.count}`);
    }
  }

  bodyA(i) { return this.id(i, this.fields.bodyA); }
  bodyB(i) { return this.id(i, this.fields.bodyB); }
  shapeA(i) { return this.id(i, this.fields.shapeA); }
  shapeB(i) { return this.id(i, this.fields.shapeB); }
}

class Contacts extends Results {
  normal(i) { return this.vector(i, this.fields.normal); }
  began(i) { return this.bytes[4 * i * this.stride + this.fields.begins] !== 0; }
  childA(i) { return this.signed(i, this.fields.childA); }
  childB(i) { return this.signed(i, this.fields.childB); }

  points(i) {
    const { points, pointSize, pointAt, pointDistance, pointCount } = this.fields;
    return Array.from({ length: this.word(i, pointCount) }, (_, k) => {
      const first = points + k * pointSize;
      return { point: this.vector(i, first + pointAt), distance: this.float(i, first + pointDistance) };
    });
  }
}

class WithUserData extends Results {
  userDataA(i) { return this.word(i, this.fields.userDataA); }
  userDataB(i) { return this.word(i, this.fields.userDataB); }
}

class Events extends WithUserData {
  fraction(i) { return this.float(i, this.fields.fraction); }
  contact(i) { return this.signed(i, this.fields.contact); }
}

class Hits extends WithUserData {
  fraction(i) { return this.float(i, this.fields.fraction); }
  point(i) { return this.vector(i, this.fields.point); }
  normal(i) { return this.vector(i, this.fields.normal); }
  velocityA(i) { return this.vector(i, this.fields.velocityA); }
  velocityB(i) { return this.vector(i, this.fields.velocityB); }
  childA(i) { return this.signed(i, this.fields.childA); }
  childB(i) { return this.signed(i, this.fields.childB); }
  first(i) { return this.bytes[4 * i * this.stride + this.fields.first] !== 0; }
}

/** Ids of many bodies, for the calls that work on all of them. */
class Bodies {
  constructor(words) {
    this.words = words; // index and generation of each
    this.count = words.length / BODY_WORDS;
  }

  at(i) {
    if (!(i >= 0 && i < this.count)) {
      throw new AukError(`there is no body ${i} of ${this.count}`);
    }
    return new AukId(this.words[2 * i], this.words[2 * i + 1]);
  }
}

// ---- worlds -------------------------------------------------------------------------------------------------------------

class World {
  #module; #calls; #world;
  /** Changes with each call after which results are others. */
  stamp = 0;

  constructor(module, options) {
    checkKeys(options, WORLD_KEYS, 'a world');
    this.#module = module;
    this.#calls = module.calls;
    const wrap = options.wrap ?? [0, 0, 0, 0];
    if (wrap.length !== 4) {
      throw new AukError(`wrap is ${wrap}, not [minX, minY, maxX, maxY]`);
    }
    module.floats(6).set([...wrap, ...pair(options, 'up')]);
    module.words(4).set([options.bruteForce ? 1 : 0, count(options, 'maxPairs'), count(options, 'history'),
                         options.staticPairs ? 1 : 0]);
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
    return new AukId(...this.#module.words(2));
  }

  destroy() {
    this.#calls.auk_world_destroy(this.#world);
    this.#world = 0;
    this.stamp++;
  }

  step(seconds) {
    this.#check(this.#calls.auk_world_step(this.#handle, seconds));
    this.stamp++;
  }

  get bodyCount() { return this.#calls.auk_world_body_count(this.#handle); }

  hash() {
    this.#calls.js_world_hash(this.#handle);
    const [low, high] = this.#module.words(2);
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
  }

  #putBody(options) {
    checkKeys(options, BODY_KEYS, 'a body');
    const owner = options.owner ?? { index: 0, generation: 0 };
    const floats = [...pair(options, 'position'), number(options, 'angle'), ...pair(options, 'velocity'),
                    number(options, 'spin'), number(options, 'proximity'), ...pair(options, 'oneWay'),
                    number(options, 'bounceLoss'), number(options, 'maxSpeed')];
    const words = [choice(options, 'motion', MOTIONS, 'moving'), choice(options, 'response', RESPONSES, 'cross'),
                   options.sensor ? 1 : 0, options.disabled ? 1 : 0, count(options, 'pierce'),
                   count(options, 'pierceCategories'), count(options, 'bounces'), count(options, 'category'),
                   count(options, 'ignore'), count(options, 'group'), count(options, 'userData'), owner.index,
                   owner.generation];
    this.#module.useShape(options.shape);
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  createBody(options = {}) {
    this.#putBody(options);
    return this.#newId(this.#calls.js_body_create(this.#handle));
  }

  /** Copies of one definition at positions [x, y, x, y ...], each at its own angle if `angles` are given. */
  createBodies(options, positions, angles) {
    const [at, length] = this.#module.putPoints(positions);
    if (angles && angles.length !== length) {
      throw new AukError(`${angles.length} angles for ${length} positions`);
    }
    const anglesAt = angles ? this.#module.put('angles', Float32Array, angles) : 0;
    const out = this.#module.room('ids', 8 * length);
    this.#putBody(options);
    this.#check(this.#calls.js_body_create_copies(this.#handle, at, anglesAt, length, out));
    return new Bodies(new Uint32Array(this.#calls.memory.buffer, out, 2 * length).slice());
  }

  destroyBody(body) { this.#check(this.#calls.js_body_destroy(this.#handle, body.index, body.generation)); }
  exists(body) { return this.#calls.js_body_exists(this.#handle, body.index, body.generation) !== 0; }

  #body(call, body, ...values) {
    this.#check(call(this.#handle, body.index, body.generation, ...values));
  }

  setPose(body, x, y, angle) { this.#body(this.#calls.js_body_set_pose, body, x, y, angle); }
  setPosition(body, x, y) { this.#body(this.#calls.js_body_set_position, body, x, y); }
  moveTo(body, x, y, angle = 0) { this.#body(this.#calls.js_body_move_to, body, x, y, angle); }
  setVelocity(body, x, y) { this.#body(this.#calls.js_body_set_velocity, body, x, y); }
  setSpin(body, spin) { this.#body(this.#calls.js_body_set_spin, body, spin); }
  setEnabled(body, enabled) { this.#body(this.#calls.js_body_set_enabled, body, enabled ? 1 : 0); }
  setUserData(body, data) { this.#body(this.#calls.js_body_set_user_data, body, count({ userData: data }, 'userData')); }
  getUserData(body) { return this.#calls.js_body_get_user_data(this.#handle, body.index, body.generation); }

  /** Where a body is and how it moves; null if it is gone. */
  getBody(body) {
    if (this.#calls.js_body_get(this.#handle, body.index, body.generation) === 0) {
      return null;
    }
    const [x, y, angle, vx, vy, spin] = this.#module.floats(6);
    return { position: [x, y], angle, velocity: [vx, vy], spin };
  }

  // ---- many bodies ----

  #manyIds(bodies) {
    return this.#module.put('ids', Uint32Array, bodies.words);
  }

  #getMany(call, bodies, size) {
    const ids = this.#manyIds(bodies), out = this.#module.room('out', 4 * size * bodies.count);
    call(this.#handle, ids, bodies.count, out);
    return new Float32Array(this.#calls.memory.buffer, out, size * bodies.count);
  }

  /** x, y, cosine and sine of each body, zeros for those that are gone. Valid until the next call. */
  poses(bodies) { return this.#getMany(this.#calls.auk_body_get_pose_many, bodies, 4); }
  /** x and y of each velocity. Valid until the next call. */
  velocities(bodies) { return this.#getMany(this.#calls.auk_body_get_velocity_many, bodies, 2); }

  #setMany(call, bodies, numbers, size) {
    if (numbers.length !== size * bodies.count) {
      throw new AukError(`${numbers.length} numbers for ${bodies.count} bodies, which take ${size * bodies.count}`);
    }
    const ids = this.#manyIds(bodies), at = this.#module.put('in', Float32Array, numbers);
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

  #putShape(options, shape) {
    checkKeys(options, SHAPE_KEYS, 'a shape');
    this.#module.useShape(shape);
    const floats = [...pair(options, 'position'), number(options, 'angle'), number(options, 'proximity'),
                    ...pair(options, 'oneWay')];
    const words = [options.sensor ? 1 : 0, count(options, 'category'), count(options, 'ignore'),
                   count(options, 'group'), count(options, 'userData')];
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  /** Chains, outlines and tiles take their thickness from a shape with a radius. */
  #thickness(options) {
    return options.radius ? circle(options.radius) : undefined;
  }

  addShape(body, shape, options = {}) {
    this.#putShape(options, shape);
    return this.#newId(this.#calls.js_body_add_shape(this.#handle, body.index, body.generation));
  }

  /** A polygon that may be concave. */
  addOutline(body, points, options = {}) {
    const [at, length] = this.#module.putPoints(points);
    this.#putShape(options, this.#thickness(options));
    return this.#newId(this.#calls.js_body_add_outline(this.#handle, body.index, body.generation, at, length));
  }

  addChain(body, points, options = {}) {
    const [at, length] = this.#module.putPoints(points);
    this.#putShape(options, this.#thickness(options));
    return this.#newId(this.#calls.js_body_add_chain(this.#handle, body.index, body.generation, at, length,
                                                     options.closed ? 1 : 0));
  }

  addTiles(body, { width, height, cell, cells }, options = {}) {
    if (cells.length !== width * height) {
      throw new AukError(`${cells.length} cells for a grid of ${width} x ${height}`);
    }
    const at = this.#module.put('cells', Uint8Array, cells);
    this.#putShape(options, this.#thickness(options));
    return this.#newId(this.#calls.js_body_add_tiles(this.#handle, body.index, body.generation, at, width, height,
                                                     cell));
  }

  setTile(shape, x, y, tile) { this.#body(this.#calls.js_shape_set_tile, shape, x, y, tile); }
  removeShape(shape) { this.#body(this.#calls.js_shape_remove, shape); }

  // ---- results ----

  #results(Type, at, layout) {
    return new Type(this, this.#module, this.stamp, at, this.#module.layout[layout]);
  }

  contacts() { return this.#results(Contacts, this.#calls.js_contacts(this.#handle), 'contact'); }
  hits() { return this.#results(Hits, this.#calls.js_hits(this.#handle), 'hit'); }
  overlaps() { return this.#results(WithUserData, this.#calls.js_overlaps(this.#handle), 'overlap'); }

  /** 'begin', 'end', 'enter' or 'leave'. */
  events(kind) {
    const number = choice({ kind }, 'kind', EVENTS);
    return this.#results(Events, this.#calls.js_events(this.#handle, number), 'event');
  }

  // ---- queries ----

  #putQuery(query = {}) {
    checkKeys(query, QUERY_KEYS, 'a query');
    const exclude = query.exclude ?? { index: 0, generation: 0 };
    const words = [count(query, 'category'), count(query, 'ignore'), count(query, 'group'), exclude.index,
                   exclude.generation, query.sensors ? 1 : 0, query.onlySensors ? 1 : 0, query.skipOverlapping ? 1 : 0,
                   query.respectOwners ? 1 : 0, count(query, 'userDataMask'), count(query, 'userDataValue')];
    this.#module.words(words.length).set(words);
    this.#calls.js_set_query();
  }

  #found(at, i = 0) {
    const layout = this.#module.layout.found, { buffer } = this.#calls.memory;
    const first = at + 4 * i * layout.size;
    const words = new Uint32Array(buffer, first, layout.size), floats = new Float32Array(buffer, first, layout.size);
    return {
      body: new AukId(words[layout.body], words[layout.body + 1]),
      shape: new AukId(words[layout.shape], words[layout.shape + 1]),
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

  #several(call, capacity) {
    let room = capacity ?? 64;
    for (;;) {
      const at = this.#foundRoom(room), length = call(at, room);
      this.#module.check(length < 0 ? -length : 0);
      if (length < room || capacity !== undefined) {
        return Array.from({ length }, (_, i) => this.#found(at, i));
      }
      room *= 4;
    }
  }

  /** The first thing that a ray from (x, y) along (dx, dy) enters, or null. */
  castRay(x, y, dx, dy, query) {
    this.#putQuery(query);
    return this.#one((at) => this.#calls.js_cast_ray(this.#handle, x, y, dx, dy, at));
  }

  castRayAll(x, y, dx, dy, query) {
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_cast_ray_all(this.#handle, x, y, dx, dy, at, room));
  }

  /** Fractions of many rays at their first hits, 1 without one. Valid until the next call. */
  castRays(from, delta, query) {
    const [fromAt, length] = this.#module.putPoints(from);
    if (delta.length !== 2 * length) {
      throw new AukError(`${delta.length / 2} rays from ${length} points`);
    }
    const deltaAt = this.#module.put('in', Float32Array, delta), at = this.#foundRoom(length);
    const out = this.#module.room('out', 4 * length);
    this.#putQuery(query);
    const hits = this.#calls.js_cast_ray_many(this.#handle, fromAt, deltaAt, length, at);
    this.#module.check(hits < 0 ? -hits : 0);
    const { fraction, size } = this.#module.layout.found;
    const all = new Float32Array(this.#calls.memory.buffer, at, size * length);
    const fractions = new Float32Array(this.#calls.memory.buffer, out, length);
    for (let i = 0; i < length; i++) {
      fractions[i] = all[i * size + fraction];
    }
    return fractions;
  }

  castShape(shape, x, y, angle, dx, dy, query) {
    this.#putQuery(query);
    this.#module.useShape(shape);
    return this.#one((at) => this.#calls.js_cast_shape(this.#handle, x, y, angle, dx, dy, at));
  }

  overlapShape(shape, x, y, angle = 0, query = {}) {
    this.#putQuery(query);
    this.#module.useShape(shape);
    return this.#several((at, room) => this.#calls.js_overlap_shape(this.#handle, x, y, angle, at, room));
  }

  overlapBox(minX, minY, maxX, maxY, query) {
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_overlap_box(this.#handle, minX, minY, maxX, maxY, at, room));
  }

  overlapPoint(x, y, query) { return this.overlapBox(x, y, x, y, query); }

  /** The `most` nearest shapes within a distance. */
  nearest(x, y, maxDistance = Infinity, most = 1, query = {}) {
    this.#putQuery(query);
    return this.#several((at, room) => this.#calls.js_nearest(this.#handle, x, y, maxDistance, at, room), most);
  }

  /** Why two bodies touch or do not, as a sentence. */
  why(a, b) {
    const at = this.#module.room('text', 256);
    const length = this.#calls.js_why(this.#handle, a.index, a.generation, b.index, b.generation, at, 256);
    return this.#module.text(at, Math.min(length, 255));
  }

  // ---- characters ----

  /**
   * Moves a character: { shape, position, velocity } and, as they are wanted, angle, up, slopeLimit, stepHeight, snap,
   * floating, drop, query. Writes position, velocity, floor, wall, ceiling, stuck, floorNormal, supportVelocity and
   * support back into it. Returns the number of things that it touched.
   */
  move(mover, seconds) {
    const support = mover.support ?? { index: 0, generation: 0 };
    this.#putQuery(mover.query);
    this.#module.useShape(mover.shape);
    this.#module.floats(15).set([...pair(mover, 'position'), number(mover, 'angle'), ...pair(mover, 'velocity'),
                                 ...pair(mover, 'up'), number(mover, 'slopeLimit'), number(mover, 'stepHeight'),
                                 number(mover, 'snap'), ...(mover.supportPose ?? [0, 0, 0, 0]), seconds]);
    this.#module.words(5).set([mover.floating ? 1 : 0, mover.floor ? 1 : 0, mover.drop ? 1 : 0, support.index,
                               support.generation]);
    const touched = this.#calls.js_world_move(this.#handle);
    this.#module.check(touched < 0 ? -touched : 0);
    const f = this.#module.floats(12), w = this.#module.words(7);
    mover.position = [f[0], f[1]];
    mover.velocity = [f[2], f[3]];
    mover.floorNormal = [f[4], f[5]];
    mover.supportVelocity = [f[6], f[7]];
    mover.supportPose = [f[8], f[9], f[10], f[11]];
    [mover.floor, mover.wall, mover.ceiling, mover.stuck] = [w[0] !== 0, w[1] !== 0, w[2] !== 0, w[3] !== 0];
    mover.support = new AukId(w[4], w[5]);
    mover.drop = w[6] !== 0;
    return touched;
  }

  // ---- snapshots ----

  /** All state of the world, as bytes of the caller's. */
  snapshot() {
    const size = this.#calls.js_snapshot_size(this.#handle), at = this.#module.room('snapshot', size);
    this.#module.check(this.#calls.js_snapshot(this.#handle, at, size));
    return new Uint8Array(this.#calls.memory.buffer, at, size).slice();
  }

  restore(bytes) {
    const at = this.#module.put('snapshot', Uint8Array, bytes);
    this.#check(this.#calls.js_restore(this.#handle, at, bytes.length));
    this.stamp++;
  }
}
