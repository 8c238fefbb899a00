// lanes.js - the page of hand.s (view.long.test) on 4 PPs: requests and conflicts of each cycle, one on the other, and their figures.
run(async () => {
    await frame();
    const { state } = pramview;
    same("rows", "running, waiting PPs; requests per cycle; conflicts per cycle", pramview.rows.list.map(one => one.label).join("; "));
    const requests = row("requests per cycle"), conflicts = row("conflicts per cycle");
    const colourAt = (one, cycle, share) => pixel(pramview.toX(cycle + 0.5), one.y - state.scroll + 3 + (1 - share) * (one.height - 5));
    same("four loads fill the lane in their colour", colour("load"), colourAt(requests, 1, 0.9));
    same("four stores too", colour("store"), colourAt(requests, 4, 0.9));
    same("four multiprefix requests too", colour("multiprefix"), colourAt(requests, 6, 0.9));
    same("two loads fill half of it", colour("load"), colourAt(requests, 10, 0.4));
    same("and no more", colour("paper"), colourAt(requests, 10, 0.6));
    same("where nobody does anything it is empty", colour("paper"), colourAt(requests, 7, 0.1));
    /* what collides is striped: "COLOUR PART-OF-IT" of a square of pixels */
    const striped = (cycle, name) => {
        const x = pramview.toX(cycle + 0.4), y = conflicts.y - state.scroll + 10;
        const found = [];
        for (let dx = 0; dx < 12; dx++) {
            for (let dy = 0; dy < 12; dy++) {
                found.push(pixel(x + dx, y + dy));
            }
        }
        const full = found.filter(one => one === colour(name)).length, gaps = found.filter(one => one === colour("paper")).length;
        return full + gaps === 144 ? Math.round(10 * full / 144) : "others";
    };
    same("three concurrent reads fill the other lane with stripes of loads", 7, striped(1, "load"));
    same("three writes of one value with stripes of stores", 7, striped(4, "store"));
    same("three of different values with checks of stores", 4, striped(3, "store"));
    same("one concurrent read fills a third", true, colourAt(conflicts, 10, 0.4) === colour("paper") &&
        [0.1, 0.15, 0.2, 0.25].some(share => colourAt(conflicts, 10, share) === colour("load")));
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
