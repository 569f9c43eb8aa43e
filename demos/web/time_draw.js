// Draws the items of auk_world_draw() into a canvas by lines of the 2D context, and keeps what part of the world it
// shows. The y axis of the world points up.

import { DRAW_WORDS } from './time_machine.js';

const POINT = 0, SEGMENT = 1; // AukDrawKind; the rest are arcs
const CATEGORIES = ['static', 'moving', 'swept', 'touching', 'sensor', 'disabled', 'box', 'velocity', 'pair', 'contact',
    'normal', 'hit']; // AukDrawCategory
const DARK = { ground: '#12161d', static: '#8d99ae', moving: '#6db8f0', swept: '#d9a5ff', touching: '#7ee08a',
    sensor: '#5fc9c0', disabled: '#566074', box: '#46536b', velocity: '#f2d84b', pair: '#8a7f4a', contact: '#ff8f70',
    normal: '#ff8f70', hit: '#ff5fa8', one: '#ffffff', two: '#f2d84b', other: '#ff8f70' };
const LIGHT = { ground: '#f4f6fa', static: '#5a6579', moving: '#0b5fa5', swept: '#7a2fb5', touching: '#1b7a32',
    sensor: '#0a7a72', disabled: '#9aa4b5', box: '#b9c2d0', velocity: '#8a6d00', pair: '#a39a6a', contact: '#c0360f',
    normal: '#c0360f', hit: '#b8175f', one: '#000000', two: '#8a6d00', other: '#b3260a' };
const LAST_OUTLINE = CATEGORIES.indexOf('disabled'); // up to here the outlines of shapes
const SMALLEST_BOX = 1e-3;

export class Picture {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext('2d', { alpha: false });
        this.center = { x: 0, y: 0 };
        this.zoom = 40; // CSS pixels for a unit
        this.dark = matchMedia('(prefers-color-scheme: dark)');
    }

    get colors() {
        return this.dark.matches ? DARK : LIGHT;
    }

    get width() {
        return this.canvas.clientWidth;
    }

    get height() {
        return this.canvas.clientHeight;
    }

    // ---- view -------------------------------------------------------------------------------------------------------

    get box() {
        const [x, y] = [this.width / 2 / this.zoom, this.height / 2 / this.zoom];
        return { minX: this.center.x - x, minY: this.center.y - y, maxX: this.center.x + x, maxY: this.center.y + y };
    }

    fit({ minX, minY, maxX, maxY }) {
        const width = Math.max(maxX - minX, SMALLEST_BOX);
        const height = Math.max(maxY - minY, SMALLEST_BOX);
        this.center = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
        this.zoom = 0.92 * Math.min(this.width / width, this.height / height) || 1;
    }

    // Centres a box that is not wholly in view.
    reveal({ minX, minY, maxX, maxY }) {
        const view = this.box;
        if (minX < view.minX || maxX > view.maxX || minY < view.minY || maxY > view.maxY) {
            this.center = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
        }
    }

    // `x`, `y`: a place in CSS pixels of the canvas.
    toWorld(x, y) {
        return { x: this.center.x + (x - this.width / 2) / this.zoom,
            y: this.center.y - (y - this.height / 2) / this.zoom };
    }

    move(dx, dy) {
        this.center.x -= dx / this.zoom;
        this.center.y += dy / this.zoom;
    }

    // What is at the place stays there.
    magnify(factor, x = this.width / 2, y = this.height / 2) {
        const before = this.toWorld(x, y);
        this.zoom = Math.min(1e6, Math.max(1e-4, this.zoom * factor));
        const after = this.toWorld(x, y);
        this.center.x += before.x - after.x;
        this.center.y += before.y - after.y;
    }

    // ---- drawing ----------------------------------------------------------------------------------------------------

    clear() {
        const scale = Math.min(2, globalThis.devicePixelRatio || 1);
        const [width, height] = [Math.round(this.width * scale), Math.round(this.height * scale)];
        if (this.canvas.width !== width || this.canvas.height !== height) {
            this.canvas.width = width;
            this.canvas.height = height;
        }
        this.context.setTransform(scale, 0, 0, scale, 0, 0);
        this.context.lineJoin = 'round';
        this.context.fillStyle = this.colors.ground;
        this.context.fillRect(0, 0, this.width, this.height);
    }

    // Paths in CSS pixels, by the names that `nameOf` gives to items; it gives undefined to those that are left out.
    paths(items, nameOf) {
        const paths = new Map();
        const { zoom } = this;
        const left = this.width / 2 - this.center.x * zoom;
        const top = this.height / 2 + this.center.y * zoom;
        for (let i = 0, at = 0; i < items.count; i++, at += DRAW_WORDS) {
            const name = nameOf(items.words, at);
            if (name === undefined) {
                continue;
            }
            if (!paths.has(name)) {
                paths.set(name, { path: new Path2D(), endX: NaN, endY: NaN });
            }
            const line = paths.get(name);
            const { path } = line;
            const { floats } = items;
            const [px, py, qx, qy] = floats.subarray(at + 2, at + 6);
            const x = left + px * zoom;
            const y = top - py * zoom;
            if (px !== line.endX || py !== line.endY) { // else the outline goes on, and so do its dashes
                path.moveTo(x, y);
            }
            [line.endX, line.endY] = [qx, qy];
            if (items.words[at] === POINT) {
                path.moveTo(x + 2.5, y);
                path.arc(x, y, 2.5, 0, 2 * Math.PI);
                line.endX = NaN;
            } else if (items.words[at] === SEGMENT) {
                path.lineTo(left + qx * zoom, top - qy * zoom);
            } else {
                const [angle, turn] = [floats[at + 9], floats[at + 10]];
                path.arc(left + floats[at + 6] * zoom, top - floats[at + 7] * zoom, floats[at + 8] * zoom, -angle,
                    -angle - turn, true);
            }
        }
        return paths;
    }

    stroke(path, color, width, dash = []) {
        this.context.strokeStyle = color;
        this.context.lineWidth = width;
        this.context.setLineDash(dash);
        this.context.stroke(path);
        this.context.setLineDash([]);
    }

    // A world in the colours of its categories.
    drawItems(items) {
        const paths = this.paths(items, (words, at) => words[at + 1]);
        for (const category of [...paths.keys()].sort((a, b) => b - a)) {
            const name = CATEGORIES[category] ?? 'box';
            this.stroke(paths.get(category).path, this.colors[name], name === 'box' || name === 'pair' ? 1 : 1.5,
                name === 'sensor' ? [4, 3] : []);
        }
    }

    // The outlines of a world in one colour, dashed: the other record beside the first.
    drawOther(items) {
        for (const { path } of this.paths(items, (words, at) => (words[at + 1] <= LAST_OUTLINE ? 'other' : undefined)).values()) {
            this.stroke(path, this.colors.other, 1.5, [3, 4]);
        }
    }

    // The outlines of single bodies, each [{ index, generation }, 'one' or 'two'].
    mark(items, bodies) {
        const name = (words, at) => bodies.find(([id]) => words[at + 1] <= LAST_OUTLINE && words[at + 11] === id.index
            && words[at + 12] === id.generation)?.[1];
        for (const [key, { path }] of this.paths(items, name)) {
            this.stroke(path, this.colors.ground, 6);
            this.stroke(path, this.colors[key], 3.5);
        }
    }
}
