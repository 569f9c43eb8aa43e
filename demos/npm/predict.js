// Predictions: where a body would go, with every bounce and hit. What they return are copies.
import {
  RESPONSES, bodyId, checkKeys, checkNumber, count, keys, nameOf, named, number, pair, whole,
} from './arguments.js';
import { bodyIn, fourIn, itemOf, shapeIn, twoIn } from './query.js';

const PREDICT_KEYS = keys('position angle velocity spin acceleration seconds steps maxResponses');
const ENDS = ['time', 'rest', 'responses'];

function legOf(module, at, i) {
  const layout = module.layout.leg, { words, floats } = itemOf(module, layout, at, i);
  return {
    from: fourIn(floats, layout.from),
    to: fourIn(floats, layout.to),
    start: floats[layout.start],
    end: floats[layout.end],
    velocity: twoIn(floats, layout.velocity),
    spin: floats[layout.spin],
    hit: words[layout.hit] | 0,
  };
}

function hitOf(module, at, i) {
  const { predictHit, hit } = module.layout, item = itemOf(module, predictHit, at, i);
  const from = (view, size) => view.subarray(size * predictHit.hit);
  const words = from(item.words, 1), floats = from(item.floats, 1), bytes = from(item.bytes, 4);
  return {
    bodyA: bodyIn(words, hit.bodyA),
    bodyB: bodyIn(words, hit.bodyB),
    shapeA: shapeIn(words, hit.shapeA),
    shapeB: shapeIn(words, hit.shapeB),
    childA: words[hit.childA] | 0,
    childB: words[hit.childB] | 0,
    fraction: floats[hit.fraction],
    point: twoIn(floats, hit.point),
    normal: twoIn(floats, hit.normal),
    velocityA: twoIn(floats, hit.velocityA),
    velocityB: twoIn(floats, hit.velocityB),
    spinA: floats[hit.spinA],
    spinB: floats[hit.spinB],
    userDataA: words[hit.userDataA],
    userDataB: words[hit.userDataB],
    response: nameOf(RESPONSES, words[hit.response]),
    first: bytes[hit.firstByte] !== 0,
    limit: bytes[hit.limitByte] !== 0,
    step: item.words[predictHit.step],
    time: item.floats[predictHit.time],
  };
}

function taken(module) {
  const [x, y, cosine, sine, vx, vy, spin, time, length] = module.floats(9);
  const [legsAt, legCount, hitsAt, hitCount, steps, end] = module.words(6);
  return {
    legs: Array.from({ length: legCount }, (_, i) => legOf(module, legsAt, i)),
    hits: Array.from({ length: hitCount }, (_, i) => hitOf(module, hitsAt, i)),
    pose: [x, y, cosine, sine], velocity: [vx, vy], spin, time, length, steps, end: ENDS[end],
  };
}

export function predict(module, world, body, options) {
  const { index, generation } = bodyId(body);
  checkKeys(options, PREDICT_KEYS, 'a prediction');
  const { position, velocity, acceleration, seconds } = options;
  const floats = [...pair(options, 'position'), number(options, 'angle'), ...pair(options, 'velocity'),
                  number(options, 'spin'), ...pair(options, 'acceleration'), number(options, 'seconds')];
  const steps = whole(options.steps === undefined ? 1 : options.steps, 'steps', 0, 0x7fffffff);
  const words = [steps, count(options, 'maxResponses'),
                 ...['position', 'angle', 'velocity', 'spin'].map((name) => (options[name] === undefined ? 0 : 1))];
  module.floats(floats.length).set(floats);
  module.words(words.length).set(words);
  module.check(module.calls.js_predict(world(), index, generation), 'predict',
               () => ({ body, ...named('position', position), ...named('velocity', velocity), spin: options.spin,
                        ...named('acceleration', acceleration), seconds, steps, maxResponses: options.maxResponses }));
  return taken(module);
}

/** Calls `check` with the status. */
export function advance(module, world, body, seconds, check) {
  const { index, generation } = bodyId(body);
  check(module.calls.js_body_advance(world(), index, generation, checkNumber(seconds, 'seconds')));
  return taken(module);
}
