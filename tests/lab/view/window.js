// window.js - the page of cycles 200 to 300 of room.fork (view.long.test): what was not traced is folded away.
run(async () => {
    await frame();
    const { state, data } = pramview;
    same("what is seen is what was traced", "200 300 200", [state.from, state.to, state.cursor].join(" "));
    const axis = seenTexts().filter(one => one.y < 26).map(one => one.words);
    same("the axis says so", true, axis.includes("\u25b8 not traced: 200 cycles") && axis.includes("200"));
    await press("ArrowLeft");
    same("the cursor stays in it", 200, state.cursor);
    await press("u");
    same("u shows all", "0 300", state.from + " " + state.to);
    same("the last cycle is the window's", 300, data.last);
});
