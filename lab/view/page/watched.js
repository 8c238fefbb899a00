/* watched.js - watched arrays: the words at the cursor as bars or as a mesh, and all of them over the time that is seen as an
 * image. Knows data, state and classes. */

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
        const name = track.name.replace(/^watched /, ""), declared = declarationOf(name, track.words);
        const side = Number.isInteger(Math.sqrt(track.words)) && track.words >= 16 ? Math.sqrt(track.words) : 0;
        const view = {
            track, name, points: track.points, done: 0, words: new Float64Array(track.words), low: 0, high: 1,
            format: declared.format || (isLikelyFloat(track.points) ? "float" : "int"),
            columns: declared.columns || side, isMesh: declared.columns > 0, isOne: track.words === 1
        };
        /* before[k]: what the word of change k was until then, so that one can go back */
        view.before = new Float64Array(view.points.count);
        const head = document.createElement("h2"), value = document.createElement("span");
        const sizes = declared.columns > 0 && track.first === 0 ? [rowsOf(view), view.columns] : [track.words];
        head.append(view.name + (view.isOne ? "" : sizes.map(size => "[" + size + "]").join("")), value);
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
        if (view.columns > 0) {
            head.append(shapeMenu(view));
        }
        view.scale = document.createElement("p");
        view.scale.className = "scale";
        box.append(head, ...view.isOne ? [] : [view.bars], view.scale, view.image);
        view.bars.addEventListener("mousemove", event => {
            view.pointed = wordAt(view, event.offsetX / view.bars.clientWidth, event.offsetY / view.bars.clientHeight);
            sayValue(view);
        });
        view.bars.addEventListener("mouseleave", () => {
            view.pointed = -1;
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

    /* {columns, format} as the program declares the array, as far as its text says so: sh float src[N][N]; */
    function declarationOf(name, words) {
        const texts = data.files.filter(file => !file.library && file.text !== null).map(file => file.text);
        for (const text of texts) {
            const bare = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, " ");
            for (const [, declaration] of bare.matchAll(/\bsh\b([^;(){}]*);/g)) {
                const found = new RegExp("(?:^|[^\\w])" + name + "\\s*((?:\\[[^\\]]*\\]\\s*)+)").exec(declaration);
                if (found !== null) {
                    const sizes = [...found[1].matchAll(/\[([^\]]*)\]/g)].map(one => one[1].trim());
                    return { columns: sizes.length === 2 ? columnsOf(sizes, words, texts) : 0,
                        format: (/\b(float|unsigned)\b/.exec(declaration) || [])[1] };
                }
            }
        }
        return { columns: 0 };
    }

    /* Of an array [rows][columns], whose sizes may be macros; 0: it cannot be told. */
    function columnsOf([rowsText, columnsText], words, texts) {
        const valueOf = size => {
            const defined = texts.map(text => new RegExp("^[ \\t]*#[ \\t]*define[ \\t]+" + size.replace(/\W/g, "") + "[ \\t]+(\\d+)\\b", "m")
                .exec(text)).find(one => one !== null);
            return /^\d+$/.test(size) ? Number(size) : defined ? Number(defined[1]) : 0;
        };
        const root = Math.sqrt(words), rowCount = valueOf(rowsText), columnCount = valueOf(columnsText);
        if (columnCount > 1 && columnCount < words && words % columnCount === 0) {
            return columnCount;
        }
        if (rowsText === columnsText && Number.isInteger(root) && root > 1) {
            return root; /* a macro of the command line */
        }
        return rowCount > 1 && rowCount < words && words % rowCount === 0 ? words / rowCount : 0;
    }

    function rowsOf(view) {
        return Math.ceil(view.words.length / view.columns);
    }

    /* The word at a point of the bars or the mesh, both from 0 to 1. */
    function wordAt(view, x, y) {
        return view.isMesh ? Math.floor(y * rowsOf(view)) * view.columns + Math.floor(x * view.columns) : Math.floor(x * view.words.length);
    }

    /* An array of two dimensions, or of n x n words, may be seen as a mesh. */
    function shapeMenu(view) {
        const menu = document.createElement("select");
        menu.append(new Option("bars", ""), new Option(rowsOf(view) + " \u00d7 " + view.columns, "mesh"));
        menu.value = view.isMesh ? "mesh" : "";
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
        sayScale(view);
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
        if (view.isOne) {
            view.value.textContent = "= " + shown(view, view.words[0]) + ", cycle " + count(state.cursor);
            return;
        }
        const k = view.pointed, at = k + view.track.first;
        const index = view.isMesh ? "[" + Math.floor(at / view.columns) + "][" + at % view.columns + "] = " : "[" + at + "] = ";
        view.value.textContent = k >= 0 && k < view.words.length ? index + shown(view, view.words[k]) : "cycle " + count(state.cursor);
    }

    /* The least and the most that a word is in the run, with the shades between them. */
    function sayScale(view) {
        const bar = document.createElement("i"), number = value => Number(value.toPrecision(4)).toString();
        if (view.isOne) {
            view.scale.textContent = number(view.low) + " to " + number(view.high);
            return;
        }
        bar.style.background = "linear-gradient(90deg, " + [0, 0.25, 0.5, 0.75, 1].map(part => "rgb(" + shade(part).join() + ")").join() + ")";
        view.scale.replaceChildren(number(view.low), bar, number(view.high));
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
        const context = prepare(view.bars), image = context.createImageData(view.columns, rowsOf(view));
        view.words.forEach((word, k) => setPixel(image, k, view, word));
        drawPicture(context, view.bars, image);
    }

    function drawBars(view) {
        const context = prepare(view.bars), width = view.bars.clientWidth, height = view.bars.clientHeight - 4;
        const scale = height / (view.high - view.low), zero = 2 + view.high * scale;
        const each = width / view.words.length;
        context.clearRect(0, 0, width, height + 4);
        context.fillStyle = classes.colours.faint;
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
        context.fillStyle = classes.colours.select; /* what has changed last */
        for (let k = view.done - 1; k >= 0 && view.points.time[k] === view.points.time[view.done - 1]; k--) {
            context.fillRect(view.points.index[k] * each, height + 1, Math.max(2, each - 1), 3);
        }
    }

    /* One word over the time that is seen: from 0 to the least and the most of each pixel's cycles. */
    function drawCurve(view) {
        const context = prepare(view.image), width = view.image.clientWidth, height = view.image.clientHeight - 4;
        const { time, value, count: all } = view.points, scale = height / (view.high - view.low), zero = 2 + view.high * scale;
        let k = lastUpTo(time, state.from);
        const valueNow = () => k >= 0 ? shown(view, value[k]) : 0;
        context.fillStyle = classes.colours.faint;
        for (let x = 0; x < width; x++) {
            let low = Math.min(0, valueNow()), high = Math.max(0, valueNow());
            for (const end = state.from + (x + 1) / width * (state.to - state.from); k + 1 < all && time[k + 1] <= end;) {
                k++;
                low = Math.min(low, valueNow());
                high = Math.max(high, valueNow());
            }
            context.fillRect(x, zero - high * scale, 1, Math.max(1, (high - low) * scale));
        }
        drawCursor(view, context);
    }

    function drawCursor(view, context) {
        const x = (state.cursor - state.from) / (state.to - state.from) * view.image.clientWidth;
        context.fillStyle = classes.colours.select;
        context.fillRect(x, 0, 1.5, view.image.clientHeight);
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
        drawCursor(view, context);
    }

    /* All of a mesh is seen, with cells as wide as high, and leaves room for the source. */
    function setSize(view) {
        const style = view.bars.style;
        style.width = style.height = "";
        if (view.isMesh) {
            const most = Math.max(120, document.getElementById("right").clientHeight * 0.6 - 190);
            const cell = Math.min(view.bars.parentElement.clientWidth - 28, most / rowsOf(view) * view.columns) / view.columns;
            style.width = cell * view.columns + "px";
            style.height = cell * rowsOf(view) + "px";
        }
    }

    function draw() {
        for (const view of views) {
            goTo(view, state.cursor);
            sayValue(view);
            setSize(view);
            if (view.isMesh) {
                drawMesh(view);
            } else if (!view.isOne) {
                drawBars(view);
            }
            const key = [state.from, state.to, state.cursor, view.format, view.image.clientWidth].join();
            if (view.drawn !== key) {
                (view.isOne ? drawCurve : drawImage)(view);
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
