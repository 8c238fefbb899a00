/* legend.js - what the colours and patterns that are seen mean, each once. Knows data, state, lanes, classes and paint. */

(() => {
    const box = document.getElementById("legend");
    let made = "";

    /* Whether a pixel of the timeline stands for several cycles. */
    const isDense = () => (state.to - state.from) / (paint.width - paint.labels) > 1;

    const hasBarriers = data.groups.some(({ slices }) => slices.depth.some(depth => depth > 0));

    /* Names of classes in the order of the rows, each once. */
    function looks() {
        const list = lanes.list.flatMap(lane => lane.parts.filter(part => part.points.value.some(value => value > 0))
            .map(part => part.look));
        if (data.pps.length > 0) {
            list.push(...classes.doings.filter(look => state.colours === "doing" || look === "ended"));
        }
        if (data.groups.length > 0 || data.regions.length > 0) {
            list.push("span", ...hasBarriers ? ["barrier"] : []);
        }
        if (data.locks.length > 0) {
            list.push("hold", ...data.counters.some(({ key, points }) => key.includes("waiting for lock") && points.count > 0) ? ["lock"] : []);
        }
        if (lanes.list.length > 0 && isDense()) {
            list.push("peak");
        }
        if (data.strands.length > 0 || data.pps.length > 0 && state.colours === "lines") {
            list.push(...classes.lines.map((_, k) => "line" + k), ...classes.hasOthers ? ["others"] : []);
        }
        if (state.hits.length > 0) {
            list.push("hit");
        }
        return [...new Set(list)];
    }

    function entry(background, words, title) {
        const one = document.createElement("span"), patch = document.createElement("i");
        patch.style.background = background;
        one.title = title;
        one.append(patch, words);
        return one;
    }

    /* The first line has the file's name; so have the others, if they are of several files. */
    const isOneFile = new Set(classes.lines.map(place => data.places[place].file)).size === 1;
    const shortText = (place, k) => k > 0 && isOneFile ? "line " + data.places[place].line : lineText(place);

    function entryOf(look) {
        const k = look.startsWith("line") ? Number(look.slice(4)) : -1, place = k >= 0 ? classes.lines[k] : -1;
        return entry(classes.background(look), place >= 0 ? shortText(place, k) : classes.table[look][2], placeText(place));
    }

    whenChanged(() => {
        const list = looks(), isMixed = data.pps.length > 0 && (isDense() || data.pps.length > 200);
        const key = list.join() + isMixed;
        if (key === made) {
            return;
        }
        made = key;
        box.replaceChildren(...list.map(entryOf));
        if (isMixed) {
            box.append(entry("linear-gradient(90deg, var(--compute), var(--barrier))",
                "mixed: a pixel of several PPs or cycles; the mouse shows the shares", ""));
        }
    });
})();
