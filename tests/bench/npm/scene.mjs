// The gas that every library steps: circles and turned boxes, half and half, which move straight on through each other.
// They lie so densely that there is a touching pair for every third body. Nothing here belongs to a library.

export const STEP = 1 / 60;
export const RADIUS = 0.5; // of a circle, and of the circle around a box
export const HALF = RADIUS * Math.SQRT1_2; // of a side of a box
const SPEED_MAX = 5;

function random(seed) {
  let state = seed >>> 0;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state >>> 8) / 16777216;
  };
}

/** { box, x, y, angle, vx, vy } for each body, rounded to 32 bits, so that every library gets the same numbers. */
export function makeGas(count, seed = 1) {
  const between = random(seed), half = Math.sqrt(count);
  return Array.from({ length: count }, (_, i) => {
    const place = [between(-half, half), between(-half, half), between(-Math.PI, Math.PI)];
    const speed = SPEED_MAX * Math.sqrt(between(0, 1)), way = between(-Math.PI, Math.PI);
    const [x, y, angle, vx, vy] = Float32Array.of(...place, speed * Math.cos(way), speed * Math.sin(way));
    return { box: i % 2 === 1, x, y, angle, vx, vy };
  });
}
