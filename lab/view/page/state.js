/* state.js - view and selection: the only place that changes them and notifies listeners. Knows data only. */

const state = {
    begin: data.begin,        /* the first cycle that can be seen: 0, or where main begins if the start-up is folded away */
    from: data.begin, to: data.last, /* cycles that are seen */
    cursor: data.begin,       /* a cycle */
    scroll: 0,                /* pixels */
    selected: null,           /* {track, slice}, {pp, change}, {lane} or {lock} */
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
    const all = data.last - state.begin;
    const width = Math.min(all, Math.max(10, to - from));
    const middle = (from + to) / 2;
    state.from = Math.min(Math.max(state.begin, middle - width / 2), data.last - width);
    state.to = state.from + width;
    changed();
}

/* What the runtime does before main: folded away, or shown. */
function foldStartUp(isFolded) {
    const isAll = state.from === state.begin && state.to === data.last;
    state.begin = isFolded ? data.begin : 0;
    state.cursor = Math.max(state.cursor, state.begin);
    show(isAll || !isFolded ? state.begin : state.from, state.to);
}

function zoom(factor, around) {
    const at = around === undefined ? state.cursor >= state.from && state.cursor <= state.to
        ? state.cursor : (state.from + state.to) / 2 : around;
    const width = (state.to - state.from) * factor;
    if (width > data.last - state.begin) {
        show(state.begin, data.last);
        return;
    }
    const share = (at - state.from) / (state.to - state.from);
    const wanted = Math.max(width, Math.min(10, data.last - state.begin));
    show(at - share * wanted, at - share * wanted + wanted);
}

function pan(cycles) {
    const width = state.to - state.from;
    const from = Math.min(Math.max(state.begin, state.from + cycles), data.last - width);
    show(from, from + width);
}

function setCursor(cycle) {
    state.cursor = Math.min(Math.max(state.begin, Math.round(cycle)), data.last);
    changed();
}

function select(what, place) {
    state.selected = what;
    if (place !== undefined && place >= 0) {
        state.place = place;
    }
    changed();
}
