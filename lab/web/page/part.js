// part.js - the part of the lab that a link shows: a panel, and where Step stands.

/** @typedef {Pick<import("./share.js").Saved, "tab" | "cycle" | "optimised">} Part */

const WITHOUT_RUN = ["output", "messages", "sheet", "curve"]; /* panels that need no run; others are about one */

/** The part that the end of a link names: "?example=race&tab=step&cycle=120". @type {(query: URLSearchParams) => Part} */
export function partOf(query) {
    const cycle = query.get("cycle") ?? "";
    return { tab: query.get("tab") ?? "", cycle: /^\d{1,15}$/.test(cycle) ? Number(cycle) : undefined };
}

/**
 * @param {object} lab - what is used of the page
 * @param {(name: string) => void} lab.choose - shows a panel
 * @param {() => void} lab.run
 * @param {ReturnType<import("./step.js").makeStepper>} lab.stepper
 */
export function makePart(lab) {
    let wanted = ""; /* a panel that is shown after the next run */
    return {
        /** Shows a part. A panel that is about a run is shown after the program has run. @param {Part} part */
        show({ tab = "", cycle, optimised }) {
            const button = document.getElementById(`tab-${tab}`);
            if (button === null || button.hidden) return;
            if (tab === "step") {
                lab.choose("step");
                if (cycle !== undefined) lab.stepper.beginAt(cycle, optimised === true);
            } else if (WITHOUT_RUN.includes(tab)) lab.choose(tab);
            else {
                wanted = tab;
                lab.run();
            }
        },
        /** The part that is shown. @returns {Part} */
        now() {
            const tab = document.querySelector("[role=tab][aria-selected=true]")?.getAttribute("aria-controls") ?? "";
            return tab === "step" ? { tab, ...lab.stepper.place() } : { tab };
        },
        /** The panel that is to be shown after a run, only once; "": none. */
        take() {
            const tab = wanted;
            wanted = "";
            return tab;
        },
    };
}
