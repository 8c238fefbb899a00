// timeline-data.js - in the frame of the timeline: takes what the lab (timeline.js) has for it, and starts pramview's scripts, which
// look for both in elements of the page.
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
        let place = view.state.place;
        view.whenChanged(() => {
            if (view.state.place === place) return;
            place = view.state.place;
            shown.chosen(view.data.places[place]);
        });
    };
    document.body.append(scripts);
})();
