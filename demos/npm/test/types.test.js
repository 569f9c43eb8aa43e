// auk.d.ts names what auk.js has at run time, and nothing else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import * as layer from '../auk.js';

const auk = await layer.load(process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : undefined);
const read = async (name) => (await readFile(new URL(`../${name}`, import.meta.url), 'utf8')).replace(/\/\*[^]*?\*\//g, '');
const declared = await read('auk.d.ts');
const source = (await Promise.all(['world.js', 'query.js', 'mover.js', 'predict.js', 'draw.js'].map(read))).join('');

const names = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
const sorted = (list) => [...new Set(list)].sort();

/** Members of an interface and of those that it extends. */
function members(name) {
  const [, parent, , body, line] =
    declared.match(new RegExp(`\\n(?:export )?(?:declare class|interface|export interface) ${name}(?:<.*?>)?` +
                              '(?: extends (\\w+)(<\\w+>)?)? \\{(?:\\n([^]*?)\\n| (.*?) )\\}'));
  const own = line === undefined ? names(body, /^ {2}(?:readonly |get )?(\w+)[?(:]/gm) : names(line, /(?:^|; )(?:readonly )?(\w+)\??:/g);
  return sorted([...own.filter((member) => member !== 'constructor'), ...(parent && parent !== 'Error' ? members(parent) : [])]);
}

/** What can be reached on an object: its own properties, and those of its classes. */
function reachable(object) {
  const found = Object.keys(object);
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype && at !== Error.prototype; at = Object.getPrototypeOf(at)) {
    found.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'));
  }
  return sorted(found);
}

const union = (name) => names(declared.match(new RegExp(`export type ${name} =([^;]*);`))[1], /'(\w+)'/g)
  .concat(...names(declared.match(new RegExp(`export type ${name} =([^;]*);`))[1], /\b(\w+Field)\b/g).map(union));

function scene() {
  const world = auk.createWorld();
  const wall = world.createBody({ motion: 'static', shape: auk.box(0.5, 4), position: [3, 0] });
  const bodies = world.createBodies({ shape: auk.box(1, 1) }, [0, 0, 1, 0]);
  world.createBody({ motion: 'swept', response: 'touch', shape: auk.circle(0.5), position: [9, 0], velocity: [-400, 0] });
  world.createBody({ sensor: true, shape: auk.circle(1) });
  world.step(1 / 60);
  return { world, wall, bodies };
}

test('the module exports what is declared', () => {
  assert.deepEqual(sorted(Object.keys(layer)), sorted(names(declared, /^export declare (?:function|class|const) (\w+)/gm)));
});

test('objects have the members that are declared', () => {
  const { world, wall, bodies } = scene();
  const mover = { shape: auk.circle(0.5), position: [0, 9], velocity: [0, 0] };
  world.move(mover, 0.1);
  world.createBody({ sensor: true, motion: 'static', shape: auk.circle(20) });
  const report = world.moveReport({ shape: auk.circle(0.5), position: [0, 9], velocity: [0, -120] }, 0.1);
  const walker = { velocity: [1, 0] };
  world.walk(bodies.at(0), walker, 0.1);
  const shot = world.createBody({ motion: 'swept', response: 'touch', shape: auk.circle(0.5), position: [9, 9] });
  world.createBody({ motion: 'static', shape: auk.box(1, 1), position: [0, 9] });
  const told = world.predict(shot, { velocity: [-20, 0], seconds: 1 });
  world.setResponseRules([{ response: 'cross' }]);
  const objects = { MoveReport: report, MoverContact: report.contacts[0], MoverSensor: report.sensors[0], World: world,
                    Auk: auk, Bodies: bodies, Contacts: world.contacts(), Events: world.events('begin'),
                    Overlaps: world.overlaps(), Hits: world.hits(), AukBodyId: wall, AukShapeId: world.contacts().shapeA(0),
                    Found: world.castRay(-9, 0, 20, 0), BodyState: world.getBody(wall),
                    RaySpan: world.castRaySpans(-9, 0, 20, 0)[0], Prediction: told, Leg: told.legs[0],
                    PredictHit: told.hits[0], ResponseRule: world.responseRules()[0],
                    AukError: new layer.AukError('') };
  for (const [name, object] of Object.entries(objects)) {
    assert.deepEqual(reachable(object).filter((member) => name !== 'AukError' || member === 'status'), members(name), name);
  }
  const { shape, position, velocity, ...result } = mover;
  for (const name of Object.keys(result)) {
    assert.ok(members('Mover').includes(name), name);
  }
  for (const name of Object.keys(walker)) {
    assert.ok(members('Walker').includes(name), name);
  }
  world.destroy();
});

test('tiles have the names that are declared', () => {
  assert.deepEqual(sorted(Object.keys(layer.tiles)), sorted(union('TileName')));
});

test('fields of results are declared', () => {
  const { world } = scene();
  const results = { Contact: world.contacts(), Event: world.events('begin'), Overlap: world.overlaps(), Hit: world.hits() };
  for (const [name, { fields }] of Object.entries(results)) {
    assert.deepEqual(sorted(Object.keys(fields)), sorted([...union('PairField'), ...union(`${name}Field`)]), name);
  }
  world.destroy();
});

test('options that are declared are those that are read', () => {
  const shapeWords = source.match(/const SHAPE_WORDS = '(.*)'/)[1];
  const walkerWords = names(source.match(/const WALKER_WORDS = ([^;]*);/)[1], /'(.*)'/g).join('');
  const options = { World: 'WorldOptions', Body: 'BodyOptions', Shape: 'ShapeOptions', Query: 'Query', Tiles: 'Tiles', Kind: 'TileKind',
                    Outline: 'OutlineOptions', Chain: 'ChainOptions', Walker: 'Walker', Mover: 'Mover',
                    Rule: 'ResponseRule', Predict: 'PredictOptions', Crowd: 'Crowd', Draw: 'DrawOptions' };
  for (const [name, type] of Object.entries(options)) {
    const known = source.match(new RegExp(`const ${name.toUpperCase()}_KEYS = keys\\(([^;]*)\\);`))[1];
    const words = known.replace('SHAPE_WORDS', shapeWords).replace('WALKER_WORDS', walkerWords).match(/\b[a-z]\w+\b/g);
    assert.deepEqual(sorted(words), members(type), type);
  }
});
