/* details.js - in words what is selected or under the mouse, on the right and beside the mouse. Knows data, state, lanes and
 * classes; no input. */

function definitions(rows_) {
    const list = document.createElement("dl");
    for (const [name, value] of rows_) {
        const term = document.createElement("dt"), text = document.createElement("dd");
        term.textContent = name;
        text.textContent = value;
        list.append(term, text);
    }
    return list;
}

const share = (part, whole) => whole > 0 ? " (" + Math.round(1000 * part / whole) / 10 + " %)" : "";

/* PPs that wait for a lock in a cycle and get it later, the next holder first. */
function queueAt(track, cycle) {
    const { begin, numbers, count: all } = track.slices, result = [];
    for (let k = Math.max(0, lastUpTo(begin, cycle) + 1); k < all; k++) {
        if (begin[k] - numbers[1][k] <= cycle) {
            result.push(numbers[0][k]);
        }
    }
    return result;
}

/* PPs that wait for a lock in a cycle and never get it, in the order in which they asked for it. */
function unservedAt(track, cycle) {
    const { slices } = track.waiters || { slices: { begin: [], numbers: [[]] } };
    return Array.from(slices.numbers[0].slice(0, lastUpTo(slices.begin, cycle) + 1));
}

/* "3: PP 4, 5, 9"; of many PPs those that follow each other are put together: "63: PP 4-63, 0-2". */
function listOfPps(list) {
    const parts = [];
    list.forEach((pp, k) => {
        if (list.length > 16 && k > 0 && pp === list[k - 1] + 1) {
            parts[parts.length - 1][1] = pp;
        } else {
            parts.push([pp, pp]);
        }
    });
    const words = parts.slice(0, 32).map(([first, last]) => first === last ? first : first + "-" + last).join(", ");
    return list.length === 0 ? "nobody" : count(list.length) + ": PP " + words + (parts.length > 32 ? " \u2026" : "");
}

function waitingRows(track, cycle) {
    const queue = queueAt(track, cycle), unserved = unservedAt(track, cycle);
    const result = [];
    if (queue.length > 0 || unserved.length === 0) {
        result.push(["waiting at the cursor", listOfPps(queue)]);
    }
    if (unserved.length > 0) {
        result.push(["waiting, and never get it", listOfPps(unserved)]);
    }
    if (queue.length > 0) {
        result.push(["next", "PP " + queue[0]]);
    }
    return result;
}

function lockRows(track, k, cycle) {
    const { numbers } = track.slices;
    const result = [["PP", numbers[0][k]], ["waited", count(numbers[1][k]) + " cycles"]];
    if (numbers[2][k] > 0) {
        result.push(["got it from", "PP " + (numbers[2][k] - 1)]);
    }
    return result.concat(waitingRows(track, cycle));
}

/* A lock at a place where nobody has it. */
function describeLock({ lock }) {
    return [lock.name, waitingRows(lock, state.cursor)];
}

/* The lock that a track with holders or waiters belongs to. */
function lockOf(track) {
    const above = track.parent >= 0 ? data.tracks[track.parent] : null;
    return above !== null && above.kind === "lock" ? above : track;
}

/* PP-cycles waited at the end of a group, for the last of its PPs: in a barrier of the group around it, at the same line,
 * that begins while the group lasts. That line's margin has them, too; so that barrier is not among the group's own. */
function waitedAtEnd(track, k) {
    const around = track.parent >= 0 ? data.tracks[track.parent] : null;
    if (around === null || around.kind !== "group" || track.slices.place[k] < 0) {
        return 0;
    }
    const own = data.places[track.slices.place[k]], { begin, end, place, depth, numbers } = around.slices;
    let sum = 0;
    for (let n = lastUpTo(begin, track.slices.end[k]); n >= 0 && begin[n] >= track.slices.begin[k]; n--) {
        const is = place[n] >= 0 ? data.places[place[n]] : {};
        if (depth[n] > 0 && end[n] >= track.slices.end[k] && is.file === own.file && is.line === own.line) {
            sum += numbers[2][n];
        }
    }
    return sum;
}

function describeSlice({ track, slice: k }) {
    const { begin, end, name, place, numbers, depth } = track.slices;
    const result = [["time", cyclesText(begin[k], end[k])]];
    if (place[k] >= 0) {
        result.push(["source", placeText(place[k])]);
    }
    if (track.kind === "lock") {
        result.push(...lockRows(track, k, Math.max(state.cursor, begin[k])));
    } else if (track.kind === "waiters") {
        result.push(["waits for", lockOf(track).name + ", and never gets it"],
            ["with it", listOfPps(unservedAt(lockOf(track), Infinity))]);
    } else if (track.kind === "group" && depth[k] === 0) {
        result.push(["PPs", count(numbers[0][k])], ["PP-cycles", count(numbers[1][k])],
            ["waiting in barriers", count(numbers[2][k]) + share(numbers[2][k], numbers[1][k])]);
        const atEnd = waitedAtEnd(track, k);
        if (atEnd > 0) {
            result.push(["waiting at its end", count(atEnd) + " PP-cycles, in the group around it"]);
        }
    } else if (track.kind === "strand") {
        result.push(["PPs", count(numbers[0][k])], ["group", data.tracks[track.parent].name]);
    } else if (track.kind === "group") {
        result.push(["waited", count(numbers[2][k]) + " PP-cycles"]);
    }
    return [data.names[name[k]], result];
}

function describePp({ pp, change }) {
    const { time, name, place, count: all } = pp.changes;
    if (change < 0) {
        return [pp.name, []];
    }
    const end = change + 1 < all ? time[change + 1] : data.last;
    const result = [["time", cyclesText(time[change], end)]];
    if (place[change] >= 0) {
        result.push(["source", placeText(place[change])]);
    }
    const what = name[change] < 0 ? "has ended" : data.names[name[change]] === pp.name ? "outside of groups"
        : data.names[name[change]];
    const held = data.locks.filter(lock => {
        const k = lastUpTo(lock.slices.begin, state.cursor);
        return k >= 0 && lock.slices.end[k] > state.cursor && lock.slices.numbers[0][k] === pp.pp;
    });
    if (data.waiters.some(({ slices }) => slices.numbers[0].some((number, k) => number === pp.pp && slices.begin[k] === time[change]))) {
        result.push(["gets it", "never: it waits until the run ends"]);
    }
    if (held.length > 0) {
        result.push(["holds at the cursor", held.map(lock => lock.name).join(", ")]);
    }
    return [pp.name + ": " + what, result];
}

/* The numbers at the cursor: it may be moved while the lane is selected. */
function describeLane({ lane }, cycle) {
    const parts = lanes.at(lane, cycle === undefined ? state.cursor : cycle);
    return [lane.name, [...parts.map(([name, value]) => [name, count(value)]),
        ["most together", count(lane.most) + ", in cycle " + count(lane.mostAt)]]];
}

/* A pixel of a lane that stands for several cycles. */
function describeSpan(lane, from, to) {
    const number = value => value < 100 ? String(Math.round(10 * value) / 10) : count(value);
    return [lane.name + ", cycles " + count(from) + " to " + count(to), lane.parts.map(part => {
        const { average, most } = over(part.points, from, to);
        return [part.name, number(average) + " on average, " + count(most) + " at most"];
    })];
}

/* A pixel that stands for several PPs, or for several things that they do. */
function describeMixture({ first, last, from, to, shares }) {
    const pps = first === last ? first.name : first.name + " to " + last.pp;
    const words = look => classes.table[look][2] || lineText(classes.lines[Number(look.slice(4))]);
    return [pps + ", " + (to - from <= 1 ? "" : "cycles ") + (to - from <= 1 ? cyclesText(from, to) : count(from) + " to " + count(to)),
        shares.map(([look, share]) => [words(look), (100 * share).toFixed(share < 0.1 ? 1 : 0) + " %"])];
}

function describe(what) {
    if (what.lane !== undefined) {
        return describeLane(what, what.cycle);
    }
    if (what.lock !== undefined) {
        return describeLock(what);
    }
    return what.track !== undefined ? describeSlice(what) : describePp(what);
}

const detailsBox = document.getElementById("details");

whenChanged(() => {
    const box = detailsBox;
    if (state.selected === null) {
        const hint = document.createElement("p");
        hint.textContent = "Click on a place in the timeline: its source line and its numbers are shown here. " +
            (data.pps.length === 0 ? "A trace made with --trace-pps=all has PPs, too." : "? shows the keys.");
        box.replaceChildren(hint);
        return;
    }
    const [title, list] = describe(state.selected), head = document.createElement("h2");
    head.textContent = title;
    box.replaceChildren(head, definitions(list));
});
