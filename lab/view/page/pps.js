/* pps.js - what thousands of PPs do, as a picture: a pixel is the mixture of what its PPs do in its cycles. Knows data
 * and state; draws into a canvas that it is given. */

/* "#2f8f83" as numbers */
function rgb(colour) {
    const word = parseInt(colour.trim().slice(1), 16);
    return [word >> 16 & 255, word >> 8 & 255, word & 255];
}

/* A colour for each source line, far from its neighbours on the wheel. */
function lineColour(place, isDark) {
    const hue = data.places[place].line * 47 % 360, lightness = isDark ? 0.58 : 0.48;
    const part = shift => {
        const k = (shift + hue / 30) % 12;
        return Math.round(255 * (lightness - 0.45 * Math.min(lightness, 1 - lightness) *
            Math.max(-1, Math.min(k - 3, 9 - k, 1))));
    };
    return [part(0), part(8), part(4)];
}

const placeColours = { light: [], dark: [] };

/* The same as a text, which is asked for often. */
function placeColour(place, isDark) {
    const list = isDark ? placeColours.dark : placeColours.light;
    if (list[place] === undefined) {
        list[place] = place < 0 ? "gray" : "rgb(" + lineColour(place, isDark).join() + ")";
    }
    return list[place];
}

const ppPicture = (() => {
    const picture = document.createElement("canvas");
    let made = ""; /* what it shows */

    /* Colours by what a PP does, or by where. */
    function palette(colours, isDark) {
        const byDoing = [rgb(colours.ended), rgb(colours.compute), rgb(colours.barrier), rgb(colours.lock)];
        const byPlace = state.colours === "lines" ? data.places.map((_, k) => lineColour(k, isDark)) : [];
        return (name, place) => {
            if (name < 0) {
                return byDoing[0];
            }
            return state.colours === "lines" && place >= 0 ? byPlace[place] : byDoing[data.does[name]];
        };
    }

    /* Adds a colour to the pixels x .. end of a line of sums, by how much of each it covers. */
    function cover(sums, x, end, colour) {
        const first = Math.floor(x), last = Math.min(Math.floor(end), sums.length / 4 - 1);
        for (let k = first; k <= last; k++) {
            const share = Math.min(end, k + 1) - Math.max(x, k);
            sums[4 * k] += share * colour[0];
            sums[4 * k + 1] += share * colour[1];
            sums[4 * k + 2] += share * colour[2];
            sums[4 * k + 3] += share;
        }
    }

    function addPp(sums, pp, width, colour) {
        const { time, name, place, count: changes } = pp.changes;
        const scale = width / (state.to - state.from);
        for (let k = Math.max(0, lastUpTo(time, state.from)); k < changes && time[k] < state.to; k++) {
            const end = k + 1 < changes ? time[k + 1] : data.last;
            const x = Math.max(0, (time[k] - state.from) * scale);
            const right = Math.min(width, (end - state.from) * scale);
            if (right > x) {
                cover(sums, x, right, colour(name[k], place[k]));
            }
        }
    }

    /* Makes the picture; lines of pixels that several PPs share are their mixture. */
    function make(columns, lines, colours, isDark) {
        picture.width = columns;
        picture.height = lines;
        const context = picture.getContext("2d");
        const image = context.createImageData(columns, lines);
        const sums = new Float32Array(4 * columns);
        const colour = palette(colours, isDark), empty = rgb(colours.ended);
        for (let line = 0; line < lines; line++) {
            sums.fill(0);
            const end = Math.floor((line + 1) * data.pps.length / lines);
            for (let k = Math.floor(line * data.pps.length / lines); k < end; k++) {
                addPp(sums, data.pps[k], columns, colour);
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
    function draw(canvas, x, y, width, height, colours, isDark) {
        const lines = Math.min(Math.round(height), data.pps.length);
        const columns = Math.max(1, Math.round(width));
        const key = [columns, lines, state.from, state.to, state.colours, isDark].join();
        if (key !== made) {
            make(columns, lines, colours, isDark);
        }
        made = key;
        canvas.imageSmoothingEnabled = false;
        canvas.drawImage(picture, x, y, width, height);
        if (height / data.pps.length >= 8) {
            canvas.strokeStyle = colours.paper;
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

    return { draw, changeAt };
})();
