// The values of cells of a grid of tiles: those of AukTile in auk/terrain.h, under the names that it gives them.
const NAMES = 'empty full slopeLeftLow slopeRightLow slopeRightHigh slopeLeftHigh halfLow halfHigh halfLeft ' +
              'halfRight gentleLow1 gentleLow2 gentleLow3 gentleLow4 gentleHigh1 gentleHigh2 gentleHigh3 gentleHigh4 ' +
              'oneWayHigh oneWayLow oneWayRight oneWayLeft';

export const tiles = Object.freeze(Object.fromEntries(NAMES.split(' ').map((name, value) => [name, value])));

/** The first and the last number of the kinds of tiles that a game makes. */
export const tileKinds = Object.freeze({ first: 64, last: 255 });
