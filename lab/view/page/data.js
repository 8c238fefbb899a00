/* data.js - what the trace holds, as lab/view/page.c has packed it: names, places, tracks, what PPs do.
 * Knows no canvas. */

/* What a PP does, by the name of the slice that it is in. */
const DOES = { nothing: 0, computes: 1, barrier: 2, lock: 3 };

const data = (() => {
    const raw = JSON.parse(document.getElementById("data").textContent);
    const bytes = unpackText(document.getElementById("bytes"));
    let at = 0;

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
            index, kind: track.kind, name: raw.names[track.name], parent: -1, children: [], strands: [],
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
        return result;
    }

    const tracks = raw.tracks.map(readTrack);
    for (const track of tracks) {
        if (track !== null && track.parent >= 0 && tracks[track.parent] !== null) {
            tracks[track.parent][track.kind === "strand" ? "strands" : "children"].push(track);
        }
    }
    const run = tracks.find(track => track !== null && track.kind === "run");
    const does = raw.names.map(name => name.startsWith("barrier") ? DOES.barrier
        : name.startsWith("waits for lock") ? DOES.lock : DOES.computes);
    const of = kind => tracks.filter(track => track !== null && track.kind === kind);
    const pps = of("pp").sort((one, other) => one.pp - other.pp);
    return {
        last: Math.max(1, raw.last), resolution: raw.resolution, names: raw.names, files: raw.files, profile: raw.profile, tracks, run, does, pps,
        places: raw.places.map(([file, line, name]) => ({ file, line, name: name >= 0 ? raw.names[name] : "" })),
        groups: of("group"), locks: of("lock"), watched: of("watched"), counters: of("counter"),
        regions: of("region"), hosts: of("host"), strands: of("strand")
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

/* "sort.fork:17, in merge" */
function placeText(place) {
    if (place < 0) {
        return "";
    }
    const { file, line, name } = data.places[place];
    const short = data.files[file].name.replace(/.*\//, "");
    return short + ":" + line + (name === "" ? "" : ", in " + name);
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function count(value) {
    return grouped.format(value).replace(/,/g, "\u202f");
}
