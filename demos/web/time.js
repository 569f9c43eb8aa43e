// The time machine: a record, or two, step by step.

import { Comparison, SHOW, RecordError, checkSize, openRecord, sizeText } from './time_machine.js';
import { showList } from './page.js';
import { Picture } from './time_draw.js';
import { listenToPointers } from './time_pointers.js';

const SLICE = 12; // milliseconds of work between two frames
const FOLLOW = 100; // milliseconds between two pictures of a record that is read
const PICK_PIXELS = 14;
const STEP_SECONDS = 1 / 60; // playing

const byId = (id) => document.getElementById(id);
const picture = new Picture(byId('canvas'));
const machines = { a: undefined, b: undefined };
const bodies = [undefined, undefined]; // what is picked: { index, generation }
let module; // of WebAssembly, compiled when it is first needed
let position = 0; // what the page shows, or is on its way to
let difference; // the result of the last comparison
let playing; // the time of the last step while the page plays
let task; // the work that goes on in slices
let nextPick = 0;

// ---- messages -------------------------------------------------------------------------------------------------------

function showError(text) {
    byId('error').textContent = text;
    byId('error').hidden = text === '';
}

function report(error) {
    if (!(error instanceof RecordError)) {
        console.error(error);
    }
    showError(error instanceof RecordError ? error.message : `The page failed: ${error.message ?? error}`);
}

// ---- work in slices -------------------------------------------------------------------------------------------------

const pause = () => new Promise((resolve) => {
    setTimeout(resolve);
});

// Calls `advance` until it is true, a slice at a time. What takes longer than a few slices shows how far it is, and can
// be stopped. A later task ends the one before it. True if the work was done. `follow` is called now and then.
async function work(text, advance, fraction, follow = () => {}) {
    const mine = task = { stopped: false };
    document.documentElement.dataset.busy = '';
    const start = performance.now();
    let followed = start;
    try {
        while (!advance(SLICE)) {
            await pause();
            if (task !== mine || mine.stopped) {
                return false;
            }
            byId('work').hidden = performance.now() - start < 150;
            byId('work-text').textContent = text();
            byId('progress').value = fraction();
            if (performance.now() - followed > FOLLOW) {
                follow();
                followed = performance.now();
            }
        }
        return task === mine;
    } finally {
        if (task === mine) {
            task = undefined;
            delete document.documentElement.dataset.busy;
            byId('work').hidden = true;
            refresh();
        }
    }
}

function stopTask() {
    if (task) {
        task.stopped = true;
    }
}

// ---- records --------------------------------------------------------------------------------------------------------

async function loadModule() {
    module ??= (async () => {
        const response = await fetch('auk_time.wasm');
        if (!response.ok) {
            throw new RecordError('auk_time.wasm is missing beside this page: demos/web/run makes it.');
        }
        return WebAssembly.compile(await response.arrayBuffer());
    })();
    try {
        return await module;
    } catch (error) {
        module = undefined;
        throw error;
    }
}

const lastPosition = () => Math.max(0, ...Object.values(machines).map((machine) => machine?.known ?? 0));

async function open(which, name, bytes) {
    const machine = await openRecord(await loadModule(), name, bytes);
    machines[which] = machine;
    difference = undefined;
    if (which === 'a') {
        position = 0;
        bodies.fill(undefined);
        picture.fit(machine.bounds);
    }
    await readOn(machine);
}

async function openFile(which, file) {
    showError('');
    stop();
    stopTask();
    try {
        checkSize(file.name, file.size);
        await open(which, file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
        report(error instanceof DOMException ? new RecordError(`${file.name} cannot be read: ${error.message}.`) : error);
    }
    refresh();
}

// Reads a record to its end, and then compares the two if there are two.
async function readOn(machine) {
    const reading = work(() => `Reading ${machine.name}: step ${machine.known}`, (time) => machine.read(time),
        () => machine.fraction, showReached);
    if (task) {
        task.reading = machine;
    }
    refresh();
    if (await reading) {
        await (machines.a && machines.b ? compareRecords() : go(position));
    } else if (!task) {
        await go(machines.a.position); // where it was stopped
    }
}

// Two files at once are the first and the second record; one is the first, then the second.
async function openFiles(files) {
    const [one, two] = [...files];
    if (two) {
        await openFile('a', one);
        await openFile('b', two);
    } else if (one) {
        await openFile(machines.a ? 'b' : 'a', one);
    }
}

// ---- steps ----------------------------------------------------------------------------------------------------------

async function go(to) {
    position = Math.min(Math.max(0, Math.round(to) || 0), lastPosition());
    showPosition();
    const target = position;
    const both = Object.values(machines).filter(Boolean);
    try {
        const done = await work(() => `Going to step ${target}`,
            (time) => both.every((machine) => machine.goTo(Math.min(target, machine.known), time)),
            () => Math.min(...both.map((machine) => machine.position / Math.max(1, target))));
        if (!done && !task) {
            position = Math.max(...both.map((machine) => machine.position));
        }
    } catch (error) {
        report(error);
    }
    refresh();
}

function stop() {
    playing = undefined;
    byId('play').textContent = 'Play';
}

async function play() {
    if (playing !== undefined) {
        stop();
        return;
    }
    if (!machines.a) {
        return;
    }
    playing = performance.now();
    byId('play').textContent = 'Stop';
    if (position >= lastPosition()) {
        await go(0);
    }
    requestAnimationFrame(playFrame);
}

async function playFrame(now) {
    if (playing === undefined) {
        return;
    }
    if (now - playing >= 1000 * STEP_SECONDS - 4) {
        playing = now;
        await go(position + 1);
    }
    if (position >= lastPosition()) {
        stop();
    } else {
        requestAnimationFrame(playFrame);
    }
}

// ---- two records ----------------------------------------------------------------------------------------------------

async function compareRecords() {
    const { a, b } = machines;
    const comparison = new Comparison(a, b);
    difference = undefined;
    byId('difference').textContent = 'Comparing ...';
    stop();
    try {
        const done = await work(() => `Comparing: step ${comparison.position}`, (time) => comparison.advance(time),
            () => comparison.position / Math.max(1, a.known, b.known), showReached);
        if (done && machines.a === a && machines.b === b) {
            difference = comparison.result;
            await goToDifference();
        } else if (!task) {
            await go(machines.a.position);
        }
    } catch (error) {
        report(error);
    }
    refresh();
}

async function goToDifference() {
    if (!difference) {
        return;
    }
    stop();
    if (difference.body) {
        bodies[0] = difference.body;
    }
    await go(difference.same ? 0 : difference.position);
    const body = difference.body && (machines.a.body(difference.body) ?? machines.b.body(difference.body));
    if (body) {
        picture.reveal(body.bounds);
    }
    refresh();
}

// ---- what the page shows --------------------------------------------------------------------------------------------

function nameOfPosition(machine, at) {
    return machine.isTail(at) ? 'the end, after calls behind the last step' : `step ${at}`;
}

function showPosition() {
    const last = lastPosition();
    byId('slider').max = byId('step').max = last;
    byId('slider').value = position;
    if (document.activeElement !== byId('step') || Number(byId('step').value) !== position) {
        byId('step').value = position;
    }
    byId('of').textContent = machines.a ? `of ${last}` : '';
    const none = !machines.a;
    for (const id of ['slider', 'step', 'first', 'back', 'play', 'forward', 'last', 'body-1', 'body-2', 'fit', 'nearer',
        'farther']) {
        byId(id).disabled = none;
    }
    byId('slider').setAttribute('aria-valuetext', machines.a ? nameOfPosition(machines.a, position) : 'no record');
}

// The step at which the first record stands while it is read or compared.
function showReached() {
    byId('slider').max = byId('step').max = lastPosition();
    byId('slider').value = byId('step').value = machines.a.position;
    byId('of').textContent = `of ${lastPosition()}`;
    draw();
    showBodies();
    showFacts();
}

function aboutRecord(machine) {
    const { status, difference: differs, cut, ended, text, problem } = machine.report;
    const steps = machine.isTail(machine.known) ? machine.known - 1 : machine.known;
    const read = `${machine.name}: ${steps} step${steps === 1 ? '' : 's'}, ${sizeText(machine.size)}`;
    if (task?.reading === machine) {
        return `${machine.name}: ${sizeText(machine.size)}, is being read.`;
    }
    if (!machine.complete) {
        return `${read}; not read to its end (${Math.floor(100 * machine.fraction)} %).`;
    }
    if (!ended && !status && !differs) {
        return machine.about ?? `${read}.`; // it is not at its end now, where the report would tell more
    }
    if (status) {
        return `${read}. It can be read up to here and no further: ${text}${problem ? ` (${machine.name} ${problem})` : '.'}`;
    }
    if (differs) {
        return `${read}. The replay differs from the record: ${text}.`;
    }
    return `${read}${cut ? '. It was cut short, as when a program crashed while it recorded: its end is missing.' : '.'}`;
}

function showRecords() {
    for (const which of ['a', 'b']) {
        const machine = machines[which];
        if (machine) {
            machine.about = aboutRecord(machine);
        }
        byId(`about-${which}`).textContent = machine?.about ?? '';
    }
    byId('welcome').hidden = Boolean(machines.a);
    byId('read-on').hidden = Boolean(task) || !Object.values(machines).some((machine) => machine && !machine.complete);
    byId('forget-b').hidden = !machines.b;
    byId('compare-panel').hidden = !machines.b;
    byId('go').disabled = !difference || difference.same;
    if (difference) {
        const body = difference.body && !difference.text.includes(' of body ') ? `, body ${idText(difference.body)}` : '';
        byId('difference').textContent = difference.same || difference.ends ? difference.text
            : `At ${nameOfPosition(machines.a, difference.position)}${body}: ${difference.text}`;
    } else if (!task && machines.b) {
        byId('difference').textContent = 'Not compared to the end.';
    }
}

const idText = ({ index, generation }) => `${index}:${generation}`;
const numberText = (value) => Number(value.toPrecision(6)).toString();
const pairText = (x, y) => `(${numberText(x)}, ${numberText(y)})`;

function bodyText(id, machine) {
    const body = machine.body(id);
    if (!body) {
        return `${idText(id)} does not exist at this step`;
    }
    const moving = body.motion === 'static' ? '' : `, velocity ${pairText(body.velocityX, body.velocityY)}`;
    return `${idText(id)}: ${body.enabled ? '' : 'disabled, '}${body.motion}, at ${pairText(body.x, body.y)}, angle `
        + `${numberText(body.angle)}${moving}`;
}

function showBodies() {
    bodies.forEach((id, i) => {
        const input = byId(`body-${i + 1}`);
        if (document.activeElement !== input) {
            input.value = id ? id.index : '';
        }
        byId(`about-${i + 1}`).textContent = !id ? '' : id.generation === 0 ? `no body has number ${id.index} at this step`
            : bodyText(id, machines.a);
    });
    const [one, two] = bodies;
    const { a, b } = machines;
    byId('why-b').hidden = !(one && two && b);
    if (one && two) {
        byId('why').textContent = `${b ? 'First: ' : ''}${a.why(one, two)}`;
        byId('why-b').textContent = b ? `Second: ${b.why(one, two)}` : '';
    } else {
        byId('why').textContent = 'Pick two bodies, by a click or by number: why they touch, or do not, stands here.';
    }
}

function showFacts() {
    const { a, b } = machines;
    const { count, bytes } = a.snapshots;
    showList(byId('facts'), [['bodies', a.bodies.length], ['calls', a.report.call], ['last call', a.report.function || 'none'],
        ['hash', a.hash], ...(b ? [['hash of second', b.hash]] : []),
        ...(b && b.position !== a.position ? [['second is at', nameOfPosition(b, b.position)]] : []),
        ['snapshots', `${count}, ${sizeText(bytes)}`]]);
}

function draw() {
    picture.clear();
    if (!machines.a) {
        return;
    }
    const shown = machines.b ? document.querySelector('[name=shown]:checked').value : 'a';
    const bits = [...document.querySelectorAll('#show input:checked')].reduce((sum, box) => sum | Number(box.value),
        SHOW.shapes);
    const main = machines[shown === 'b' ? 'b' : 'a'];
    if (shown === 'both') {
        picture.drawOther(machines.b.draw(SHOW.shapes, picture.box));
    }
    const items = main.draw(bits, picture.box);
    picture.drawItems(items);
    picture.mark(items, bodies.flatMap((id, i) => (id ? [[id, i === 0 ? 'one' : 'two']] : [])));
}

function refresh() {
    byId('state').hidden = !machines.a;
    try {
        showPosition();
        showRecords();
        draw();
        if (machines.a) {
            showBodies();
            showFacts();
        }
    } catch (error) {
        report(error);
    }
}

// ---- picking --------------------------------------------------------------------------------------------------------

function pick(x, y) {
    const place = picture.toWorld(x, y);
    const id = machines.a?.pick(place.x, place.y, PICK_PIXELS / picture.zoom);
    if (id) {
        bodies[nextPick] = id;
        nextPick = 1 - nextPick;
        refresh();
    }
}

function chooseNumber(which, text) {
    const index = Number.parseInt(text, 10);
    bodies[which] = Number.isNaN(index) ? undefined
        : machines.a?.bodies.find((id) => id.index === index) ?? { index, generation: 0 };
    refresh();
}

// The body with the next or the previous number.
function chooseNext(which, direction) {
    const all = machines.a?.bodies.sort((a, b) => direction * (a.index - b.index)) ?? [];
    const old = bodies[which];
    const start = old ?? { index: direction > 0 ? -1 : Infinity };
    bodies[which] = all.find((id) => direction * (id.index - start.index) > 0) ?? old ?? all[0];
    const body = bodies[which] && machines.a.body(bodies[which]);
    if (body) {
        picture.reveal(body.bounds);
    }
    refresh();
}

// ---- keys -----------------------------------------------------------------------------------------------------------

function zoomBy(factor) {
    picture.magnify(factor);
    draw();
}

function fitWorld() {
    if (machines.a) {
        picture.fit(machines.a.bounds);
        draw();
    }
}

function seek(to) {
    stop();
    void go(to);
}

const KEYS = {
    ArrowLeft: (event) => seek(position - (event.shiftKey ? 10 : 1)),
    ArrowRight: (event) => seek(position + (event.shiftKey ? 10 : 1)),
    Home: () => seek(0),
    End: () => seek(lastPosition()),
    ' ': () => play(),
    n: (event) => chooseNext(event.shiftKey ? 1 : 0, 1),
    p: (event) => chooseNext(event.shiftKey ? 1 : 0, -1),
    d: () => goToDifference(),
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    0: () => fitWorld(),
};
const PANS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

// Keys of the page; those that the focused element has a use for are its own.
function onKey(event) {
    const { target } = event;
    const typing = target.matches('input:not([type=checkbox])');
    const pressing = target.matches('button, summary, input[type=checkbox]') && event.key === ' ';
    if (!machines.a || event.ctrlKey || event.metaKey || typing || pressing) {
        return;
    }
    if (event.altKey) {
        if (PANS[event.key]) {
            picture.move(...PANS[event.key]);
            draw();
            event.preventDefault();
        }
        return;
    }
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) {
        event.preventDefault();
        void action(event);
    }
}

// ---- the start ------------------------------------------------------------------------------------------------------

function listenToDrops() {
    const over = (on) => byId('stage').classList.toggle('time-over', on);
    window.addEventListener('dragover', (event) => {
        event.preventDefault();
        over(true);
    });
    window.addEventListener('dragleave', (event) => {
        if (!event.relatedTarget) {
            over(false);
        }
    });
    window.addEventListener('drop', (event) => {
        event.preventDefault();
        over(false);
        void openFiles(event.dataTransfer.files);
    });
}

function listenToControls() {
    const click = (id, action) => byId(id).addEventListener('click', action);
    click('choose', () => byId('file-a').click());
    click('first', () => seek(0));
    click('back', () => seek(position - 1));
    click('forward', () => seek(position + 1));
    click('last', () => seek(lastPosition()));
    click('play', play);
    click('cancel', stopTask);
    click('go', goToDifference);
    click('compare', compareRecords);
    click('fit', fitWorld);
    click('nearer', () => zoomBy(1.25));
    click('farther', () => zoomBy(0.8));
    click('read-on', () => readOn(machines.a.complete ? machines.b : machines.a).catch(report));
    click('forget-b', () => {
        machines.b = difference = undefined;
        byId('file-b').value = '';
        void go(position);
    });
    byId('slider').addEventListener('input', (event) => seek(event.target.valueAsNumber));
    byId('step').addEventListener('change', (event) => seek(event.target.valueAsNumber));
    for (const which of ['a', 'b']) {
        byId(`file-${which}`).addEventListener('change', (event) => {
            const [file] = event.target.files;
            if (file) {
                void openFile(which === 'b' && !machines.a ? 'a' : which, file);
            }
        });
    }
    [0, 1].forEach((which) => {
        byId(`body-${which + 1}`).addEventListener('input', (event) => chooseNumber(which, event.target.value));
    });
    byId('show').addEventListener('change', draw);
    byId('compare-panel').addEventListener('change', draw);
}

// A record that was dropped on the other page.
async function takeDropped() {
    const { takeRecord } = await import('./handover.js');
    const record = await takeRecord();
    if (record) {
        checkSize(record.name, record.bytes.byteLength);
        await open('a', record.name, new Uint8Array(record.bytes));
    }
}

listenToPointers(picture, { draw, pick });
listenToDrops();
listenToControls();
document.addEventListener('keydown', onKey);
picture.dark.addEventListener('change', draw);
new ResizeObserver(draw).observe(byId('canvas'));
refresh();
if (location.hash === '#dropped') {
    takeDropped().catch(report).finally(refresh);
}
