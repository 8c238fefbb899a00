/* control.js - what the user does: keys, mouse, search, slider. Calls all the others; none knows it, but source.js calls search. `pramview` is what scripts and tests may look at. */

const find = id => document.getElementById(id);

/* ---- search */

const hitNames = new Set();

function isHit(name) {
    return hitNames.has(name);
}

/* All slices whose names or source lines have the words, in the order of time. */
function search(words) {
    state.query = words.trim().toLowerCase();
    state.hits = [];
    state.hit = -1;
    hitNames.clear();
    find("search").value = words;
    if (state.query !== "") {
        data.names.forEach((name, k) => {
            const at = name.toLowerCase().indexOf(state.query), next = name[at + state.query.length] || "";
            if (at >= 0 && !(/\d$/.test(state.query) && /\d/.test(next))) { /* sort.fork:1 is not sort.fork:17 */
                hitNames.add(k);
            }
        });
        for (const track of [...data.groups, ...data.strands, ...data.locks, ...data.waiters, ...data.hosts, ...data.regions]) {
            for (let k = 0; k < track.slices.count; k++) {
                if (hitNames.has(track.slices.name[k])) {
                    state.hits.push({ track, slice: k, time: track.slices.begin[k] });
                }
            }
        }
        for (const pp of data.pps.filter(one => one.name.toLowerCase() === state.query)) {
            state.hits.push({ pp, change: 0, time: 0 });
        }
        state.hits.sort((one, other) => one.time - other.time);
        goToHit(0);
    }
    sayHits();
    changed();
}

function sayHits() {
    find("hits").textContent = state.query === "" ? "" : state.hits.length === 0 ? "nothing"
        : (state.hit + 1) + " of " + count(state.hits.length);
}

function goToHit(number) {
    if (state.hits.length === 0) {
        return;
    }
    state.hit = (number + state.hits.length) % state.hits.length;
    const hit = state.hits[state.hit];
    if (hit.track !== undefined) {
        selectSlice(hit.track, hit.slice);
    } else {
        select({ pp: hit.pp, change: hit.change });
    }
    reveal();
    sayHits();
}

/* Brings the selected slice into what is seen. */
function reveal() {
    const chosen = state.selected;
    if (chosen.track !== undefined) {
        rows.reveal(chosen.track);
        const { begin, end } = chosen.track.slices, k = chosen.slice;
        if (begin[k] < state.begin) {
            foldStartUp(false);
        }
        state.cursor = begin[k];
        if (end[k] < state.from || begin[k] > state.to) {
            const width = Math.max(state.to - state.from, 1.5 * (end[k] - begin[k]));
            show(begin[k] - width / 3, begin[k] + 2 * width / 3);
        }
    }
    const row = rows.list.find(one => chosen.track === undefined ? one.kind === "pps"
        : one.track === chosen.track || one.kind === "strands" && one.tracks.includes(chosen.track));
    const high = paint.canvas.clientHeight;
    if (row !== undefined && (row.y < state.scroll + ROW.ruler || row.y + Math.min(row.height, 60) > state.scroll + high)) {
        state.scroll = Math.max(0, row.y - high / 3);
    }
    changed();
}

/* ---- what is selected */

function selectSlice(track, slice) {
    select({ track, slice }, track.slices.place[slice]);
}

/* ---- mouse */

const mouse = { isDown: false, moved: false, x: 0, y: 0 };

function showTip(event) {
    const what = paint.at(event.offsetX, event.offsetY), tip = find("tip");
    const lane = what.row !== undefined && !what.isLabel ? what.row.lane : undefined;
    tip.hidden = what.slice === undefined && what.pp === undefined && lane === undefined;
    if (tip.hidden || mouse.isDown) {
        tip.hidden = true;
        return;
    }
    const isMixed = what.mixture !== undefined && (what.mixture.shares.length > 1 || what.mixture.first !== what.mixture.last);
    const pixel = (state.to - state.from) / (paint.width - paint.labels);
    const [title, list] = isMixed ? describeMixture(what.mixture)
        : lane !== undefined && pixel > 1 ? describeSpan(lane, what.cycle, what.cycle + pixel)
        : describe(lane !== undefined ? { lane, cycle: what.cycle } : what.pp !== undefined ? { pp: what.pp, change: what.change }
            : { track: what.track, slice: what.slice });
    tip.textContent = title + "\n" + list.slice(0, 5).map(pair => pair.join(": ")).join("\n");
    const isRight = event.offsetX > paint.width * 0.6;
    tip.style.left = isRight ? "auto" : event.offsetX + 14 + "px";
    tip.style.right = isRight ? paint.width - event.offsetX + 14 + "px" : "auto";
    const isLow = event.offsetY > paint.canvas.clientHeight - 130;
    tip.style.top = isLow ? "auto" : event.offsetY + 14 + "px";
    tip.style.bottom = isLow ? paint.canvas.clientHeight - event.offsetY + 14 + "px" : "auto";
}

function click(event) {
    const what = paint.at(event.offsetX, event.offsetY);
    if (what.isLabel) {
        if (what.row !== undefined && what.row.children > 0) {
            rows.toggle(what.row.track);
        } else if (what.isRuler && data.begin > 0) {
            foldStartUp(state.begin === 0);
        }
        return;
    }
    setCursor(what.cycle);
    if (what.pp !== undefined && what.change >= 0) {
        select({ pp: what.pp, change: what.change }, what.pp.changes.place[what.change]);
    } else if (what.slice !== undefined) {
        selectSlice(what.track, what.slice);
    } else if (what.row !== undefined && what.row.lane !== undefined) {
        select({ lane: what.row.lane });
    } else if (what.row !== undefined && what.row.kind === "lock") {
        select({ lock: what.row.track });
    } else {
        select(null);
    }
}

function zoomTo(event) {
    const what = paint.at(event.offsetX, event.offsetY);
    if (what.slice !== undefined) {
        const { begin, end } = what.track.slices, width = end[what.slice] - begin[what.slice];
        show(begin[what.slice] - 0.05 * width, end[what.slice] + 0.05 * width);
    } else if (!what.isLabel) {
        zoom(0.5, what.cycle);
    }
}

paint.canvas.addEventListener("mousedown", event => {
    Object.assign(mouse, { isDown: true, moved: false, x: event.clientX, y: event.clientY });
});
window.addEventListener("mousemove", event => {
    if (!mouse.isDown) {
        return;
    }
    const dx = event.clientX - mouse.x, dy = event.clientY - mouse.y;
    mouse.moved = mouse.moved || Math.abs(dx) + Math.abs(dy) > 3;
    if (mouse.moved) {
        pan(-dx * (state.to - state.from) / (paint.width - paint.labels));
        state.scroll -= dy;
        mouse.x = event.clientX;
        mouse.y = event.clientY;
    }
});
window.addEventListener("mouseup", () => {
    mouse.isDown = false;
});
paint.canvas.addEventListener("mousemove", showTip);
paint.canvas.addEventListener("mouseleave", () => {
    find("tip").hidden = true;
});
paint.canvas.addEventListener("click", event => {
    if (!mouse.moved) {
        click(event);
    }
});
paint.canvas.addEventListener("dblclick", zoomTo);
paint.canvas.addEventListener("wheel", event => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) {
        zoom(Math.exp(event.deltaY * 0.002), paint.toCycle(event.offsetX));
    } else {
        pan((event.shiftKey ? event.deltaY : event.deltaX) * (state.to - state.from) / paint.width);
        state.scroll += event.shiftKey ? 0 : event.deltaY;
        changed();
    }
}, { passive: false });

/* ---- time */

let playing = 0;

function play() {
    if (playing !== 0) {
        clearInterval(playing);
        playing = 0;
    } else {
        playing = setInterval(() => {
            setCursor(state.cursor >= state.to ? state.from : state.cursor + Math.max(1, (state.to - state.from) / 300));
        }, 33);
    }
    find("play").textContent = playing !== 0 ? "\u23f8" : "\u25b6";
}

find("time").max = data.last;
find("link").addEventListener("click", () => {
    link.write();
    find("link").textContent = "in the address";
    setTimeout(() => {
        find("link").textContent = "link";
    }, 1500);
    if (navigator.clipboard !== undefined) {
        navigator.clipboard.writeText(location.href).catch(() => {});
    }
});
find("debug").hidden = data.command === "";
find("debug").addEventListener("click", () => {
    find("command").textContent = data.command.replace("CYCLE", state.cursor);
    find("debugger").showModal();
});
find("copy-command").addEventListener("click", () => {
    if (navigator.clipboard !== undefined) {
        navigator.clipboard.writeText(find("command").textContent).catch(() => {});
    }
});
find("time").addEventListener("input", () => setCursor(Number(find("time").value)));
find("play").addEventListener("click", play);
whenChanged(() => {
    find("time").min = state.begin;
    find("time").value = state.cursor;
    find("cycle").textContent = count(state.cursor);
});

/* ---- keys and buttons */

function setTheme(name) {
    document.documentElement.dataset.theme = name;
    paint.refresh();
}

function help() {
    const box = find("help");
    if (box.open) {
        box.close();
    } else {
        box.showModal();
    }
}

const near = () => (state.to - state.from) / 100;
const keys = {
    w: () => zoom(0.6), "+": () => zoom(0.6), s: () => zoom(1 / 0.6), "-": () => zoom(1 / 0.6),
    a: () => pan(-10 * near()), d: () => pan(10 * near()),
    ArrowUp: () => { state.scroll -= 40; changed(); }, ArrowDown: () => { state.scroll += 40; changed(); },
    ArrowLeft: event => setCursor(state.cursor - (event.shiftKey ? near() : 1)),
    ArrowRight: event => setCursor(state.cursor + (event.shiftKey ? near() : 1)),
    "/": () => find("search").focus(), n: () => goToHit(state.hit + 1), N: () => goToHit(state.hit - 1),
    f: () => show(state.begin, data.last), u: () => foldStartUp(state.begin === 0), c: () => { state.colours = state.colours === "doing" ? "lines" : "doing"; changed(); },
    t: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
    Escape: () => select(null), "?": help, " ": play
};

window.addEventListener("keydown", event => {
    if (event.target.matches("#search, select") || event.ctrlKey || event.metaKey || find("help").open || find("debugger").open) {
        if (event.key === "Escape") {
            event.target.blur();
        }
        return;
    }
    if (keys[event.key] !== undefined && !(event.target.matches("button, #time") && /^( |Arrow.*)$/.test(event.key))) {
        event.preventDefault();
        keys[event.key](event);
    }
});
find("search-form").addEventListener("submit", event => {
    event.preventDefault();
    if (find("search").value.trim().toLowerCase() === state.query) {
        goToHit(state.hit + 1);
    } else {
        search(find("search").value);
    }
});
find("search").addEventListener("input", () => search(find("search").value));
find("zoom-in").addEventListener("click", keys.w);
find("zoom-out").addEventListener("click", keys.s);
find("fit").addEventListener("click", keys.f);
find("theme").addEventListener("click", keys.t);
find("help-button").addEventListener("click", help);
find("grip").addEventListener("pointerdown", event => {
    const grip = find("grip"), right = find("right");
    const move = now => {
        right.style.width = Math.max(200, window.innerWidth - now.clientX) + "px";
        paint.refresh();
    };
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", () => grip.removeEventListener("pointermove", move), { once: true });
});
window.addEventListener("resize", paint.refresh);

/* ---- the beginning */

const runName = data.run !== undefined ? data.run.name.replace(/; 1 ns is 1 cycle$/, "") : "a run";
find("title").textContent = runName.replace(/^.*\//, "").replace(/, \d+ PPs?$/, "");
const groupCount = data.groups.reduce((sum, track) => sum + track.slices.depth.filter(depth => depth === 0).length, 0);
find("summary").textContent = (runName.match(/\d+ PPs?$/) || [""])[0] + ", " + count(data.last) + " cycles, " +
    count(groupCount) + (groupCount === 1 ? " group" : " groups") +
    (data.resolution > 1 ? "; changes of PPs within " + data.resolution + " cycles are put together" : "");
document.title = find("title").textContent + " \u2013 pramview";
setTheme(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
link.read();
changed();

window.pramview = {
    state, data, rows, update, /* update: draws now what has changed, and not with the next frame */
    toX: paint.toX, classes, link, syntax, cyclesText, placeText,
    get labels() { return paint.labels; },
    words: watched.words, whenChanged,
    describe: () => state.selected === null ? null : describe(state.selected)
};
