/* paint.js - the timeline as a picture, and what lies under a point of it. Knows data, state, classes, rows and ppPicture;
 * nobody's input. Every row draws only what is seen, and of what falls on one pixel one slice. */

const paint = (() => {
    const canvas = document.getElementById("timeline");
    const context = canvas.getContext("2d");
    const FONT = '12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif', SMALL = FONT.replace("12px", "10px");
    const { colours } = classes;
    let width = 0, height = 0, labels = 0;

    const toX = cycle => labels + (cycle - state.from) / (state.to - state.from) * (width - labels);
    const toCycle = x => state.from + (x - labels) / (width - labels) * (state.to - state.from);

    function resize() {
        const box = canvas.parentElement.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
        width = Math.max(100, box.width);
        height = Math.max(50, box.height);
        labels = Math.round(Math.min(240, Math.max(168, width * 0.24), width * 0.4));
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    function text(words, x, y, most, colour) {
        if (most < 14) {
            return;
        }
        context.fillStyle = colour;
        if (context.measureText(words).width > most) {
            let low = 0, high = words.length;
            while (low < high) {
                const middle = (low + high + 1) >> 1;
                if (context.measureText(words.slice(0, middle) + "\u2026").width <= most) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            words = low > 1 ? words.slice(0, low) + "\u2026" : "";
        }
        context.fillText(words, x, y);
    }

    /* ---- slices */

    /* The first slice that may be seen: the one around the first cycle, at depth 0. */
    function firstSeen(slices) {
        let k = Math.max(0, lastUpTo(slices.begin, state.from));
        while (k > 0 && slices.depth[k] > 0) {
            k--;
        }
        return k;
    }

    /* Calls draw(k, x, width) for the slices that are seen; of those that begin in one pixel only for the first of each
     * depth. */
    function eachSeen(slices, draw) {
        const pixel = (state.to - state.from) / (width - labels);
        const drawn = [];
        for (let k = firstSeen(slices); k < slices.count && slices.begin[k] <= state.to; k++) {
            const x = Math.max(labels, toX(slices.begin[k])), depth = slices.depth[k];
            const end = Math.min(width, toX(slices.end[k]));
            if (end < labels || drawn[depth] !== undefined && end < drawn[depth]) {
                const next = lastUpTo(slices.begin, slices.begin[k] + pixel / 2);
                k = end < labels || depth > 0 ? k : Math.max(k, next - 1);
                continue;
            }
            draw(k, x, Math.max(1, end - x));
            drawn[depth] = Math.max(x + 1, end);
        }
    }

    function isSelected(track, k) {
        return state.selected !== null && state.selected.track === track && state.selected.slice === k;
    }

    function frame(x, y, wide, high, colour, line) {
        context.strokeStyle = colour;
        context.lineWidth = line;
        context.strokeRect(x + line / 2, y + line / 2, Math.max(1, wide - line), high - line);
    }

    function drawGroup(row, y) {
        const { track } = row, slices = track.slices;
        eachSeen(slices, (k, x, wide) => {
            const isBarrier = slices.depth[k] > 0;
            const top = isBarrier ? y + row.height - 8 : y + 2, high = isBarrier ? 6 : row.height - 4;
            context.fillStyle = isBarrier ? colours.barrier : colours.span;
            context.fillRect(x, top, wide, high);
            if (!isBarrier && wide > 30) {
                text(data.names[slices.name[k]].replace(/^.*: /, ""), x + 5, y + row.height / 2 - 1, wide - 10, colours["on-span"]);
            }
            if (state.query !== "" && isHit(slices.name[k])) {
                context.fillStyle = colours.hit;
                context.fillRect(x, top - 2, wide, 3);
            }
            if (isSelected(track, k)) {
                frame(x - 1, top - 1, wide + 2, high + 2, colours.select, 2);
            }
        });
        if (row.hidden > 0) {
            drawHidden(row, y);
        }
    }

    /* Where there are groups below a collapsed one: a dotted line at its foot. */
    function drawHidden(row, y) {
        context.fillStyle = colours.ink;
        const slices = row.track.slices;
        eachSeen(slices, (k, x, wide) => {
            for (let dot = x; slices.depth[k] === 0 && dot < x + wide; dot += 6) {
                context.fillRect(dot, y + row.height - 2, 2, 1);
            }
        });
    }

    /* Each strand has the look of its source line. */
    function drawStrands(row, y) {
        row.tracks.forEach((track, lane) => {
            const { name, place } = track.slices, top = y + 2 + lane * row.each;
            eachSeen(track.slices, (k, x, wide) => {
                context.fillStyle = state.query !== "" && isHit(name[k]) ? colours.hit : classes.fill(classes.line(place[k]));
                context.fillRect(x, top, wide, row.each - 1);
                if (isSelected(track, k)) {
                    frame(x - 1, top - 1, wide + 2, row.each + 1, colours.select, 2);
                }
            });
        });
    }

    function drawPlain(row, y, colour) {
        const slices = row.track.slices;
        eachSeen(slices, (k, x, wide) => {
            context.fillStyle = state.query !== "" && isHit(slices.name[k]) ? colours.hit : colour;
            context.fillRect(x, y + 3, Math.max(2, wide), row.height - 6);
            if (isSelected(row.track, k)) {
                frame(x - 1, y + 2, Math.max(4, wide + 2), row.height - 4, colours.select, 2);
            }
        });
    }

    /* ---- counters */

    /* Of each pixel the average of a counter, and the most: two lists. */
    function eachPixel(points) {
        const averages = new Float64Array(Math.max(0, Math.ceil(width - labels))), peaks = new Float64Array(averages.length);
        for (let x = 0; x < averages.length; x++) {
            const { average, most } = over(points, toCycle(labels + x), toCycle(labels + x + 1));
            averages[x] = average;
            peaks[x] = most;
        }
        return { averages, peaks };
    }

    /* Columns as high as their values; `most` is as high as the row. */
    function drawColumns(values, most, y, high, fill) {
        context.fillStyle = fill;
        for (let x = 0; x < values.length; x++) {
            const size = most > 0 ? Math.round(high * values[x] / most) : 0;
            context.fillRect(labels + x, y + high - size, 1, size);
        }
    }

    function greatest(points) {
        let most = 0;
        for (let k = 0; k < points.count; k++) {
            most = Math.max(most, points.value[k]);
        }
        return most;
    }

    /* The most that the counters of a row come to, at the height of that, and 0. */
    function drawScale(most, y, high) {
        context.font = SMALL;
        context.textAlign = "right";
        context.fillStyle = colours.faint;
        context.fillText(count(most), labels - 8, y + 5);
        context.fillText("0", labels - 8, y + high - 4);
        context.fillRect(labels - 5, y, 4, 1);
        context.fillRect(labels - 5, y + high - 1, 4, 1);
        context.textAlign = "left";
        context.font = FONT;
    }

    function drawLane(row, y) {
        const { parts, most } = row.lane, high = row.height - 5;
        parts.forEach((part, k) => {
            const { averages, peaks } = eachPixel(part.area);
            if (k === 0) {
                drawColumns(peaks, most, y + 3, high, colours.peak);
            }
            drawColumns(averages, most, y + 3, high, classes.fill(part.look));
        });
        if (most === 0) { /* the row is not there by mistake */
            text("none", labels + 8, y + row.height / 2, 100, colours.faint);
        }
        if (state.selected !== null && state.selected.lane === row.lane) {
            frame(labels, y + 1, width - labels, row.height - 2, colours.select, 2);
        }
    }

    function drawLock(row, y) {
        const slices = row.track.slices;
        if (row.counter) {
            const { averages, peaks } = eachPixel(row.counter.points), most = greatest(row.counter.points);
            drawColumns(peaks, most, y + 3, row.height - 5, colours.peak);
            drawColumns(averages, most, y + 3, row.height - 5, colours.lock);
        }
        eachSeen(slices, (k, x, wide) => {
            context.fillStyle = colours.paper; /* an edge between the holder and those that wait */
            context.fillRect(x, y + 6, wide, row.height - 12);
            context.fillStyle = colours.hold;
            context.fillRect(x, y + 7, wide, row.height - 14);
            text("PP " + slices.numbers[0][k], x + 4, y + row.height / 2, wide - 8, "#ffffff");
            if (slices.numbers[2][k] > 0 && k > 0) { /* handed over */
                const before = Math.max(labels, toX(slices.end[k - 1]));
                context.fillRect(before, y + row.height / 2 - 1, x - before, 2);
            }
            if (state.query !== "" && isHit(slices.name[k])) {
                context.fillStyle = colours.hit;
                context.fillRect(x, y + 3, wide, 3);
            }
            if (isSelected(row.track, k)) {
                frame(x - 1, y + 5, wide + 2, row.height - 10, colours.select, 2);
            }
        });
    }

    function drawPps(row, y) {
        ppPicture.draw(context, labels, y + 1, width - labels, row.height - 2);
        if (state.selected !== null && state.selected.pp !== undefined) {
            const { pp, change } = state.selected, changes = pp.changes;
            const high = row.height / data.pps.length, at = data.pps.indexOf(pp);
            const x = Math.max(labels, toX(changes.time[change]));
            const end = Math.min(width, toX(change + 1 < changes.count ? changes.time[change + 1] : data.last));
            if (end >= labels && x <= width) {
                frame(x - 1, y + at * high - 1, end - x + 2, Math.max(4, high + 2), colours.select, 2);
            }
        }
    }

    /* PPs that wait for a lock to the end: how many there are of them already. */
    function drawWaiters(row, y) {
        const { slices } = row.track, high = row.height - 4;
        context.fillStyle = colours.lock;
        for (let k = 0; k < slices.count; k++) {
            const x = Math.max(labels, toX(slices.begin[k])), size = Math.max(1, high * (k + 1) / slices.count);
            const next = k + 1 < slices.count ? toX(slices.begin[k + 1]) : toX(slices.end[k]);
            context.fillRect(x, y + 2 + high - size, next - x, size);
        }
        if (state.selected !== null && state.selected.track === row.track) {
            const x = Math.max(labels, toX(slices.begin[state.selected.slice]));
            frame(x, y + 1, toX(slices.end[state.selected.slice]) - x, row.height - 2, colours.select, 2);
        }
    }

    /* ---- the whole */

    const draws = {
        lane: drawLane, group: drawGroup, strands: drawStrands, lock: drawLock, waiters: drawWaiters, pps: drawPps,
        host: (row, y) => drawPlain(row, y, row.track.name === "host calls" ? colours.faint : colours.ink),
        region: (row, y) => drawPlain(row, y, colours.span), head: () => {}
    };

    function drawLabel(row, y) {
        const x = 10 + 11 * Math.min(row.depth, 12), middle = y + row.height / 2;
        if (row.kind === "head") {
            context.font = "600 " + FONT;
            text(row.label, 10, middle, labels, colours.ink);
            context.font = FONT;
            return;
        }
        if (row.children > 0) {
            text(row.hidden > 0 ? "\u25b8" : "\u25be", x - 6, middle, 20, colours.faint);
        }
        const more = row.hidden > 0 ? " (+" + count(row.hidden) + ")" : "";
        const top = row.kind === "lane" ? row.lane.most : row.counter ? greatest(row.counter.points) : 0;
        const room = top > 0 ? context.measureText(count(top)).width : 0; /* of the scale */
        if (top > 0) {
            drawScale(top, y + 3, row.height - 5);
        }
        if (row.kind !== "pps") {
            const most = labels - x - 10 - room, whole = row.label + more;
            const isLong = context.measureText(whole).width > most; /* then the line is worth more than the file's name */
            text(isLong ? whole.replace(/, [^ ]*(:\d+)/, " $1") : whole, x + 6, middle, most, colours.ink);
        } else if (row.height / data.pps.length >= 12) {
            data.pps.forEach((pp, k) =>
                text(pp.name, x + 6, y + (k + 0.5) * row.height / data.pps.length, labels, colours.faint));
        } else {
            text(data.pps[0].name + " \u2013 " + data.pps[data.pps.length - 1].pp, x + 6, y + 10, labels - x - 10, colours.ink);
        }
    }

    function drawRuler() {
        context.fillStyle = colours.raised;
        context.fillRect(0, 0, width, ROW.ruler);
        context.fillStyle = colours.line;
        context.fillRect(0, ROW.ruler - 1, width, 1);
        const apart = 14 + 2 * context.measureText(count(state.to)).width; /* so the last label has room beside the one before */
        const rough = (state.to - state.from) / Math.max(2, (width - labels) / apart);
        const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
        const step = Math.max(1, [1, 2, 5, 10].map(k => k * power).find(k => k >= rough));
        const first = count(Math.round(state.from)), rest = state.from % step, last = Math.round(state.to);
        let free = labels; /* from where on no label stands */
        const label = (cycle, at) => {
            const wide = context.measureText(count(cycle)).width, x = Math.min(at + 4, width - 2 - wide);
            if (x >= free) {
                text(count(cycle), x, ROW.ruler / 2 - 1, 100, colours.faint);
                free = x + wide + 6;
            }
        };
        if (rest > 0) {
            text(first, labels + 4, ROW.ruler / 2 - 1, 100, colours.faint);
            free = labels + 14 + context.measureText(first).width;
        }
        /* The end of the run goes before a tick that stands too near. */
        const end = last === data.last ? width - 8 - context.measureText(count(last)).width : width;
        for (let cycle = Math.ceil(state.from / step) * step; cycle <= state.to; cycle += step) {
            const x = toX(cycle);
            context.fillStyle = colours.line;
            context.fillRect(Math.round(x), ROW.ruler - 7, 1, height);
            if (x + 4 + context.measureText(count(cycle)).width <= end || end === width) {
                label(cycle, x);
            }
        }
        if (last === data.last) {
            label(last, width);
        }
        const words = data.begin === 0 ? "cycle" : (state.begin > 0 ? "\u25b8 " : "\u25be ") + data.before + ": " +
            count(data.begin) + " cycles";
        text(words, 10, ROW.ruler / 2 - 1, labels - 14, colours.faint);
    }

    /* What the runtime does before main, where it is shown. */
    function drawStartUp() {
        const end = Math.min(width, toX(data.begin));
        if (data.begin > state.from && end > labels) {
            context.fillStyle = colours.band;
            context.fillRect(labels, ROW.ruler, end - labels, height);
        }
    }

    function drawCursor() {
        const x = toX(state.cursor);
        if (x < labels || x > width) {
            return;
        }
        context.fillStyle = colours.select;
        context.fillRect(Math.round(x) - 0.5, 0, 1, height);
        context.beginPath();
        context.moveTo(x - 5, 0);
        context.lineTo(x + 5, 0);
        context.lineTo(x, 7);
        context.fill();
    }

    function draw() {
        state.scroll = Math.max(0, Math.min(state.scroll, rows.height - height + 12));
        context.font = FONT;
        context.textBaseline = "middle";
        context.fillStyle = colours.paper;
        context.fillRect(0, 0, width, height);
        drawStartUp();
        drawRuler();
        context.save();
        context.beginPath();
        context.rect(0, ROW.ruler, width, height);
        context.clip();
        for (const row of rows.list) {
            const y = row.y - state.scroll;
            if (y + row.height < ROW.ruler || y > height) {
                continue;
            }
            draws[row.kind](row, y);
            context.fillStyle = colours.paper;
            context.fillRect(0, y, labels, row.height);
            drawLabel(row, y);
        }
        context.restore();
        drawCursor();
    }

    /* ---- what lies under a point */

    /* The deepest slice at a cycle, or the nearest within three pixels; -1: there is none. */
    function sliceAt(slices, cycle) {
        const near = 3 * (state.to - state.from) / (width - labels);
        let found = -1;
        for (let k = lastUpTo(slices.begin, cycle + near); k >= 0; k--) {
            if (slices.end[k] + near >= cycle && (found < 0 || slices.begin[k] <= cycle && slices.end[k] >= cycle &&
                slices.depth[k] > slices.depth[found])) {
                found = k;
            }
            if (slices.depth[k] === 0 && (found >= 0 || slices.end[k] < cycle - near)) {
                break;
            }
        }
        return found;
    }

    function at(x, y) {
        const row = rows.list.find(one => y + state.scroll >= one.y && y + state.scroll < one.y + one.height);
        const result = { row: y >= ROW.ruler ? row : undefined, cycle: toCycle(x), isLabel: x < labels, isRuler: y < ROW.ruler };
        if (result.row === undefined || result.isLabel) {
            return result;
        }
        if (row.kind === "pps") {
            const k = Math.floor((y + state.scroll - row.y) / row.height * data.pps.length);
            result.pp = data.pps[Math.min(data.pps.length - 1, k)];
            result.change = ppPicture.changeAt(result.pp, result.cycle);
            result.mixture = ppPicture.mixtureAt((y + state.scroll - row.y) / row.height, result.cycle, row.height - 2, width - labels);
        }
        const lane = row.tracks && row.each ? Math.floor((y + state.scroll - row.y - 2) / row.each) : -1;
        result.track = lane >= 0 ? row.tracks[lane] : row.track;
        const slice = result.track ? sliceAt(result.track.slices, result.cycle) : -1;
        if (slice >= 0) {
            result.slice = slice;
        }
        return result;
    }

    resize();
    whenChanged(draw);
    return {
        at, toX, toCycle, canvas,
        get labels() { return labels; },
        get width() { return width; },
        refresh() {
            classes.read();
            resize();
            changed();
        }
    };
})();
