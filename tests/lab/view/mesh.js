// mesh.js - the page of the Laplace solver on 10 x 10: the watched field is that of pramsim --dump, as floats, over time.
run(async () => {
    await frame();
    const { data, state } = pramview;
    await slide(data.last);
    const format = document.querySelector("#watched select");
    same("the words are taken for floats", "float", format.value);
    format.value = "unsigned";
    format.dispatchEvent(new Event("change"));
    same("at the end they are what pramsim dumps", DUMPED,
        pramview.words("src").map(word => word.toString(16).padStart(8, "0")).join(" "));
    format.value = "float";
    format.dispatchEvent(new Event("change"));
    await slide(0);
    same("at the beginning nothing is there", 0, pramview.words("src").filter(word => word !== 0).length);
    const inner = [];
    for (let k = 1; k <= 8; k++) {
        await slide(data.last * k / 8);
        inner.push(pramview.words("src")[55]);
    }
    same("the field grows from time to time", true, inner.every((word, k) => k === 0 || word >= inner[k - 1]) && inner[7] > 0);
    const shape = document.querySelectorAll("#watched select")[1];
    same("an array of two dimensions is a mesh at first", "mesh: bars, 10 \u00d7 10", shape.value + ": " + [...shape.options].map(one => one.text).join(", "));
    const bars = document.querySelector("#watched .bars"), ink = bars.getContext("2d");
    const at = (x, y) => ink.getImageData((x + 0.5) * bars.width / 10, (y + 0.5) * bars.height / 10, 1, 1).data.slice(0, 3).join();
    same("as a mesh its side is as long as its height", true, Math.abs(bars.clientWidth - bars.clientHeight) <= 2);
    same("a mesh has light and dark cells", true, at(5, 0) !== at(5, 5));
    same("without single PPs the legend has the colour of those that compute", true,
        data.pps.length === 0 && document.getElementById("legend").textContent.includes("computes"));
    await type("loop, laplace_sync.fork");
    const waited = (details().match(/waiting at its end([\d\u202f]+)/) || [])[1];
    same("64 PPs wait at the end of the loop, 12 cycles each: the group around them has that barrier", "768", waited);
    same("the margin of its line has the same", "1 \u00b7 768", document.querySelector('#text [data-line="' + marked() + '"] em').textContent);
    await type("start, laplace_sync.fork");
    same("of start nobody waits at the end", false, details().includes("waiting at its end"));
    await type("");
    same("the loop of the solver has its groups or barriers", true, data.groups.length > 0 && state.hits.length === 0);
});
