// Debug drawing: the world as points, segments and arcs, for any canvas.
import { AukError, checkKeys, keys, list, named, number, numbers, shown } from './arguments.js';
import { bodyIn, itemOf, several, shapeIn, twoIn } from './query.js';

const DRAW_KEYS = keys('show region error seconds');
const REGION = ['minX', 'minY', 'maxX', 'maxY'];
const KINDS = ['point', 'segment', 'arc'];
const CATEGORIES = ['static', 'moving', 'swept', 'touching', 'sensor', 'disabled', 'box', 'velocity', 'pair',
                    'contact', 'normal', 'hit', 'strip'];
const SHOW = { shapes: 1, touching: 2, boxes: 4, velocities: 8, pairs: 16, contacts: 32, hits: 64, strips: 128 };

function bitsOf(show) {
  return Array.from(list(show, 'show'), (name) => {
    if (typeof name !== 'string' || !Object.hasOwn(SHOW, name)) {
      throw new AukError(`show has ${shown(name)}, not one of ${Object.keys(SHOW).join(', ')}`);
    }
    return SHOW[name];
  }).reduce((bits, bit) => bits | bit, 0);
}

const idOr = (words, at, read) => (words[at + 1] === 0 ? null : read(words, at));

function drawnOf(module, at, i) {
  const layout = module.layout.drawItem, { words, floats } = itemOf(module, layout, at, i);
  const item = {
    kind: KINDS[words[layout.kind]],
    category: CATEGORIES[words[layout.category]],
    p: twoIn(floats, layout.p),
    q: twoIn(floats, layout.q),
    body: idOr(words, layout.body, bodyIn),
    shape: idOr(words, layout.shape, shapeIn),
    child: words[layout.child] | 0,
  };
  if (item.kind === 'arc') {
    item.center = twoIn(floats, layout.center);
    item.radius = floats[layout.radius];
    item.angle = floats[layout.angle];
    item.turn = floats[layout.turn];
  }
  return item;
}

export function draw(module, world, options) {
  checkKeys(options, DRAW_KEYS, 'drawing');
  const region = numbers(options, 'region', REGION), error = number(options, 'error');
  const seconds = number(options, 'seconds'), show = options.show === undefined ? 0 : bitsOf(options.show);
  const values = { ...named('region', options.region, REGION), error, seconds };
  const call = module.calls.js_draw;
  if (options.show !== undefined && show === 0) { // which the library reads as the usual bits
    module.checkAnswer(call(world(), 0, ...region, error, seconds, 0, 0), 'draw', () => values);
    return [];
  }
  return several(module, 'draw', values, (at, room) => call(world(), show, ...region, error, seconds, at, room),
                 Infinity, module.layout.drawItem, drawnOf);
}
