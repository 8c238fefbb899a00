/* lanes.js - counters that are parts of one whole, such as what PPs do or the requests of a cycle: one lies on the other. Knows
 * data. */

const lanes = (() => {
    /* By what a counter is called behind "NAME: ". */
    const looks = { loads: "load", stores: "store", multiprefix: "multiprefix", "concurrent reads": "read",
        "concurrent writes, equal": "equal", "concurrent writes, different": "different" };

    /* The sum of two counters, or their difference, where one of them changes. */
    function combine(one, other, sign) {
        const most = one.count + other.count, time = new Float64Array(most), value = new Float64Array(most);
        let count = 0, k = 0, n = 0;
        while (k < one.count || n < other.count) {
            const now = Math.min(k < one.count ? one.time[k] : Infinity, n < other.count ? other.time[n] : Infinity);
            for (; k < one.count && one.time[k] === now; k++);
            for (; n < other.count && other.time[n] === now; n++);
            time[count] = now;
            value[count++] = (k > 0 ? one.value[k - 1] : 0) + sign * (n > 0 ? other.value[n - 1] : 0);
        }
        return { count, time: time.subarray(0, count), value: value.subarray(0, count) };
    }

    /* The sum of counters, by halves: there may be one for each of many locks. */
    function sum(list) {
        const half = list.length >> 1;
        return list.length === 1 ? list[0] : combine(sum(list.slice(0, half)), sum(list.slice(half)), 1);
    }

    /* A lane of parts [name, look, points]; a part's area reaches to the top of those after it. */
    function laneOf(name, list) {
        const parts = list.map(([part, look, points], k) =>
            ({ name: part, look, points, area: sum(list.slice(k).map(one => one[2])) }));
        const { value, time } = parts[0].area;
        let best = 0;
        for (let k = 0; k < value.length; k++) {
            best = value[k] > value[best] ? k : best;
        }
        return { name, parts, most: value[best] || 0, mostAt: time[best] || 0 };
    }

    const named = name => data.counters.find(track => track.key === name);
    const list = [];
    const running = named("running PPs"), inBarriers = named("PPs in barriers");
    const forLocks = data.counters.filter(track => track.key.startsWith("PPs waiting for lock ")).map(track => track.points);
    if (running !== undefined && inBarriers !== undefined && running.points.count > 0) {
        const waiting = sum([inBarriers.points, ...forLocks]), parts = [["wait in barriers", "barrier", inBarriers.points]];
        if (forLocks.length > 0) {
            parts.unshift(["wait for locks", "lock", sum(forLocks)]);
        }
        parts.unshift(["compute", "compute", combine(running.points, waiting, -1)]);
        list.push(laneOf("running, waiting PPs", parts));
    }
    for (const name of new Set(data.counters.filter(track => /^(requests|conflicts) .*: /.test(track.name))
        .map(track => track.name.replace(/: .*/, "")))) {
        list.push(laneOf(name, data.counters.filter(track => track.name.startsWith(name + ": ")).map(track => {
            const part = track.name.slice(name.length + 2);
            return [part, looks[part] || "others", track.points];
        })));
    }
    return {
        list,
        /* What its parts are at a cycle: pairs of a name and a number. */
        at: (lane, cycle) => lane.parts.map(part => {
            const k = lastUpTo(part.points.time, cycle);
            return [part.name, k >= 0 ? part.points.value[k] : 0];
        })
    };
})();
