/* lanes.js - counters that are parts of one whole, such as what PPs do or the requests of a cycle: one lies on the other. Knows
 * data. */

const lanes = (() => {
    /* By what a counter is called behind "NAME: ". */
    const looks = { loads: "load", stores: "store", multiprefix: "multiprefix", "concurrent reads": "read",
        "concurrent writes, equal": "equal", "concurrent writes, different": "different" };

    /* The sum of counters, each with a sign, where one of them changes. */
    function sum(list) {
        const all = list.reduce((size, [points]) => size + points.count, 0);
        const time = new Float64Array(all), change = new Float64Array(all);
        let at = 0;
        for (const [points, sign] of list) {
            for (let k = 0; k < points.count; k++, at++) {
                time[at] = points.time[k];
                change[at] = sign * (points.value[k] - (k > 0 ? points.value[k - 1] : 0));
            }
        }
        const order = Uint32Array.from(time.keys()).sort((one, other) => time[one] - time[other]);
        const result = { count: 0, time: new Float64Array(all), value: new Float64Array(all) };
        let value = 0;
        for (const k of order) {
            value += change[k];
            result.count += result.count === 0 || result.time[result.count - 1] !== time[k];
            result.time[result.count - 1] = time[k];
            result.value[result.count - 1] = value;
        }
        return { count: result.count, time: result.time.subarray(0, result.count), value: result.value.subarray(0, result.count) };
    }

    /* A lane of parts [name, look, points]; a part's area reaches to the top of those after it. */
    function laneOf(name, list) {
        const parts = list.map(([part, look, points], k) =>
            ({ name: part, look, points, area: sum(list.slice(k).map(one => [one[2], 1])) }));
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
    const forLocks = data.counters.filter(track => track.key.startsWith("PPs waiting for lock ")).map(track => [track.points, 1]);
    if (running !== undefined && inBarriers !== undefined && running.points.count > 0) {
        const waiting = [[inBarriers.points, 1], ...forLocks], parts = [["wait in barriers", "barrier", inBarriers.points]];
        if (forLocks.length > 0) {
            parts.unshift(["wait for locks", "lock", sum(forLocks)]);
        }
        parts.unshift(["compute", "compute", sum([[running.points, 1], ...waiting.map(([points]) => [points, -1])])]);
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
