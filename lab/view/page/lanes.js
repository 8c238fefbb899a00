/* lanes.js - counters that are parts of one whole, such as the requests of a cycle: one lies on the other. Knows data. */

const lanes = (() => {
    const colours = { loads: "host", stores: "region", multiprefix: "hold",
        "concurrent reads": "barrier", "concurrent writes, equal": "hit", "concurrent writes, different": "lock" };

    /* The sum of counters, at times of which each is one where one of them changes. */
    function sum(list, times) {
        const value = new Float64Array(times.length);
        for (const points of list) {
            let at = -1;
            for (let k = 0; k < times.length; k++) {
                while (at + 1 < points.count && points.time[at + 1] <= times[k]) {
                    at++;
                }
                value[k] += at >= 0 ? points.value[at] : 0;
            }
        }
        return { count: times.length, time: times, value };
    }

    /* A lane of all counters "NAME: PART"; its parts from the one whose area reaches highest. */
    function laneOf(name) {
        const tracks = data.counters.filter(track => track.name.startsWith(name + ": "));
        const times = Float64Array.from(new Set(tracks.flatMap(track => [...track.points.time]))).sort();
        const parts = tracks.map((track, k) => {
            const part = track.name.slice(name.length + 2);
            return { name: part, colour: colours[part] || "run", points: track.points,
                area: sum(tracks.slice(k).map(one => one.points), times) };
        });
        const { value, time } = parts[0].area;
        let best = 0;
        for (let k = 0; k < value.length; k++) {
            best = value[k] > value[best] ? k : best;
        }
        return { name, parts, most: value[best] || 0, mostAt: time[best] || 0 };
    }

    const names = new Set(data.counters.filter(track => /^(requests|conflicts) .*: /.test(track.name))
        .map(track => track.name.replace(/: .*/, "")));
    const list = [...names].map(laneOf);
    return {
        list,
        has: track => names.has(track.name.replace(/: .*/, "")),
        /* What its parts are at a cycle: pairs of a name and a number. */
        at: (lane, cycle) => lane.parts.map(part => {
            const k = lastUpTo(part.points.time, cycle);
            return [part.name, k >= 0 ? part.points.value[k] : 0];
        })
    };
})();
