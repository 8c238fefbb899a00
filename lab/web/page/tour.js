// tour.js - the first hour of the manual beside the editor: a step for each of its programs. What the user writes in a step stays with it.
import { element } from "./results.js";

const KEY = "pramsim-tour";

/**
 * @typedef {object} Step - of tour.json (lab/web/make/learn.js)
 * @property {string} title
 * @property {string} name - of its program
 * @property {string} html
 * @property {string} source
 * @property {string} pps
 * @property {boolean} check
 * @property {string} args
 * @property {string} model
 *
 * @typedef {{pps: string, check: boolean, args: string, model: string}} How
 */

/** @returns {Record<string, string>} */
function recallEdits() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === "string"));
    } catch {
        return {};
    }
}

/**
 * @param {HTMLElement} place
 * @param {object} lab - what the tour uses of the page
 * @param {(source: string, how: How) => void} lab.open - puts a program into the editor
 * @param {(how: How) => void} lab.run - runs it in that way
 * @param {(number: number | null) => void} lab.moved - to the step of that number from 1; null: the tour is left
 */
export function makeTour(place, lab) {
    /** @type {Step[]} */
    let steps = [];
    let at = -1; /* the step that is shown; -1: none */
    let edits = recallEdits();

    /** @type {(text: string, does: () => void, className?: string) => HTMLButtonElement} */
    const button = (text, does, className = "") => {
        const made = /** @type {HTMLButtonElement} */ (element("button", className, text));
        made.type = "button";
        made.onclick = does;
        return made;
    };

    /** @type {(number: number) => void} */
    function show(number) {
        const step = steps[number];
        if (step === undefined) return leave();
        at = number;
        const text = element("div", "text");
        text.innerHTML = step.html; /* of the project's own manual */
        for (const run of text.querySelectorAll("button[data-run]"))
            /** @type {HTMLElement} */ (run).onclick = () => lab.run(JSON.parse(/** @type {HTMLElement} */ (run).dataset.run ?? "{}"));
        const menu = document.createElement("select");
        menu.setAttribute("aria-label", "Step of the tour");
        steps.forEach(({ title, name }, k) => menu.add(new Option(`${title.replace(/^(\d+\.).*/, "$1")} ${name}`, String(k), false, k === number)));
        menu.onchange = () => show(Number(menu.value));
        const heading = element("h2", "", step.title.replace(/^\d+\. /, ""));
        heading.tabIndex = -1;
        const back = button("◂ Back", () => show(at - 1));
        back.disabled = number === 0;
        const original = button("Original program", () => {
            delete edits[step.name];
            store();
            show(at);
        });
        original.id = "original";
        const isLast = number === steps.length - 1;
        const next = button(isLast ? "End of the tour" : "Next ▸", () => show(at + 1), "primary");
        next.id = "tour-next";
        const bar = element("div", "bar", element("span", "faint", `Step ${number + 1} of ${steps.length}`), menu, element("span", "space"), button("Leave the tour", leave));
        place.replaceChildren(bar, heading, text, element("div", "bar", back, original, element("span", "space"), next));
        place.scrollTop = 0;
        place.hidden = false;
        lab.open(edits[step.name] ?? step.source, step);
        drawOriginal();
        lab.moved(number + 1);
        heading.focus({ preventScroll: true });
    }

    function drawOriginal() {
        const original = /** @type {HTMLButtonElement | null} */ (place.querySelector("#original"));
        if (original && steps[at]) original.disabled = (edits[steps[at].name] ?? steps[at].source) === steps[at].source;
    }

    function leave() {
        at = -1;
        place.hidden = true;
        place.replaceChildren();
        lab.moved(null);
    }

    function store() {
        try {
            localStorage.setItem(KEY, JSON.stringify(edits));
        } catch {
            /* then the edits are gone after a reload */
        }
    }

    return {
        /** @param {Step[]} list */
        setSteps(list) {
            steps = list;
        },
        /** Begins at a step, from 1. @param {number} number */
        begin: (number) => show(Math.min(Math.max(number, 1), steps.length) - 1),
        isOpen: () => at >= 0,
        /** The program of this step was changed. @param {string} source */
        keep(source) {
            if (at < 0) return;
            edits = { ...edits, [steps[at].name]: source };
            store();
            drawOriginal();
        },
        leave,
    };
}
