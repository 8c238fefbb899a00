// tabs.js - the tabs of the results: one panel is shown; arrows move between tabs, as readers of screens expect.

/**
 * The tabs of the page; `chosen` is told each time a panel is shown.
 * @param {(name: string) => void} chosen
 * @returns {(name: string, focus?: boolean) => void} - shows the panel of that name
 */
export function makeTabs(chosen) {
    const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
    const nameOf = (/** @type {HTMLElement} */ tab) => tab.getAttribute("aria-controls") ?? "";

    /** @type {(name: string, focus?: boolean) => void} */
    function choose(name, focus = false) {
        for (const tab of tabs) {
            const isIt = nameOf(tab) === name;
            tab.setAttribute("aria-selected", String(isIt));
            tab.tabIndex = isIt ? 0 : -1;
            const panel = document.getElementById(nameOf(tab));
            if (panel) panel.hidden = !isIt;
            if (isIt && focus) tab.focus();
            if (isIt) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
        }
        chosen(name);
    }

    for (const tab of tabs) {
        tab.onclick = () => choose(nameOf(tab));
        tab.onkeydown = (event) => {
            const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            const shown = tabs.filter((one) => !one.hidden);
            if (step !== 0) choose(nameOf(shown[(shown.indexOf(tab) + step + shown.length) % shown.length]), true);
        };
    }
    return choose;
}
