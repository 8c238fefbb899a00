// groups.js - any page: groups lie within those around them, in time and in the source; rows can be opened and closed.
run(async () => {
    await frame();
    const { state, data, rows } = pramview;
    let outside = 0, upward = 0;
    for (const track of data.groups) {
        const above = data.tracks[track.parent];
        if (above.kind !== "group") {
            continue;
        }
        for (let k = 0; k < track.slices.count; k++) {
            let isInside = false;
            for (let n = 0; n < above.slices.count; n++) {
                isInside = isInside || above.slices.depth[n] === 0 && above.slices.begin[n] <= track.slices.begin[k] &&
                    above.slices.end[n] >= track.slices.end[k];
            }
            outside += !isInside;
            upward += track.slices.numbers[0][k] > Math.max(...above.slices.numbers[0]);
        }
    }
    same("groups lie within those around them", 0, outside);
    same("and have no more PPs", 0, upward);
    same("the outermost group is that of start", "start", rows.list.find(one => one.kind === "group").label.replace(/,.*/, ""));
    const closed = rows.list.find(one => one.hidden > 0), before = rows.list.length;
    if (closed !== undefined) {
        state.scroll = closed.y - 100;
        pramview.rows.build();
        await press("ArrowDown");
        await click(20, middle(closed));
        same("a click on a name opens it", true, rows.list.length > before);
        await click(20, middle(rows.list.find(one => one.track === closed.track)));
        same("another one closes it", before, rows.list.length);
    }
    const conflicts = rows.list.find(one => one.label === "conflicts");
    if (conflicts !== undefined) { /* the run was one with --model */
        state.scroll = 0;
        await press("f");
        const x = pramview.toX(conflicts.track.slices.begin[0]);
        await click(x + 1, middle(conflicts));
        same("a click on a conflict says what it is", true,
            /^several PPs load \w+.* in one cycle: PP \d+ at quicksort.fork:\d+, PP \d+ at quicksort.fork:\d+/.test(details()));
        same("and marks its line", details().replace(/^[^,]*quicksort.fork:(\d+)[^]*/, "$1"), marked());
    }
    await type("quicksort.fork:94");
    same("a search finds the groups of a line", true, state.hits.length > 10);
    same("its source line is shown", "94", marked());
    same("that line says fork", true, document.querySelector("#text .here span").textContent.includes("fork ("));
    same("and so does the name of the group", true, details().startsWith("fork, quicksort.fork:94: "));
    const last = state.hits.length - 1;
    await press("N");
    const chosen = rows.list.find(one => one.track === state.selected.track);
    same("N goes from the first to the last", last, state.hit);
    same("a hit in a closed group opens it", true, chosen !== undefined && middle(chosen) > 0 && middle(chosen) < canvas.clientHeight);
    const pps = row("PP"), count = data.pps.length;
    state.scroll = 0;
    await press("f");
    const doing = Math.floor(pps.y + (count - 0.5) * pps.height / count); /* a mouse has whole pixels */
    const { time } = data.pps[count - 1].changes;
    let longest = 0;
    for (let k = 1; k + 1 < time.length; k++) {
        longest = time[k + 1] - time[k] > time[longest + 1] - time[longest] ? k : longest;
    }
    const name = data.pps[count - 1].changes.name[longest], at = pramview.toX((time[longest] + time[longest + 1]) / 2);
    if (pps.height >= 3 * count) { /* else it shares a line with others */
        same("a PP has the colour of what it does", colour(["ended", "compute", "barrier", "lock"][data.does[name]]), pixel(at, doing));
    }
    await click(at, doing);
    const found = Number(details().replace(/^PP (\d+): .*/, "$1"));
    same("the last PP is found, or one that shares its line", true, found < count && found >= count - 1 - 2 * count / pps.height);
});
