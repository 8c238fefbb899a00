/* link.js - the part of the address behind #: cursor, zoom and selection, so that a copied address shows the same again.
 * Knows data and state. */

const link = (() => {
    let written = "", due = 0;

    /* {name: number or text} of what is selected */
    function selection() {
        const chosen = state.selected;
        if (chosen === null) {
            return {};
        }
        if (chosen.track !== undefined) {
            return { track: chosen.track.index, slice: chosen.slice };
        }
        if (chosen.pp !== undefined) {
            return { pp: chosen.pp.pp, change: chosen.change };
        }
        return chosen.lock !== undefined ? { lock: chosen.lock.index } : { lane: lanes.list.indexOf(chosen.lane) };
    }

    function text() {
        const parts = { cursor: state.cursor, from: Math.round(state.from), to: Math.round(state.to), ...selection() };
        return "#" + Object.entries(parts).map(pair => pair.join("=")).join("&");
    }

    /* What such words select; null: nothing that this page has. */
    function chosen(words) {
        const number = name => words.has(name) ? Number(words.get(name)) : -1;
        const track = data.tracks[number("track")], pp = data.pps.find(one => one.pp === number("pp"));
        if (track && track.slices && number("slice") >= 0 && number("slice") < track.slices.count) {
            return [{ track, slice: number("slice") }, track.slices.place[number("slice")]];
        }
        if (pp !== undefined && number("change") >= 0 && number("change") < pp.changes.count) {
            return [{ pp, change: number("change") }, pp.changes.place[number("change")]];
        }
        const lock = data.locks.find(one => one.index === number("lock")), lane = lanes.list[number("lane")];
        return lock !== undefined ? [{ lock }, -1] : lane !== undefined ? [{ lane }, -1] : [null, -1];
    }

    function read() {
        const words = new URLSearchParams(location.hash.slice(1));
        const [cursor, from, to] = ["cursor", "from", "to"].map(name => words.has(name) ? Number(words.get(name)) : NaN);
        if (location.hash === written) {
            return;
        }
        if (Math.min(cursor, from) < state.begin) {
            foldStartUp(false);
        }
        if (to > from) {
            show(from, to);
        }
        if (Number.isFinite(cursor)) {
            setCursor(cursor);
        }
        const [what, place] = chosen(words);
        select(what, place);
        if (what !== null && what.track !== undefined) {
            rows.reveal(what.track);
        }
    }

    /* A browser allows few changes of the address in a second; a page that is shown within another one, none. */
    function write() {
        due = 0;
        if (text() === written) {
            return;
        }
        written = text();
        try {
            history.replaceState(null, "", written);
        } catch (error) {
            written = "";
        }
    }

    whenChanged(() => {
        if (due === 0) {
            due = setTimeout(write, 300);
        }
    });
    window.addEventListener("hashchange", read);
    return { text, read, write };
})();
