// never.js - the page of crossed.fork (view.long.test) on 4 PPs: PPs that never get a lock, the user's file, the start-up, the link.
run(async () => {
    await frame();
    const { state, data, link } = pramview;
    same("rows", "running, waiting PPs; host calls; PPs; PP; locks; lock a; never get it: 2 PPs; lock b; never get it: 2 PPs",
        pramview.rows.list.map(one => one.label).join("; "));

    const lane = row("running, waiting PPs"), end = Math.round(0.9 * data.last);
    same("the row of those that wait has those that wait for locks", colour("lock"), pixel(pramview.toX(end), middle(lane)));
    await click(pramview.toX(end), middle(lane));
    same("and a click says how many", "running, waiting PPscompute0wait for locks4wait in barriers0most together4, in cycle 0", details());

    const losers = row("never get it: 2 PPs");
    same("their row has the colour of waiting for a lock", colour("lock"), pixel(pramview.toX(end / 2), middle(losers)));
    await click(pramview.toX(end), middle(losers));
    const began = losers.track.slices.begin[1];
    same("a click lists them", "PP 0, crossed.fork:10timecycles " + [began, data.last - 1].map(count).join(" to ") + ", that is " +
        count(data.last - began) + "sourcecrossed.fork:10, in mainwaits forlock a, and never gets itwith it2: PP 3, 0", details());
    same("and marks the line", 10, marked());
    const lock = row("lock a"), k = 0;
    await click(pramview.toX(end), middle(lock));
    same("the lock says who has it, and who never gets it", "PP 1, crossed.fork:6",
        details().replace(/time.*/, ""));
    same("by their numbers", "waited17 cycleswaiting, and never get it2: PP 3, 0", (/waited\d+ cycles.*$/.exec(details()) || [""])[0]);
    const pps = row("PP");
    await click(pramview.toX(end), pps.y - state.scroll + 0.5 * pps.height / 4);
    same("a PP says so, too", true, details().startsWith("PP 0: waits for lock a") && details().includes("gets itnever"));
    await type("crossed.fork:10");
    same("a search finds it", true, details().startsWith("PP 0, crossed.fork:10") && state.hits.length > 0);
    await type("");

    const file = document.getElementById("file");
    same("the user's file is open", "crossed.fork", file.selectedOptions[0].textContent);
    same("files of the runtime stand apart", "program library and runtime", [...file.children].map(part => part.label).join(" "));

    await press("Escape");
    same("what is seen begins where main does", data.begin + " " + data.begin, state.from + " " + state.begin);
    same("which is after the start-up, and before the first line of the program", true,
        data.begin > 20 && data.begin <= Math.min(...data.locks.map(one => one.slices.begin[0])));
    await click(20, 10);
    same("a click on the start-up shows it", "0 0", state.from + " " + state.begin);
    Object.assign(state, { from: 0, to: 60 });
    await frame();
    const host = row("host calls");
    await click(pramview.toX(host.track.slices.begin[0] + 0.5), middle(host));
    same("an event of one cycle says which", "cycle " + host.track.slices.begin[0], details().replace(/.*time(cycle \d+)source.*/, "$1"));
    same("a place in the runtime names no function of it", true, details().includes("startup.s:45, in the library") && !details().includes("_start"));
    await press("f");
    await press("u");
    same("u folds it away again", data.begin + " " + data.begin, state.from + " " + state.begin);

    await click(pramview.toX(end), middle(losers));
    state.from = 60;
    state.to = 200;
    await slide(150);
    const address = link.text();
    await press("Escape");
    await press("f");
    await slide(data.begin);
    history.replaceState(null, "", address);
    link.read();
    await frame();
    same("an address brings back the cursor and what is seen", "150 60 200", [state.cursor, state.from, state.to].join(" "));
    same("and what is selected", true, details().startsWith("PP 0, crossed.fork:10") && state.selected.track === losers.track);
    for (const wrong of ["#cursor=x&from=9&to=3&track=99999&slice=1", "#track=0&slice=99", "#lane=7", "#pp=1&change=-1", "#="]) {
        history.replaceState(null, "", wrong);
        link.read();
        await frame();
        same("an address of another page harms nothing: " + wrong, null, state.selected);
    }
    await click(pramview.toX(end), middle(lane));
    link.write();
    same("the address follows", link.text(), location.hash);
});
