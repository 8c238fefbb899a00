/* rows.js - which rows the timeline has, from top to bottom: lanes of counters, host calls, regions, PPs, the tree of groups with
 * their strands, locks. Knows data and state; no canvas. */

const ROW = { height: 20, counter: 44, gap: 8, ruler: 26, head: 20 };
const ROWS_AT_FIRST = 48; /* of groups; deeper ones are collapsed */

function firstTime(track) {
    return track.slices.count > 0 ? track.slices.begin[0] : Infinity;
}

const rows = (() => {
    const isBelow = (track, kind) => {
        const above = track.parent >= 0 ? data.tracks[track.parent] : null;
        return above !== null && above.kind === kind;
    };
    const roots = data.groups.filter(track => !isBelow(track, "group"));
    const ordered = list => list.filter(track => track.kind === "group")
        .sort((one, other) => firstTime(one) - firstTime(other) || one.index - other.index);
    const below = new Map(); /* how many tracks lie below one */
    let list = [];
    let height = 0;

    function countBelow(root) {
        const path = [[root, 0]];
        while (path.length > 0) {
            const top = path[path.length - 1];
            if (top[1] < top[0].children.length) {
                path.push([top[0].children[top[1]++], 0]);
            } else {
                path.pop();
                const sum = top[0].children.reduce((all, child) => all + 1 + (below.get(child.index) || 0), 0);
                below.set(top[0].index, sum);
            }
        }
    }

    /* Collapses from the depth on at which there would be too many rows. */
    function collapseDeep() {
        let level = ordered(roots), shown = 0;
        while (level.length > 0) {
            const next = ordered(level.flatMap(track => track.children));
            shown += level.length;
            if (shown + next.length > ROWS_AT_FIRST) {
                for (const track of level) {
                    state.collapsed.add(track.index);
                }
            }
            level = next;
        }
    }

    function add(row) {
        row.y = height;
        height += row.height;
        list.push(row);
    }

    function head(label) {
        height += ROW.gap;
        add({ kind: "head", label, height: ROW.head, depth: 0 });
    }

    function addGroups(level, depth) {
        for (const track of ordered(level)) {
            const hidden = state.collapsed.has(track.index) ? below.get(track.index) : 0;
            add({ kind: "group", track, depth, height: ROW.height, hidden, children: below.get(track.index),
                label: track.name });
            if (hidden === 0 && track.strands.length > 0) {
                const each = track.strands.length > 3 ? 7 : 12;
                add({ kind: "strands", label: "strands", tracks: track.strands, each, depth: depth + 1,
                    height: 4 + each * track.strands.length });
            }
            if (hidden === 0) {
                addGroups(track.children, depth + 1);
            }
        }
    }

    function addLock(track, depth) {
        const counter = data.counters.find(one => one.key === "PPs waiting for " + track.key);
        add({ kind: "lock", label: track.name, track, counter, depth, height: counter ? 30 : ROW.height });
        if (track.waiters !== null) {
            const all = track.waiters.slices.count;
            add({ kind: "waiters", label: "never get it: " + count(all) + (all === 1 ? " PP" : " PPs"), track: track.waiters,
                depth: depth + 1, height: ROW.height });
        }
    }

    function build() {
        list = [];
        height = ROW.ruler;
        for (const lane of lanes.list) {
            add({ kind: "lane", label: lane.name, lane, height: ROW.counter, depth: 0 });
        }
        for (const track of data.hosts) {
            if (track.slices.count > 0) {
                add({ kind: "host", label: track.name, track, height: ROW.height, depth: 0 });
            }
        }
        for (const track of data.regions) {
            add({ kind: "region", label: track.name, track, height: ROW.height, depth: 0 });
        }
        if (data.pps.length > 0) {
            head("PPs");
            const each = Math.min(16, 200 / data.pps.length);
            add({ kind: "pps", label: "PP", height: Math.max(16, Math.ceil(each * data.pps.length)), depth: 0 });
        }
        if (roots.length > 0) {
            head("groups");
            addGroups(roots, 0);
        }
        if (data.locks.length > 0) {
            head("locks");
            for (const track of data.locks.filter(one => !isBelow(one, "lock"))) {
                addLock(track, 0);
                track.children.forEach(child => addLock(child, 1));
            }
        }
    }

    roots.forEach(countBelow);
    collapseDeep();
    build();
    return {
        get list() { return list; },
        get height() { return height; },
        build,
        toggle(track) {
            if (!state.collapsed.delete(track.index)) {
                state.collapsed.add(track.index);
            }
            build();
            changed();
        },
        /* Opens all groups around a track, so that it has a row. */
        reveal(track) {
            for (let above = track.parent; above >= 0 && data.tracks[above]; above = data.tracks[above].parent) {
                state.collapsed.delete(above);
            }
            build();
        }
    };
})();
