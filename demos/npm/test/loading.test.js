// How auk.wasm is found, and what is said where it is not.
import assert from 'node:assert/strict';
import test from 'node:test';

import { AukError, load } from '../auk.js';

const rejects = (source, message) => assert.rejects(load(source), (error) => error instanceof AukError && message.test(error.message));

test('a page in place of the module is told by its place and its beginning', async () => {
  // as the server of a bundler answers, with status 200
  await rejects('data:text/html,<!doctype html>', /^data:\S+ html> is no WebAssembly module, it begins with "<!do": pass the path/);
  await rejects(new URL('data:text/html,'), /begins with ""/);
  await rejects(new URL(import.meta.url), /loading\.test\.js is no WebAssembly module, it begins with "\/\/ H"/);
});
