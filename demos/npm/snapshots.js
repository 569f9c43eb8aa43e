// Snapshots of a world, deltas between two of them, and records. What they return are bytes of the caller's.
import { AukError, shown } from './arguments.js';

const NO_ROOM = 5; // AUK_ERROR_COUNT

/** Bytes that a caller has given. */
function bytesIn(value, name) {
  const isBuffer = Object.prototype.toString.call(value) === '[object ArrayBuffer]'; // of any window
  if (!isBuffer && !ArrayBuffer.isView(value)) {
    throw new AukError(`${name} is ${shown(value)}, not a Uint8Array or an ArrayBuffer`);
  }
  try {
    return isBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  } catch { // sent to a worker, and so taken away
    throw new AukError(`${name} is of a buffer that was transferred`);
  }
}

/** Copies them into the module. Returns their address and their number. */
function putBytes(module, value, name) {
  const bytes = bytesIn(value, name);
  return [module.put(name, Uint8Array, bytes), bytes.length];
}

const copyOf = (module, at, size) => new Uint8Array(module.calls.memory.buffer, at, size).slice();

export function snapshot(module, world) {
  const size = module.calls.js_snapshot_size(world) >>> 0, at = module.room('bytes', size);
  module.check(module.calls.js_snapshot(world, at, size), 'snapshot');
  return copyOf(module, at, size);
}

/** The status. */
export function restore(module, world, bytes) {
  return module.calls.js_restore(world, ...putBytes(module, bytes, 'bytes'));
}

export function delta(module, base, target) {
  const from = putBytes(module, base, 'base'), to = putBytes(module, target, 'target');
  const bound = module.calls.js_delta_bound(to[1]) >>> 0, at = module.room('bytes', bound);
  module.check(module.calls.js_delta(...from, ...to, at, bound), 'delta');
  return copyOf(module, at, module.words(1)[0]);
}

export function applyDelta(module, base, change) {
  const from = putBytes(module, base, 'base'), by = putBytes(module, change, 'change');
  // Without room only the delta is judged. The size that a damaged one gives would be memory taken for good.
  const judged = module.calls.js_apply(...from, ...by, by[0], 0);
  module.check(judged === NO_ROOM ? 0 : judged, 'applyDelta');
  const size = module.calls.js_delta_target_size(...by) >>> 0, at = module.room('bytes', size);
  module.check(module.calls.js_apply(...from, ...by, at, size), 'applyDelta');
  return copyOf(module, at, module.words(1)[0]);
}

/** The first difference of two snapshots as a sentence; '' if there is none. */
export function compare(module, a, b) {
  const one = putBytes(module, a, 'a'), other = putBytes(module, b, 'b');
  const capacity = 512, at = module.room('text', capacity);
  module.check(module.calls.js_compare(...one, ...other, at, capacity), 'compare');
  return module.text(at);
}

/** Ends a record. `check` gets the status after its bytes are copied. */
export function takeRecord(module, world, record, check) {
  const status = module.calls.js_record_stop(world, record), [at, size] = module.words(2);
  const bytes = copyOf(module, at, size);
  module.calls.js_record_release(record);
  check(status);
  return bytes;
}
