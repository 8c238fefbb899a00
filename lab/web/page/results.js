// results.js - what came of a run, as elements. All text from programs and messages becomes text of the page, never markup.

/** @typedef {import("../engine/engine.js").Message} Message */
/** @typedef {import("../engine/engine.js").Ran} Ran */
/** @typedef {(line: number, column?: number, file?: string) => void} Go - shows a line in the editor */

const MAIN = "program.fork"; /* lines are this file's unless another one is named */
export const MOST_SHOWN = 200000; /* characters of output in the page: more would make it slow */
const C0_PICTURES = 0x2400;
const DELETE = 0x7f;

/** @type {(tag: string, className: string, ...parts: (string | Node)[]) => HTMLElement} */
export function element(tag, className, ...parts) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...parts);
    return made;
}

/** Control characters as visible signs, except for ends of lines and tabs. @type {(text: string) => string} */
export function visible(text) {
    return text.replace(/[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, (letter) => {
        const code = letter.charCodeAt(0);
        if (code === DELETE) return "\u2421";
        return code < DELETE ? String.fromCharCode(C0_PICTURES + code) : "\ufffd";
    });
}

/** Shows output as it comes. */
export class Output {
    /** @param {HTMLElement} place */
    constructor(place) {
        this.place = place;
        this.decoders = [new TextDecoder(), new TextDecoder()];
        this.length = 0;
        this.isFull = false;
    }

    clear() {
        this.place.replaceChildren();
        this.decoders = [new TextDecoder(), new TextDecoder()];
        this.length = 0;
        this.isFull = false;
    }

    /** @type {(text: string, className: string) => void} */
    add(text, className) {
        if (text === "" || this.isFull) return;
        const room = MOST_SHOWN - this.length;
        this.length += text.length;
        this.place.append(className ? element("span", className, visible(text.slice(0, room))) : visible(text.slice(0, room)));
        if (this.length <= MOST_SHOWN) return;
        this.isFull = true;
        this.say(`\nThe page shows the first ${MOST_SHOWN.toLocaleString("en")} characters of the output.`);
    }

    /** @type {(isError: boolean, bytes: Uint8Array) => void} */
    take(isError, bytes) {
        this.add(this.decoders[Number(isError)].decode(bytes, { stream: true }), isError ? "err" : "");
    }

    /** A sentence of the page itself. @param {string} text */
    say(text) {
        this.place.append(element("span", "say", text));
    }
}

/** @type {(line: number, column: number, file: string | undefined, go: Go) => HTMLElement} */
function lineButton(line, column, file, go) {
    const button = element("button", "", file === undefined || file === MAIN ? `line ${line}` : `${file}, line ${line}`);
    button.setAttribute("type", "button");
    button.onclick = () => go(line, column, file);
    return button;
}

/** @type {(place: HTMLElement, messages: Message[], go: Go) => void} */
export function showMessages(place, messages, go) {
    place.replaceChildren();
    if (messages.length === 0) place.append(element("p", "empty", "The compiler has nothing to say about this program."));
    for (const { kind, file, line, column, text } of messages) {
        const item = element("div", "item", element("b", kind, kind), " ");
        if (line > 0) item.append(lineButton(line, column, file ?? undefined, go));
        item.append(element("p", "", visible(text)));
        place.append(item);
    }
}

/** A button that opens Step at a cycle. @type {(cycle: number, step: (cycle: number) => void) => HTMLElement} */
function stepButton(cycle, step) {
    const button = element("button", "", `Step at cycle ${cycle.toLocaleString("en")}`);
    Object.assign(button, { type: "button", title: "Go to this cycle in Step, with what the PPs hold there", onclick: () => step(cycle) });
    return button;
}

/** `step` opens Step at a cycle; null: the page has none. @type {(place: HTMLElement, ran: Ran | null, checked: boolean, names: string[], go: Go, step: ((cycle: number) => void) | null) => void} */
export function showFindings(place, ran, checked, names, go, step) {
    place.replaceChildren();
    const found = ran?.findings?.findings ?? [];
    for (const finding of found) {
        const item = element("div", "item", element("b", "warning", String(finding.from)), " ");
        /** @type {Map<string, HTMLElement>} */
        const lines = new Map();
        for (const at of finding.places ?? [])
            if (names.includes(at.file) && at.line > 0) lines.set(`${at.file}:${at.line}`, lineButton(at.line, 1, at.file, go));
        for (const button of lines.values()) item.append(button, " ");
        const cycle = finding.places?.[0]?.cycle;
        if (step && Number.isInteger(cycle)) item.append(stepButton(cycle, step));
        item.append(element("p", "", visible(String(finding.message))));
        if (finding.hint) item.append(element("p", "hint", visible(String(finding.hint))));
        if (finding.count > 1) item.append(element("p", "hint", `${finding.count} times at this place`));
        place.append(item);
    }
    const fault = (ran?.report ?? "").split("\n").filter((text) => /fault: /.test(text));
    for (const text of fault) {
        const item = element("div", "item", element("b", "fault", "fault"), " ");
        const line = text.match(/([\w.-]+):(\d+)(?:, in function|$)/);
        if (line && names.includes(line[1])) item.append(lineButton(Number(line[2]), 1, line[1], go), " ");
        const cycle = text.match(/, cycle (\d+)/);
        if (step && cycle) item.append(stepButton(Number(cycle[1]), step));
        item.append(element("p", "", visible(text.replace(/^pramsim: fault: /, ""))));
        const rest = (ran?.report ?? "").split("\n").filter((hint) => /: hint: /.test(hint));
        if (found.length === 0) for (const hint of rest) item.append(element("p", "hint", visible(hint.replace(/^pramsim: hint: /, ""))));
        place.append(item);
    }
    if (found.length + fault.length === 0) place.append(element("p", "empty", nothingFound(ran, checked)));
}

/** @type {(ran: Ran | null, checked: boolean) => string} */
function nothingFound(ran, checked) {
    if (ran === null) return "Findings of a run stand here.";
    if (checked) return "The check found nothing in this run. Another run with other data may differ.";
    return "Turn on “Check for races” to look for races and memory errors.";
}

const COUNTERS = [
    ["cycles", "Cycles", "time of the PRAM"],
    ["work", "Work", "instructions without those of waiting"],
    ["instructions", "Instructions", "of all PPs"],
    ["loads", "Loads", ""],
    ["stores", "Stores", ""],
    ["multiprefix", "Multiprefix operations", ""],
    ["barrier_wait_cycles", "Waiting at barriers", "cycles of all PPs"],
    ["host_calls", "Host calls", "input, output, time"],
    ["p", "PPs", ""],
    ["mips", "Speed", "million instructions a second, in this browser"],
    ["hash", "Memory", "hash of the final memory: equal runs have equal hashes"],
];

/** @type {(place: HTMLElement, ran: {stats: any} | null) => void} */
export function showCounters(place, ran) {
    place.replaceChildren();
    if (ran === null) {
        place.append(element("p", "empty", "Counters of a run stand here: cycles, work, memory accesses."));
        return;
    }
    const table = element("table", "");
    for (const [name, title, note] of COUNTERS) {
        const value = ran.stats[name];
        if (value === null || value === undefined) continue;
        const text = typeof value === "number" ? value.toLocaleString("en") : String(value);
        table.append(element("tr", "", element("td", "", title), element("td", "", text), element("td", "", note)));
    }
    place.append(table);
}
