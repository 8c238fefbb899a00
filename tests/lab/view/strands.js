// strands.js - the page of part.s (view.long.test) on 4 PPs: which of them are at which line, below their group.
run(async () => {
    await frame();
    const { state } = pramview;
    same("rows", "running, waiting PPs; groups; group, part.s:5; strands", pramview.rows.list.map(one => one.label).join("; "));
    const strands = row("strands");
    const lane = number => strands.y - state.scroll + 2 + (number + 0.5) * strands.each;
    const colourAt = (cycle, number) => pixel(pramview.toX(cycle + 0.5), lane(number));
    same("strands of one line have one colour", colourAt(5, 1), colourAt(7, 0));
    same("those of two lines have two", true, colourAt(5, 0) !== colourAt(5, 1));
    same("where there is but one strand the second lane is empty", colour("paper"), colourAt(4, 1));
    await click(pramview.toX(5.3), lane(1));
    same("a click says which PPs, where, and in which group", "PP 2-3, part.s:10timecycle 5" +
        "sourcepart.s:10, in _startPPs2groupgroup, part.s:5", details());
    same("and marks the line", 10, marked());
    await type("part.s:10");
    same("a search finds the strands of a line", "1 of 2", document.getElementById("hits").textContent);
    await press("n");
    same("the other ones come later", true, details().startsWith("PP 0-1, part.s:10"));
    await type("");
    const group = row("group, part.s:5");
    await click(pramview.toX(3.5), middle(group));
    same("a click on the group is no click on a strand", true, details().startsWith("group, part.s:5: 4 PPs"));
    same("the legend names the lines", true, /part.s:\d+.*line 10/.test(document.getElementById("legend").textContent) ||
        document.getElementById("legend").textContent.includes("part.s:10"));
});
