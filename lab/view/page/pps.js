/* pps.js - what thousands of PPs do, as a picture: a pixel is the mixture of what its PPs do in its cycles. Knows data,
 * state and classes; draws into a canvas that it is given. */

const ppPicture = (() => {
    const picture = document.createElement("canvas");
    let made = ""; /* what it shows */

    const looks = ["ended", "compute", "barrier", "lock"]; /* by DOES */

    /* The look of what a PP does, or of where it does that. */
    function lookOf(name, place) {
        if (name < 0) {
            return "ended";
        }
        return state.colours === "lines" && place >= 0 ? classes.line(place) : looks[data.does[name]];
    }

    /* Of what PPs do, by name and place: its colour, and that between its stripes. */
    function makeInks() {
        const inkOf = look => ({ full: classes.rgb(look), gap: classes.isPlain(look) ? classes.rgb(look) : classes.rgb("paper") });
        const byName = data.names.map((_, name) => inkOf(lookOf(name, -1))), ended = inkOf("ended");
        const byPlace = state.colours === "lines" ? data.places.map((_, place) => inkOf(classes.line(place))) : [];
        return (name, place) => name < 0 ? ended : byPlace[place] || byName[name];
    }

    /* Adds a colour to the pixels x .. end of a line of sums, by how much of each it covers. */
    function cover(sums, line, x, end, ink) {
        const first = Math.floor(x), last = Math.min(Math.floor(end), sums.length / 4 - 1);
        for (let k = first; k <= last; k++) {
            const share = Math.min(end, k + 1) - Math.max(x, k), colour = (k + line) % 6 < 2 ? ink.gap : ink.full;
            sums[4 * k] += share * colour[0];
            sums[4 * k + 1] += share * colour[1];
            sums[4 * k + 2] += share * colour[2];
            sums[4 * k + 3] += share;
        }
    }

    /* Calls take(name, place, begin, end) for what a PP does between two cycles. */
    function eachDone(pp, from, to, take) {
        const { time, name, place, count: changes } = pp.changes;
        for (let k = Math.max(0, lastUpTo(time, from)); k < changes && time[k] < to; k++) {
            const begin = Math.max(from, time[k]), end = Math.min(to, k + 1 < changes ? time[k + 1] : data.last);
            if (end > begin) {
                take(name[k], place[k], begin, end);
            }
        }
    }

    function addPp(sums, line, pp, width, inks) {
        const scale = width / (state.to - state.from);
        eachDone(pp, state.from, state.to, (name, place, begin, end) =>
            cover(sums, line, (begin - state.from) * scale, (end - state.from) * scale, inks(name, place)));
    }

    /* Makes the picture; lines of pixels that several PPs share are their mixture. */
    function make(columns, lines) {
        picture.width = columns;
        picture.height = lines;
        const context = picture.getContext("2d");
        const image = context.createImageData(columns, lines);
        const sums = new Float32Array(4 * columns);
        const inks = makeInks(), empty = classes.rgb("ended");
        for (let line = 0; line < lines; line++) {
            sums.fill(0);
            const end = Math.floor((line + 1) * data.pps.length / lines);
            for (let k = Math.floor(line * data.pps.length / lines); k < end; k++) {
                addPp(sums, line, data.pps[k], columns, inks);
            }
            for (let k = 0; k < columns; k++) {
                const at = 4 * (line * columns + k), all = sums[4 * k + 3];
                for (let part = 0; part < 3; part++) {
                    image.data[at + part] = all > 0 ? sums[4 * k + part] / all : empty[part];
                }
                image.data[at + 3] = 255;
            }
        }
        context.putImageData(image, 0, 0);
    }

    /* Draws all PPs into the rectangle. The picture is made again only if other cycles or colours are seen. */
    function draw(canvas, x, y, width, height) {
        const lines = Math.min(Math.round(height), data.pps.length);
        const columns = Math.max(1, Math.round(width));
        const key = [columns, lines, state.from, state.to, state.colours, classes.colours.paper].join();
        if (key !== made) {
            make(columns, lines);
        }
        made = key;
        canvas.imageSmoothingEnabled = false;
        canvas.drawImage(picture, x, y, width, height);
        if (height / data.pps.length >= 8) {
            canvas.strokeStyle = classes.colours.paper;
            canvas.lineWidth = 1;
            canvas.beginPath();
            for (let k = 1; k < data.pps.length; k++) {
                const line = Math.round(y + k * height / data.pps.length) - 0.5;
                canvas.moveTo(x, line);
                canvas.lineTo(x + width, line);
            }
            canvas.stroke();
        }
    }

    /* What the PP does in a cycle: the number of its change; -1: nothing yet. */
    function changeAt(pp, cycle) {
        return lastUpTo(pp.changes.time, cycle);
    }

    /* What is mixed at a point: {first, last, from, to, shares}, PPs and cycles of one pixel; shares of looks, the largest
     * first. `part` is how far down the picture the point is. */
    function mixtureAt(part, cycle, height, width) {
        const lines = Math.min(Math.round(height), data.pps.length), line = Math.min(lines - 1, Math.floor(part * lines));
        const pixel = (state.to - state.from) / width, from = state.from + Math.floor((cycle - state.from) / pixel) * pixel;
        const first = Math.floor(line * data.pps.length / lines), end = Math.floor((line + 1) * data.pps.length / lines);
        const sums = new Map();
        for (let k = first; k < end; k++) {
            eachDone(data.pps[k], from, from + pixel, (name, place, begin, until) => {
                const look = lookOf(name, place);
                sums.set(look, (sums.get(look) || 0) + until - begin);
            });
        }
        const all = [...sums.values()].reduce((sum, one) => sum + one, 0);
        const shares = [...sums].map(([look, sum]) => [look, sum / all]).sort((one, other) => other[1] - one[1]);
        return { first: data.pps[first], last: data.pps[end - 1], from, to: from + pixel, shares };
    }

    return { draw, changeAt, mixtureAt };
})();
