// Results of a step, which lie in the module's memory and are not copied. They know the step they belong to and throw
// afterwards, all but `stride` and `fields`; typed arrays that were taken out of them are empty then. Methods read
// through the same arrays, but hand none out, so that a step after them does not pay for taking arrays away.
import { AukBodyId, AukError, AukShapeId, RESPONSES, idWords, nameOf, shown } from './arguments.js';

const BODY_WORDS = 2; // an id: index and generation

let viewsOf; // of results, for their methods

/**
 * An array of results of one step, in the module's memory. Item i begins at word i * stride of `f32`, `u32` and `i32`;
 * `fields` says which word a member is, or which byte after that.
 */
class Results {
  #world; #stamp; #module; #at; #count; #views;

  static {
    viewsOf = (results) => results.#fresh();
  }

  constructor(world, module, at, layout) {
    this.#world = world;
    this.#stamp = world.stamp;
    this.#module = module;
    this.#at = at >>> 0;
    this.#count = module.words(1)[0];
    this.stride = layout.size;
    this.fields = layout;
    Object.freeze(this);
  }

  #checkStamp() {
    if (this.#world.stamp !== this.#stamp) {
      throw new AukError('these results are of an earlier step: read them anew after each one');
    }
  }

  get count() {
    this.#checkStamp();
    return this.#count;
  }

  // The views are made anew where the memory has grown.
  #fresh() {
    this.#checkStamp();
    const { buffer } = this.#module.calls.memory;
    if (this.#views?.f32.buffer !== buffer) {
      const words = this.#count * this.stride;
      this.#views = { f32: new Float32Array(buffer, this.#at, words), u32: new Uint32Array(buffer, this.#at, words),
                      i32: new Int32Array(buffer, this.#at, words),
                      bytes: new Uint8Array(buffer, this.#at, 4 * words) };
    }
    return this.#views;
  }

  #lend(view) {
    const views = this.#fresh();
    this.#module.lend();
    return views[view];
  }

  get f32() { return this.#lend('f32'); }
  get u32() { return this.#lend('u32'); }
  get i32() { return this.#lend('i32'); }
  get bytes() { return this.#lend('bytes'); }

  bodyA(i) { return new AukBodyId(...twoOf(this, 'u32', i, this.fields.bodyA)); }
  bodyB(i) { return new AukBodyId(...twoOf(this, 'u32', i, this.fields.bodyB)); }
  shapeA(i) { return new AukShapeId(...twoOf(this, 'u32', i, this.fields.shapeA)); }
  shapeB(i) { return new AukShapeId(...twoOf(this, 'u32', i, this.fields.shapeB)); }
}

// What the methods of results read: a word, two of them, or a flag.

function oneOf(results, view, i, field) {
  const words = viewsOf(results)[view];
  if (!(Number.isInteger(i) && i >= 0 && i * results.stride < words.length)) {
    throw new AukError(`there is no item ${shown(i)} of ${results.count}`);
  }
  return words[i * results.stride + field];
}

function twoOf(results, view, i, field) {
  return [oneOf(results, view, i, field), oneOf(results, view, i, field + 1)];
}

function flagOf(results, i, byte) {
  oneOf(results, 'u32', i, 0);
  return viewsOf(results).bytes[4 * i * results.stride + byte] !== 0;
}

export class Contacts extends Results {
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

export class Overlaps extends Results {
  userDataA(i) { return oneOf(this, 'u32', i, this.fields.userDataA); }
  userDataB(i) { return oneOf(this, 'u32', i, this.fields.userDataB); }
}

export class Events extends Overlaps {
  fraction(i) { return oneOf(this, 'f32', i, this.fields.fraction); }
  contact(i) { return oneOf(this, 'i32', i, this.fields.contact); }
  bodies(i) { return flagOf(this, i, this.fields.bodiesByte); }
}

export class Hits extends Overlaps {
  fraction(i) { return oneOf(this, 'f32', i, this.fields.fraction); }
  point(i) { return twoOf(this, 'f32', i, this.fields.point); }
  normal(i) { return twoOf(this, 'f32', i, this.fields.normal); }
  velocityA(i) { return twoOf(this, 'f32', i, this.fields.velocityA); }
  velocityB(i) { return twoOf(this, 'f32', i, this.fields.velocityB); }
  childA(i) { return oneOf(this, 'i32', i, this.fields.childA); }
  childB(i) { return oneOf(this, 'i32', i, this.fields.childB); }
  spinA(i) { return oneOf(this, 'f32', i, this.fields.spinA); }
  spinB(i) { return oneOf(this, 'f32', i, this.fields.spinB); }
  response(i) { return nameOf(RESPONSES, oneOf(this, 'u32', i, this.fields.response)); }
  first(i) { return flagOf(this, i, this.fields.firstByte); }
  limit(i) { return flagOf(this, i, this.fields.limitByte); }
}

/** Ids of many bodies, for the calls that work on all of them. */
export class Bodies {
  #words; // index and generation of each

  constructor(words) {
    this.#words = words;
    this.count = words.length / BODY_WORDS;
    Object.freeze(this);
  }

  static wordsOf(bodies) {
    if (!(bodies instanceof Bodies)) {
      throw new AukError(`bodies is ${shown(bodies)}, not what createBodies(), allBodies() or bodies() has returned`);
    }
    return bodies.#words;
  }

  at(i) {
    if (!(Number.isInteger(i) && i >= 0 && i < this.count)) {
      throw new AukError(`there is no body ${shown(i)} of ${this.count}`);
    }
    return new AukBodyId(this.#words[2 * i], this.#words[2 * i + 1]);
  }
}

/** Of ids in any order, for example of those enemies that are alive. */
export const bodiesOf = (ids) => new Bodies(idWords(ids, 'ids'));
