// locks.js - the page of room.fork (view.long.test) on 7 PPs: rows, zoom, search, clicks, the source line, locks, the slider of a
// watched array, colours.
run(async () => {
    await frame();
    const { state } = pramview;
    const labels = pramview.rows.list.map(one => one.depth + " " + one.label).join("; ");
    same("rows", "0 running, waiting PPs; 0 host calls; 0 region sum up, room.fork:10; 0 PPs; 0 PP; 0 groups; 0 start, room.fork:9; " +
        "1 if, room.fork:11; 2 loop, room.fork:12; 1 if, room.fork:11; 0 locks; 0 lock book; " +
        "1 held together; ".repeat(6) + "0 lock turn", labels);
    same("title", "room.o", document.getElementById("title").textContent);
    same("the source is there", "sh fair_lock turn;", document.querySelectorAll("#text .row span")[4].textContent);

    const group = row("loop, room.fork:12"), { slices } = group.track;
    const x = pramview.toX((slices.begin[0] + slices.end[0]) / 2);
    const below = group.y - state.scroll + group.height - 3; // the group's name
    same("a group has its colour", colour("span"), pixel(x, below));
    same("nothing is there before it", colour("paper"), pixel(pramview.toX(slices.begin[0]) - 6, middle(group)));
    await click(x, middle(group));
    same("a click on a group shows its source line", 12, marked());
    same("a click on a group shows its figures", true, details().includes("PPs3") && details().includes("waiting in barriers"));
    same("the cursor is where the click was", true, state.cursor >= slices.begin[0] && state.cursor <= slices.end[0]);

    const under = pramview.toX(state.cursor), before = state.to - state.from;
    mouse("wheel", under, 300, { deltaY: -600, ctrlKey: true });
    await frame();
    same("the wheel zooms in", true, state.to - state.from < 0.4 * pramview.data.last);
    same("what is under the mouse stays there", true, Math.abs(pramview.toX(state.cursor) - under) < before / (state.to - state.from)); // a mouse has whole pixels
    const seen = [state.from, state.to];
    mouse("mousedown", 500, 300);
    mouse("mousemove", 400, 300, { far: true });
    mouse("mouseup", 400, 300);
    window.dispatchEvent(new MouseEvent("mouseup"));
    await frame();
    same("dragging shows what is later", true, state.from > seen[0] && Math.abs(state.to - state.from - seen[1] + seen[0]) < 1e-6);
    await press("f");
    same("f shows the whole run but for the start-up", pramview.data.begin + " " + pramview.data.last, state.from + " " + state.to);
    await press("w");
    same("w zooms in", true, state.to - state.from < pramview.data.last);
    await press("s");
    await press("s");
    same("s zooms out, no further than the run", pramview.data.last - pramview.data.begin, state.to - state.from);

    await type("lock turn");
    same("a search that finds nothing says so", "nothing", document.getElementById("hits").textContent);
    await type("room.fork:20");
    same("a search finds each time the lock was held", "1 of 7", document.getElementById("hits").textContent);
    same("the legend says what colour hits have", true, document.getElementById("legend").textContent.includes("found by the search"));
    same("the first hit is selected", true, details().startsWith("PP 0, room.fork:20"));
    same("its source line is shown", 20, marked());
    await press("n");
    await press("n");
    same("n goes to the next", "3 of 7", document.getElementById("hits").textContent);
    same("a lock shows from whom it came", true, /got it fromPP 1/.test(details()));
    same("a lock shows who waits, and who is next", true, /waiting at the cursor4: PP 3, 4, 5, 6next.*PP 3/.test(details()));
    await press("N");
    same("N goes back", "2 of 7", document.getElementById("hits").textContent);
    await type("region sum up");
    same("a region is found by its name", "1 of 1", document.getElementById("hits").textContent);
    same("and marks its line", 10, marked());
    await type("");

    const turn = row("lock turn"), held = turn.track.slices;
    same("a lock that is held has its colour", colour("hold"), pixel(pramview.toX((held.begin[2] + held.end[2]) / 2), middle(turn) + 7));
    const ready = document.querySelector('#text .known[data-line="12"]');
    ready.click();
    await frame();
    same("a click on a source line searches for it", "1 of 2", document.getElementById("hits").textContent);
    await press("Escape");
    same("Escape selects nothing", true, details().startsWith("Click on a place"));

    const pps = row("PP"), each = pps.height / 7;
    const wait = (held.begin[6] + held.begin[5]) / 2; /* PP 6 waits then */
    const y = pps.y - state.scroll + 6.5 * each;
    same("a PP that waits for a lock has its colour", colour("lock"), pixel(pramview.toX(wait), y));
    await click(pramview.toX(wait), y);
    same("a click on a PP shows what it does", true, details().startsWith("PP 6: waits for lock turn"));
    same("and its source line", 20, marked());

    const times = Array.from(held.end);
    const sums = [0, 1, 5, 18, 58, 179, 543];
    for (const k of [3, 6, 0, 5]) {
        await slide(times[k]);
        same("the slider shows the array after PP " + k, "0," + sums[k] + ",0,7", pramview.words("sum"));
    }
    same("the cycle is shown", times[5], Number(document.getElementById("cycle").textContent.replace(/\D/g, "")));
    const bars = document.querySelector("#watched .bars"), ink = bars.getContext("2d");
    const column = at => ink.getImageData(at * bars.width / 4 + bars.width / 8, bars.height / 2, 1, 1).data[3];
    await slide(pramview.data.last);
    same("a bar is as high as its word", "0 255 0 0", [0, 1, 2, 3].map(column).join(" "));
    await slide(times[0]);
    same("and lower before", "0 0 0 0", [0, 1, 2, 3].map(column).join(" "));

    const light = pixel(400, canvas.clientHeight - 4);
    await press("t");
    same("t makes it dark", true, light !== pixel(400, canvas.clientHeight - 4) && document.documentElement.dataset.theme !== "");
    await press("t");
    const lines = document.getElementById("legend").textContent;
    await press("c");
    same("c colours by source lines, and the legend says which", true,
        lines.includes("has ended") && /room.fork:\d+/.test(document.getElementById("legend").textContent));
});
