// profile.js - the costs of lines, from the profile of a run in callgrind's format: a table, and bars beside the lines of the editor.
import { element, visible } from "./results.js";

/** @typedef {{file: string, line: number, costs: number[]}} Line */
/** @typedef {{events: string[], total: number[], lines: Line[]}} Profile */

const MOST_ROWS = 100;

/** What the events are called; those of no use to a reader are left out. @type {Record<string, string>} */
const TITLES = {
    Cycles: "PP-cycles", Barriers: "in barriers", Spinning: "in spin loops", Instructions: "instructions", Loads: "loads",
    Stores: "stores", Multiprefix: "multiprefix", HostCalls: "host calls", LostStores: "lost stores",
};

/** Reads a profile; costs of called functions, which it has besides, are not added to lines. @type {(text: string) => Profile} */
export function readProfile(text) {
    /** @type {Map<string, string>} */
    const names = new Map();
    /** @type {Map<string, Line>} */
    const lines = new Map();
    let events = [""];
    /** @type {number[]} */
    let total = [];
    let file = "";
    let isCall = false; /* the next line has the costs of a call */
    const nameOf = (/** @type {string} */ said) => {
        const [, number, name] = /^(\(\d+\))(?: (.*))?$/.exec(said) ?? ["", said, said];
        if (name !== undefined) names.set(number, name);
        return names.get(number) ?? "";
    };
    for (const line of text.split("\n")) {
        const [, key, value] = /^(\w+)[=:] ?(.*)$/.exec(line) ?? [];
        if (key === "events") events = value.split(" ");
        else if (key === "summary") total = value.split(" ").map(Number);
        else if (key === "fl" || key === "fi" || key === "fe") file = nameOf(value);
        else if (key === "cfi" || key === "cfl") nameOf(value);
        else if (key === "calls") isCall = true;
        else if (/^\d/.test(line)) {
            const [number, ...costs] = line.split(" ").map(Number);
            if (isCall) isCall = false;
            else {
                const at = lines.get(`${file}:${number}`) ?? { file, line: number, costs: events.map(() => 0) };
                costs.forEach((cost, k) => (at.costs[k] += cost));
                lines.set(`${file}:${number}`, at);
            }
        }
    }
    return { events, total, lines: [...lines.values()] };
}

/** @type {(value: number, all: number) => string} */
const percent = (value, all) => (all === 0 ? "" : `${((100 * value) / all).toFixed(1)} %`);

/**
 * Shows a profile; `margin` takes the marks beside lines, of the chosen cost.
 * @type {(place: HTMLElement, profile: Profile, names: string[], go: import("./results.js").Go, margin: (marks: import("./margin.js").Mark[]) => void) => void}
 */
export function showProfile(place, profile, names, go, margin) {
    const choice = document.createElement("select");
    choice.setAttribute("aria-label", "Cost that is shown");
    profile.events.forEach((event, k) => TITLES[event] !== undefined && profile.total[k] > 0 && choice.add(new Option(TITLES[event], String(k))));
    const table = element("div", "scroll");
    const draw = () => {
        const k = Number(choice.value);
        const own = profile.lines.filter(({ file, line }) => names.includes(file) && line > 0);
        const rest = profile.lines.filter(({ file, line }) => !names.includes(file) || line === 0).reduce((sum, { costs }) => sum + costs[k], 0);
        const most = Math.max(1, ...own.map(({ costs }) => costs[k]));
        const shown = own.filter(({ costs }) => costs[k] > 0).sort((a, b) => b.costs[k] - a.costs[k]).slice(0, MOST_ROWS);
        const others = profile.events.map((event, i) => ({ event, i })).filter(({ event, i }) => i !== k && TITLES[event] !== undefined && own.some(({ costs }) => costs[i] > 0));
        const head = element("tr", "", element("th", "", "Line"), element("th", "number", choice.selectedOptions[0]?.text ?? ""), element("th", "number", "Share"),
            ...others.map(({ event }) => element("th", "number", TITLES[event])));
        const rows = shown.map(({ file, line, costs }) => {
            const button = element("button", "call", names.length > 1 ? `${file}:${line}` : `line ${line}`);
            button.setAttribute("type", "button");
            button.onclick = () => go(line, 1, file);
            return element("tr", "", element("td", "", button), ...[costs[k].toLocaleString("en"), percent(costs[k], profile.total[k]),
                ...others.map(({ i }) => costs[i].toLocaleString("en"))].map((text) => element("td", "number", text)));
        });
        rows.push(element("tr", "", element("td", "faint", "library"), element("td", "number", rest.toLocaleString("en")), element("td", "number", percent(rest, profile.total[k]))));
        table.replaceChildren(element("table", "", element("thead", "", head), element("tbody", "", ...rows)));
        margin(shown.map(({ file, line, costs }) => ({
            file, line, text: percent(costs[k], profile.total[k]), colour: "", share: costs[k] / most,
            title: profile.events.map((event, i) => (TITLES[event] === undefined || costs[i] === 0 ? "" : `${TITLES[event]}: ${costs[i].toLocaleString("en")}`)).filter(Boolean).join("\n"),
        })));
    };
    choice.onchange = draw;
    draw();
    place.replaceChildren(element("p", "row", element("label", "", "Cost ", choice), element("span", "faint", visible("cycles of all PPs together; the bars stand beside the lines"))), table);
}
