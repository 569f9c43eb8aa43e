// Mouse and fingers over the picture: a drag moves it, the wheel and two fingers zoom, a click or a tap picks.

import { pinch, placeOf } from './page.js';

const CLICK_PIXELS = 5; // a click moves less

// `draw()` draws the picture, `pick(x, y)` is told of clicks, in CSS pixels of the canvas.
export function listenToPointers(picture, { draw, pick }) {
    const { canvas } = picture;
    const pointers = new Map(); // by their ids: where they are
    let dragged = 0; // pixels since the first pointer went down

    const move = (event) => {
        const old = pointers.get(event.pointerId);
        if (!old) {
            return;
        }
        const place = placeOf(canvas, event);
        dragged += Math.hypot(place.x - old.x, place.y - old.y);
        if (pointers.size === 2) {
            const before = pinch(pointers);
            pointers.set(event.pointerId, place);
            const after = pinch(pointers);
            picture.move(after.x - before.x, after.y - before.y);
            picture.magnify(after.distance / before.distance, after.x, after.y);
        } else {
            pointers.set(event.pointerId, place);
            if (dragged > CLICK_PIXELS) {
                picture.move(place.x - old.x, place.y - old.y);
            }
        }
        draw();
    };

    const release = (event) => {
        const last = pointers.delete(event.pointerId) && pointers.size === 0;
        if (last && dragged <= CLICK_PIXELS && event.type === 'pointerup') {
            const { x, y } = placeOf(canvas, event);
            pick(x, y);
        }
    };

    canvas.addEventListener('pointerdown', (event) => {
        dragged = pointers.size === 0 ? 0 : Infinity;
        pointers.set(event.pointerId, placeOf(canvas, event));
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', move);
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        const { x, y } = placeOf(canvas, event);
        picture.magnify(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
        draw();
    }, { passive: false });
}
