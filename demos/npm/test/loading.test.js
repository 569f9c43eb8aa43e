// How auk.wasm is found, and what is said where it is not.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const rejects = (source, message) => assert.rejects(load(source), (error) => error instanceof AukError && message.test(error.message));

test('a page in place of the module is told by its place and its beginning', async () => {
  // as the server of a bundler answers, with status 200
  await rejects('data:text/html,<!doctype html>', /^data:\S+ html> is no WebAssembly module, it begins with "<!do": pass the path/);
  await rejects(new URL('data:text/html,'), /begins with ""/);
  await rejects(new URL(import.meta.url), /loading\.test\.js is no WebAssembly module, it begins with "\/\/ H"/);
});

test('a module of another version, or of another program, is refused', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const place = process.env.AUK_WASM ? new URL(process.env.AUK_WASM, 'file://') : new URL('../auk.wasm', import.meta.url);
  const bytes = await readFile(place);
  await load(bytes);
  for (let at = bytes.indexOf(version); at >= 0; at = bytes.indexOf(version, at)) {
    bytes.write('0.1.7', at);
  }
  await rejects(bytes, new RegExp(`^the WebAssembly module is auk 0.1.7, but auk.js is of ${version}: pass the path`));
  await rejects(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), /^the WebAssembly module is no auk, but auk.js is of/);
});
