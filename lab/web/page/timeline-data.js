// timeline-data.js - in the frame of the timeline: takes what the lab (timeline.js) has for it, and starts pramview's scripts, which
// look for both in elements of the page. Its command for the debugger is a button here, which opens the lab's Step.
(() => {
    const shown = /** @type {any} */ (window.parent).pramsimTimeline;
    for (const [id, type, text] of [["data", "application/json", shown.document], ["bytes", "text/plain", shown.bytes]]) {
        const element = document.createElement("script");
        Object.assign(element, { id, type, textContent: text });
        document.body.append(element);
    }
    document.documentElement.dataset.framed = "yes";
    const scripts = document.createElement("script");
    scripts.src = "timeline-view.js";
    scripts.onload = () => {
        const view = /** @type {any} */ (window).pramview;
        const [there] = document.querySelectorAll("#debug");
        const step = /** @type {HTMLButtonElement} */ (there.cloneNode(true)); /* without pramview's listeners */
        Object.assign(step, { textContent: "open in Step", title: "Go to the cursor's cycle in Step", hidden: false, onclick: () => shown.step(view.state.cursor) });
        there.replaceWith(step);
        let place = view.state.place;
        view.whenChanged(() => {
            if (view.state.place === place) return;
            place = view.state.place;
            shown.chosen(view.data.places[place]);
        });
    };
    document.body.append(scripts);
})();
