/* data.js - what the trace holds, as lab/view/page.c has packed it: names, places, tracks, what PPs do.
 * Knows no canvas. */

/* What a PP does, by the name of the slice that it is in. */
const DOES = { nothing: 0, computes: 1, barrier: 2, lock: 3 };

const data = (() => {
    const raw = JSON.parse(document.getElementById("data").textContent);
    const bytes = unpackText(document.getElementById("bytes"));
    const names = raw.names.map(withoutAddresses);
    let at = 0;

    /* "lock turn (0x000011d6)": the address behind a name tells a user nothing. */
    function withoutAddresses(name) {
        return name.replace(/ \(0x[0-9a-f]{8}\)/g, "");
    }

    function unpackText(element) {
        const text = atob(element.textContent);
        const result = new Uint8Array(text.length);
        for (let k = 0; k < text.length; k++) {
            result[k] = text.charCodeAt(k);
        }
        element.textContent = "";
        return result;
    }

    /* Numbers may have more bits than JavaScript's shifts. */
    function number() {
        let byte = bytes[at++], result = byte & 127, factor = 128;
        while (byte >= 128) {
            byte = bytes[at++];
            result += (byte & 127) * factor;
            factor *= 128;
        }
        return result;
    }

    function signed() {
        const word = number();
        return word % 2 === 0 ? word / 2 : -(word + 1) / 2;
    }

    function readSlices(count) {
        const slices = {
            count, begin: new Float64Array(count), end: new Float64Array(count), name: new Int32Array(count),
            place: new Int32Array(count), depth: new Uint32Array(count),
            numbers: [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
        };
        let time = 0;
        for (let k = 0; k < count; k++) {
            time += signed();
            slices.begin[k] = time;
            slices.end[k] = time + number();
            slices.name[k] = number() - 1;
            slices.place[k] = number() - 1;
            slices.depth[k] = number();
            for (const list of slices.numbers) {
                list[k] = number();
            }
        }
        return slices;
    }

    function readPoints(count, hasIndex) {
        const points = {
            count, time: new Float64Array(count), value: new Float64Array(count),
            index: hasIndex ? new Uint32Array(count) : null
        };
        let time = 0;
        for (let k = 0; k < count; k++) {
            time += signed();
            points.time[k] = time;
            if (hasIndex) {
                points.index[k] = number();
            }
            points.value[k] = signed();
        }
        return points;
    }

    function readChanges(count) {
        const changes = {
            count, time: new Float64Array(count), name: new Int32Array(count), place: new Int32Array(count)
        };
        let time = 0;
        for (let k = 0; k < count; k++) {
            time += number();
            changes.time[k] = time;
            changes.name[k] = number() - 1;
            changes.place[k] = number() - 1;
        }
        return changes;
    }

    function readTrack(track, index) {
        if (track === null) {
            return null;
        }
        const result = {
            index, kind: track.kind, name: names[track.name], key: raw.names[track.name], parent: -1, children: [],
            strands: [], waiters: null,
            first: track.first, words: track.words, interval: track.interval, pp: track.pp
        };
        if (track.parent !== undefined) {
            result.parent = track.parent;
        }
        at = track.at;
        if (track.kind === "pp") {
            result.changes = readChanges(track.changes);
        } else {
            result.slices = readSlices(track.slices);
            result.points = readPoints(track.points, track.kind === "watched");
        }
        if (track.kind === "host") { /* an event takes the cycle in which it happens */
            result.slices.end = result.slices.begin.map(cycle => cycle + 1);
        } else if (track.kind === "waiters") {
            sortByBegin(result.slices);
        }
        return result;
    }

    function sortByBegin(slices) {
        const order = Array.from(slices.begin.keys()).sort((one, other) => slices.begin[one] - slices.begin[other] ||
            slices.numbers[0][one] - slices.numbers[0][other]);
        const sorted = list => list.map((_, k) => list[order[k]]);
        for (const part of ["begin", "end", "name", "place", "depth"]) {
            slices[part] = sorted(slices[part]);
        }
        slices.numbers = slices.numbers.map(sorted);
    }

    /* What a track is to the one above it. */
    function attach(track, above) {
        if (track.kind === "waiters") {
            above.waiters = track;
        } else {
            above[track.kind === "strand" ? "strands" : "children"].push(track);
        }
    }

    /* The cycle in which the runtime calls main, or in which the trace begins, and what is before it. */
    function whatIsBefore(slices) {
        const k = slices.name.findIndex(name => names[name] === "start-up");
        return k >= 0 ? [slices.end[k], "start-up"] : [slices.count > 0 ? slices.begin[0] : 0, "not traced"];
    }

    const tracks = raw.tracks.map(readTrack);
    for (const track of tracks) {
        if (track !== null && track.parent >= 0 && tracks[track.parent] !== null) {
            attach(track, tracks[track.parent]);
        }
    }
    const run = tracks.find(track => track !== null && track.kind === "run");
    const does = raw.names.map(name => name.startsWith("barrier") ? DOES.barrier
        : name.startsWith("waits for lock") ? DOES.lock : DOES.computes);
    const of = kind => tracks.filter(track => track !== null && track.kind === kind);
    const pps = of("pp").sort((one, other) => one.pp - other.pp);
    const last = Math.max(1, raw.last), [main, before] = run !== undefined ? whatIsBefore(run.slices) : [0, ""];
    return {
        last, resolution: raw.resolution, names, files: raw.files, profile: raw.profile, tracks, run, does, pps,
        begin: main < last ? main : 0, before, /* of the program's own code */
        command: raw.command !== undefined ? raw.names[raw.command] : "", /* that goes to CYCLE in the debugger */
        places: raw.places.map(([file, line, name]) => ({ file, line, name: name >= 0 ? raw.names[name] : "" })),
        groups: of("group"), locks: of("lock"), watched: of("watched"), counters: of("counter"),
        regions: of("region"), hosts: of("host"), strands: of("strand"), waiters: of("waiters")
    };
})();

/* The last index k with list[k] <= value; -1: there is none. The list ascends. */
function lastUpTo(list, value) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] <= value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}

/* The average and the most of a counter between two cycles. */
function over(points, from, to) {
    let k = lastUpTo(points.time, from), at = from, sum = 0, most = k >= 0 ? points.value[k] : 0;
    for (; k + 1 < points.count && points.time[k + 1] < to; at = points.time[k]) {
        sum += (points.time[k + 1] - at) * (k >= 0 ? points.value[k] : 0);
        most = Math.max(most, points.value[++k]);
    }
    sum += (to - at) * (k >= 0 ? points.value[k] : 0);
    return { average: sum / (to - from), most };
}

/* "sort.fork:17" */
function lineText(place) {
    const { file, line } = data.places[place];
    return data.files[file].name.replace(/.*\//, "") + ":" + line;
}

/* "sort.fork:17, in merge"; functions of the library have names that a user does not know. */
function placeText(place) {
    if (place < 0) {
        return "";
    }
    const { file, name } = data.places[place];
    return lineText(place) + (data.files[file].library ? ", in the library" : name === "" ? "" : ", in " + name);
}

/* "cycle 5", or "cycles 5 to 11, that is 7": from a cycle to the one before `end`. */
function cyclesText(begin, end) {
    return end - begin <= 1 ? "cycle " + count(begin)
        : "cycles " + count(begin) + " to " + count(end - 1) + ", that is " + count(end - begin);
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function count(value) {
    return grouped.format(value).replace(/,/g, "\u202f");
}
