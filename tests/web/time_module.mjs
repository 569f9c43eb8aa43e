// Tests the module of the time machine in node, without a browser. AUK_TIME_WASM: the module; AUK_RECORDS: the folder
// that tests/web/records.c wrote; AUK_REPLAY: the command-line replayer, with which every hash must agree.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { Comparison, openRecord, RecordError, checkSize, sizeText, LARGEST, DRAW_WORDS }
    from '../../demos/web/time_machine.js';

const module = await WebAssembly.compile(readFileSync(process.env.AUK_TIME_WASM));
const file = (name) => join(process.env.AUK_RECORDS, name);
const bytesOf = (name) => new Uint8Array(readFileSync(file(name)));
const open = (name, options) => openRecord(module, name, bytesOf(name), options);

// The hash after each step, from 1 on.
function hashesOf(name) {
    const text = execFileSync(process.env.AUK_REPLAY, [file(name), '--hash-every-step'], { encoding: 'utf8' });
    return ['', ...[...text.matchAll(/^step \d+: hash ([0-9a-f]{16})$/gm)].map((match) => match[1])];
}

function goTo(machine, position) {
    while (!machine.goTo(position, 1000)) {
        // more of it
    }
    assert.equal(machine.position, position);
}

function readAll(machine) {
    while (!machine.read(1000)) {
        // more of it
    }
}

function compare(a, b) {
    const comparison = new Comparison(a, b);
    while (!comparison.advance(1000)) {
        // more of it
    }
    return comparison.result;
}

// Numbers that are the same in every run.
function randomNumbers(seed) {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * below);
    };
}

test('the module imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('forwards, every step has the hash that auk-replay prints', async () => {
    const hashes = hashesOf('crowd.auk');
    const machine = await open('crowd.auk');
    assert.equal(hashes.length, 301);
    for (let step = 1; step <= 300; step++) {
        goTo(machine, step);
        assert.equal(machine.hash, hashes[step], `step ${step}`);
    }
    readAll(machine);
    assert.equal(machine.known, 300);
    assert.ok(machine.report.ended && !machine.report.cut && !machine.isTail(300));
});

test('backwards, every step has the hash that auk-replay prints', async () => {
    const hashes = hashesOf('crowd.auk');
    const machine = await open('crowd.auk');
    readAll(machine);
    for (let step = 300; step >= 1; step--) {
        goTo(machine, step);
        assert.equal(machine.hash, hashes[step], `step ${step}`);
    }
});

// Budgets: all snapshots, a few, and the first alone.
for (const budget of [2 ** 27, 200_000, 0]) {
    test(`in any order, steps are as in a straight replay, with ${budget} bytes for snapshots`, async () => {
        const hashes = hashesOf('crowd.auk');
        const machine = await open('crowd.auk', { budget });
        const random = randomNumbers(42);
        const start = machine.hash;
        for (let i = 0; i < (budget > 0 ? 150 : 30); i++) {
            const step = random(301);
            goTo(machine, step);
            assert.equal(machine.hash, step === 0 ? start : hashes[step], `visit ${i}, step ${step}`);
        }
        const { count, bytes } = machine.snapshots;
        assert.ok(count === 1 || bytes <= budget, `${count} snapshots take ${bytes}`);
        assert.ok(budget < 2 ** 27 || count > 290, `only ${count} snapshots`);
    });
}

test('work is done in slices: a call without time makes little progress, and many make all of it', async () => {
    const machine = await open('crowd.auk');
    let calls = 0;
    while (!machine.read(0)) {
        calls++;
        assert.ok(machine.fraction > 0 && machine.fraction < 1 && calls < 10_000);
    }
    assert.ok(calls > 1000, `${calls} slices`);
    assert.equal(machine.fraction, 1);
    let slices = 0;
    const poor = await open('crowd.auk', { budget: 0 });
    while (!poor.goTo(250, 0)) {
        slices++;
        assert.ok(slices < 10_000);
    }
    assert.ok(slices > 500, `${slices} slices`);
    assert.equal(poor.hash, hashesOf('crowd.auk')[250]);
});

test('a way that is left before its end leads to any other step', async () => {
    const hashes = hashesOf('crowd.auk');
    const machine = await open('crowd.auk');
    const random = randomNumbers(7);
    for (let i = 0; i < 100; i++) {
        const left = random(301);
        for (let slice = random(40); slice > 0 && !machine.goTo(left, 0); slice--) {
            // left before it is there
        }
        const step = 1 + random(300);
        goTo(machine, step);
        assert.equal(machine.hash, hashes[step], `visit ${i}, step ${step}`);
    }
});

test('calls after the last step have a position of their own', async () => {
    const machine = await open('tail.auk');
    const count = machine.bodies.length;
    readAll(machine);
    assert.equal(machine.known, 21);
    assert.ok(machine.isTail(21) && !machine.isTail(20));
    assert.equal(machine.bodies.length, count + 1);
    for (const [position, bodies] of [[20, count], [21, count + 1], [3, count], [21, count + 1], [0, count]]) {
        goTo(machine, position);
        assert.equal(machine.bodies.length, bodies, `position ${position}`);
    }
    const calls = await open('calls.auk');
    readAll(calls);
    assert.ok(calls.known === 1 && calls.isTail(1));
});

test('past the end stays at the end', async () => {
    const machine = await open('a.auk');
    assert.equal(machine.goTo(1000, 1000), true);
    assert.equal(machine.position, 60);
    assert.equal(machine.goTo(1000, 1000), true);
    assert.equal(machine.hash, hashesOf('a.auk')[60]);
});

// ---- the world ------------------------------------------------------------------------------------------------------

test('bodies are drawn, found by a point, and explained at every step', async () => {
    const machine = await open('crowd.auk');
    goTo(machine, 100);
    const { minX, minY, maxX, maxY } = machine.bounds;
    assert.ok(minX < -9 && maxX > 9 && minY < -5 && maxY > 5);
    const all = machine.draw(3, machine.bounds);
    assert.ok(all.count > 60 && all.words.length === all.count * DRAW_WORDS);
    const few = machine.draw(1, { minX: -2, minY: -2, maxX: 2, maxY: 2 });
    assert.ok(few.count > 0 && few.count < all.count);
    const bodies = machine.bodies;
    assert.equal(bodies.length, 64);
    for (const id of bodies.slice(0, 20)) {
        const body = machine.body(id);
        const found = machine.pick(body.x, body.y, 0.1);
        assert.ok(found, `a body at ${body.x} ${body.y}`);
    }
    assert.deepEqual(bodies.slice(0, 4).map((id) => machine.body(id).motion), Array(4).fill('static'));
    assert.deepEqual([...new Set(bodies.slice(4).map((id) => machine.body(id).motion))].sort(), ['moving', 'swept']);
    assert.equal(machine.pick(1000, 1000, 5), undefined);
    assert.match(machine.why(bodies[0], bodies[1]), /static/);
    assert.match(machine.why(bodies[5], bodies[5]), /same body/);
    assert.match(machine.why(bodies[5], { index: 99999, generation: 1 }), /no body with this id/);
    assert.equal(machine.body({ index: 99999, generation: 1 }), undefined);
    const [a, b] = [bodies[10], bodies[11]];
    const first = machine.why(a, b);
    goTo(machine, 3);
    goTo(machine, 100);
    assert.equal(machine.why(a, b), first);
});

// ---- two records ----------------------------------------------------------------------------------------------------

test('two records that differ in one call: the step, the body and the member are found', async () => {
    const [a, b] = [await open('a.auk'), await open('b.auk')];
    for (const [one, two, words] of [[a, b, / is 1\.25 .*, not 1\.5 /], [b, a, / is 1\.5 .*, not 1\.25 /]]) {
        const result = compare(one, two);
        assert.equal(result.same, false);
        assert.equal(result.position, 41);
        assert.deepEqual(result.body, { index: 7, generation: 1 });
        assert.match(result.text, /^motions of body 7:1: /);
        goTo(one, 41);
        goTo(two, 41);
        assert.notEqual(one.hash, two.hash);
        const [left, right] = [one.body(result.body), two.body(result.body)];
        assert.ok(left.x !== right.x || words.test(result.text), result.text);
        goTo(one, 40);
        goTo(two, 40);
        assert.equal(one.hash, two.hash);
    }
});

test('a record does not differ from itself, and differs in its length from a longer one', async () => {
    const same = compare(await open('crowd.auk'), await open('crowd.auk'));
    assert.ok(same.same && same.position === 300, JSON.stringify(same));
    const [longer, shorter] = [await open('crowd.auk'), await open('shorter.auk')];
    for (const result of [compare(longer, shorter), compare(shorter, longer)]) {
        assert.ok(!result.same && result.position === 200, JSON.stringify(result));
        assert.match(result.text, /where shorter\.auk ends; crowd\.auk goes on/);
    }
    const tail = bytesOf('tail.auk');
    const cut = await openRecord(module, 'cut.auk', tail.slice(0, tail.length - 700));
    const result = compare(await open('tail.auk'), cut);
    assert.match(result.text, /where cut\.auk ends; tail\.auk goes on/);
});

test('worlds that were never alike differ at the start', async () => {
    const result = compare(await open('calls.auk'), await open('later.auk'));
    assert.ok(result.position === 0 && !result.same, JSON.stringify(result));
});

// ---- bad files ------------------------------------------------------------------------------------------------------

async function refusal(name, bytes) {
    try {
        await openRecord(module, name, bytes);
    } catch (error) {
        assert.ok(error instanceof RecordError, String(error.stack));
        return error.message;
    }
    return '';
}

test('files that are no records are refused with a sentence', async () => {
    const good = bytesOf('a.auk');
    assert.match(await refusal('x.auk', new Uint8Array(0)), /^x\.auk is empty\.$/);
    assert.match(await refusal('x.auk', good.slice(0, 5)), /^x\.auk is cut: only 5 bytes/);
    assert.match(await refusal('x.auk', new TextEncoder().encode('hello, world')), /is not a record of auk/);
    assert.match(await refusal('x.auk', good.slice(0, 50)), /is damaged, or cut/);
    assert.match(await refusal('x.auk', good.slice(0, 5000)), /is damaged, or cut/);
    const other = good.slice();
    other[12] ^= 1;
    assert.match(await refusal('x.auk', other), /another version of auk/);
    assert.match(await refusal('custom.auk', bytesOf('custom.auk')), /has custom shapes/);
    assert.throws(() => checkSize('x.auk', LARGEST + 1), /x\.auk has 1\.0 GB/);
    assert.equal(sizeText(1536), '1.5 kB');
});

test('every shorter record is refused, or cut after some steps', async () => {
    const good = bytesOf('a.auk');
    let opened = 0;
    for (let size = 0; size < good.length; size += 211) {
        let machine;
        try {
            machine = await openRecord(module, 'x.auk', good.slice(0, size));
        } catch (error) {
            assert.ok(error instanceof RecordError);
            continue;
        }
        readAll(machine);
        assert.ok(machine.report.cut && machine.known < 61, `${size} bytes: ${machine.report.text}`);
        opened++;
    }
    assert.ok(opened > 10);
});

test('a changed byte ends the record there, and what is before it can be seen', async () => {
    const good = bytesOf('a.auk');
    const hashes = hashesOf('a.auk');
    let shown = 0;
    for (let at = 7; at < good.length; at += 331) {
        const bad = good.slice();
        bad[at] ^= 0x10;
        let machine;
        try {
            machine = await openRecord(module, 'x.auk', bad);
        } catch (error) {
            assert.ok(error instanceof RecordError);
            continue;
        }
        readAll(machine);
        const { status, cut, text } = machine.report;
        assert.ok(status !== 0 || cut, `byte ${at}: ${text}`);
        const last = machine.isTail(machine.known) ? machine.known - 1 : machine.known;
        assert.ok(last <= 60);
        goTo(machine, last);
        assert.ok(last === 0 || machine.hash === hashes[last], `byte ${at}, step ${last}`);
        shown++;
    }
    assert.ok(shown > 5, `${shown} records were readable up to the fault`);
});
