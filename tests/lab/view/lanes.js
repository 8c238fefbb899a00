// lanes.js - the page of hand.s (view.test) on 4 PPs: requests and conflicts of each cycle, one on the other, and their figures.
run(async () => {
    await frame();
    const { state } = pramview;
    same("rows", "running, waiting PPs; requests per cycle; conflicts per cycle", pramview.rows.list.map(one => one.label).join("; "));
    const requests = row("requests per cycle"), conflicts = row("conflicts per cycle");
    const colourAt = (one, cycle, share) => pixel(pramview.toX(cycle + 0.5), one.y - state.scroll + 3 + (1 - share) * (one.height - 5));
    same("four loads fill the lane in their colour", colour("host"), colourAt(requests, 1, 0.9));
    same("four stores too", colour("region"), colourAt(requests, 4, 0.9));
    same("four multiprefix requests too", colour("hold"), colourAt(requests, 6, 0.9));
    same("two loads fill half of it", colour("host"), colourAt(requests, 10, 0.4));
    same("and no more", colour("paper"), colourAt(requests, 10, 0.6));
    same("where nobody does anything it is empty", colour("paper"), colourAt(requests, 7, 0.1));
    same("three concurrent reads fill the other lane", colour("barrier"), colourAt(conflicts, 1, 0.9));
    same("three writes of one value", colour("hit"), colourAt(conflicts, 4, 0.9));
    same("three of different values", colour("lock"), colourAt(conflicts, 3, 0.9));
    same("one concurrent read fills a third", colour("barrier") + colour("paper"), colourAt(conflicts, 10, 0.25) + colourAt(conflicts, 10, 0.4));
    await click(pramview.toX(6.2), middle(requests));
    same("a click says how many there are", "requests per cycleloads0stores0multiprefix4most together4, in cycle 1", details());
    await slide(10);
    same("the cursor moves on in it", "requests per cycleloads2stores0multiprefix0most together4, in cycle 1", details());
    await click(pramview.toX(3.2), middle(conflicts));
    same("a click on conflicts says which", "conflicts per cycleconcurrent reads0concurrent writes, equal0" +
        "concurrent writes, different3most together3, in cycle 1", details());
    mouse("mousemove", pramview.toX(1.5), middle(conflicts));
    same("the mouse over it says the same of its cycle", true,
        document.getElementById("tip").textContent.startsWith("conflicts per cycle concurrent reads: 3".replace("cycle ", "cycle\n")));
    same("the legend has the colours", true, document.getElementById("legend").textContent.includes(
        "loadsstoresmultiprefixconcurrent readsconcurrent writes, equalconcurrent writes, different"));
});
