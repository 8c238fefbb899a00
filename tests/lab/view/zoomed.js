// zoomed.js - the page of quicksort with counters on 64 PPs: what is mixed where a pixel stands for much, and told apart.
run(async () => {
    await frame();
    const { state } = pramview;
    const lane = row("requests per cycle"), top = lane.y - state.scroll + 3, high = lane.height - 5;
    const column = x => Array.from({ length: high }, (_, k) => pixel(x, top + k + 0.5));
    const columns = Array.from({ length: 60 }, (_, k) => column(pramview.labels + 5 + 10 * k));
    const isPeak = one => one === colour("peak");
    same("far away the most of a pixel's cycles stands pale above their average", true, columns.some(one => one.some(isPeak) &&
        one.lastIndexOf(colour("peak")) < one.length - 1));
    same("the pale part lies above the full one", true, columns.every(one => {
        const first = one.findIndex(pixelColour => pixelColour !== colour("peak") && pixelColour !== colour("paper") && pixelColour !== colour("line"));
        return first < 0 || !one.slice(first).some(isPeak);
    }));
    same("the legend says what is pale", true, document.getElementById("legend").textContent.includes("the most in a pixel"));
    mouse("mousemove", pramview.labels + 200, middle(lane));
    const said = document.getElementById("tip").textContent.replace(/\n/g, "; ");
    const numbers = [...said.matchAll(/: ([\d.\u202f]+) on average, ([\d\u202f]+) at most/g)].map(one => [Number(one[1]), Number(one[2])]);
    same("the mouse says both", true, /^requests per cycle, cycles [\d\u202f]+ to [\d\u202f]+; loads: /.test(said) && numbers.length === 3 &&
        numbers.every(([average, most]) => average <= most) && numbers.some(([average, most]) => average < most));
    const { area } = lane.lane.parts[0];
    let busy = 0;
    for (let k = 1; k + 1 < area.count; k++) { /* a long piece between changes, to be looked at closely */
        busy = area.time[k + 1] - area.time[k] > area.time[busy + 1] - area.time[busy] && area.value[k] > 0 ? k : busy;
    }
    Object.assign(state, { from: area.time[busy] - 4, to: area.time[busy] + 8 });
    await frame();
    const near = Array.from({ length: 40 }, (_, k) => column(pramview.labels + 5 + 14 * k));
    const pale = near.filter(one => one.some(isPeak)).length;
    same("near by nothing is pale but at the edges of cycles", true, pale <= 12);
    same("the legend has no pale any more", false, document.getElementById("legend").textContent.includes("the most in a pixel"));
    await press("f");

    const pps = row("PP");
    const tip = document.getElementById("tip");
    let found = "";
    for (let x = pramview.labels + 10; x < canvas.clientWidth && !/waits in a barrier: \d+/.test(found); x += 3) {
        mouse("mousemove", x, middle(pps));
        found = tip.textContent;
    }
    same("where colours are mixed the mouse says their shares", true,
        /^PP \d+, cycles [\d\u202f]+ to [\d\u202f]+ (computes|waits in a barrier): \d+(\.\d)? % (computes|waits in a barrier): \d+(\.\d)? %$/.test(
            found.replace(/\n/g, " ")));
    const shares = [...found.matchAll(/: (\d+(?:\.\d)?) %/g)].map(one => Number(one[1]));
    same("which are all of it", true, Math.abs(shares.reduce((sum, one) => sum + one, 0) - 100) <= 1);
    same("the legend explains mixtures", true, document.getElementById("legend").textContent.includes("mixed: a pixel of several PPs or cycles"));
    same("a cycle is a cycle", "cycle 5; cycles 5 to 6, that is 2; cycle 5", [[5, 6], [5, 7], [5, 5]].map(pair =>
        pramview.cyclesText(...pair)).join("; "));
});
