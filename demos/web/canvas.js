// Draws triangles into a <canvas>: by WebGL 2, or by a 2D context where the browser has no WebGL.
//
//     const surface = new Surface(canvasElement);          // { webgl: false } asks for the 2D context
//     surface.fit();                                       // takes the element's size; true if it changed
//     const font = makeFont(14 * surface.scale);           // letters of the browser; `scale` is pixels per CSS pixel
//     surface.setAtlas(font.width, font.height, font.coverage);
//     surface.draw(triangles, { background: 0xff12161d, light: false });    // a colour is 0xAARRGGBB
//
// The triangles are { vertices, vertexCount, indices, indexCount }: three indices (Uint32Array) a triangle, 20 bytes
// a vertex (Uint8Array): float x, y in pixels, float u, v in the atlas (0 to 1), bytes red, green, blue, alpha. Shapes
// point at the atlas's texel (0, 0), which is full. `light` turns the colours, which are made for a dark ground, into
// ones for a light ground: the lightness is reversed, the hue stays; lightColor() does the same to one colour. When
// the browser took WebGL away and gave it back (the element's event webglcontextrestored) the page has to draw again.

export const VERTEX_BYTES = 20;

const FIRST_LETTER = 32;
const LETTER_COUNT = 95;
const PATH_LENGTH_MAX = 400; // triangles: filling takes longer than in proportion to them
const VERTEX_SHADER = `#version 300 es
uniform vec2 size;
uniform bool light;
in vec2 place;
in vec2 texel;
in vec4 color;
out vec2 atlasPlace;
out vec4 fill;
void main() {
    float luma = dot(color.rgb, vec3(0.299, 0.587, 0.114));
    fill = light ? vec4(clamp(color.rgb + 1.0 - 2.0 * luma, 0.0, 1.0), color.a) : color;
    atlasPlace = texel;
    gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
}`;
const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform sampler2D atlas;
in vec2 atlasPlace;
in vec4 fill;
out vec4 pixel;
void main() {
    pixel = vec4(fill.rgb, fill.a * texture(atlas, atlasPlace).r);
}`;

export function lightColor(color) {
    const channels = [color >>> 16 & 255, color >>> 8 & 255, color & 255];
    const shift = 255 - 2 * (0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]);
    const [red, green, blue] = channels.map((channel) => Math.min(255, Math.max(0, Math.round(channel + shift))));
    return ((color & 0xff000000) | red << 16 | green << 8 | blue) >>> 0;
}

function cssColor(color) {
    return `rgba(${color >>> 16 & 255},${color >>> 8 & 255},${color & 255},${(color >>> 24) / 255})`;
}

export class Surface {
    constructor(element, { webgl = true } = {}) {
        this.element = element;
        this.scale = 1;
        this.painter = webgl ? WebglPainter.make(element) : null;
        this.painter ??= new PlainPainter(element);
        this.kind = this.painter.kind;
        element.addEventListener('webglcontextlost', (event) => event.preventDefault());
        element.addEventListener('webglcontextrestored', () => this.painter.restore());
    }

    // Gives the canvas the pixels that its element has on the screen, at most two for each CSS pixel and direction.
    fit() {
        const scale = Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1));
        const width = Math.max(1, Math.round(this.element.clientWidth * scale));
        const height = Math.max(1, Math.round(this.element.clientHeight * scale));
        const changed = width !== this.element.width || height !== this.element.height || scale !== this.scale;
        this.scale = scale;
        if (changed) {
            this.element.width = width;
            this.element.height = height;
        }
        return changed;
    }

    setAtlas(width, height, coverage) {
        this.painter.setAtlas(width, height, coverage);
    }

    draw(data, { background, light = false }) {
        this.painter.draw(data, light ? lightColor(background) : background, light);
    }
}

// ---- WebGL ----------------------------------------------------------------------------------------------------------

class WebglPainter {
    static make(element) {
        const gl = element.getContext('webgl2', { alpha: false, antialias: true, preserveDrawingBuffer: true });
        return gl ? new WebglPainter(gl) : null;
    }

    constructor(gl) {
        this.gl = gl;
        this.kind = 'webgl';
        this.restore();
    }

    // Also after the browser took the context away: nothing that belonged to it is left.
    restore() {
        const gl = this.gl;
        this.program = gl.createProgram();
        for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(this.program, shader);
        }
        gl.linkProgram(this.program);
        gl.useProgram(this.program);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        this.attribute('place', 2, gl.FLOAT, false, 0);
        this.attribute('texel', 2, gl.FLOAT, false, 8);
        this.attribute('color', 4, gl.UNSIGNED_BYTE, true, 16);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        this.texture = null;
        if (this.atlas) {
            this.setAtlas(...this.atlas);
        }
    }

    attribute(name, count, type, normalized, offset) {
        const place = this.gl.getAttribLocation(this.program, name);
        this.gl.enableVertexAttribArray(place);
        this.gl.vertexAttribPointer(place, count, type, normalized, VERTEX_BYTES, offset);
    }

    setAtlas(width, height, coverage) {
        const gl = this.gl;
        this.atlas = [width, height, coverage.slice()];
        gl.bindTexture(gl.TEXTURE_2D, this.texture ??= gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, this.atlas[2]);
        for (const [name, value] of [['MIN_FILTER', 'NEAREST'], ['MAG_FILTER', 'NEAREST'],
            ['WRAP_S', 'CLAMP_TO_EDGE'], ['WRAP_T', 'CLAMP_TO_EDGE']]) {
            gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], gl[value]);
        }
    }

    draw({ vertices, vertexCount, indices, indexCount }, background, light) {
        const gl = this.gl;
        if (gl.isContextLost()) {
            return;
        }
        const { width, height } = gl.canvas;
        gl.viewport(0, 0, width, height);
        gl.uniform2f(gl.getUniformLocation(this.program, 'size'), width, height);
        gl.uniform1i(gl.getUniformLocation(this.program, 'light'), light ? 1 : 0);
        gl.clearColor((background >>> 16 & 255) / 255, (background >>> 8 & 255) / 255, (background & 255) / 255, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.bufferData(gl.ARRAY_BUFFER, vertices.subarray(0, vertexCount * VERTEX_BYTES), gl.STREAM_DRAW);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices.subarray(0, indexCount), gl.STREAM_DRAW);
        gl.drawElements(gl.TRIANGLES, indexCount, gl.UNSIGNED_INT, 0);
    }
}

// ---- a 2D context ---------------------------------------------------------------------------------------------------

// Triangles of one colour that follow each other are one path, so that no seams show within a shape. A letter is two
// triangles, and is copied from an atlas in its colour at the first of them.
class PlainPainter {
    constructor(element) {
        this.context = element.getContext('2d', { alpha: false });
        this.kind = '2d';
        this.tinted = new Map();
    }

    restore() {}

    setAtlas(width, height, coverage) {
        this.width = width;
        this.height = height;
        this.coverage = coverage.slice();
        this.tinted.clear();
    }

    atlasIn(color) {
        if (!this.tinted.has(color)) {
            const image = new ImageData(this.width, this.height);
            for (let i = 0; i < this.width * this.height; i++) {
                image.data.set([color >>> 16 & 255, color >>> 8 & 255, color & 255,
                    this.coverage[i] * (color >>> 24) / 255], 4 * i);
            }
            const tinted = document.createElement('canvas');
            tinted.width = this.width;
            tinted.height = this.height;
            tinted.getContext('2d').putImageData(image, 0, 0);
            this.tinted.set(color, tinted);
        }
        return this.tinted.get(color);
    }

    draw({ vertices, indices, indexCount }, background, light) {
        const context = this.context;
        const floats = new Float32Array(vertices.buffer, vertices.byteOffset, vertices.byteLength >> 2);
        const stride = VERTEX_BYTES >> 2;
        let shown = null;
        let pathLength = 0;
        const finish = () => {
            if (shown !== null) {
                context.fillStyle = cssColor(shown);
                context.fill();
            }
            shown = null;
        };
        context.fillStyle = cssColor(background);
        context.fillRect(0, 0, context.canvas.width, context.canvas.height);
        for (let i = 0; i < indexCount; i += 3) {
            const [a, b, c] = [indices[i] * stride, indices[i + 1] * stride, indices[i + 2] * stride];
            const byte = 4 * a + 16;
            const made = ((vertices[byte + 3] << 24 | vertices[byte] << 16 | vertices[byte + 1] << 8
                | vertices[byte + 2])) >>> 0;
            const color = light ? lightColor(made) : made;
            if (floats[a + 2] !== floats[c + 2] || floats[a + 3] !== floats[c + 3]) {
                finish();
                this.letter(floats, a, c, color);
                i += 3;
                continue;
            }
            if (color !== shown || pathLength > PATH_LENGTH_MAX) {
                finish();
                shown = color;
                pathLength = 0;
                context.beginPath();
            }
            pathLength++;
            context.moveTo(floats[a], floats[a + 1]);
            context.lineTo(floats[b], floats[b + 1]);
            context.lineTo(floats[c], floats[c + 1]);
            context.closePath();
        }
        finish();
    }

    letter(floats, a, c, color) {
        const left = floats[a + 2] * this.width;
        const top = floats[a + 3] * this.height;
        const width = floats[c] - floats[a];
        const height = floats[c + 1] - floats[a + 1];
        if (width > 0 && height > 0) {
            this.context.drawImage(this.atlasIn(color), left, top, width, height, floats[a], floats[a + 1], width,
                height);
        }
    }
}

// ---- letters --------------------------------------------------------------------------------------------------------

// The printable characters of ASCII in a font of the browser, `pixels` high: their coverage side by side, and for each
// { x, y, width, height, left, top, advance }, as in viewer/draw/font.h.
export function makeFont(pixels, family = 'system-ui, sans-serif') {
    const size = Math.max(6, Math.round(pixels));
    const sheet = document.createElement('canvas');
    const cell = { width: 2 * size + 4, height: Math.ceil(1.5 * size) + 4 };
    const columns = 12;
    sheet.width = columns * cell.width;
    sheet.height = Math.ceil(LETTER_COUNT / columns) * cell.height + 1;
    const context = sheet.getContext('2d', { willReadFrequently: true });
    context.font = `${size}px ${family}`;
    context.textBaseline = 'alphabetic';
    const ascent = size;
    const glyphs = [];
    for (let i = 0; i < LETTER_COUNT; i++) {
        const letter = String.fromCharCode(FIRST_LETTER + i);
        const x = (i % columns) * cell.width;
        const y = 1 + Math.floor(i / columns) * cell.height;
        const inset = Math.ceil(size / 2);
        context.save();
        context.beginPath();
        context.rect(x + 1, y + 1, cell.width - 2, cell.height - 2);
        context.clip();
        context.fillText(letter, x + inset, y + 2 + ascent);
        context.restore();
        const advance = context.measureText(letter).width;
        const width = Math.min(cell.width, Math.ceil(advance) + inset + 2);
        glyphs.push({ x, y, width, height: cell.height, left: -inset, top: -2, advance });
    }
    const rgba = context.getImageData(0, 0, sheet.width, sheet.height).data;
    const coverage = new Uint8Array(sheet.width * sheet.height);
    for (let i = 0; i < coverage.length; i++) {
        coverage[i] = rgba[4 * i + 3];
    }
    coverage[0] = 255; // what shapes point at: above the cells
    return { width: sheet.width, height: sheet.height, coverage, glyphs, body: Math.ceil(1.25 * size),
        line: Math.ceil(1.35 * size) };
}
