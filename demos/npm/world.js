// A world: its bodies, shapes and steps; and, by the functions of other files, queries, characters, predictions and
// snapshots. Invariants: no array that shows the module's memory is kept over a step, nor over a call that may grow that
// memory; what is returned belongs to the caller. Results alone show the module's memory, see results.js. And a call
// reads all options and lists before it puts anything into the module: a getter of the game may make another call,
// which puts its own there.
import {
  AukBodyId, AukError, AukShapeId, RESPONSES, bits, bodyId, bodyOption, checkBoolean, checkKeys, checkNumber,
  checkNumbers, choice, coordinates, count, flag, itemAt, keys, list, nameOf, named, number, numbers, pair, output,
  shapeId, typed, whole,
} from './arguments.js';
import { draw } from './draw.js';
import { circle } from './module.js';
import { move, moveReport, separate, walk } from './mover.js';
import { advance, predict } from './predict.js';
import { one, putQuery, rays, raysFound, several, spans } from './query.js';
import { Bodies, Contacts, Events, Hits, Overlaps } from './results.js';
import { restore, snapshot, takeRecord } from './snapshots.js';

const MOTIONS = { moving: 0, static: 1, swept: 2 };
const EVENTS = { begin: 0, end: 1, enter: 2, leave: 3 };

const WORLD_KEYS = keys('wrap up bruteForce maxPairs history staticPairs');
const BODY_KEYS = keys('position angle velocity spin motion shape category ignore group sensor disabled owner ' +
                       'proximity oneWay response bounceLoss pierce pierceCategories bounces maxSpeed userData');
const SHAPE_WORDS = 'position angle sensor disabled proximity oneWay conveyor category ignore group userData';
const SHAPE_KEYS = keys(SHAPE_WORDS);
const OUTLINE_KEYS = keys(`${SHAPE_WORDS} radius`);
const CHAIN_KEYS = keys(`${SHAPE_WORDS} radius closed oneSided`);
const TILES_KEYS = keys('width height cell cellHeight cells');
const KIND_KEYS = keys('points category ignore group oneWay conveyor userData');
const FILTER_KEYS = keys('category ignore group');
const RULE_KEYS = keys('category other response bounceLoss');
const RULES_MAX = 64; // AUK_RESPONSE_RULES_MAX
const NO_SHAPE = 8; // AUK_ERROR_NO_SHAPE
const WRAP = ['minX', 'minY', 'maxX', 'maxY'];

const signed = (value, name) => whole(value, name, -0x80000000, 0x7fffffff);

export class World {
  #module; #calls;
  #held = { world: 0, record: 0 }; // addresses in the module
  #stamp = 0;

  constructor(module, options) {
    checkKeys(options, WORLD_KEYS, 'a world');
    module.releaseForgotten();
    this.#module = module;
    this.#calls = module.calls;
    const floats = [...numbers(options, 'wrap', WRAP), ...pair(options, 'up')];
    const words = [flag(options, 'bruteForce'), count(options, 'maxPairs'), count(options, 'history'),
                   flag(options, 'staticPairs')];
    module.floats(floats.length).set(floats);
    module.words(words.length).set(words);
    this.#held.world = this.#calls.js_world_create();
    if (this.#held.world === 0) {
      const { wrap, up, maxPairs, history } = options;
      module.check(module.words(1)[0], 'createWorld',
                   () => ({ ...named('wrap', wrap, WRAP), ...named('up', up), maxPairs, history }));
    }
    module.watch(this, this.#held);
  }

  /** For calls that read options first: a getter of the game may destroy the world. */
  #living = () => this.#handle;

  get #handle() {
    if (this.#held.world === 0) {
      throw new AukError('the world was destroyed');
    }
    return this.#held.world;
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
    this.#module.release(this.#held);
    this.#resultsAreOthers();
  }

  step(seconds) {
    checkNumber(seconds, 'seconds');
    this.#check(this.#calls.auk_world_step(this.#handle, seconds));
    this.#resultsAreOthers();
  }

  /** Room for so many bodies, and pairs and hits of a step, so that steps up to that size allocate nothing. */
  reserve(bodies, pairs = 0, hits = 0) {
    const room = [signed(bodies, 'bodies'), signed(pairs, 'pairs'), signed(hits, 'hits')];
    this.#check(this.#calls.auk_world_reserve(this.#handle, ...room));
  }

  /** Moves the origin of all coordinates. Returns by how much, which floats may round. */
  shiftOrigin(x, y) {
    checkNumbers({ x, y });
    const at = this.#module.room('origin', 16);
    this.#check(this.#calls.auk_world_shift_origin(this.#handle, x, y, at));
    this.#resultsAreOthers();
    return [...new Float64Array(this.#calls.memory.buffer, at, 2)];
  }

  /** The sum of all shifts. */
  get origin() {
    const at = this.#module.room('origin', 16);
    this.#calls.js_get_origin(this.#handle, at);
    return [...new Float64Array(this.#calls.memory.buffer, at, 2)];
  }

  /** The vector from one position to another; in a world that wraps around to the nearest image. */
  difference(fromX, fromY, toX, toY) {
    const values = checkNumbers({ fromX, fromY, toX, toY });
    this.#calls.js_difference(this.#handle, ...Object.values(values));
    return [...this.#module.floats(2)];
  }

  /** The same place in the rectangle of a world that wraps around. */
  wrapPosition(x, y) {
    this.#calls.js_wrap_position(this.#handle, ...Object.values(checkNumbers({ x, y })));
    return [...this.#module.floats(2)];
  }

  /** The box around all bodies: minX, minY, maxX, maxY; zeros if there is none. */
  bounds() {
    this.#calls.js_world_bounds(this.#handle);
    return [...this.#module.floats(4)];
  }

  /** Responses by category: the first rule that matches a hit decides, in place of the body's own response. */
  setResponseRules(rules) {
    const { rule } = this.#module.layout, length = whole(list(rules, 'rules').length, 'rules.length', 0, RULES_MAX);
    const bytes = new ArrayBuffer(4 * rule.size * length), words = new Uint32Array(bytes);
    const floats = new Float32Array(bytes);
    for (let i = 0, first = 0; i < length; i++, first += rule.size) {
      checkKeys(rules[i], RULE_KEYS, 'a response rule');
      words[first + rule.category] = count(rules[i], 'category');
      words[first + rule.other] = count(rules[i], 'other');
      words[first + rule.response] = choice(rules[i], 'response', RESPONSES);
      floats[first + rule.bounceLoss] = number(rules[i], 'bounceLoss');
    }
    this.#check(this.#calls.auk_world_set_response_rules(this.#handle, this.#module.put('rules', Uint32Array, words),
                                                         length));
  }

  responseRules() {
    const { rule } = this.#module.layout;
    const words = this.#list(rule.size, (at, room) => this.#calls.auk_world_get_response_rules(this.#handle, at, room));
    const floats = new Float32Array(words.buffer);
    return Array.from({ length: words.length / rule.size }, (_, i) => {
      const first = i * rule.size;
      return { category: words[first + rule.category], other: words[first + rule.other],
               response: nameOf(RESPONSES, words[first + rule.response]),
               bounceLoss: floats[first + rule.bounceLoss] };
    });
  }

  get bodyCount() { return this.#calls.auk_world_body_count(this.#handle); }

  hash() {
    this.#calls.js_world_hash(this.#handle);
    const [low, high] = this.#module.words(2);
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
  }

  #putBody(options, call) {
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
    this.#module.useShape(options.shape, call);
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  createBody(options = {}) {
    this.#putBody(options, 'createBody');
    return this.#newBody(this.#calls.js_body_create(this.#handle));
  }

  /** Copies of one definition at positions [x, y, x, y ...], each at its own angle if `angles` are given. */
  createBodies(options, positions, angles) {
    const flat = coordinates(positions, 'positions');
    if (angles !== undefined && list(angles, 'angles').length !== flat.length / 2) {
      throw new AukError(`${angles.length} angles for ${flat.length / 2} positions`);
    }
    const turns = angles === undefined ? [] : typed(angles, itemAt('angles'));
    this.#putBody(options, 'createBodies');
    const [at, length] = this.#module.putPoints(flat);
    const anglesAt = angles === undefined ? 0 : this.#module.put('angles', Float32Array, turns);
    const out = this.#module.room('ids', 8 * length);
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
  setAngle(body, angle) { this.#body(this.#calls.js_body_set_angle, body, { angle }); }

  /** Without an angle it does not turn. */
  moveTo(body, x, y, angle) {
    if (angle === undefined) {
      this.#body(this.#calls.js_body_move_to_position, body, { x, y });
    } else {
      this.#body(this.#calls.js_body_move_to, body, { x, y, angle });
    }
  }

  setVelocity(body, x, y) { this.#body(this.#calls.js_body_set_velocity, body, { x, y }); }
  /** Gives a body the velocity and spin that bring it to a pose in so many seconds. */
  setVelocityTo(body, x, y, angle, seconds) {
    this.#body(this.#calls.js_body_velocity_to, body, { x, y, angle, seconds });
  }

  setSpin(body, spin) { this.#body(this.#calls.js_body_set_spin, body, { spin }); }
  setEnabled(body, enabled) {
    this.#body(this.#calls.js_body_set_enabled, body, { enabled: checkBoolean(enabled, 'enabled') });
  }

  setUserData(body, data) {
    this.#body(this.#calls.js_body_set_user_data, body, { data: bits(data, 'userData') });
  }

  setMotion(body, motion) {
    this.#body(this.#calls.js_body_set_motion, body, { motion: choice({ motion }, 'motion', MOTIONS) });
  }

  #filter(filter) {
    checkKeys(filter, FILTER_KEYS, 'a filter');
    return { category: count(filter, 'category'), ignore: count(filter, 'ignore'), group: count(filter, 'group') };
  }

  setFilter(body, filter) { this.#body(this.#calls.js_body_set_filter, body, this.#filter(filter)); }

  setOwner(body, owner) {
    const { index, generation } = owner === undefined ? bodyId(owner, 'owner') : bodyOption({ owner }, 'owner');
    this.#body(this.#calls.js_body_set_owner, body, { index, generation });
  }

  /** What a swept body does at a hit. */
  setResponse(body, response) {
    this.#body(this.#calls.js_body_set_response, body, { response: choice({ response }, 'response', RESPONSES) });
  }

  setBounceLoss(body, bounceLoss) { this.#body(this.#calls.js_body_set_bounce_loss, body, { bounceLoss }); }
  setMaxSpeed(body, maxSpeed) { this.#body(this.#calls.js_body_set_max_speed, body, { maxSpeed }); }
  setPierce(body, pierce) { this.#body(this.#calls.js_body_set_pierce, body, { pierce: signed(pierce, 'pierce') }); }
  setPierceCategories(body, categories) {
    this.#body(this.#calls.js_body_set_pierce_categories, body, { categories: bits(categories, 'categories') });
  }

  setBounces(body, bounces) {
    this.#body(this.#calls.js_body_set_bounces, body, { bounces: signed(bounces, 'bounces') });
  }

  /** Lets a body fall through the one-way shapes that it touched after the last step. */
  dropThrough(body) { this.#body(this.#calls.js_body_drop_through, body); }

  /** 0 if the body is gone, unless a result of the last step still names it. */
  getUserData(body) {
    return this.#calls.js_body_get_user_data(this.#handle, bodyId(body).index, body.generation) >>> 0;
  }

  /** Where a body is, how it moves, and what was set; null if it is gone. */
  getBody(body) {
    if (this.#calls.js_body_get(this.#handle, bodyId(body).index, body.generation) === 0) {
      return null;
    }
    const [x, y, angle, vx, vy, spin, bounceLoss, maxSpeed] = this.#module.floats(8), words = this.#module.words(12);
    const [motion, response, enabled, pierce, pierceCategories, bounces, category, ignore, group] = words;
    return { position: [x, y], angle, velocity: [vx, vy], spin, bounceLoss, maxSpeed, motion: nameOf(MOTIONS, motion),
             response: nameOf(RESPONSES, response), enabled: enabled !== 0, pierce: pierce | 0, pierceCategories,
             bounces: bounces | 0, bounced: words[11], category, ignore, group,
             owner: words[10] === 0 ? null : new AukBodyId(words[9], words[10]) };
  }

  /** The box around all shapes of a body: minX, minY, maxX, maxY; zeros without shapes. */
  bodyBounds(body) {
    this.#calls.js_body_bounds(this.#handle, bodyId(body).index, body.generation);
    return [...this.#module.floats(4)];
  }

  /** The velocity of a point of the world that moves with a body. */
  velocityAt(body, x, y) {
    checkNumbers({ x, y });
    this.#calls.js_body_get_velocity_at(this.#handle, bodyId(body).index, body.generation, x, y);
    return [...this.#module.floats(2)];
  }

  /** The shapes of a body, oldest first; none if it is gone. */
  getShapes(body) {
    const { index, generation } = bodyId(body);
    const call = this.#calls.js_body_get_shapes;
    const words = this.#list(2, (at, room) => call(this.#handle, index, generation, at, room));
    return Array.from({ length: words.length / 2 }, (_, i) => new AukShapeId(words[2 * i], words[2 * i + 1]));
  }

  /** The words of a list whose items have so many of them each; call(0, 0) counts the items. */
  #list(size, call) {
    const length = call(0, 0), at = this.#module.room('list', 4 * size * length);
    call(at, length);
    return new Uint32Array(this.#calls.memory.buffer, at, size * length).slice();
  }

  // ---- pairs of bodies that do not meet ----

  /** Two bodies do not meet from the next step on, or do so again. Queries and characters find them as before. */
  ignorePair(a, b, ignored = true) {
    this.#check(this.#calls.js_ignore_pair(this.#handle, bodyId(a, 'a').index, a.generation, bodyId(b, 'b').index,
                                           b.generation, checkBoolean(ignored, 'ignored')));
  }

  isPairIgnored(a, b) {
    return this.#calls.js_is_pair_ignored(this.#handle, bodyId(a, 'a').index, a.generation, bodyId(b, 'b').index,
                                          b.generation) !== 0;
  }

  /** The pairs, in the order of their indices. */
  ignoredPairs() {
    const words = this.#list(4, (at, room) => this.#calls.auk_world_ignored_pairs(this.#handle, at, room));
    return Array.from({ length: words.length / 4 }, (_, i) => [new AukBodyId(words[4 * i], words[4 * i + 1]),
                                                              new AukBodyId(words[4 * i + 2], words[4 * i + 3])]);
  }

  // ---- many bodies ----

  #manyIds(bodies) {
    return this.#module.put('ids', Uint32Array, Bodies.wordsOf(bodies));
  }

  #getMany(call, bodies, into, size) {
    const ids = this.#manyIds(bodies), length = size * bodies.count;
    const numbers = output(into, length, `${size} for each body`);
    const out = this.#module.room('out', 4 * length);
    call(this.#handle, ids, bodies.count, out);
    numbers.set(new Float32Array(this.#calls.memory.buffer, out, length));
    return numbers;
  }

  /** x, y, cosine and sine of each body, zeros for those that are gone; written into an array if one is given. */
  poses(bodies, into) { return this.#getMany(this.#calls.auk_body_get_pose_many, bodies, into, 4); }

  /** The same for drawing between two steps: from those before the last step, alpha 0, to those after it, alpha 1. */
  posesBetween(bodies, alpha, into) {
    checkNumber(alpha, 'alpha');
    const call = this.#calls.auk_body_get_pose_between_many;
    return this.#getMany((world, ids, length, out) => call(world, ids, length, alpha, out), bodies, into, 4);
  }

  /** x and y of each velocity. */
  velocities(bodies, into) { return this.#getMany(this.#calls.auk_body_get_velocity_many, bodies, into, 2); }

  spins(bodies, into) { return this.#getMany(this.#calls.auk_body_get_spin_many, bodies, into, 1); }

  /** The answer of a call that skips bodies: their number, or minus a status. */
  #skipped(answer) {
    this.#check(answer < 0 ? -answer : 0);
    return answer;
  }

  #setMany(call, bodies, numbers, size) {
    const length = Bodies.wordsOf(bodies).length / 2 * size;
    if (list(numbers, 'numbers').length !== length) {
      throw new AukError(`${numbers.length} numbers for ${bodies.count} bodies, which take ${length}`);
    }
    const values = typed(numbers, itemAt('numbers')), ids = this.#manyIds(bodies);
    const at = this.#module.put('in', Float32Array, values);
    return this.#skipped(call(this.#handle, ids, bodies.count, at));
  }

  /** These skip bodies that are gone and return how many those are. */
  setPoses(bodies, numbers) { return this.#setMany(this.#calls.auk_body_set_pose_living, bodies, numbers, 4); }
  moveAll(bodies, numbers) { return this.#setMany(this.#calls.auk_body_move_to_living, bodies, numbers, 4); }
  setVelocities(bodies, numbers) { return this.#setMany(this.#calls.auk_body_set_velocity_living, bodies, numbers, 2); }

  setSpins(bodies, numbers) { return this.#setMany(this.#calls.auk_body_set_spin_living, bodies, numbers, 1); }

  destroyBodies(bodies) {
    return this.#skipped(this.#calls.auk_body_destroy_living(this.#handle, this.#manyIds(bodies), bodies.count));
  }

  // ---- shapes ----

  #putShape(options, known, shape, call) {
    checkKeys(options, known, 'a shape');
    const floats = [...pair(options, 'position'), number(options, 'angle'), number(options, 'proximity'),
                    ...pair(options, 'oneWay'), ...pair(options, 'conveyor')];
    const words = [flag(options, 'sensor'), count(options, 'category'), count(options, 'ignore'),
                   count(options, 'group'), count(options, 'userData'), flag(options, 'disabled'),
                   flag(options, 'oneSided')];
    this.#module.useShape(shape, call);
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
  }

  /** Chains, outlines and tiles take their thickness from a shape with a radius. */
  #putThick(options, known, call) {
    const radius = number(options ?? {}, 'radius');
    this.#putShape(options, known, radius === 0 ? undefined : circle(radius), call);
  }

  addShape(body, shape, options = {}) {
    this.#putShape(options, SHAPE_KEYS, shape, 'addShape');
    return this.#newShape(this.#calls.js_body_add_shape(this.#handle, bodyId(body).index, body.generation));
  }

  /** A polygon that may be concave. */
  addOutline(body, points, options = {}) {
    const flat = coordinates(points, 'points');
    this.#putThick(options, OUTLINE_KEYS, 'addOutline');
    const [at, length] = this.#module.putPoints(flat);
    return this.#newShape(this.#calls.js_body_add_outline(this.#handle, bodyId(body).index, body.generation, at,
                                                          length));
  }

  addChain(body, points, options = {}) {
    const closed = flag(options ?? {}, 'closed'), flat = coordinates(points, 'points');
    this.#putThick(options, CHAIN_KEYS, 'addChain');
    const [at, length] = this.#module.putPoints(flat);
    return this.#newShape(this.#calls.js_body_add_chain(this.#handle, bodyId(body).index, body.generation, at, length,
                                                        closed));
  }

  addTiles(body, tiles, options = {}) {
    checkKeys(tiles, TILES_KEYS, 'a grid of tiles');
    const width = count(tiles, 'width'), height = count(tiles, 'height');
    const size = number(tiles, 'cell'), cellHeight = number(tiles, 'cellHeight');
    const cells = this.#cells(tiles.cells, width, height);
    this.#putThick(options, OUTLINE_KEYS, 'addTiles');
    const at = this.#module.put('cells', Uint8Array, cells);
    return this.#newShape(this.#calls.js_body_add_tiles(this.#handle, bodyId(body).index, body.generation, at, width,
                                                        height, size, cellHeight));
  }

  #cells(cells, width, height) {
    if (list(cells, 'cells').length !== width * height) {
      throw new AukError(`${cells.length} cells for a grid of ${width} x ${height}`);
    }
    return cells instanceof Uint8Array ? cells : // which would take the rest of other numbers
      Uint8Array.from(Array.from(cells, (cell, i) => whole(cell, `cells[${i}]`, 0, 255)));
  }

  /** The cells of a rectangle, row by row from its lowest one on. */
  setTiles(shape, x, y, width, height, cells) {
    const { index, generation } = shapeId(shape), most = 0x7fffffff;
    const place = [whole(x, 'x', 0, most), whole(y, 'y', 0, most), whole(width, 'width', 0, most),
                   whole(height, 'height', 0, most)];
    const at = this.#module.put('cells', Uint8Array, this.#cells(cells, width, height));
    this.#check(this.#calls.js_shape_set_tiles(this.#handle, index, generation, ...place, at));
  }

  setTile(shape, x, y, tile) {
    const { index, generation } = shapeId(shape), most = 0x7fffffff;
    const place = [whole(x, 'x', 0, most), whole(y, 'y', 0, most), whole(tile, 'tile', 0, 255)];
    this.#check(this.#calls.js_shape_set_tile(this.#handle, index, generation, ...place));
  }

  /** The number of the AukTile of a cell; 0, empty, outside of the grid and for a shape that is no grid. */
  getTile(shape, x, y) {
    const { index, generation } = shapeId(shape);
    return this.#calls.js_shape_get_tile(this.#handle, index, generation, signed(x, 'x'), signed(y, 'y'));
  }

  /** Makes a kind of tile for all grids, or changes it; null removes it. */
  setTileKind(tile, kind) {
    const number = signed(tile, 'tile');
    if (kind === null) {
      this.#check(this.#calls.auk_world_set_tile_kind(this.#handle, number, 0));
      return;
    }
    checkKeys(kind, KIND_KEYS, 'a kind of tile');
    const floats = [...pair(kind, 'oneWay'), ...pair(kind, 'conveyor')], { points = [] } = kind;
    const words = [count(kind, 'category'), count(kind, 'ignore'), count(kind, 'group'), count(kind, 'userData')];
    const [at, length] = this.#module.putPoints(coordinates(points, 'points'));
    this.#module.floats(floats.length).set(floats);
    this.#module.words(words.length).set(words);
    this.#check(this.#calls.js_set_tile_kind(this.#handle, number, at, length));
  }

  /** A kind as it is kept, a full cell with its corners too; null if there is none. */
  getTileKind(tile) {
    const corners = this.#calls.js_get_tile_kind(this.#handle, signed(tile, 'tile'));
    if (corners === 0) {
      return null;
    }
    const [oneWayX, oneWayY, conveyorX, conveyorY, ...flat] = this.#module.floats(4 + 2 * corners);
    const [category, ignore, group, userData] = this.#module.words(4);
    const points = Array.from({ length: corners }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
    return { points, category, ignore, group, oneWay: [oneWayX, oneWayY], conveyor: [conveyorX, conveyorY], userData };
  }

  /** That of the kind of a cell, the `child` of contacts, hits and what is found. */
  getTileUserData(shape, child) {
    const { index, generation } = shapeId(shape);
    return this.#calls.js_shape_get_tile_user_data(this.#handle, index, generation, signed(child, 'child')) >>> 0;
  }

  /** Column and row of the cell of a grid that a point lies in, or null: outside, or if the shape is no grid. */
  getCellAt(shape, x, y) {
    const { index, generation } = shapeId(shape);
    checkNumbers({ x, y });
    if (this.#calls.js_shape_get_cell_at(this.#handle, index, generation, x, y) === 0) {
      return null;
    }
    const [column, row] = this.#module.words(2);
    return { x: column, y: row };
  }

  /** The point of the world at a place in a grid, in cells: x + 0.5 and y + 0.5 are the middle of a cell. */
  getCellPoint(shape, x, y) {
    const { index, generation } = shapeId(shape);
    checkNumbers({ x, y });
    this.#calls.js_shape_get_cell_point(this.#handle, index, generation, x, y);
    return [...this.#module.floats(2)];
  }

  #shape(call, shape, values = {}) {
    checkNumbers(values);
    this.#check(call(this.#handle, shapeId(shape).index, shape.generation, ...Object.values(values)));
  }

  removeShape(shape) { this.#shape(this.#calls.js_shape_remove, shape); }

  /** A shape that is not enabled meets nothing, and no query finds it. */
  setShapeEnabled(shape, enabled) {
    this.#shape(this.#calls.js_shape_set_enabled, shape, { enabled: checkBoolean(enabled, 'enabled') });
  }

  /** Gives a shape another geometry; it stays the same shape. */
  setShape(shape, to) {
    this.#module.useShape(to, 'setShape');
    this.#shape(this.#calls.js_shape_set, shape);
  }

  /** Of a shape that addOutline() or a polygon made. */
  setOutline(shape, points) {
    const [at, length] = this.#module.putPoints(coordinates(points, 'points'));
    this.#shape(this.#calls.js_shape_set_outline, shape, { at, length });
  }

  setShapeSensor(shape, sensor) {
    this.#shape(this.#calls.js_shape_set_sensor, shape, { sensor: checkBoolean(sensor, 'sensor') });
  }

  setShapeProximity(shape, proximity) { this.#shape(this.#calls.js_shape_set_proximity, shape, { proximity }); }
  setShapeOneWay(shape, x, y) { this.#shape(this.#calls.js_shape_set_one_way, shape, { x, y }); }
  setShapeConveyor(shape, x, y) { this.#shape(this.#calls.js_shape_set_conveyor, shape, { x, y }); }
  setShapeUserData(shape, data) {
    this.#shape(this.#calls.js_shape_set_user_data, shape, { data: bits(data, 'userData') });
  }

  /** Puts a shape elsewhere on its body. */
  setShapePose(shape, x, y, angle = 0) { this.#shape(this.#calls.js_shape_set_pose, shape, { x, y, angle }); }

  /** Without a filter of its own a shape has that of its body. */
  setShapeFilter(shape, filter) { this.#shape(this.#calls.js_shape_set_filter, shape, this.#filter(filter)); }

  /** Of one edge of a chain, the `child` of contacts and hits: for stretches that only some shapes meet. */
  setEdgeFilter(chain, edge, filter) {
    this.#shape(this.#calls.js_shape_set_edge_filter, chain, { edge: signed(edge, 'edge'), ...this.#filter(filter) });
  }

  /** For example the material of an edge. */
  setEdgeUserData(chain, edge, data) {
    const numbers = { edge: signed(edge, 'edge'), data: bits(data, 'userData') };
    this.#shape(this.#calls.js_shape_set_edge_user_data, chain, numbers);
  }

  getEdgeUserData(chain, edge) {
    const { index, generation } = shapeId(chain);
    return this.#calls.js_shape_get_edge_user_data(this.#handle, index, generation, signed(edge, 'edge')) >>> 0;
  }

  /** Of which body a shape is, where it is there, and what it is; null if it is gone. */
  getShape(shape) {
    if (this.#calls.js_shape_get(this.#handle, shapeId(shape).index, shape.generation) === 0) {
      return null;
    }
    const [x, y, angle, proximity, oneWayX, oneWayY, conveyorX, conveyorY] = this.#module.floats(8);
    const [index, generation, enabled, sensor, userData, category, ignore, group] = this.#module.words(8);
    return { body: new AukBodyId(index, generation), position: [x, y], angle, enabled: enabled !== 0,
             sensor: sensor !== 0, proximity, oneWay: [oneWayX, oneWayY], conveyor: [conveyorX, conveyorY], userData,
             category, ignore, group };
  }

  // ---- results ----

  #results(Type, at, layout) {
    return new Type(this, this.#module, at, this.#module.layout[layout]);
  }

  contacts() { return this.#results(Contacts, this.#calls.js_contacts(this.#handle), 'contact'); }
  hits() { return this.#results(Hits, this.#calls.js_hits(this.#handle), 'hit'); }
  overlaps() { return this.#results(Overlaps, this.#calls.js_overlaps(this.#handle), 'overlap'); }

  /** The part of overlaps() that is of one sensor. */
  shapeOverlaps(sensor) {
    const { index, generation } = shapeId(sensor, 'sensor');
    return this.#results(Overlaps, this.#calls.js_shape_overlaps(this.#handle, index, generation), 'overlap');
  }

  /** Which items of contacts() are of one body, in ascending order. */
  bodyContacts(body) {
    const { index, generation } = bodyId(body);
    return [...this.#list(1, (at, room) => this.#calls.js_body_contacts(this.#handle, index, generation, at, room))];
  }

  /** 'begin', 'end', 'enter' or 'leave'. */
  events(kind) {
    const number = choice({ kind }, 'kind', EVENTS);
    return this.#results(Events, this.#calls.js_events(this.#handle, number), 'event');
  }

  // ---- queries ----

  // Puts the query and the shape where a call finds them. Returns the numbers of the call, checked.
  #asked(name, values, query, shape) {
    checkNumbers(values);
    putQuery(this.#module, query);
    this.#module.useShape(shape, name);
    return Object.values(values);
  }

  // What a call of the module finds, which takes the numbers and the address of the results.

  #one(name, call, values, query, shape) {
    const numbers = this.#asked(name, values, query, shape), world = this.#handle;
    return one(this.#module, name, values, (at) => call(world, ...numbers, at));
  }

  #several(name, call, values, query, shape, most) {
    const numbers = this.#asked(name, values, query, shape), world = this.#handle;
    return several(this.#module, name, values, (at, room) => call(world, ...numbers, at, room), most);
  }

  /** The first thing that a ray from (x, y) along (dx, dy) enters, or null. */
  castRay(x, y, dx, dy, query) { return this.#one('castRay', this.#calls.js_cast_ray, { x, y, dx, dy }, query); }

  castRayAll(x, y, dx, dy, query) {
    return this.#several('castRayAll', this.#calls.js_cast_ray_all, { x, y, dx, dy }, query);
  }

  /** Where a ray enters and leaves shapes, and how much of them it crosses. */
  castRaySpans(x, y, dx, dy, query) {
    const values = { x, y, dx, dy }, numbers = this.#asked('castRaySpans', values, query), world = this.#handle;
    const call = this.#calls.js_cast_ray_spans;
    return spans(this.#module, 'castRaySpans', values, (at, room) => call(world, ...numbers, at, room));
  }

  /** Fractions of many rays at their first hits, 1 without one; written into an array if one is given. */
  castRays(from, delta, query, into) { return rays(this.#module, this.#living, from, delta, query, into); }

  /** What each of many rays finds first, or null. */
  castRaysFound(from, delta, query) { return raysFound(this.#module, this.#living, from, delta, query); }

  castShape(shape, x, y, angle, dx, dy, query) {
    return this.#one('castShape', this.#calls.js_cast_shape, { x, y, angle, dx, dy }, query, shape);
  }

  castShapeAll(shape, x, y, angle, dx, dy, query) {
    return this.#several('castShapeAll', this.#calls.js_cast_shape_all, { x, y, angle, dx, dy }, query, shape);
  }

  /** The shape turns evenly by so many radians on its way. */
  castShapeTurning(shape, x, y, angle, dx, dy, turn, query) {
    const values = { x, y, angle, dx, dy, turn };
    return this.#one('castShapeTurning', this.#calls.js_cast_shape_turning, values, query, shape);
  }

  overlapShape(shape, x, y, angle = 0, query = {}) {
    return this.#several('overlapShape', this.#calls.js_overlap_shape, { x, y, angle }, query, shape);
  }

  overlapBox(minX, minY, maxX, maxY, query) {
    return this.#several('overlapBox', this.#calls.js_overlap_box, { minX, minY, maxX, maxY }, query);
  }

  overlapBounds(minX, minY, maxX, maxY, query) {
    return this.#several('overlapBounds', this.#calls.js_overlap_bounds, { minX, minY, maxX, maxY }, query);
  }

  overlapPoint(x, y, query) {
    return this.#several('overlapPoint', this.#calls.js_overlap_point, { x, y }, query);
  }

  /** The `most` nearest shapes within a distance; Infinity for all of them. */
  nearest(x, y, maxDistance = Infinity, most = 1, query = {}) {
    return this.#nearest('nearest', undefined, x, y, 0, maxDistance, most, query);
  }

  /** The same of a shape. */
  nearestToShape(shape, x, y, angle = 0, maxDistance = Infinity, most = 1, query = {}) {
    this.#module.check(shape === undefined ? NO_SHAPE : 0, 'nearestToShape'); // a point is asked for by nearest()
    return this.#nearest('nearestToShape', shape, x, y, angle, maxDistance, most, query);
  }

  #nearest(name, shape, x, y, angle, maxDistance, most, query) {
    if (most !== Infinity) {
      whole(most, 'most', 0, 0x7fffffff);
    }
    return this.#several(name, this.#calls.js_nearest, { x, y, angle, maxDistance }, query, shape, most);
  }

  /** Why two bodies touch or do not, as a sentence. */
  why(a, b) {
    const capacity = 256, at = this.#module.room('text', capacity); // 200 are enough for any answer
    this.#calls.js_why(this.#handle, bodyId(a, 'a').index, a.generation, bodyId(b, 'b').index, b.generation, at,
                       capacity);
    return this.#module.text(at);
  }

  // ---- the past and the future ----

  /** How many steps back can be asked about now. */
  get history() { return this.#calls.auk_world_history(this.#handle); }

  castRayAt(stepsAgo, x, y, dx, dy, query) {
    const values = { stepsAgo: signed(stepsAgo, 'stepsAgo'), x, y, dx, dy };
    return this.#one('castRayAt', this.#calls.js_cast_ray_at, values, query);
  }

  castShapeAt(stepsAgo, shape, x, y, angle, dx, dy, query) {
    const values = { stepsAgo: signed(stepsAgo, 'stepsAgo'), x, y, angle, dx, dy };
    return this.#one('castShapeAt', this.#calls.js_cast_shape_at, values, query, shape);
  }

  overlapShapeAt(stepsAgo, shape, x, y, angle = 0, query = {}) {
    const values = { stepsAgo: signed(stepsAgo, 'stepsAgo'), x, y, angle };
    return this.#several('overlapShapeAt', this.#calls.js_overlap_shape_at, values, query, shape);
  }

  /** x, y, cosine and sine; null if the body did not exist then, or is gone. */
  poseAt(body, stepsAgo) {
    const { index, generation } = bodyId(body);
    const call = this.#calls.js_body_get_pose_at, ago = signed(stepsAgo, 'stepsAgo');
    return call(this.#handle, index, generation, ago) === 0 ? null : [...this.#module.floats(4)];
  }

  /** Where a body would go over the coming steps while all others rest, see Prediction in auk.d.ts. */
  predict(body, options = {}) { return predict(this.#module, this.#living, body, options); }

  /** Moves one body at once, as a step of so many seconds would. */
  advance(body, seconds) {
    return advance(this.#module, this.#living, body, seconds, (status) => this.#check(status));
  }

  // ---- characters ----

  /**
   * Moves a character: { shape, position, velocity } and, as they are wanted, angle, up, slopeLimit, stepHeight, snap,
   * floating, drop, query. Writes what came of it back into it, see Mover in auk.d.ts. Returns the number of things
   * that it touched.
   */
  move(mover, seconds) { return move(this.#module, this.#living, mover, seconds); }

  /** The same. Returns what the character touched on its way, and the sensors that it met. */
  moveReport(mover, seconds) { return moveReport(this.#module, this.#living, mover, seconds); }

  /**
   * Moves a body as a character that has the body's shape, filter and pose: it arrives in the next step. Returns what
   * it meets on the way, as moveReport().
   */
  walk(body, mover, seconds) { return walk(this.#module, this.#living, body, mover, seconds); }

  /** Pushes the members of a crowd apart a little, see Crowd in auk.d.ts. Returns how many pairs overlapped. */
  separate(crowd) { return separate(this.#module, this.#living, crowd); }

  // ---- to look at, to keep and to send ----

  /** Points, segments and arcs that show the world, see DrawItem in auk.d.ts. */
  draw(options = {}) { return draw(this.#module, this.#living, options); }

  /** All state of the world, as bytes of the caller's. */
  snapshot() { return snapshot(this.#module, this.#handle); }

  restore(bytes) {
    this.#check(restore(this.#module, this.#handle, bytes));
    this.#resultsAreOthers();
  }

  /** Records all calls that change the world, until stopRecord(). */
  startRecord() {
    const record = this.#calls.js_record_start(this.#handle);
    this.#module.check(this.#module.words(1)[0], 'startRecord');
    this.#held.record = record;
  }

  /** The record, for auk-replay and the page that shows records. */
  stopRecord() {
    const world = this.#handle, { record } = this.#held;
    if (record === 0) {
      throw new AukError('startRecord() was not called');
    }
    this.#held.record = 0;
    return takeRecord(this.#module, world, record, (status) => this.#module.check(status, 'stopRecord'));
  }
}
