// look.js - any page, in the window and the theme that it is opened in: what people have to see is seen, whole, and means one
// thing.
run(async () => {
    const { state, data, classes } = pramview;
    if (DARK !== (document.documentElement.dataset.theme === "dark")) {
        await press("t");
    }
    await frame();
    const inside = box => box.left >= -0.5 && box.right <= innerWidth + 0.5 && box.top >= -0.5 && box.bottom <= innerHeight + 0.5;
    const elements = selector => [...document.querySelectorAll(selector)];

    // ---- the window
    same("nothing is wider or higher than the window", true, document.documentElement.scrollWidth <= innerWidth &&
        document.documentElement.scrollHeight <= innerHeight);
    same("title, search, buttons and slider are in it", "", elements("h1, #search, nav button, #time, #play, #file")
        .filter(one => !inside(one.getBoundingClientRect())).map(one => one.id).join());
    same("timeline and source have room", true, canvas.clientHeight >= innerHeight / 5 && canvas.clientWidth >= innerWidth * 0.55 &&
        document.getElementById("text").clientHeight >= 50);

    // ---- colours
    const looks = Object.entries(classes.table).map(([, [name, pattern]]) => name + " " + pattern);
    same("no two meanings have one colour and pattern", looks.length, new Set(looks).size);
    const values = new Set(Object.values(classes.table).map(([name]) => colour(name)));
    same("no two colours are one", new Set(Object.values(classes.table).map(([name]) => name)).size, values.size);
    same("at most eight lines have a look of their own", true, classes.lines.length <= 8);
    const known = data.places.map((_, place) => classes.line(place));
    same("all others share one", true, known.every(look => look === "others" || /^line[0-7]$/.test(look)));

    // ---- legend
    const legend = document.getElementById("legend"), entries = [...legend.children];
    same("the legend is whole", true, legend.scrollHeight <= legend.clientHeight + 1 &&
        entries.every(one => inside(one.getBoundingClientRect()) && one.scrollWidth <= one.clientWidth + 1));
    same("it leaves room for the timeline", true, legend.clientHeight <= 0.2 * innerHeight);
    const words = entries.map(one => one.textContent), patches = entries.map(one => one.firstChild.style.background);
    same("it has no word twice", words.length, new Set(words).size);
    same("and no colour twice", patches.length, new Set(patches).size);
    same("each of its entries has words", true, words.every(one => one.length > 3));

    // ---- axis
    const texts = seenTexts();
    const axis = texts.filter(one => one.y < 26 && one.x >= pramview.labels).sort((one, other) => one.x - other.x);
    same("the axis has labels", true, axis.length >= 3);
    same("each of them is whole", "", axis.filter(one => one.x + one.width > canvas.clientWidth).map(one => one.words).join());
    const first = axis.map(one => one.words).join(" "), gap = axis.length > 2 ? axis[2].x - axis[1].x : 0;
    same("the last tick has one: " + first, true, canvas.clientWidth - axis[axis.length - 1].x <= gap + 60);
    same("none lies on the next one", "", axis.filter((one, k) => k > 0 && one.x < axis[k - 1].x + axis[k - 1].width).map(one => one.words).join());
    same("the end of the run is one of them", true, axis.some(one => one.words === count(data.last)));
    const last = 10 ** Math.floor(Math.log10(data.last)); /* a tick, whatever the step */
    Object.assign(state, { from: state.begin, to: last + (last - state.begin) * 0.002 }); /* the last tick stands at the edge */
    const edge = seenTexts().filter(one => one.y < 26 && one.x >= pramview.labels);
    same("a label at the right edge is whole, too", true, edge.every(one => one.x + one.width <= canvas.clientWidth) &&
        edge.some(one => one.words === count(last)));
    await press("f");

    // ---- counters
    for (const lane of pramview.rows.list.filter(one => one.kind === "lane")) {
        const y = lane.y - state.scroll;
        const scale = seenTexts().filter(one => one.y >= y && one.y < y + lane.height && one.x < pramview.labels).map(one => one.words);
        if (lane.lane.most > 0) {
            same("a scale says how high " + lane.label + " is, and where 0 is", true, scale.includes(count(lane.lane.most)) && scale.includes("0"));
        } else {
            same("of " + lane.label + " there is none", true, seenTexts().some(one => one.y >= y && one.y < y + lane.height && one.words === "none"));
        }
    }
    const tracks = data.tracks.filter(track => track !== null);
    const names = tracks.flatMap(track => [track.name, ...track.slices ? Array.from(track.slices.name, name => data.names[name]) : []]);
    same("no name is one of the runtime, the simulator or an address", "",
        names.concat(data.places.map((_, place) => pramview.placeText(place))).filter(name => /\b__|race_|_write\b of|_read\b of|\(0x/.test(name)).join());

    // ---- source
    const rows = elements("#text .row > span"), cut = rows.find(one => one.scrollWidth > one.clientWidth);
    same("no line is wider than its box", true, document.getElementById("text").scrollWidth <= document.getElementById("text").clientWidth);
    if (cut !== undefined) {
        cut.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
        same("a line that is cut ends in an ellipsis", "ellipsis", getComputedStyle(cut).textOverflow);
        same("and is whole beside the mouse", cut.textContent.trim(), cut.title.split("\n")[0]);
    }
    const inkOf = kind => elements("#text ." + kind).map(one => getComputedStyle(one).color)[0];
    const inks = ["comment", "keyword", "number", "string"].map(inkOf).filter(one => one !== undefined);
    same("words, numbers, texts and comments have colours", true, inks.length >= 2 && new Set(inks).size === inks.length &&
        !inks.includes(getComputedStyle(document.body).color));
    same("the source is whole", data.files[Number(document.getElementById("file").value)].text.replace(/\s/g, ""),
        rows.map(one => one.textContent).join("").replace(/\s/g, ""));

    // ---- arrays
    for (const mesh of elements("#watched .bars").filter(one => one.style.height !== "")) {
        const box = mesh.getBoundingClientRect(), around = document.getElementById("watched").getBoundingClientRect();
        same("a mesh is seen, whole", true, inside(box) && box.bottom <= around.bottom && box.height >= 100);
    }
});
