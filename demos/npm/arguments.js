// Errors, ids, and the checks of arguments and options. JavaScript would turn null into 0 and '7' into 7 on the way
// into the module; here each of them is an error. NaN passes: the library refuses it in its own words, but for angles,
// which it makes rotations of, and of NaN none.

/**
 * An error of auk. `status` is the number of the AukStatus, 0 for misuse of this layer. The message names the argument
 * that was wrong where it is known.
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

/** Numbers of AukResponse. */
export const RESPONSES = { cross: 0, touch: 1, slide: 2, bounce: 3 };
export const nameOf = (names, number) => Object.keys(names).find((name) => names[name] === number);

// Numbers of AukStatus; more of them below.
const NOT_FINITE = 2;
const XY = ['x', 'y'];
const NO_BODY = new AukBodyId(0, 0);

// ---- arguments -----------------------------------------------------------------------------------------------------

const SHOWN_MAX = 100;

/** Anything as text: a symbol and an object without toString() too. Of long arrays only the beginning. */
export function shown(value) {
  try {
    const text = String(value);
    return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}...`;
  } catch {
    return typeof value;
  }
}

export function checkNumber(value, name) {
  if (typeof value !== 'number') {
    throw new AukError(`${name} is ${shown(value)}, not a number`);
  }
  return name === 'angle' ? checkFinite(value, name) : value;
}

function checkFinite(value, name) {
  if (!Number.isFinite(Math.fround(value))) {
    throw new AukError(`${name} is ${value} (a number is NaN or infinite)`, NOT_FINITE);
  }
  return value;
}

/** Of arguments, as { name: value }. Returns them. */
export function checkNumbers(values) {
  for (const name in values) {
    checkNumber(values[name], name);
  }
  return values;
}

export function whole(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new AukError(`${name} is ${shown(value)}, not a whole number from ${low} to ${high}`);
  }
  return value;
}

export function checkBoolean(value, name) {
  if (typeof value !== 'boolean') {
    throw new AukError(`${name} is ${shown(value)}, not true or false`);
  }
  return value ? 1 : 0;
}

export function bodyId(value, name = 'body') {
  if (!(value instanceof AukBodyId)) {
    throw new AukError(`${name} is ${shown(value)}, not the id of a body`);
  }
  return value;
}

export function shapeId(value, name = 'shape') {
  if (!(value instanceof AukShapeId)) {
    throw new AukError(`${name} is ${shown(value)}, not the id of a shape`);
  }
  return value;
}

/** Index and generation of each body of a list. The first that is none ends it, however long the list claims to be. */
export function idWords(bodies, name) {
  return Uint32Array.from(Array.from(list(bodies, name), (body, i) => {
    const { index, generation } = bodyId(body, `${name}[${i}]`);
    return [index, generation];
  }).flat());
}

const isList = (value) => Array.isArray(value) ||
  (value !== null && typeof value === 'object' && Number.isInteger(value.length) && value.length >= 0 &&
   !(value instanceof BigInt64Array) && !(value instanceof BigUint64Array));

export function list(value, name) {
  if (!isList(value)) {
    throw new AukError(`${name} is ${shown(value)}, not an array`);
  }
  return value;
}

/** The array that results are written into: the one given, or a new one. */
export function output(into, length, what) {
  if (!(into instanceof Float32Array ? into.length === length : into === undefined)) {
    throw new AukError(`into is not a Float32Array of ${length} numbers, ${what}`);
  }
  return into ?? new Float32Array(length);
}

/** The items of an array are numbers. nameAt(i) says what item i is called. Typed arrays have nothing else. */
export function checkItems(values, nameAt) {
  for (let i = 0; i < values.length && !ArrayBuffer.isView(values); i++) {
    if (typeof values[i] !== 'number') {
      checkNumber(values[i], nameAt(i));
    }
  }
  return values;
}

/**
 * The numbers of a list as a typed array: the list itself if it is one, else a copy. A list may have getters, as of a
 * Proxy, which can make other calls: a call reads all its lists with this before it puts anything into the module.
 */
export function typed(values, nameAt) {
  if (ArrayBuffer.isView(values)) {
    return values;
  }
  checkItems(values, nameAt); // before memory is taken for as many as the list claims to have
  const copy = new Float64Array(values.length);
  copy.set(values);
  return copy;
}

/** The same of numbers that the module makes rotations of. */
export function angles(values, name) {
  const numbers = typed(values, itemAt(name));
  numbers.forEach((value, i) => {
    if (!Number.isFinite(Math.fround(value))) {
      checkFinite(value, itemAt(name)(i));
    }
  });
  return numbers;
}

/** What item i of coordinates() is called. */
export const coordinateAt = (name) => (i) => `${name}[${i >> 1}].${XY[i & 1]}`;
export const itemAt = (name) => (i) => `${name}[${i}]`;

/** Coordinates x, y, x, y ... from an array of them, or of an [x, y] for each point, as a typed array, see typed(). */
export function coordinates(points, name) {
  if (!Array.isArray(list(points, name)) || !isList(points[0])) {
    if (points.length % 2 !== 0) {
      throw new AukError(`${name} has ${points.length} coordinates, which make no points`);
    }
    return typed(points, coordinateAt(name));
  }
  return typed(Array.from(points).flatMap((point, i) => { // Array.from() gives holes a place
    if (!isList(point) || point.length !== 2) {
      throw new AukError(`${name}[${i}] is ${shown(point)}, not [x, y]`);
    }
    return [point[0], point[1]];
  }), coordinateAt(name));
}

// ---- which number was wrong -----------------------------------------------------------------------------------------

// Calls that only read a world, or have none, answer with a status alone.
const RANGE = 3, NEGATIVE = 4, COUNT = 5, TIME_STEP = 11;
const OF_THE_BODY = new Set([8, 10, 12, 15]); // it has no shape, is gone, static, or has a shape that does not fit
const INT_MAX = 0x7fffffff;
const COORDINATE_MAX = 1e15; // AUK_COORDINATE_MAX
const COUNT_MAX = { history: 1024, steps: 65536 }; // AUK_HISTORY_MAX, AUK_PREDICT_STEPS_MAX
const NOT_BELOW_ZERO = new Set(['maxDistance', 'stepHeight', 'snap', 'strength', 'error', 'seconds']);

/** Whether a world that wraps around is too small for its coordinates. Numbers are floats in the module. */
function isTooNarrow(min, max) {
  const [low, high] = [Math.fround(min), Math.fround(max)];
  return high > low && high - low < Math.max(Math.abs(low), Math.abs(high)) / 4096;
}

function isWrong(status, name, value, values) {
  if (typeof value !== 'number') {
    return OF_THE_BODY.has(status) && name === 'body';
  }
  switch (status) {
    case NOT_FINITE:
      return Number.isNaN(value) || (!Number.isFinite(Math.fround(value)) && name !== 'maxDistance');
    case RANGE:
      return Math.abs(value) > COORDINATE_MAX || (name === 'slopeLimit' && !(value >= 0 && value < Math.PI / 2)) ||
        (name === 'strength' && value > 1) ||
        (name.startsWith('wrap.max') && isTooNarrow(values[name.replace('max', 'min')], value));
    case NEGATIVE: // also of a box whose minimum is above its maximum
      return NOT_BELOW_ZERO.has(name) || name.startsWith('weights[') ? value < 0 :
        value > values[name.replace('min', 'max')];
    case COUNT:
      return value < 0 || value > (COUNT_MAX[name] ?? INT_MAX) || name === 'stepsAgo' ||
        (name === 'points.length' && value < 3);
    case TIME_STEP:
      return name === 'seconds';
    default:
      return false;
  }
}

/** The first of some numbers, { name: value }, that has the fault which a status names, as text; '' for none. */
export function faultOf(status, values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const found = given.find(([name, value]) => isWrong(status, name, value, values));
  return found === undefined ? '' : `${found[0]} is ${shown(found[1])}`;
}

/** Of an array of numbers: its items as { 'name.x': value ... }, for faultOf(). */
export function named(name, values, form = XY) {
  return Object.fromEntries(form.map((member, i) => [`${name}.${member}`, values?.[i]]));
}

/** The same of one number for each of many. */
export function namedEach(name, values = []) {
  return Object.fromEntries(Array.from(values, (value, i) => [`${name}[${i}]`, value]));
}

/** The same of points. */
export function namedPoints(name, points) {
  const flat = coordinates(points, name);
  return Object.fromEntries(Array.from(flat, (value, i) => [coordinateAt(name)(i), value]));
}

// ---- options -------------------------------------------------------------------------------------------------------

export function number(options, name, fallback = 0) {
  const value = options[name];
  return value === undefined ? fallback : checkNumber(value, name);
}

export function flag(options, name) {
  const value = options[name];
  return value === undefined ? 0 : checkBoolean(value, name);
}

/** A number of 32 bits. Sets of bits may be negative, as 1 << 31 is. */
export function bits(value, name) {
  if (!Number.isInteger(checkNumber(value, name)) || value < -0x80000000 || value > 0xffffffff) {
    throw new AukError(`${name} is ${value}, not a whole number of 32 bits`);
  }
  return value;
}

export function count(options, name) {
  const value = options[name];
  return value === undefined ? 0 : bits(value, name);
}

export function bodyOption(options, name) {
  const value = options[name];
  return value === undefined || value === null ? NO_BODY : bodyId(value, name);
}

export function choice(options, name, choices, fallback) {
  const value = options[name] === undefined ? fallback : options[name];
  if (typeof value !== 'string' || !Object.hasOwn(choices, value)) {
    throw new AukError(`${name} is ${shown(value)}, not one of ${Object.keys(choices).join(', ')}`);
  }
  return choices[value];
}

export function numbers(options, name, form) {
  const value = options[name];
  if (value === undefined) {
    return new Array(form.length).fill(0);
  }
  if (!isList(value) || value.length !== form.length) {
    throw new AukError(`${name} is ${shown(value)}, not [${form.join(', ')}]`);
  }
  return form.map((member, i) => checkNumber(value[i], `${name}: ${member}`));
}

export const pair = (options, name) => numbers(options, name, XY);

/** The names of options, for checkKeys(). */
export const keys = (text) => new Set(text.split(' '));

export function checkKeys(options, known, what) {
  if (options === null || typeof options !== 'object') {
    throw new AukError(`${what} takes its options as an object, not ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!known.has(name)) {
      throw new AukError(`${what} has no option ${name}`);
    }
  }
}
