// The WebAssembly module: how it is found, the memory that is shared with it, and the shapes that are made in it.
import {
  AukError, checkNumber, checkNumbers, coordinates, faultOf, itemAt, namedPoints, shown, typed,
} from './arguments.js';

const VERSION = '0.2.0';
const OUT_OF_MEMORY = 14; // AUK_ERROR_OUT_OF_MEMORY

// ---- shapes --------------------------------------------------------------------------------------------------------

/** Shapes are plain descriptions; the module makes and checks them when they are used. */
class Shape {
  constructor(kind, values, points) {
    checkNumbers(values);
    this.kind = kind;
    this.numbers = Object.freeze(Object.values(values));
    this.points = points;
    Object.freeze(this);
  }

  /** As the call that made it, with the number of points in place of them. */
  toString() {
    const points = this.points === undefined ? [] : [`${this.points.length / 2} points`];
    return `${this.kind}(${[...points, ...this.numbers].join(', ')})`;
  }
}

const shape = (kind, values) => new Shape(kind, values);

export function checkShape(value) {
  if (!(value instanceof Shape)) {
    throw new AukError(`shape is ${shown(value)}, not made by circle(), box() or the like`);
  }
  return value;
}

export const circle = (radius) => shape('circle', { radius });
export const box = (halfWidth, halfHeight, radius = 0) => shape('box', { halfWidth, halfHeight, radius });
export const ellipse = (halfWidth, halfHeight, radius = 0) => shape('ellipse', { halfWidth, halfHeight, radius });
export const segment = (ax, ay, bx, by, radius = 0) => shape('segment', { ax, ay, bx, by, radius });
export const capsule = (ax, ay, bx, by, radius) => shape('segment', { ax, ay, bx, by, radius });
/** All points p with normal . p <= offset; of static bodies. */
export const halfPlane = (normalX, normalY, offset = 0) => shape('halfPlane', { normalX, normalY, offset });
/** A convex polygon: corners counter-clockwise, as hull() makes them: [x, y, x, y ...] or [[x, y], ...]. */
export function polygon(points, radius = 0) {
  return new Shape('polygon', { radius }, Float32Array.from(coordinates(points, 'points')));
}

// ---- the module ----------------------------------------------------------------------------------------------------

const isNode = () => typeof process !== 'undefined' && process.versions?.node !== undefined;

const ADVICE = 'pass the path, the URL or the bytes of auk.wasm to load()';

/** Beside this file. A bundle in CommonJS does not know where it lies. */
function ownPlace() {
  if (import.meta.url === undefined) {
    throw new AukError(`this bundle cannot tell where auk.wasm lies: ${ADVICE}`);
  }
  return new URL('./auk.wasm', import.meta.url);
}

/** Returns the bytes. Servers of bundlers answer with a page and status 200 where they have no file. */
function checkModule(bytes, place) {
  const start = new TextDecoder().decode(bytes.slice(0, 4));
  if (start !== '\0asm') {
    throw new AukError(`${place} is no WebAssembly module, it begins with ${JSON.stringify(start)}: ${ADVICE}`);
  }
  return bytes;
}

async function readBytes(place) {
  const name = 'node:fs/promises'; // in a variable, and with these words, bundlers for browsers leave it alone
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
  return checkModule(await readFile(place), place);
}

export async function bytesOf(source) {
  let place = source ?? ownPlace();
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
    return checkModule(await response.arrayBuffer(), place);
  }
  return place;
}

// The order in which js_get_layout() writes the structs and their members.
const LAYOUT = [
  ['contact', 'bodyA bodyB shapeA shapeB childA childB normal pointCount points pointSize pointAt pointDistance ' +
              'beganByte'],
  ['event', 'bodyA bodyB shapeA shapeB fraction contact userDataA userDataB bodiesByte'],
  ['overlap', 'bodyA bodyB shapeA shapeB userDataA userDataB'],
  ['hit', 'bodyA bodyB shapeA shapeB childA childB fraction point normal velocityA velocityB spinA spinB response ' +
          'userDataA userDataB firstByte limitByte'],
  ['found', 'body shape userData child fraction distance point normal status'],
  ['moverContact', 'body shape userData child kind fraction point normal'],
  ['moverSensor', 'body shape userData fraction exit wasInsideByte insideByte'],
  ['span', 'body shape userData enterChild exitChild enter exit thickness enterPoint exitPoint enterNormal ' +
           'exitNormal startsInsideByte endsInsideByte'],
  ['leg', 'from to start end velocity spin hit'],
  ['predictHit', 'hit step time'],
  ['drawItem', 'kind category p q center radius angle turn body shape child'],
  ['rule', 'category other response bounceLoss'],
  ['shape', ''],
];

export class Module {
  #lent = false;
  #forgotten = [];
  #worlds = new FinalizationRegistry((held) => this.#forgotten.push(held));

  constructor(instance) {
    this.calls = instance.exports;
    this.#checkVersion();
    this.calls._initialize?.();
    this.floatsAt = this.calls.js_get_floats();
    this.wordsAt = this.calls.js_get_words();
    this.buffers = new Map();
    this.layout = {};
    const structs = LAYOUT.map(([name, members]) => [name, ['size', ...members.split(' ').filter(Boolean)]]);
    const length = structs.reduce((sum, [, members]) => sum + members.length, 0);
    const table = new Int32Array(this.calls.memory.buffer, this.calls.js_get_layout(), length);
    let next = 0;
    for (const [name, members] of structs) {
      this.layout[name] = Object.freeze(Object.fromEntries(members.map((member) => [member, table[next++]])));
    }
  }

  /** A browser, or a bundler, may keep the module of another version: its calls take other numbers. */
  #checkVersion() {
    const version = this.calls.auk_version?.();
    const found = version === undefined ? 'no auk' : `auk ${this.text(version).split(' ')[0]}`;
    if (found !== `auk ${VERSION}`) {
      throw new AukError(`the WebAssembly module is ${found}, but auk.js is of ${VERSION}: ${ADVICE}`);
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

  /** A caller has got a typed array that shows the module's memory. */
  lend() {
    this.#lent = true;
  }

  /**
   * Takes the module's memory away from typed arrays that show it. Growing by nothing does so in every engine, since
   * growing may move the memory; but it takes node 20 a millisecond where there are 128 MB, so only if an array is out.
   */
  detach() {
    if (this.#lent) {
      this.#lent = false;
      this.calls.memory.grow(0);
    }
    this.releaseForgotten();
  }

  /** Remembers what the module holds of a world of JavaScript: `held`, { world, record }, of which it has no other. */
  watch(world, held) {
    this.#worlds.register(world, held, held);
  }

  release(held) {
    this.#worlds.unregister(held);
    this.calls.auk_world_destroy(held.world);
    this.calls.js_record_release(held.record);
    held.world = held.record = 0;
  }

  /** Releases worlds that the program has forgotten, unless a typed array may still show the memory of one. */
  releaseForgotten() {
    while (!this.#lent && this.#forgotten.length > 0) {
      this.release(this.#forgotten.pop());
    }
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
    const values = typed(numbers, itemAt(name));
    // What lies in the module itself may move while room is made for it.
    const source = values.buffer === this.calls.memory.buffer ? values.slice() : values;
    const at = this.room(name, source.length * Type.BYTES_PER_ELEMENT);
    new Type(this.calls.memory.buffer, at, source.length).set(source);
    return at;
  }

  /** Of coordinates(). Returns the address and the number of points. */
  putPoints(flat) {
    return [this.put('points', Float32Array, flat), flat.length / 2];
  }

  /** Throws what a status says: of which call, and which of the numbers that numbers() gives has the fault. */
  check(status, call, numbers = () => ({})) {
    if (status !== 0) {
      this.fail(status, call, faultOf(status, numbers()));
    }
  }

  fail(status, call, fault = '') {
    const sentence = this.text(this.calls.auk_status_text(status));
    const what = fault === '' ? sentence : `${fault} (${sentence})`;
    throw new AukError(call === undefined ? what : `${call}: ${what}`, status);
  }

  /** The answer of a call that returns a number, or minus a status. */
  checkAnswer(answer, call, numbers) {
    this.check(answer < 0 ? -answer : 0, call, numbers);
    return answer;
  }

  /** The shape of the next call, whose name is `call`. Its corners lie at `corners`, or are put into the module. */
  useShape(shape, call, corners) {
    if (shape === undefined) {
      this.calls.js_shape_none();
      return;
    }
    const status = this.#makeShape(checkShape(shape), corners);
    if (status !== 0) {
      this.fail(status, call, `shape is ${shape}`);
    }
  }

  #makeShape(shape, corners) {
    const { calls } = this;
    if (shape.kind === 'polygon') {
      const at = corners ?? this.put('polygon', Float32Array, shape.points);
      return calls.js_shape_polygon(at, shape.points.length / 2, ...shape.numbers);
    }
    const make = { circle: calls.js_shape_circle, box: calls.js_shape_box, ellipse: calls.js_shape_ellipse,
                   segment: calls.js_shape_segment, halfPlane: calls.js_shape_half_plane };
    return make[shape.kind](...shape.numbers);
  }

  /** The corners of the convex hull of points in any order, counter-clockwise: x, y, x, y ... */
  hull(points) {
    const [from, length] = this.putPoints(coordinates(points, 'points'));
    const to = this.room('hull', 8 * length);
    const answer = this.calls.auk_hull(from, length, to);
    const numbers = () => ({ 'points.length': length, ...namedPoints('points', points) });
    const corners = this.checkAnswer(answer, 'hull', numbers);
    return new Float32Array(this.calls.memory.buffer, to, 2 * corners).slice();
  }

  /** Cosine and sine of an angle. Those of Math differ between engines. */
  rotation(angle) {
    this.calls.auk_rot(this.floatsAt, checkNumber(angle, 'angle'));
    return [...this.floats(2)];
  }

  /** The angle of a vector, or of a cosine and a sine. */
  angleOf(x, y) {
    this.floats(2).set(Object.values(checkNumbers({ x, y })));
    return this.calls.auk_rot_angle(this.floatsAt);
  }
}
