// curve.js - time over the number of PPs: runs the program for a list of numbers, and shows charts, fit and table, which pramscale's own
// code makes (lab/web/engine/curve.c).
import { element, visible } from "./results.js";
import { memoryOf } from "./settings.js";

const MOST_PPS = 65536;
const MOST_RUNS = 24;

/** Numbers of a list such as "1,4,16", "1:4096" (doubled each time), "10:50:+10" or "1:1000:*10", as pramscale takes them; null: it is none. @type {(text: string) => number[] | null} */
export function readList(text) {
    /** @type {number[]} */
    const list = [];
    for (const part of text.replace(/\s/g, "").split(",")) {
        const [, low, , high, , sign, step] = /^(\d{1,5})(:(\d{1,5})(:([+*])(\d{1,5}))?)?$/.exec(part) ?? [];
        if (low === undefined) return null;
        const first = Number(low), end = Number(high ?? low), by = Number(step ?? 2);
        if (first < 1 || end < first || end > MOST_PPS || (sign === "+" ? by < 1 : by < 2)) return null;
        let at = first;
        for (; at <= end && list.length <= MOST_RUNS; at = sign === "+" ? at + by : at * by) list.push(at);
        if (list[list.length - 1] !== end && list.length <= MOST_RUNS) list.push(end);
    }
    const sorted = [...new Set(list)].sort((a, b) => a - b);
    return sorted.length > 0 && sorted.length <= MOST_RUNS ? sorted : null;
}

/**
 * @param {HTMLElement} place
 * @param {object} lab - what the panel uses of the page
 * @param {import("./runner.js").Runner} lab.runner
 * @param {() => {job: import("../engine/engine.js").Job, seconds: number} | null} lab.job - the program as it stands
 * @param {(isTaken: boolean) => boolean} lab.take - takes the worker, or gives it back; false: it is not free
 * @param {(state: string, text: string) => void} lab.status
 */
export function makeCurve(place, lab) {
    /** @type {{p: number, cycles: number, work: number}[]} */
    let runs = [];
    let turn = 0;
    const field = (/** @type {object} */ values) => /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), { autocomplete: "off", spellcheck: false }, values));
    const list = field({ value: "1:256", size: 12 });
    const fit = field({ placeholder: "such as 1 + log p", size: 18, id: "fit" });
    const log = field({ type: "checkbox", checked: true });
    const measure = /** @type {HTMLButtonElement} */ (element("button", "primary", "Measure"));
    measure.type = "button";
    const said = element("p", "sum");
    said.setAttribute("role", "status");
    const shown = element("div", "curves");
    const form = element("form", "row", element("label", "", "PPs ", list), measure, element("label", "", "Fit ", fit), element("label", "tick", log, " Logarithmic"));
    place.replaceChildren(form, said, shown, element("p", "empty", "Runs the program with each number of PPs. {p} in its arguments becomes the number. A range doubles: 1:256; a formula gets one constant per term."));

    /** @type {(job: import("../engine/engine.js").Job, p: number, seconds: number) => Promise<{ran?: import("../engine/engine.js").Ran, trouble: string}>} */
    function perform(job, p, seconds) {
        const settings = { .../** @type {object} */ (job.settings), ...memoryOf(p) };
        const args = (job.args ?? []).map((word) => word.replace("{p}", String(p)));
        return new Promise((done) => {
            lab.runner.give({ ...job, settings, args }, {
                done: (result) => done({ ran: result.ran ?? undefined, trouble: result.trouble || "it is not compiled: “Messages” says why" }),
                failed: (text) => done({ trouble: text }),
            }, seconds);
        });
    }

    async function sweep() {
        const numbers = readList(list.value);
        if (numbers === null) {
            said.textContent = `PPs: a list such as 1,4,16 or 1:256 is needed, of at most ${MOST_RUNS} numbers up to ${MOST_PPS.toLocaleString("en")}.`;
            return;
        }
        await lab.runner.free();
        const wish = lab.job();
        if (wish === null || !lab.take(true)) return;
        const mine = ++turn;
        runs = [];
        let why = "";
        for (const p of numbers) {
            said.textContent = `Running with ${p.toLocaleString("en")} ${p === 1 ? "PP" : "PPs"}…`;
            const { ran, trouble } = await perform(wish.job, p, wish.seconds);
            if (mine !== turn) return;
            if (ran === undefined || (ran.end !== "exit" && ran.end !== "halted")) {
                why = `With ${p.toLocaleString("en")} PPs it did not end: ${ran === undefined ? trouble : ran.end.replace(/_/g, " ")}.`;
                break;
            }
            runs.push({ p, cycles: ran.stats.cycles, work: ran.stats.work });
        }
        lab.take(false);
        lab.status(why === "" ? "done" : "failed", why || `Measured with ${numbers.length} numbers of PPs.`);
        said.textContent = why;
        draw();
    }

    function draw() {
        if (runs.length === 0) return shown.replaceChildren();
        const mine = turn;
        lab.runner.curve({ runs, fit: fit.value, log: log.checked }, {
            done(answer) {
                if (mine === turn) show(answer);
            },
            failed: (text) => void (said.textContent = text),
        });
    }

    /** @param {any} answer */
    function show(answer) {
        if (answer.wrong !== undefined) {
            said.textContent = `The formula: ${answer.wrong}.`;
            return;
        }
        said.textContent = (answer.fits ?? "").replace(/^program: /gm, "").trim();
        const legend = element("ul", "legend", ...(answer.legend ?? []).map((/** @type {any} */ entry) => {
            const item = element("li", "");
            item.innerHTML = entry.svg; /* of lab/scale, from numbers */
            item.append(visible(entry.text));
            return item;
        }));
        const charts = (answer.charts ?? []).map((/** @type {string} */ svg) => {
            const made = element("figure", "");
            made.innerHTML = svg;
            return made;
        });
        const columns = ["p", "cycles", "fitted", "speedup", "efficiency", "work", "cost"].filter((name) => (answer.rows ?? []).some((/** @type {any} */ row) => row[name] !== null));
        const text = (/** @type {string} */ name, /** @type {number | null} */ value) =>
            value === null ? "" : name === "efficiency" ? `${(100 * value).toFixed(1)} %` : value.toLocaleString("en", { maximumFractionDigits: name === "speedup" ? 2 : 0 });
        const table = element("table", "", element("thead", "", element("tr", "", ...columns.map((name) => element("th", "number", name === "p" ? "PPs" : name)))),
            element("tbody", "", ...(answer.rows ?? []).map((/** @type {any} */ row) => element("tr", "", ...columns.map((name) => element("td", "number", text(name, row[name])))))));
        shown.replaceChildren(legend, ...charts, element("div", "scroll", table));
    }

    form.onsubmit = (event) => event.preventDefault();
    measure.onclick = sweep;
    fit.onchange = log.onchange = draw;
    for (const one of [list, fit])
        one.onkeydown = (event) => {
            if (event.key === "Enter") one === list ? sweep() : draw();
        };
    return {
        stop() {
            turn++;
            said.textContent = "";
        },
        /** Another program is open. */
        clear() {
            turn++;
            runs = [];
            said.textContent = "";
            shown.replaceChildren();
        },
    };
}
