// Steps the same gas with every library, in turns, and prints a Markdown table of the medians.
//     node bench.mjs [--quick] [--write FILE]
// --quick: few steps, to see that everything runs; nothing is written then. --write: the table also replaces what stands
// between the two marker comments in FILE.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const NAMES = ['auk', 'box2d3-wasm', '@dimforge/rapier2d-simd-compat', 'planck', 'detect-collisions', 'rbush'];
const SIZES = [1000, 10000];
const WANTED = 5; // times the best peer, in a step of the last size
const SLACK = 0.01; // of the number of contacts. Some libraries look for contacts before they move the bodies.
const MARKERS = ['<!-- made by tests/bench/npm/run --write -->', '<!-- end of what is made -->'];

const quick = process.argv.includes('--quick');
const writeAt = process.argv.indexOf('--write');
const WARM_UP = quick ? 5 : 40, ROUNDS = quick ? 3 : 11, STEPS = quick ? 2 : 16;

const shown = (name) => (name.startsWith('@') ? `\`${name}\`` : name); // Markdown takes @ for a command
const moduleOf = (name) => name.replace('@dimforge/rapier2d-simd-compat', 'rapier');
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const grouped = (number) => Math.round(number).toLocaleString('en-US');

async function start(name, bodies) {
  const child = fork(new URL('engine.mjs', import.meta.url), [moduleOf(name), bodies],
                     { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.once('exit', (code) => {
    if (code) {
      console.error(`${name} ended with status ${code}`);
      process.exit(1);
    }
  });
  const [{ reports }] = await once(child, 'message');
  return { name, child, reports, times: [], touching: [] };
}

async function run(engine, steps) {
  engine.child.send(steps);
  const [answer] = await once(engine.child, 'message');
  return answer;
}

async function measure(bodies) {
  const engines = [];
  for (const name of NAMES) {
    engines.push(await start(name, bodies));
  }
  for (const engine of engines) {
    await run(engine, WARM_UP);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < engines.length; i++) { // each round begins with another one
      const engine = engines[(round + i) % engines.length], { milliseconds, touching } = await run(engine, STEPS);
      engine.times.push(milliseconds);
      engine.touching.push(touching);
    }
  }
  const [auk] = engines;
  const rows = engines.map((engine) => ({
    name: engine.name,
    reports: engine.reports,
    milliseconds: median([...engine.times]),
    ratio: median(engine.times.map((time, round) => time / auk.times[round])),
    touching: engine.touching.reduce((sum, one) => sum + one) / ROUNDS,
  }));
  for (const { child } of engines) {
    child.removeAllListeners('exit');
    child.kill(); // Box2D's threads would keep it alive
  }
  return rows;
}

function versionOf(name) {
  return name === 'auk' ? '' : ` ${JSON.parse(readFileSync(new URL('package.json', import.meta.url))).dependencies[name]}`;
}

function tableOf(results) {
  const columns = SIZES.flatMap((size) => [`${grouped(size)} bodies`, 'times auk', 'contacts']);
  const lines = [`| | ${columns.join(' | ')} | reports |`, `| --- |${' ---: |'.repeat(columns.length)} --- |`];
  NAMES.forEach((name, i) => {
    const cells = results.flatMap((rows) => [`${rows[i].milliseconds.toPrecision(3)} ms`, rows[i].ratio.toFixed(1),
                                             grouped(rows[i].touching)]);
    lines.push(`| ${shown(name)}${versionOf(name)} | ${cells.join(' | ')} | ${results[0][i].reports} |`);
  });
  const best = results.at(-1).slice(1).reduce((a, b) => (b.ratio < a.ratio ? b : a));
  lines.push('', `The best of them takes ${best.ratio.toFixed(1)} times as long as auk in a step of ` +
             `${grouped(SIZES.at(-1))} bodies (${shown(best.name)}).`,
             `Medians of ${ROUNDS} rounds in turns, ${STEPS} steps each; one thread; node ${process.versions.node} on ` +
             `${cpus()[0].model.trim()}.`);
  return { text: lines.join('\n'), best };
}

function write(file, table) {
  const text = readFileSync(file, 'utf8'), [from, to] = MARKERS.map((marker) => text.indexOf(marker));
  if (from < 0 || to < from) {
    throw new Error(`${file} has no ${MARKERS.join(' ... ')}`);
  }
  writeFileSync(file, `${text.slice(0, from)}${MARKERS[0]}\n\n${table}\n\n${text.slice(to)}`);
}

const results = [];
for (const size of SIZES) {
  results.push(await measure(size));
}
const { text, best } = tableOf(results);
console.log(text);
let wrong = 0;
for (const rows of results) {
  for (const row of rows) {
    if (!(Math.abs(row.touching / rows[0].touching - 1) <= SLACK)) {
      console.error(`${row.name} finds ${row.touching} contacts, auk ${rows[0].touching}: not the same scene`);
      wrong = 1;
    }
  }
}
console.error(`asked: ${WANTED} times the best; ${best.ratio >= WANTED ? 'reached' : 'not reached'}`);
if (writeAt > 0 && !wrong && !quick) {
  write(process.argv[writeAt + 1], text);
}
process.exitCode = wrong;
