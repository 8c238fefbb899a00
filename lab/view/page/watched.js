/* watched.js - watched arrays: the words at the cursor as bars, and all of them over the time that is seen as an image.
 * Knows data, state and paint's colours. */

const watched = (() => {
    const box = document.getElementById("watched");
    const cell = new DataView(new ArrayBuffer(4));
    /* Blue through green to yellow, dark to light. */
    function shade(share) {
        const stops = [[43, 33, 84], [44, 82, 132], [33, 136, 135], [96, 186, 101], [246, 222, 62]];
        const at = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1), k = Math.floor(at);
        return stops[k].map((from, part) => from + (stops[k + 1][part] - from) * (at - k));
    }
    const shades = Array.from({ length: 256 }, (_, k) => shade(k / 255));

    const views = data.watched.filter(track => track.words > 0).map(makeView);

    function makeView(track) {
        const view = {
            track, name: track.name.replace(/^watched /, ""), points: track.points, done: 0,
            words: new Float64Array(track.words), format: isLikelyFloat(track.points) ? "float" : "int", low: 0, high: 1,
            side: Number.isInteger(Math.sqrt(track.words)) && track.words >= 16 ? Math.sqrt(track.words) : 0, isMesh: false
        };
        /* before[k]: what the word of change k was until then, so that one can go back */
        view.before = new Float64Array(view.points.count);
        const head = document.createElement("h2"), value = document.createElement("span");
        head.append(view.name + (track.words > 1 ? "[" + track.words + "]" : ""), value);
        value.className = "value";
        view.value = value;
        view.bars = addCanvas("bars");
        view.image = addCanvas("image");
        view.menu = document.createElement("select");
        for (const name of ["int", "unsigned", "float"]) {
            view.menu.append(new Option(name, name));
        }
        view.menu.value = view.format;
        view.menu.setAttribute("aria-label", "numbers of " + view.name);
        view.menu.addEventListener("change", () => {
            view.format = view.menu.value;
            findRange(view);
            changed();
        });
        head.append(view.menu);
        if (view.side > 0) {
            head.append(shapeMenu(view));
        }
        box.append(head, view.bars, view.image);
        view.bars.addEventListener("mousemove", event => {
            view.pointed = Math.floor(event.offsetX / view.bars.clientWidth * track.words);
            sayValue(view);
        });
        view.image.addEventListener("click", event =>
            setCursor(state.from + event.offsetX / view.image.clientWidth * (state.to - state.from)));
        findRange(view);
        return view;
    }

    /* Whether most words look like floats: as integers they would be very large. */
    function isLikelyFloat(points) {
        let floats = 0, all = 0;
        for (let k = 0; k < Math.min(points.count, 10000); k++) {
            cell.setInt32(0, points.value[k]);
            const size = Math.abs(cell.getFloat32(0));
            all += points.value[k] !== 0;
            floats += Math.abs(points.value[k]) > 1e6 && size > 1e-12 && size < 1e12;
        }
        return floats > 0.8 * all;
    }

    /* An array of n x n words may be seen as a mesh. */
    function shapeMenu(view) {
        const menu = document.createElement("select");
        menu.append(new Option("bars", ""), new Option(view.side + " \u00d7 " + view.side, "mesh"));
        menu.setAttribute("aria-label", "shape of " + view.name);
        menu.style.marginLeft = "0";
        menu.addEventListener("change", () => {
            view.isMesh = menu.value === "mesh";
            changed();
        });
        return menu;
    }

    function addCanvas(name) {
        const canvas = document.createElement("canvas");
        canvas.className = name;
        return canvas;
    }

    function shown(view, word) {
        if (view.format === "int") {
            return word;
        }
        cell.setInt32(0, word);
        return view.format === "unsigned" ? cell.getUint32(0) : cell.getFloat32(0);
    }

    function findRange(view) {
        view.low = view.high = 0;
        for (let k = 0; k < view.points.count; k++) {
            const value = shown(view, view.points.value[k]);
            if (Number.isFinite(value)) {
                view.low = Math.min(view.low, value);
                view.high = Math.max(view.high, value);
            }
        }
        view.high = view.high > view.low ? view.high : view.low + 1;
    }

    /* Brings the words to what they are after a cycle: forwards or backwards, change by change. */
    function goTo(view, cycle) {
        const { time, index, value, count: all } = view.points;
        while (view.done < all && time[view.done] <= cycle) {
            view.before[view.done] = view.words[index[view.done]];
            view.words[index[view.done]] = value[view.done];
            view.done++;
        }
        while (view.done > 0 && time[view.done - 1] > cycle) {
            view.done--;
            view.words[index[view.done]] = view.before[view.done];
        }
    }

    function prepare(canvas) {
        const ratio = window.devicePixelRatio || 1;
        canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
        canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
        const context = canvas.getContext("2d");
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        return context;
    }

    function sayValue(view) {
        const k = view.pointed;
        view.value.textContent = k >= 0 && k < view.words.length
            ? "[" + (view.track.first + k) + "] = " + shown(view, view.words[k])
            : "cycle " + count(state.cursor);
    }

    /* Puts an image into the whole of a canvas. */
    function drawPicture(context, canvas, image) {
        const picture = document.createElement("canvas");
        picture.width = image.width;
        picture.height = image.height;
        picture.getContext("2d").putImageData(image, 0, 0);
        context.imageSmoothingEnabled = false;
        context.drawImage(picture, 0, 0, canvas.clientWidth, canvas.clientHeight);
    }

    function setPixel(image, k, view, word) {
        const share = (shown(view, word) - view.low) / (view.high - view.low);
        image.data.set(shades[Math.round(255 * Math.min(1, Math.max(0, share || 0)))], 4 * k);
        image.data[4 * k + 3] = 255;
    }

    function drawMesh(view) {
        const context = prepare(view.bars), image = context.createImageData(view.side, view.side);
        view.words.forEach((word, k) => setPixel(image, k, view, word));
        drawPicture(context, view.bars, image);
    }

    function drawBars(view) {
        const context = prepare(view.bars), width = view.bars.clientWidth, height = view.bars.clientHeight - 4;
        const scale = height / (view.high - view.low), zero = 2 + view.high * scale;
        const each = width / view.words.length;
        context.clearRect(0, 0, width, height + 4);
        context.fillStyle = paint.colours.compute;
        for (let x = 0; x < Math.min(width, view.words.length); x++) {
            /* of words that share a pixel the greatest and the least */
            const first = each >= 1 ? x : Math.floor(x / each);
            const end = each >= 1 ? x + 1 : Math.min(view.words.length, Math.max(first + 1, Math.floor((x + 1) / each)));
            let low = Infinity, high = -Infinity;
            for (let k = first; k < end; k++) {
                const value = shown(view, view.words[k]);
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            const top = zero - Math.max(0, high) * scale, foot = zero - Math.min(0, low) * scale;
            context.fillRect(first * each, top, Math.max(0.7, each - (each > 3 ? 1 : 0)), Math.max(1, foot - top));
        }
        context.fillStyle = paint.colours.select; /* what has changed last */
        for (let k = view.done - 1; k >= 0 && view.points.time[k] === view.points.time[view.done - 1]; k--) {
            context.fillRect(view.points.index[k] * each, height + 1, Math.max(2, each - 1), 3);
        }
    }

    function drawImage(view) {
        const context = prepare(view.image), columns = Math.max(1, Math.round(view.image.clientWidth));
        const lines = Math.min(view.words.length, Math.max(1, Math.round(view.image.clientHeight)));
        const image = context.createImageData(columns, lines);
        const end = state.cursor;
        for (let x = 0; x < columns; x++) {
            goTo(view, state.from + (x + 1) / columns * (state.to - state.from));
            for (let y = 0; y < lines; y++) {
                setPixel(image, y * columns + x, view, view.words[Math.floor(y * view.words.length / lines)]);
            }
        }
        goTo(view, end);
        drawPicture(context, view.image, image);
        const x = (state.cursor - state.from) / (state.to - state.from) * view.image.clientWidth;
        context.fillStyle = paint.colours.select;
        context.fillRect(x, 0, 1.5, view.image.clientHeight);
    }

    function draw() {
        for (const view of views) {
            goTo(view, state.cursor);
            sayValue(view);
            view.bars.style.height = view.isMesh ? view.bars.clientWidth + "px" : "";
            if (view.isMesh) {
                drawMesh(view);
            } else {
                drawBars(view);
            }
            const key = [state.from, state.to, state.cursor, view.format, view.image.clientWidth].join();
            if (view.drawn !== key) {
                drawImage(view);
            }
            view.drawn = key;
        }
    }

    box.hidden = views.length === 0;
    whenChanged(draw);
    return {
        /* The words of an array at the cursor, as they are shown. */
        words: name => {
            const view = views.find(one => one.name === name);
            goTo(view, state.cursor);
            return Array.from(view.words, word => shown(view, word));
        }
    };
})();
