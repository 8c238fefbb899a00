// step.js - the panel that steps through a run: what moves it, its teams, and their values. Asks the worker, one request after the
// other; lab/web/engine/step.js describes requests and answers.
import { element, visible } from "./results.js";
import { makeStops } from "./stops.js";
import { makePrinted } from "./printed.js";

/** @typedef {import("../engine/step.js").Stand} Stand */
/** @typedef {import("../engine/step.js").Team} Team */
/** @typedef {import("../engine/step.js").Row} Row */

const SLICE = 200; /* milliseconds that a run goes on between two looks at what the user wants */
const MOST_BACK = 15000; /* milliseconds that a way back may take */
const COLUMNS = 8;
const COLOURS = 8; /* of teams: --team-0 ... of style.css */
const MOST_TEAMS = 40; /* in the list */

/** What moves a run: its button and key; capital letters and Shift go back. */
const MOVES = [
    { name: "continue", text: "Continue", key: "c", code: "F8", request: { do: "move" }, title: "to the next breakpoint" },
    { name: "out", text: "Out", key: "o", code: "", request: { do: "step", kind: "out" }, title: "out of the function" },
    { name: "into", text: "Into", key: "s", code: "F11", request: { do: "step", kind: "into" }, title: "to the next line, also into functions" },
    { name: "over", text: "Next", key: "n", code: "F10", request: { do: "step", kind: "over" }, title: "to the next line of this function" },
];

const REASONS = {
    START: "The beginning of the run",
    BREAKPOINT: "Breakpoint",
    WATCH: "Watchpoint",
    STEP: "",
    CYCLE: "",
    INTERRUPT: "Interrupted",
    HALTED: "All PPs have ended",
    EXIT: "The program has ended",
    FAULT: "A fault ends the run here",
};

/** "0–7, 9" @type {(team: Team) => string} */
function rangesText({ members, count }) {
    const text = members.map(([first, last]) => (first === last ? `${first}` : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`)).join(", ");
    const shown = members.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    return `${count === 1 ? "PP" : "PPs"} ${text}${shown < count ? ", …" : ""}`;
}

/** A run that has ended has no PPs to show; at a fault they stand where they were. @param {Stand} now */
const hasEnded = (now) => now.over && now.kind !== "FAULT";

const colourOf = (/** @type {number} */ number) => `var(--team-${number % COLOURS})`;

/**
 * @param {HTMLElement} place
 * @param {object} lab - what the panel uses of the page
 * @param {import("./runner.js").Runner} lab.runner
 * @param {(words: string[]) => import("../engine/engine.js").Job | null} lab.job - the program as it stands, with options of fcc; null: an option of the run is wrong, which has been said
 * @param {ReturnType<import("./editor.js").makeEditor>} lab.editor
 * @param {() => void} lab.draw - the row of files, after another file is shown
 * @param {(messages: import("../engine/engine.js").Message[]) => void} lab.messages
 */
export function makeStepper(place, lab) {
    /** @type {Stand | null} */
    let stand = null;
    /** @type {Map<string, string>} */
    let before = new Map(); /* values of the stop before, by scope, name and PP */
    let last = 0; /* cycle of the end, as far as it is known */
    let isEndKnown = false;
    let isBusy = false; /* a request is under way */
    let isPaused = false; /* the user wants a run that goes on to stop */
    let isWaiting = false; /* begin() was called before the worker was ready */
    let hasNewPoints = false; /* breakpoints have changed since the worker was told */
    /** @type {import("../engine/step.js").Request | null} */
    let queued = null; /* a move that was asked for while another request was under way */
    /** @type {number | null} */
    let wanted = null; /* cycle of the slider, asked for while another request was under way */
    /** @type {string[]} */
    let watches = [];
    /** @type {number | null} */
    let first = null; /* cycle at which a session is to begin; null: at main */
    let isBorrowed = false; /* "Optimised" is ticked for a session at a cycle of a run, not by the user */
    let opened = ""; /* the job of the session, as JSON */
    let hasRegisters = false;

    // ---- elements that stay

    /** @type {(text: string, title: string, does: () => void, className?: string) => HTMLButtonElement} */
    const button = (text, title, does, className = "") => {
        const made = /** @type {HTMLButtonElement} */ (element("button", className, text));
        Object.assign(made, { type: "button", title, onclick: does });
        return made;
    };
    const input = (/** @type {object} */ values) => /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), values));
    const slider = input({ type: "range", min: "0", max: "0", value: "0", className: "slider" });
    slider.setAttribute("aria-label", "Cycle of the run");
    const cycleField = input({ inputMode: "numeric", size: 7, autocomplete: "off", className: "cycle" });
    cycleField.setAttribute("aria-label", "Cycle; Enter goes there");
    const end = element("span", "faint");
    const buttons = MOVES.flatMap(({ name, text, key, code, request, title }) => {
        const keys = (/** @type {string} */ letter, /** @type {string} */ shift) => (code ? ` (${letter}, ${shift}${code})` : ` (${letter})`);
        const forward = button(`${text} ▸`, `${text} ${title}${keys(key, "")}`, () => move(request), name === "over" ? "main" : "");
        const back = button(`◂ ${text}`, `Back: ${text} ${title}${keys(key.toUpperCase(), "Shift+")}`, () => move({ ...request, back: true }), name === "over" ? "main" : "");
        forward.dataset.move = name;
        back.dataset.move = `${name}-back`;
        back.setAttribute("aria-label", `${text} back`);
        forward.setAttribute("aria-label", text);
        return [back, forward];
    });
    const backs = buttons.filter((_, i) => i % 2 === 0), forwards = buttons.filter((_, i) => i % 2 === 1).reverse();
    const optimised = input({ type: "checkbox", onchange: () => ((isBorrowed = false), session() && beginAtMain()) });
    const asRun = element("label", "tick", optimised, " Optimised, as Run does: lines come in another order, and some variables have no place");
    const less = button("−1", "One cycle back", () => goTo((stand?.cycle ?? 1) - 1));
    const more = button("+1", "One cycle forward", () => goTo((stand?.cycle ?? 0) + 1));
    const pause = button("Pause", "Stop here", () => (isPaused = true));
    const where = element("p", "where");
    where.setAttribute("role", "status");
    const teams = element("div", "teams");
    const calls = element("p", "calls");
    const values = element("div", "values");
    const watchField = input({ placeholder: "Watch an expression, such as a[$]", autocomplete: "off", spellcheck: false, className: "watch" });
    watchField.setAttribute("aria-label", "Expression to watch");
    const printed = makePrinted();
    const stops = makeStops({
        button,
        ask: (request, done) => session() && !isBusy && ask(request, SLICE, done),
        arrive,
    });
    const registers = /** @type {HTMLDetailsElement} */ (element("details", "registers"));
    const intro = element("p", "empty");
    const panel = element("div", "stepping");
    const start = button("Start stepping", "Compile the program and go to the first line of main", () => beginAtMain(), "primary");
    const track = element("div", "track", less, slider, more, cycleField, end);
    const moves = element("div", "moves", element("div", "", ...backs), element("div", "", ...forwards, pause));
    panel.append(track, moves, where, teams, calls, values, watchField, stops.place, element("h3", "", "Output so far"), printed.place, registers, asRun);
    place.replaceChildren(intro, start, panel);
    panel.hidden = true;

    // ---- requests

    const session = () => stand !== null;

    /** @type {(request: import("../engine/step.js").Request, milliseconds: number, done: (answer: Stand | {error: string}) => void) => void} */
    function ask(request, milliseconds, done) {
        isBusy = true;
        lab.runner.ask({ ...request, columns: COLUMNS, watches, registers: hasRegisters }, milliseconds, {
            output: printed.take,
            done(answer) {
                isBusy = false;
                done(answer);
            },
            failed: close,
        });
    }

    /** Shows an answer. @param {Stand | {error: string}} answer */
    function arrive(answer) {
        if ("error" in answer) {
            say(answer.error);
            return next();
        }
        noteValues();
        stand = answer;
        last = Math.max(last, stand.cycle);
        if (stand.over) {
            last = stand.cycle;
            isEndKnown = true;
        }
        draw();
        next();
    }

    /** Does what was asked for meanwhile. */
    function next() {
        if (hasNewPoints) return sendPoints();
        const request = queued;
        queued = null;
        if (request !== null) return move(request);
        if (wanted === null) return;
        const cycle = wanted;
        wanted = null;
        goTo(cycle);
    }

    /** To the last cycle is to the end: a fault that ends the run in that cycle is shown. @param {number} cycle */
    function goTo(cycle) {
        if (!session()) return;
        if (isBusy) {
            wanted = cycle;
            return;
        }
        const isEnd = isEndKnown && cycle >= last;
        ask({ do: "go", cycle: isEnd ? Number.MAX_SAFE_INTEGER : Math.max(0, cycle) }, MOST_BACK, arrive);
    }

    /** @param {import("../engine/step.js").Request} request */
    function move(request) {
        if (!session()) return;
        if (isBusy) {
            queued = request;
            return;
        }
        isPaused = false;
        const isLong = request.do === "move" && !request.back;
        const go = () => {
            ask(request, isLong ? SLICE : MOST_BACK, (answer) => {
                if (isLong && !isPaused && !("error" in answer) && answer.kind === "INTERRUPT") {
                    cycleField.value = String(answer.cycle);
                    pause.hidden = false;
                    if (hasNewPoints) ask({ do: "breaks", lines: lab.editor.points() }, SLICE, (said) => {
                        noteRefused(said);
                        go();
                    });
                    else go();
                    hasNewPoints = false;
                    return;
                }
                pause.hidden = true;
                arrive(answer);
            });
        };
        go();
    }

    /** Shows which conditions of breakpoints are not taken. @param {Stand | {error: string}} answer */
    function noteRefused(answer) {
        if (!("error" in answer) && answer.refused) lab.editor.refuse(answer.refused);
    }

    function sendPoints() {
        hasNewPoints = session() && isBusy;
        if (session() && !isBusy) ask({ do: "breaks", lines: lab.editor.points() }, SLICE, (answer) => {
            noteRefused(answer);
            next();
        });
    }

    function begin() {
        isWaiting = !lab.runner.isReady || lab.runner.isBusy;
        const job = isWaiting ? null : lab.job(optimised.checked ? [] : ["-Og"]);
        if (isWaiting) intro.textContent = "The simulator is being loaded…";
        if (job === null) return;
        const kept = stops.list();
        opened = JSON.stringify(job);
        reset();
        start.disabled = isBusy = true;
        intro.hidden = false;
        intro.textContent = "Compiling, and looking for the end of the run…";
        lab.runner.open(job, {
            output: printed.take,
            done({ result, stand: began, end: reached }) {
                start.disabled = isBusy = false;
                lab.messages(result.messages);
                if (!began) {
                    intro.textContent = result.trouble !== "" ? `${result.trouble}.` : "The program is not compiled: “Messages” says why.";
                    return;
                }
                last = reached.cycle;
                isEndKnown = reached.over || reached.kind === "FAULT";
                intro.hidden = start.hidden = true;
                panel.hidden = false;
                document.documentElement.dataset.stepping = "yes";
                arrive(began);
                before = new Map();
                ask({ do: "breaks", lines: lab.editor.points() }, SLICE, (answer) => {
                    noteRefused(answer);
                    stops.renew(kept, () => {
                        if (first !== null) goTo(first);
                        else next();
                        first = null;
                    });
                });
                if (document.activeElement === start || document.activeElement === document.body) forwards[0].focus({ preventScroll: true });
            },
            failed: close,
        });
    }

    function beginAtMain() {
        first = null;
        if (isBorrowed) optimised.checked = isBorrowed = false;
        begin();
    }

    /** Goes to a cycle, in a session of the program as `isOptimised` says. @type {(cycle: number, isOptimised: boolean) => void} */
    function beginAt(cycle, isOptimised) {
        isBorrowed = isOptimised && (isBorrowed || !optimised.checked);
        optimised.checked = isOptimised;
        if (session() && JSON.stringify(lab.job(isOptimised ? [] : ["-Og"])) === opened) return goTo(cycle);
        first = cycle;
        begin();
    }

    function reset() {
        document.documentElement.dataset.stepping = "no";
        stand = null;
        before = new Map();
        printed.clear();
        last = 0;
        isEndKnown = false;
        wanted = queued = null;
        hasNewPoints = false;
        lab.editor.setMargin([]);
    }

    /** Ends the session; the text says why. @param {string} text */
    function close(text) {
        const had = session() || isBusy;
        isBusy = false;
        start.disabled = false;
        if (text === "") stops.clear();
        if (!had && text !== "") return;
        reset();
        panel.hidden = true;
        intro.hidden = start.hidden = false;
        intro.textContent = text || "Step through a run, forward and back: set breakpoints beside the line numbers, follow teams of PPs, and see what their variables hold.";
    }

    // ---- what stands in the panel

    function noteValues() {
        before = new Map();
        for (const { scope, name, values: list } of stand?.rows ?? [])
            list.forEach((text, i) => before.set(`${scope} ${name} ${scope === "shared" ? "" : stand?.columns?.[i]}`, text ?? ""));
    }

    /** @param {string} text */
    function say(text) {
        where.textContent = text;
    }

    function draw() {
        if (stand === null) return;
        slider.max = String(last);
        slider.value = cycleField.value = String(stand.cycle);
        end.textContent = isEndKnown ? `of ${last.toLocaleString("en")} cycles` : `of more than ${last.toLocaleString("en")} cycles`;
        for (const one of [...forwards, more]) one.disabled = stand.over;
        for (const one of [...backs, less]) one.disabled = stand.cycle === 0;
        pause.hidden = true;
        drawWhere(stand);
        drawTeams(stand);
        drawCalls(stand);
        drawValues(stand);
        printed.draw(stand.written, stand.written_errors);
        stops.draw(stand.stops);
        drawRegisters(stand);
        drawMargin(stand);
    }

    /** @param {Stand} now */
    function drawWhere(now) {
        const reason = /** @type {Record<string, string>} */ (REASONS)[now.kind];
        const chosen = now.teams.find(({ number }) => number === now.team);
        const hit = now.kind === "BREAKPOINT" && now.hit > 0 ? ` (${now.hit} ${now.hit === 1 ? "PP" : "PPs"})` : "";
        const at = chosen && !hasEnded(now) ? `${rangesText(chosen)} ${chosen.line === undefined ? "" : `at line ${chosen.line}`} ${chosen.function ? `in ${chosen.function}` : ""}` : "";
        where.replaceChildren(...[element("b", "", `Cycle ${now.cycle.toLocaleString("en")}`), reason ? `: ${reason}${hit}${accessText(now)}. ` : ": ", at]);
        if (now.fault) where.append(element("span", "fault", visible(now.fault.trim())));
        if (now.note) where.append(element("span", "faint", ` ${now.note}`));
    }

    /** ": a[3] 4 → 7, by PP 2" @param {Stand} now */
    function accessText({ access }) {
        if (!access) return "";
        const { name, before: old, after, pp, count, read } = access;
        return visible(`: ${name} ${read ? `is ${after}, read` : `${old} → ${after}`} by PP ${pp}${count > 1 ? ` (${count} PPs)` : ""}`);
    }

    /** @param {Stand} now */
    function drawTeams(now) {
        const groups = [...new Set(now.teams.map(({ group }) => group))];
        const list = hasEnded(now) ? [] : now.teams.slice(0, MOST_TEAMS);
        teams.replaceChildren(...list.map((team) => {
            const wait = team.waiting === 0 ? "" : team.waiting === team.count ? " · in a barrier" : ` · ${team.waiting} in a barrier`;
            const group = groups.length < 2 ? "" : ` · group ${groups.indexOf(team.group) + 1}${team.size === undefined ? "" : ` of ${team.size}`}`;
            const made = button(`${rangesText(team)}${team.line === undefined ? "" : ` · line ${team.line}`}${group}${wait}`, `Team ${team.number}: step with these PPs`,
                () => !isBusy && ask({ do: "select", team: team.number }, SLICE, arrive), "team");
            made.style.setProperty("--colour", colourOf(team.number));
            made.setAttribute("aria-pressed", String(team.number === now.team));
            return made;
        }));
        if (!hasEnded(now) && now.team_count > list.length) teams.append(element("span", "faint", `and ${(now.team_count - list.length).toLocaleString("en")} more teams`));
    }

    /** @param {Stand} now */
    function drawCalls(now) {
        const users = (now.calls ?? []).filter((call) => call.users);
        calls.hidden = users.length < 2 || hasEnded(now);
        calls.replaceChildren(`Calls of PP ${now.pp}: `, ...users.reverse().flatMap((call, i) => {
            const made = button(call.line === undefined ? call.function : `${call.function}:${call.line}`, "Show this line and its variables", () => {
                if (call.line !== undefined && call.file !== undefined) lab.editor.reveal(call.line, call.file);
                lab.draw();
                if (!isBusy) ask({ do: "look", frame: call.number }, SLICE, arrive);
            }, "call");
            return i === 0 ? [made] : [" → ", made];
        }));
    }

    /** @type {(row: Row, i: number, pp: number | undefined) => HTMLElement} */
    function cell(row, i, pp) {
        const text = row.values[i] ?? "";
        const old = before.get(`${row.scope} ${row.name} ${row.scope === "shared" ? "" : pp}`);
        const pointer = /^(0x[0-9a-f]+) <(&.*)>$/.exec(text);
        const lost = /^<(.*)>$/.exec(text); /* why there is no value */
        const shown = lost ? "–" : pointer ? pointer[2] : text;
        const made = element("td", `${old !== undefined && old !== text ? "changed" : ""} ${row.scope === "shared" ? "long" : ""}`.trim(), visible(shown));
        if (lost) made.title = lost[1] === "optimised out" ? "The compiler keeps this value nowhere at this line" : lost[1];
        if (pointer) made.title = pointer[1];
        return made;
    }

    /** @type {(caption: string, heads: (string | Node)[], rows: HTMLElement[]) => HTMLElement} */
    function table(caption, heads, rows) {
        const head = element("tr", "", ...heads.map((one) => element("th", "", one)));
        const made = element("table", "", element("caption", "", caption), element("thead", "", head), element("tbody", "", ...rows));
        return element("div", "scroll", made);
    }

    /** @param {Stand} now */
    function drawValues(now) {
        const rows = now.rows ?? [];
        const columns = now.columns ?? [];
        const own = rows.filter(({ scope }) => scope !== "shared");
        const shared = rows.filter(({ scope }) => scope === "shared");
        const made = [];
        if (own.length > 0 && !hasEnded(now)) {
            const heads = columns.map((pp) => {
                const head = button(`PP ${pp}`, "Step with this PP", () => !isBusy && ask({ do: "select", pp }, SLICE, arrive), "pp");
                head.setAttribute("aria-pressed", String(pp === now.pp));
                return head;
            });
            made.push(table(`Variables of ${columns.length === 1 ? "a PP" : "PPs"}`, ["", ...heads], own.map((row) => {
                const name = element("th", "", row.name);
                name.title = row.type;
                if (row.scope === "watch") {
                    name.append(button("×", `No longer watch ${row.name}`, () => watch(watches.filter((one) => one !== row.name)), "drop"));
                    if (row.values.every((value) => value === null)) return element("tr", "", name, Object.assign(element("td", "faint", row.type), { colSpan: columns.length }));
                }
                return element("tr", "", name, ...columns.map((pp, i) => cell(row, i, pp)));
            })));
        }
        if (shared.length > 0) {
            made.push(table("Shared variables", ["", "", ""], shared.map((row) => {
                const name = element("th", "", row.name);
                name.title = row.type;
                const writer = button("last store", `Go back to the cycle that stored to ${row.name} last`, () => !isBusy && ask({ do: "writer", name: row.name }, MOST_BACK, arrive), "writer");
                return element("tr", "", name, cell(row, 0, 0), element("td", "", writer));
            })));
        }
        values.replaceChildren(...made);
    }

    /** @param {string[]} list */
    function watch(list) {
        watches = list;
        if (session() && !isBusy) ask({ do: "look" }, SLICE, arrive);
    }

    /** @param {Stand} now */
    function drawRegisters(now) {
        const summary = element("summary", "", `Registers of PP ${now.pp}`);
        registers.replaceChildren(summary, element("pre", "", (now.registers ?? []).map((word, i) => `${`r${i}`.padEnd(4)}${String(word | 0).padStart(12)}  0x${(word >>> 0).toString(16)}`).join("\n")));
    }

    /** @param {Stand} now */
    function drawMargin(now) {
        const shown = hasEnded(now) ? [] : now.teams;
        lab.editor.setMargin(shown.filter(({ line, file }) => line !== undefined && file !== undefined).map((team) => ({
            file: team.file ?? "",
            line: team.line ?? 0,
            text: String(team.count),
            title: `Team ${team.number}: ${rangesText(team)}`,
            colour: colourOf(team.number),
            isChosen: team.number === now.team,
        })));
        const chosen = now.teams.find(({ number }) => number === now.team);
        if (chosen?.line === undefined || chosen.file === undefined || hasEnded(now)) return;
        lab.editor.reveal(chosen.line, chosen.file);
        lab.draw();
    }

    // ---- keys and fields

    slider.oninput = () => goTo(Number(slider.value));
    cycleField.onchange = () => /^\d+$/.test(cycleField.value) && goTo(Number(cycleField.value));
    watchField.onkeydown = (event) => {
        if (event.key !== "Enter" || watchField.value.trim() === "") return;
        event.preventDefault();
        watch([...new Set([...watches, watchField.value.trim()])]);
        watchField.value = "";
    };
    registers.ontoggle = () => {
        if (registers.open === hasRegisters) return;
        hasRegisters = registers.open;
        if (hasRegisters) watch(watches);
    };
    panel.addEventListener("keydown", (event) => {
        if (/** @type {HTMLElement} */ (event.target).tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
        const found = MOVES.find(({ key }) => key === event.key.toLowerCase());
        if (found === undefined) return;
        event.preventDefault();
        move(event.key === found.key ? found.request : { ...found.request, back: true });
    });
    document.addEventListener("keydown", (event) => {
        const found = MOVES.find(({ code }) => code !== "" && code === event.key);
        if (found === undefined || !session()) return;
        event.preventDefault();
        move(event.shiftKey ? { ...found.request, back: true } : found.request);
    });
    close("");
    return {
        begin: beginAtMain,
        beginAt,
        close,
        sendPoints,
        isOpen: session,
        /** Where the run stands, for a link; null: no session is open. @returns {{cycle: number, optimised: boolean} | null} */
        place: () => stand && { cycle: stand.cycle, optimised: optimised.checked },
        /** The worker can take jobs. */
        ready() {
            if (isWaiting) begin();
        },
    };
}
