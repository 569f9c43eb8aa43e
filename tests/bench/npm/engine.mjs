// A process of its own for one library, so that no other one's memory or compiled code is in its way. It steps the gas
// as often as it is told to and answers with the time of a step and the mean number of touching pairs. The first steps
// of a round find other libraries' memory in the caches: they are not timed.
import { makeGas } from './scene.mjs';

const [name, bodies] = process.argv.slice(2);
const { open, reports } = await import(`./${name}.mjs`);
const step = await open(makeGas(Number(bodies)));

const UNTIMED = 2;

process.on('message', (steps) => {
  for (let i = 0; i < UNTIMED; i++) {
    step();
  }
  let touching = 0;
  const begin = performance.now();
  for (let i = 0; i < steps; i++) {
    touching += step();
  }
  process.send({ milliseconds: (performance.now() - begin) / steps, touching: touching / steps });
});
process.send({ reports });
