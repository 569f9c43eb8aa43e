// The search of the reference, in place of Doxygen's, which finds names by their beginnings alone: here nearly all begin
// with auk_. Every word that is typed must be somewhere in a name or a heading. build.py writes the list `searchData`
// of [name, address, kind] beside it. No server is needed.
'use strict';

// What Doxygen's pages call.
function SearchBox() {}
function init_search() {}

const SEARCH_SHOWN = 40; // hits in the list

// How well a lower-case name fits the words typed: fewer is better, undefined is not at all.
function searchRank(name, words) {
    if (!words.every(word => name.includes(word))) {
        return undefined;
    }
    const parts = name.split(/[^a-z0-9]+/);
    const fits = word => (parts.includes(word) ? 0 : parts.some(part => part.startsWith(word)) ? 1 : 2);
    const typed = words.join('_');
    const whole = name === typed ? 0 : name.endsWith('_' + typed) ? 1 : name.includes(typed) ? 2 : 3;
    return whole * 1000 + Math.max(...words.map(fits)) * 200 + name.length;
}

function searchFind(text) {
    const words = text.toLowerCase().replace(/[()]/g, '').split(/[\s_]+/).filter(word => word !== '');
    if (words.length === 0) {
        return [];
    }
    const ranked = searchData.map(item => [searchRank(item[0].toLowerCase(), words), item]);
    const found = ranked.filter(([rank]) => rank !== undefined);
    return found.sort((a, b) => a[0] - b[0]).slice(0, SEARCH_SHOWN).map(([, item]) => item);
}

function searchLink([name, address, kind]) {
    const link = document.createElement('a');
    link.href = address;
    const said = document.createElement('span');
    said.textContent = kind;
    link.append(name, said);
    return link;
}

// The field takes the place of Doxygen's; the hits lie over the page. Arrows go through them, Escape ends it.
function searchStart() {
    const field = document.createElement('input');
    Object.assign(field, {id: 'search-field', type: 'search', placeholder: 'Search ( / )', autocomplete: 'off'});
    field.setAttribute('aria-label', 'Search');
    const list = document.createElement('nav');
    Object.assign(list, {id: 'search-hits', hidden: true});
    document.getElementById('MSearchBox').replaceWith(field);
    document.body.append(list);
    const show = () => {
        const found = searchFind(field.value);
        const box = field.getBoundingClientRect();
        list.replaceChildren(...found.map(searchLink));
        list.append(found.length === 0 ? 'nothing has this in its name' : '');
        list.style.left = `${box.left}px`;
        list.style.top = `${box.bottom + 4}px`;
        list.hidden = field.value.trim() === '';
    };
    const step = by => {
        const all = [field, ...list.querySelectorAll('a')];
        all[Math.max(0, Math.min(all.length - 1, all.indexOf(document.activeElement) + by))].focus();
    };
    field.addEventListener('input', show);
    field.addEventListener('focus', show);
    document.addEventListener('pointerdown', event => {
        list.hidden = list.hidden || !(list.contains(event.target) || event.target === field);
    });
    document.addEventListener('keydown', event => {
        const here = event.target === field || list.contains(event.target);
        if (event.key === '/' && !here) {
            field.focus();
        } else if (here && event.key === 'Escape') {
            list.hidden = true;
            field.blur();
        } else if (here && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            step(event.key === 'ArrowDown' ? 1 : -1);
        } else if (event.target === field && event.key === 'Enter' && !list.hidden) {
            list.querySelector('a')?.click();
        } else {
            return;
        }
        event.preventDefault();
    });
    list.addEventListener('click', () => { list.hidden = true; });
}

document.addEventListener('DOMContentLoaded', searchStart);
