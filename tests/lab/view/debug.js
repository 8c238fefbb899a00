// debug.js - the page of a run that the debugger can repeat: the command that goes to the cursor's cycle.
run(async () => {
    await frame();
    const { state, data } = pramview, find = id => document.getElementById(id);
    same("the page knows the command", "pramsim --debug --at=CYCLE " + WORDS, data.command);
    state.cursor = data.begin + 17;
    same("the button is there", false, find("debug").hidden);
    find("debug").click();
    same("it shows the command of the cursor's cycle", "pramsim --debug --at=" + (data.begin + 17) + " " + WORDS, find("command").textContent);
    same("as a dialog", true, find("debugger").open);
    await press("ArrowRight");
    same("in which keys move nothing", data.begin + 17, state.cursor);
    find("copy-command").click();
    same("that closes when it is copied", false, find("debugger").open);
});
