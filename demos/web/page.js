// What both pages do: lists of names and values, and the places of the mouse and of fingers.

// Shows [[name, value], ...] in a <dl>, whose elements are made anew only if something has changed.
export function showList(list, entries) {
    const text = JSON.stringify(entries);
    if (list.shown === text) {
        return;
    }
    list.shown = text;
    list.replaceChildren(...entries.flatMap(([name, value]) => {
        const term = document.createElement('dt');
        const detail = document.createElement('dd');
        term.textContent = name;
        detail.textContent = value;
        return [term, detail];
    }));
}

// Where an event of a pointer is, in CSS pixels of an element.
export function placeOf(element, event) {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
}

// The middle between two fingers, and their distance. `fingers` is a Map of their places.
export function pinch(fingers) {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
}
