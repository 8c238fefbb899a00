/* state.js - what is seen and selected: the one place where that changes, and who is told. Knows data only. */

const state = {
    from: 0, to: data.last,   /* cycles that are seen */
    cursor: Math.round(data.last / 2), /* a cycle */
    scroll: 0,                /* pixels */
    selected: null,           /* {track, slice} or {pp, change} */
    place: -1,                /* whose source line is shown */
    query: "", hits: [], hit: -1,
    colours: "doing",         /* of PPs: "doing" or "lines" */
    collapsed: new Set()      /* indices of tracks whose children are not shown */
};

const listeners = [];
let isDue = false;

/* Something has changed: all are told before the next picture. */
function changed() {
    if (isDue) {
        return;
    }
    isDue = true;
    requestAnimationFrame(update);
}

/* All are told now. */
function update() {
    isDue = false;
    for (const listener of listeners) {
        listener();
    }
}

function whenChanged(listener) {
    listeners.push(listener);
}

/* Shows the cycles from .. to; what is wider than the run is the run, what is too short 10 cycles. */
function show(from, to) {
    const least = Math.min(10, data.last);
    const width = Math.min(data.last, Math.max(least, to - from));
    const middle = (from + to) / 2;
    state.from = Math.min(Math.max(0, middle - width / 2), data.last - width);
    state.to = state.from + width;
    changed();
}

function zoom(factor, around) {
    const at = around === undefined ? state.cursor >= state.from && state.cursor <= state.to
        ? state.cursor : (state.from + state.to) / 2 : around;
    const width = (state.to - state.from) * factor;
    if (width > data.last) {
        show(0, data.last);
        return;
    }
    const share = (at - state.from) / (state.to - state.from);
    const wanted = Math.max(width, Math.min(10, data.last));
    show(at - share * wanted, at - share * wanted + wanted);
}

function pan(cycles) {
    const width = state.to - state.from;
    const from = Math.min(Math.max(0, state.from + cycles), data.last - width);
    show(from, from + width);
}

function setCursor(cycle) {
    state.cursor = Math.min(Math.max(0, Math.round(cycle)), data.last);
    changed();
}

function select(what, place) {
    state.selected = what;
    if (place !== undefined && place >= 0) {
        state.place = place;
    }
    changed();
}
