/* classes.js - what colours and patterns mean: the one table of it, and how each looks on a canvas and in the legend. The
 * colours are those of page.css; tests/lab/test_palette.c finds out whether people see them apart. Knows data. */

const LINES = 8; /* source lines that have a look of their own; all others share one */

const classes = (() => {
    /* name: [colour in page.css, pattern, what it means] */
    const table = {
        compute: ["compute", "plain", "computes"],
        barrier: ["barrier", "plain", "waits in a barrier"],
        lock: ["lock", "plain", "waits for a lock"],
        ended: ["ended", "plain", "has ended"],
        hold: ["hold", "plain", "holds a lock"],
        span: ["span", "plain", "a group or a region"],
        load: ["load", "plain", "loads"],
        store: ["store", "plain", "stores"],
        multiprefix: ["multiprefix", "plain", "multiprefix"],
        read: ["load", "stripes", "concurrent reads"],
        equal: ["store", "stripes", "concurrent writes, equal"],
        different: ["store", "checks", "concurrent writes, different"],
        peak: ["peak", "plain", "pale: the most in a pixel\u2019s cycles, full: their average"],
        others: ["others", "plain", "other lines"],
        hit: ["hit", "plain", "found by the search"]
    };
    for (let k = 0; k < LINES; k++) {
        table["line" + k] = ["line" + k % (LINES / 2), k < LINES / 2 ? "plain" : "stripes", ""];
    }
    const colours = {}, patterns = new Map();
    const context = document.createElement("canvas").getContext("2d");

    /* The colours that page.css has for the theme. */
    function read() {
        const style = getComputedStyle(document.documentElement);
        for (const name of ["paper", "ink", "faint", "line", "raised", "band", "select", "on-span",
            ...new Set(Object.values(table).map(row => row[0]))]) {
            colours[name] = style.getPropertyValue("--" + name).trim();
        }
        patterns.clear();
    }

    function makePattern(colour, kind) {
        const tile = document.createElement("canvas"), size = 6;
        tile.width = tile.height = size;
        const ink = tile.getContext("2d");
        ink.fillStyle = colour;
        ink.fillRect(0, 0, size, size);
        ink.fillStyle = colours.paper;
        for (let k = 0; k < size; k++) { /* every other two pixels of a diagonal, both ways for checks */
            ink.fillRect(k, size - 1 - k, 2, 1);
            if (kind === "checks") {
                ink.fillRect(k, k, 2, 1);
            }
        }
        return context.createPattern(tile, "repeat");
    }

    /* What a canvas fills with. */
    function fill(name) {
        const [colour, pattern] = table[name];
        if (pattern === "plain") {
            return colours[colour];
        }
        if (!patterns.has(name)) {
            patterns.set(name, makePattern(colours[colour], pattern));
        }
        return patterns.get(name);
    }

    /* The same as a background of CSS. */
    function background(name) {
        const [colour, pattern] = table[name];
        const stripes = angle => "repeating-linear-gradient(" + angle + "deg, transparent 0 3px, var(--paper) 3px 4.4px)";
        return (pattern === "plain" ? "" : stripes(135) + ", ") + (pattern === "checks" ? stripes(45) + ", " : "") +
            "linear-gradient(var(--" + colour + "), var(--" + colour + "))";
    }

    /* By place the PP-cycles that the trace has of it; by name whether a PP is ever in a slice of that name. */
    const cycles = new Float64Array(data.places.length), isDone = new Uint8Array(data.names.length);
    let hasEnded = false;
    for (const { slices } of data.strands) {
        for (let k = 0; k < slices.count; k++) {
            if (slices.place[k] >= 0) {
                cycles[slices.place[k]] += (slices.end[k] - slices.begin[k]) * slices.numbers[0][k];
            }
        }
    }
    for (const { changes: { count: all, time, name, place } } of data.pps) {
        for (let k = 0; k < all; k++) {
            if (place[k] >= 0) {
                cycles[place[k]] += (k + 1 < all ? time[k + 1] : data.last) - time[k];
            }
            if (name[k] >= 0) {
                isDone[name[k]] = 1;
            } else {
                hasEnded = hasEnded || time[k] < data.last;
            }
        }
    }

    /* Lines, the dearest first; several places may be of one: "file:line" to a name of the table. */
    const ofLine = new Map();
    const keyOf = place => data.places[place].file + ":" + data.places[place].line;
    const ranked = (() => {
        const lines = new Map();
        cycles.forEach((sum, place) => {
            const old = lines.get(keyOf(place)) || { place, sum: 0 };
            lines.set(keyOf(place), { place: old.place, sum: old.sum + sum });
        });
        return [...lines.values()].filter(one => one.sum > 0).sort((one, other) => other.sum - one.sum);
    })();
    ranked.slice(0, LINES).forEach(({ place }, k) => ofLine.set(keyOf(place), "line" + k));
    const ofPlace = data.places.map((_, place) => ofLine.get(keyOf(place)) || "others");

    read();
    return {
        table, colours, read, fill, background,
        isPlain: name => table[name][1] === "plain",
        /* "#2f8f83" of a look, or of "paper", as three numbers */
        rgb(name) {
            const word = parseInt(colours[table[name] ? table[name][0] : name].slice(1), 16);
            return [word >> 16 & 255, word >> 8 & 255, word & 255];
        },
        /* What PPs do somewhere in the run. */
        doings: [["compute", DOES.computes], ["barrier", DOES.barrier], ["lock", DOES.lock]]
            .filter(([, does]) => isDone.some((is, name) => is && data.does[name] === does)).map(([look]) => look)
            .concat(hasEnded ? ["ended"] : []),
        /* The look of a source line. */
        line: place => place >= 0 ? ofPlace[place] : "others",
        /* Places of the lines that have a look of their own, and whether there are others. */
        lines: ranked.slice(0, LINES).map(one => one.place), hasOthers: ranked.length > LINES
    };
})();
