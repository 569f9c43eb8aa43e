// The page of scenes: the module scenes.wasm runs and draws them, and the page has its controls. What is shown is asked
// of the module anew, so that keys, which the module takes by itself, and controls agree.
import { Surface, VERTEX_BYTES, makeFont, lightColor } from './canvas.js';
import { leaveRecord } from './handover.js';
import { pinch, placeOf, showList } from './page.js';

const FONT_SIZE = 13; // CSS pixels
const FONT_SIZE_NARROW = 11; // in a drawing narrower than NARROW
const NARROW = 500;
const TEXTS_EVERY = 0.2; // seconds: the numbers of a running scene
const NUDGE = 10; // CSS pixels
const STEPS = [1 / 240, 1 / 120, 1 / 60, 1 / 30, 1 / 15, 1 / 8, 1 / 4, 1 / 2];
const ELAPSED_MAX = 0.25; // seconds that a page that was hidden makes up for

// As enum DemoKey; letters and digits are their ASCII codes.
const KEY_CODES = { Backspace: 8, Enter: 13, ArrowUp: 128, ArrowDown: 129, ArrowLeft: 130, ArrowRight: 131, Home: 132,
    PageUp: 133, PageDown: 134 };
// Keys that act again while they are held. One that switches something does not.
const REPEATING = new Set(['+', '=', '-', 'q', 'e', 'n', 'ArrowLeft', 'ArrowRight']);
// Keys as the scenes' help names them.
const KEY_NAMES = { Left: 'ArrowLeft', Right: 'ArrowRight', Up: 'ArrowUp', Down: 'ArrowDown', Backspace: 'Backspace' };
const KEY_SIGNS = { ArrowLeft: '\u2190', ArrowRight: '\u2192', ArrowUp: '\u2191', ArrowDown: '\u2193' };

const page = {};
for (const element of document.querySelectorAll('[id]')) {
    page[element.id] = element;
}
const lightness = matchMedia('(prefers-color-scheme: light)');
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

let wasm;
let surface;
let changed = true; // by something other than time: the picture is drawn anew
let textsStale = true;
let textsDue = 0; // seconds
let stopped = false;
let lastTime = 0;

// ---- the module -----------------------------------------------------------------------------------------------------

function textAt(address) {
    const bytes = new Uint8Array(wasm.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

// The lines of a list: [[name, value], ...].
function listAt(address) {
    return textAt(address).split('\n').filter(Boolean).map((line) => line.split('\t'));
}

async function loadModule() {
    let memory;
    const imports = {
        wasi_snapshot_preview1: {
            clock_time_get(clock, precision, address) {
                const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
                new DataView(memory.buffer).setBigUint64(address, nanoseconds, true);
                return 0;
            },
        },
    };
    const answer = await fetch('scenes.wasm');
    if (!answer.ok) {
        throw new Error(`scenes.wasm is not there (${answer.status}): demos/web/run builds it`);
    }
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
    memory = instance.exports.memory;
    return instance.exports;
}

function showError(text) {
    page.error.hidden = text === '';
    if (page.error.textContent !== text) {
        page.error.textContent = text;
    }
}

// Nothing runs after it.
function stop(error) {
    stopped = true;
    showError(`The page stopped: ${error.message ?? error}. Load it again to go on.`);
}

// Runs what a control or a key asks for, and shows what came of it.
function act(work) {
    if (stopped) {
        return;
    }
    try {
        work();
        if (wasm.web_failed()) {
            throw new Error('memory ran out');
        }
        changed = true;
        textsDue = 0;
    } catch (error) {
        stop(error);
    }
}

// ---- what is shown --------------------------------------------------------------------------------------------------

function showText(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

function showNumber(input, number) {
    if (document.activeElement !== input) {
        input.value = number < 0 ? '' : String(number);
    }
}

function showLegend() {
    const entries = listAt(wasm.web_legend());
    page['legend-panel'].hidden = entries.length === 0;
    page.legend.replaceChildren(...entries.map(([word, number]) => {
        const color = lightness.matches ? lightColor(Number(number)) : Number(number);
        const entry = document.createElement('span');
        const swatch = document.createElement('span');
        swatch.className = 'swatch';
        swatch.style.background = `#${(color & 0xffffff).toString(16).padStart(6, '0')}`;
        entry.append(swatch, word);
        return entry;
    }));
}

// What depends on the scene alone.
function showScene() {
    const index = wasm.web_scene();
    if (showScene.shown === index) {
        return;
    }
    showScene.shown = index;
    const name = textAt(wasm.web_scene_name(index));
    page.scenes.selectedIndex = index;
    page.name.textContent = name;
    page.title.textContent = textAt(wasm.web_scene_title());
    page.canvas.setAttribute('aria-label', `The scene ${name}: ${page.title.textContent}`);
    document.title = `auk: ${name}`;
    history.replaceState(null, '', `${location.search}#${name}`);
    page.pause.disabled = page.slow.disabled = wasm.web_still() !== 0;
    showLegend();
    showKeys(listAt(wasm.web_scene_help()));
}

function showStep() {
    const seconds = wasm.web_step_seconds();
    page.dt.disabled = seconds === 0 || wasm.web_still() !== 0;
    let nearest = 0;
    STEPS.forEach((step, i) => {
        nearest = Math.abs(step - seconds) < Math.abs(STEPS[nearest] - seconds) ? i : nearest;
    });
    page.dt.selectedIndex = nearest;
}

function showStages() {
    const count = wasm.web_stage_count();
    page.stages.hidden = count === 0;
    page.stage.max = String(Math.max(0, count - 1));
    page.stage.value = String(wasm.web_stage());
    const last = count - 1; // shows the result
    showText(page['stage-text'], wasm.web_stage() < last ? `${wasm.web_stage() + 1} of ${last}` : 'result');
}

function showTexts() {
    const paused = wasm.web_paused() !== 0;
    page.pause.setAttribute('aria-pressed', String(paused));
    showText(page.pause, paused ? 'Run' : 'Pause');
    page.slow.value = String(wasm.web_slow_motion());
    showStep();
    showStages();
    for (const box of page.overlays.querySelectorAll('input')) {
        box.checked = (wasm.web_overlays() >> Number(box.value) & 1) !== 0;
    }
    showList(page.state, listAt(wasm.web_state()));
    showNumber(page.picked, wasm.web_picked());
    showNumber(page.other, wasm.web_other());
    showList(page.body, listAt(wasm.web_picked_text()));
    const why = textAt(wasm.web_why());
    page.why.setAttribute('aria-live', paused ? 'polite' : 'off');
    showText(page.why, why || (wasm.web_picked() < 0 ? 'Click a body, or type its number.'
        : 'Point at another body, or type its number: why do they touch, or not?'));
    const error = textAt(wasm.web_error());
    showError(error === '' ? '' : `The scene stopped: ${error}. Restart goes on.`);
}

// Letters suit the drawing's width and the screen's pixels.
function useFont() {
    const size = page.canvas.clientWidth < NARROW ? FONT_SIZE_NARROW : FONT_SIZE;
    if (useFont.pixels === size * surface.scale) {
        return;
    }
    useFont.pixels = size * surface.scale;
    const font = makeFont(useFont.pixels);
    const address = wasm.web_font_begin(font.width, font.height);
    if (address === 0) {
        throw new Error('memory ran out');
    }
    new Uint8Array(wasm.memory.buffer).set(font.coverage, address);
    font.glyphs.forEach((glyph, i) => wasm.web_font_glyph(i, glyph.x, glyph.y, glyph.width, glyph.height, glyph.left,
        glyph.top, glyph.advance));
    wasm.web_font_end(font.line, font.body);
    surface.setAtlas(font.width, font.height, font.coverage);
}

function draw() {
    const { width, height } = page.canvas;
    wasm.web_draw(width, height, surface.scale, lightness.matches);
    const vertexCount = wasm.web_vertex_count();
    const indexCount = wasm.web_index_count();
    const memory = wasm.memory.buffer;
    surface.draw({
        vertices: new Uint8Array(memory, wasm.web_vertices(), VERTEX_BYTES * vertexCount),
        vertexCount,
        indices: new Uint32Array(memory, wasm.web_indices(), indexCount),
        indexCount,
    }, { background: wasm.web_background(), light: lightness.matches });
}

function frame(now) {
    if (stopped) {
        return;
    }
    try {
        const seconds = Math.min(ELAPSED_MAX, (now - lastTime) / 1000);
        lastTime = now;
        if (surface.fit()) {
            changed = true;
            useFont();
        }
        wasm.web_advance(seconds);
        const running = wasm.web_paused() === 0 && wasm.web_still() === 0;
        if (running || changed) {
            showScene();
            draw();
            changed = false;
            textsStale = true;
        }
        textsDue -= seconds;
        if (textsStale && textsDue <= 0) {
            showTexts();
            textsStale = false;
            textsDue = TEXTS_EVERY;
        }
        if (wasm.web_failed()) {
            throw new Error('memory ran out');
        }
    } catch (error) {
        stop(error);
        return;
    }
    requestAnimationFrame(frame);
}

// ---- keys -----------------------------------------------------------------------------------------------------------

const held = new Set(); // codes of the keys that are down

function codeOf(key) {
    const isAscii = key.length === 1 && key >= ' ' && key <= '~';
    return KEY_CODES[key] ?? (isAscii ? key.toLowerCase().charCodeAt(0) : -1);
}

// Whether a control that has the focus takes the key itself. Where nothing has it, keys scroll a page that is long.
function belongsToControl(event) {
    const target = event.target;
    if (target === page.canvas) {
        return false;
    }
    if (target === document.body) {
        return document.scrollingElement.scrollHeight > window.innerHeight;
    }
    return !(target instanceof HTMLButtonElement) || event.key === ' ' || event.key === 'Enter';
}

// Wherever the focus is by now: the key may have gone down while the drawing had it.
function takeKeyUp(event) {
    const code = codeOf(event.key);
    if (held.delete(code)) {
        act(() => wasm.web_release(code));
    }
}

// Of a window that loses the focus nothing is known about its keys.
function releaseKeys() {
    const codes = [...held];
    held.clear();
    act(() => codes.forEach((code) => wasm.web_release(code)));
}

function takeKey(event) {
    const code = codeOf(event.key);
    if (code < 0 || event.ctrlKey || event.altKey || event.metaKey || belongsToControl(event)) {
        return;
    }
    event.preventDefault();
    held.add(code);
    if (!event.repeat || REPEATING.has(event.key)) {
        act(() => wasm.web_press(code, event.shiftKey));
    }
}

function tapKey(code, shift = false) {
    act(() => {
        wasm.web_press(code, shift);
        wasm.web_release(code);
    });
}

// The keys that a line of help names: [{ key, shift }, ...].
function keysOf(names) {
    if (/drag|mouse/i.test(names)) {
        return [];
    }
    const keys = [];
    let shift = false;
    for (const name of names.replace(/arrow keys|arrows/i, 'Left, Right, Up, Down').split(/[\s,;]+/)) {
        const plain = name.replace(/^Shift\+/, '');
        shift = plain !== name || (shift && plain in KEY_NAMES);
        if (plain in KEY_NAMES) {
            keys.push({ key: KEY_NAMES[plain], shift });
        } else if (/^[A-Z]$/.test(plain)) {
            keys.push({ key: plain.toLowerCase(), shift });
        }
    }
    return keys;
}

// A button that holds its key down as long as it is held down itself.
function keyButton({ key, shift }, meaning) {
    const button = document.createElement('button');
    const sign = (shift ? 'Shift+' : '') + (KEY_SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key));
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', `${sign}: ${meaning}`);
    const code = codeOf(key);
    const press = () => act(() => wasm.web_press(code, shift));
    const release = () => act(() => wasm.web_release(code));
    button.addEventListener('pointerdown', (event) => {
        button.setPointerCapture(event.pointerId);
        press();
    });
    button.addEventListener('pointerup', release);
    button.addEventListener('pointercancel', release);
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    button.addEventListener('keydown', (event) => {
        if ((event.key === ' ' || event.key === 'Enter') && !event.repeat) {
            press();
        }
    });
    button.addEventListener('keyup', (event) => {
        if (event.key === ' ' || event.key === 'Enter') {
            release();
        }
    });
    return button;
}

function showKeys(help) {
    page.keys.hidden = help.length === 0;
    page.keys.replaceChildren(...help.map(([names, meaning]) => {
        const line = document.createElement('span');
        line.className = 'row';
        const keys = keysOf(names);
        const label = document.createElement('span');
        label.textContent = keys.length > 0 ? meaning : `${names}: ${meaning}`;
        line.append(...keys.map((key) => keyButton(key, meaning)), label);
        return line;
    }));
}

// ---- the mouse, and fingers -----------------------------------------------------------------------------------------

const fingers = new Map(); // of the pointers that are down: their places, in pixels of the canvas

function pixelOf(event) {
    const { x, y } = placeOf(page.canvas, event);
    return { x: x * surface.scale, y: y * surface.scale };
}

function takeDown(event) {
    page.canvas.focus({ preventScroll: true });
    page.canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pixelOf(event));
    act(() => {
        if (fingers.size === 2) {
            // Two fingers move and zoom the view; what one of them held is let go.
            wasm.web_pointer_up();
            const { x, y } = pinch(fingers);
            wasm.web_pointer_down(x, y, false);
        } else if (fingers.size === 1) {
            const { x, y } = pixelOf(event);
            wasm.web_pointer_down(x, y, event.button === 0);
        }
    });
}

function takeMove(event) {
    const before = fingers.size === 2 ? pinch(fingers) : null;
    const place = pixelOf(event);
    if (fingers.has(event.pointerId)) {
        fingers.set(event.pointerId, place);
    }
    act(() => {
        if (before) {
            const after = pinch(fingers);
            wasm.web_pointer_move(after.x, after.y);
            wasm.web_zoom(after.x, after.y, after.distance / before.distance);
        } else if (fingers.size <= 1) {
            wasm.web_pointer_move(place.x, place.y);
        }
    });
}

function takeUp(event) {
    fingers.delete(event.pointerId);
    act(() => {
        wasm.web_pointer_up();
        if (event.pointerType !== 'mouse') {
            wasm.web_pointer_gone();
        }
    });
}

function takeWheel(event) {
    event.preventDefault();
    const { x, y } = pixelOf(event);
    act(() => wasm.web_zoom(x, y, Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 500)));
}

// ---- controls -------------------------------------------------------------------------------------------------------

function fillControls() {
    for (let i = 0; i < wasm.web_scene_count(); i++) {
        page.scenes.add(new Option(textAt(wasm.web_scene_name(i))));
    }
    STEPS.forEach((seconds, i) => {
        page.dt.add(new Option(`1/${Math.round(1 / seconds)} s${seconds > 0.05 ? ' (slow computer)' : ''}`, String(i)));
    });
    textAt(wasm.web_overlay_names()).split('\n').filter(Boolean).forEach((name, i) => {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.value = String(i);
        box.addEventListener('change', () => act(() => wasm.web_set_overlays(wasm.web_overlays() ^ 1 << i)));
        label.append(box, name);
        page.overlays.append(label);
    });
}

function connectNumber(input, pick) {
    input.addEventListener('input', () => act(() => {
        const index = input.value === '' ? -1 : Number(input.value);
        const found = pick(index) !== 0 || input.value === '';
        input.setCustomValidity(found ? '' : 'There is no such body.');
    }));
}

function connectControls() {
    const on = (id, event, work) => page[id].addEventListener(event, () => act(work));
    on('scenes', 'change', () => wasm.web_open(page.scenes.selectedIndex));
    on('pause', 'click', () => wasm.web_set_paused(wasm.web_paused() === 0));
    on('slow', 'change', () => wasm.web_set_slow_motion(Number(page.slow.value)));
    on('dt', 'change', () => wasm.web_set_step_seconds(STEPS[page.dt.selectedIndex]));
    on('stage', 'input', () => wasm.web_show_stage(Number(page.stage.value)));
    on('stage-back', 'click', () => wasm.web_show_stage(wasm.web_stage() - 1));
    on('stage-on', 'click', () => wasm.web_show_stage(wasm.web_stage() + 1));
    for (const [id, key] of [['step', 'n'], ['restart', 'r'], ['zoom-in', '+'], ['zoom-out', '-'], ['whole', 'Home'],
        ['turn-left', 'q'], ['turn-right', 'e'], ['fewer', '['], ['more', ']'], ['seed', 'v']]) {
        page[id].addEventListener('click', () => tapKey(codeOf(key)));
    }
    for (const button of document.querySelectorAll('[data-nudge]')) {
        const [right, down] = button.dataset.nudge.split(',').map((part) => Number(part) * NUDGE);
        button.addEventListener('click', () => act(() => wasm.web_nudge(right * surface.scale, down * surface.scale)));
    }
    connectNumber(page.picked, wasm.web_pick);
    connectNumber(page.other, wasm.web_pick_other);
}

function connectInput() {
    document.addEventListener('keydown', takeKey);
    document.addEventListener('keyup', takeKeyUp);
    window.addEventListener('blur', releaseKeys);
    page.canvas.addEventListener('pointerdown', takeDown);
    page.canvas.addEventListener('pointermove', takeMove);
    page.canvas.addEventListener('pointerup', takeUp);
    page.canvas.addEventListener('pointercancel', takeUp);
    page.canvas.addEventListener('pointerleave', () => act(() => wasm.web_pointer_gone()));
    page.canvas.addEventListener('wheel', takeWheel, { passive: false });
    page.canvas.addEventListener('webglcontextrestored', () => act(() => {}));
    page.canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    window.addEventListener('hashchange', () => act(openNamed));
    lightness.addEventListener('change', () => act(showLegend));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file) {
            leaveRecord(file).catch((error) => showError(`The record cannot be handed on: ${error.message}.`));
        }
    });
}

// On wide screens the scenes are a list, on narrow ones a menu.
function shapeList(wide) {
    page.scenes.size = wide ? wasm.web_scene_count() : 0;
}

// Opens the scene that the address names, or the first one.
function openNamed() {
    const name = decodeURIComponent(location.hash.slice(1));
    const names = [...page.scenes.options].map((option) => option.text);
    const index = Math.max(0, names.indexOf(name));
    if (showScene.shown !== index) {
        wasm.web_open(index);
    }
}

async function start() {
    wasm = await loadModule();
    surface = new Surface(page.canvas, { webgl: new URLSearchParams(location.search).get('renderer') !== '2d' });
    fillControls();
    surface.fit();
    useFont();
    openNamed();
    if (wasm.web_failed()) {
        throw new Error('memory ran out');
    }
    wasm.web_set_paused(stillness.matches);
    const width = matchMedia('(min-width: 64rem)');
    shapeList(width.matches);
    width.addEventListener('change', () => shapeList(width.matches));
    connectControls();
    connectInput();
    document.documentElement.dataset.renderer = surface.kind;
    requestAnimationFrame((now) => {
        lastTime = now;
        frame(now);
    });
}

start().catch(stop);
