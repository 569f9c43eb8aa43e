// A record of auk that goes forward and back: the JavaScript side of auk_time.wasm. It runs in browsers and in node.
//
//     const module = await WebAssembly.compile(wasm);
//     const machine = await openRecord(module, 'bug.auk', bytes);   // throws RecordError with a sentence
//     while (!machine.read(20)) { await ... }                       // reads it to its end, 20 ms at a time
//     while (!machine.goTo(100, 20)) { await ... }                  // the state after step 100
//     machine.why(a, b);                                            // a and b are { index, generation }
//
// No call takes much longer than the time that it is given, save for a single step that does.

export const LARGEST = 2 ** 30; // bytes of a record
export const BUDGET = 128 * 2 ** 20; // bytes of the snapshots of a record
export const DRAW_WORDS = 16; // of a draw item
export const SHOW = { shapes: 1, touching: 2, boxes: 4, velocities: 8, pairs: 16, contacts: 32, hits: 64 };
const MOTIONS = ['moving', 'static', 'swept']; // AukMotion

const MAGIC = 'AUKRECD';
const PROBLEMS = [ // in the order of time_problem()
    '',
    'is damaged, or cut within the snapshot with which a record begins.',
    'was written by another version of auk, or on a machine with another byte order. Replay it with the auk-replay of '
        + 'the version that wrote it.',
    'has custom shapes. A record holds only their numbers, so it is replayed by a program that has their functions: '
        + 'see auk_replay_open() in auk/record.h.',
    'needs more memory than the browser gives to a page.',
];

export class RecordError extends Error {}

export function sizeText(bytes) {
    const unit = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
    return `${unit === 0 ? bytes : (bytes / 2 ** (10 * unit)).toFixed(1)} ${['bytes', 'kB', 'MB', 'GB'][unit]}`;
}

// Throws for a size that is not read at all; the page asks before it reads a file.
export function checkSize(name, size) {
    if (size === 0) {
        throw new RecordError(`${name} is empty.`);
    }
    if (size > LARGEST) {
        throw new RecordError(`${name} has ${sizeText(size)}. Records of up to ${sizeText(LARGEST)} are read here; `
            + 'auk-replay reads larger ones.');
    }
}

// `bytes` is a Uint8Array. They are copied.
export async function openRecord(module, name, bytes, { budget = BUDGET } = {}) {
    checkSize(name, bytes.length);
    const start = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
    if (start !== MAGIC) {
        throw new RecordError(MAGIC.startsWith(start) ? `${name} is cut: only ${sizeText(bytes.length)} are left.`
            : `${name} is not a record of auk: it does not begin as auk_world_record() begins a record.`);
    }
    const instance = await WebAssembly.instantiate(module, {});
    const machine = new Machine(instance.exports, name, bytes.length);
    machine.open(bytes, budget);
    return machine;
}

// ---- one record -----------------------------------------------------------------------------------------------------

class Machine {
    constructor(calls, name, size) {
        this.name = name;
        this.size = size;
        this.calls = calls;
        this.floatsAt = this.calls.time_get_floats();
        this.wordsAt = this.calls.time_get_words();
    }

    // Memory that grows leaves the views of it empty, so they are made when they are needed.
    words(at = this.wordsAt, count = 16) {
        return new Uint32Array(this.calls.memory.buffer, at, count);
    }

    floats(at = this.floatsAt, count = 16) {
        return new Float32Array(this.calls.memory.buffer, at, count);
    }

    text(at) {
        const bytes = new Uint8Array(this.calls.memory.buffer);
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    guard(work) {
        try {
            return work();
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError) {
                throw new RecordError(`${this.name} stopped the replay with a fault (${error.message}).`);
            }
            throw error;
        }
    }

    require(status) {
        if (status !== 0) {
            const problem = PROBLEMS[this.calls.time_problem(status)];
            throw new RecordError(`${this.name} ${problem
                ?? `cannot be replayed: ${this.text(this.calls.time_status_text(status))}.`}`);
        }
    }

    open(bytes, budget) {
        this.guard(() => {
            const at = this.calls.time_reserve(bytes.length);
            if (at === 0) {
                throw new RecordError(`${this.name} ${PROBLEMS.at(-1)}`);
            }
            new Uint8Array(this.calls.memory.buffer).set(bytes, at);
            this.require(this.calls.time_open(budget));
        });
    }

    get position() {
        return this.calls.time_position();
    }

    // The furthest position reached so far.
    get known() {
        return this.calls.time_known();
    }

    // Whether the whole record has been read.
    get complete() {
        return this.calls.time_is_complete() !== 0;
    }

    // The last position is the end of the record, with calls after the last step.
    isTail(position) {
        return this.calls.time_has_tail() !== 0 && position === this.known;
    }

    // The part of the record that has been replayed, from 0 to 1.
    get fraction() {
        return this.complete ? 1 : this.calls.time_read() / this.size;
    }

    get snapshots() {
        return { count: this.calls.time_key_count(), bytes: this.calls.time_kept() };
    }

    // Makes calls until `done` says so, or for some milliseconds. True if it is done, or if the record ends.
    run(done, milliseconds) {
        const end = performance.now() + milliseconds;
        return this.guard(() => {
            while (!done()) {
                if (this.calls.time_next() < 0) {
                    return true;
                }
                if (performance.now() >= end) {
                    return done();
                }
            }
            return true;
        });
    }

    isAt(position) {
        return this.calls.time_position() === position && this.calls.time_is_between() === 0;
    }

    // Both return true when they are done, and are called again until then.
    goTo(position, milliseconds) {
        this.guard(() => this.require(this.calls.time_seek(position)));
        return this.run(() => this.isAt(position), milliseconds);
    }

    read(milliseconds) {
        if (this.position < this.known) {
            this.guard(() => this.require(this.calls.time_seek(this.known)));
        }
        return this.run(() => this.complete, milliseconds);
    }

    get report() {
        this.calls.time_report();
        const [status, difference, ended, cut] = this.words();
        const text = this.text(this.calls.time_report_text());
        return { status, difference, ended: ended !== 0, cut: cut !== 0, call: this.calls.time_calls(), text,
            problem: PROBLEMS[this.calls.time_problem(status)], function: this.text(this.calls.time_function()) };
    }

    get hash() {
        return this.text(this.calls.time_hash_text());
    }

    // ---- the world --------------------------------------------------------------------------------------------------

    get bounds() {
        this.calls.time_bounds();
        const [minX, minY, maxX, maxY] = this.floats();
        return { minX, minY, maxX, maxY };
    }

    // The draw items within a box, as words and as floats of the same memory, to be used before the next call.
    draw(show, { minX, minY, maxX, maxY }) {
        const at = this.guard(() => this.calls.time_draw(show, minX, minY, maxX, maxY));
        const count = this.words()[0];
        return { count, words: this.words(at, count * DRAW_WORDS), floats: this.floats(at, count * DRAW_WORDS) };
    }

    get bodies() {
        const at = this.guard(() => this.calls.time_bodies());
        const words = this.words(at, 2 * this.words()[0]);
        return Array.from({ length: words.length / 2 }, (_, i) => ({ index: words[2 * i],
            generation: words[2 * i + 1] }));
    }

    // Undefined if the body does not exist at this position.
    body({ index, generation }) {
        if (this.calls.time_body(index, generation) === 0) {
            return undefined;
        }
        const [x, y, angle, velocityX, velocityY, spin, minX, minY, maxX, maxY] = this.floats();
        const [motion, enabled] = this.words();
        return { x, y, angle, velocityX, velocityY, spin, bounds: { minX, minY, maxX, maxY },
            motion: MOTIONS[motion], enabled: enabled !== 0 };
    }

    pick(x, y, distance) {
        const found = this.calls.time_pick(x, y, distance) !== 0;
        const [index, generation] = this.words();
        return found ? { index, generation } : undefined;
    }

    why(a, b) {
        return this.text(this.calls.time_why(a.index, a.generation, b.index, b.generation));
    }

    // ---- two records ------------------------------------------------------------------------------------------------

    // The first difference between this world and another: undefined, or { body, text }.
    compare(other) {
        return this.guard(() => {
            const from = other.calls.time_snapshot();
            const size = other.words()[0];
            const to = from && this.calls.time_reserve_other(size);
            if (!to) {
                throw new RecordError('The two records need more memory than the browser gives to a page.');
            }
            new Uint8Array(this.calls.memory.buffer).set(new Uint8Array(other.calls.memory.buffer, from, size), to);
            const differs = this.calls.time_compare();
            if (differs < 0) {
                this.require(-differs);
            }
            const [index, generation] = this.words();
            const body = generation !== 0 ? { index, generation } : undefined;
            return differs ? { body, text: this.text(this.calls.time_difference_text()) } : undefined;
        });
    }
}

// Walks through two records, side by side, to the first position at which they differ.
export class Comparison {
    constructor(a, b) {
        this.a = a;
        this.b = b;
        this.position = 0;
        this.result = undefined; // { same, ends, position, body, text }; `ends`: one record ends before the other
    }

    // True when there is a result.
    advance(milliseconds) {
        const end = performance.now() + milliseconds;
        while (!this.result) {
            const left = end - performance.now();
            if (left <= 0 || !this.a.goTo(this.position, left) || !this.b.goTo(this.position, end - performance.now())) {
                return false;
            }
            this.result = this.judge();
            this.position += this.result ? 0 : 1;
        }
        return true;
    }

    // What a record has at the position: 0 nothing, 1 calls after its last step, 2 a step.
    at(machine) {
        return machine.isAt(this.position) ? (machine.isTail(this.position) ? 1 : 2) : 0;
    }

    judge() {
        const { a, b, position } = this;
        if (this.at(a) === 0 && this.at(b) === 0) {
            return { same: true, position: position - 1, text: 'No difference: both records hold the same steps.' };
        }
        if (this.at(a) !== this.at(b)) {
            const [shorter, longer] = this.at(a) < this.at(b) ? [a, b] : [b, a];
            return { same: false, ends: true, position: position - 1,
                text: `No difference up to where ${shorter.name} ends; ${longer.name} goes on.` };
        }
        const difference = a.compare(b);
        return difference && { same: false, position, ...difference };
    }
}
