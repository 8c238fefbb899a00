// check.js - the panel of a lab sheet: its task, and a button that runs the public cases. Judging is lab/web/engine/judge.js's.
import { judge, pointsOf } from "../engine/judge.js";
import { settingsOfCase } from "./case.js";
import { element, visible } from "./results.js";

/** @typedef {import("../engine/judge.js").Case} Case */
/** @typedef {import("../engine/judge.js").Run} Run */
/** @typedef {import("../engine/judge.js").Verdict} Verdict */
/** @typedef {{title: string, task: string, files: Record<string, string>, cases: Case[]}} Lab */

const MOST_SECONDS = 20; /* of a run */
const MOST_OUTPUT = 1 << 20; /* bytes that are compared */

const SIGNS = { right: "✓", wrong: "✗", slow: "slow", racing: "race", looping: "no end", flooding: "too much", faulty: "fault", not_run: "not run" };

/**
 * @param {HTMLElement} place
 * @param {object} lab - what the panel uses of the page
 * @param {import("./runner.js").Runner} lab.runner
 * @param {() => Record<string, string>} lab.texts - of the program and its files
 * @param {string} lab.main
 * @param {(job: boolean) => boolean} lab.take - takes the worker for the cases, or gives it back; false: it is not free
 * @param {(messages: import("../engine/engine.js").Message[]) => void} lab.messages
 * @param {(state: string, text: string) => void} lab.status
 * @param {(one: Case, run: Run) => void} lab.run - runs a case as the user would
 */
export function makeChecker(place, lab) {
    /** @type {Record<string, Lab>} */
    let labs = {};
    /** @type {Lab | null} */
    let sheet = null;
    let turn = 0; /* of a check: a later one, or Stop, ends those before */
    const button = /** @type {HTMLButtonElement} */ (element("button", "primary", "Check"));
    const sum = element("p", "sum");
    sum.setAttribute("role", "status");
    const list = element("div", "cases");
    const folded = /** @type {HTMLDetailsElement} */ (element("details", "task"));

    /** @type {(run: Run, one: Case, verdict: Verdict | null, cycles: number | null) => HTMLElement} */
    function chip(run, one, verdict, cycles) {
        const made = element("button", `chip ${verdict?.verdict ?? "waiting"}`, `${run.pps} ${run.pps === 1 ? "PP" : "PPs"} ${verdict ? /** @type {Record<string, string>} */ (SIGNS)[verdict.verdict] : "…"}`);
        made.setAttribute("type", "button");
        const bound = run.cycles === null ? "" : ` of ${Math.round(run.cycles).toLocaleString("en")}`;
        made.title = `${cycles === null ? "" : `${cycles.toLocaleString("en")}${bound} cycles. `}Run the program in this way`;
        made.setAttribute("aria-label", `${run.pps} PPs: ${verdict?.verdict.replace("_", " ") ?? "not checked"}. Run the program in this way`);
        made.onclick = () => lab.run(one, run);
        return made;
    }

    /** @type {(one: Case, runs: {verdict: Verdict, cycles: number | null}[]) => HTMLElement} */
    function row(one, runs) {
        const all = runs.length === one.runs.length;
        const points = pointsOf(one, runs.map(({ verdict }) => verdict));
        const head = element("p", "", element("b", "", one.name), element("span", "faint", ` ${all ? `${points} of ` : ""}${one.points} ${one.points === 1 ? "point" : "points"}`));
        const chips = element("div", "chips", ...one.runs.map((run, k) => chip(run, one, runs[k]?.verdict ?? null, runs[k]?.cycles ?? null)));
        const made = element("div", `case ${!all ? "" : points === one.points ? "good" : "bad"}`, head, chips);
        const first = runs.findIndex(({ verdict }) => verdict.message !== "");
        if (first >= 0) made.append(element("p", "why", `${one.runs[first].pps} ${one.runs[first].pps === 1 ? "PP" : "PPs"}: ${visible(runs[first].verdict.message)}`));
        return made;
    }

    /** @type {(one: Case, run: Run) => Promise<{verdict: Verdict, cycles: number | null, messages: import("../engine/engine.js").Message[]}>} */
    function perform(one, run) {
        const { [lab.main]: source, ...others } = lab.texts();
        const decoder = new TextDecoder();
        let output = "";
        return new Promise((done) => {
            lab.runner.give(
                { name: lab.main, source, files: { ...others, ...sheet?.files }, words: ["-Wall"], settings: settingsOfCase(one, run), args: run.args, input: one.input ?? "" },
                {
                    output: (pieces) => pieces.forEach(({ isError, bytes }) => {
                        if (!isError && output.length < MOST_OUTPUT) output += decoder.decode(bytes, { stream: true });
                    }),
                    done({ ran, messages, trouble }) {
                        if (ran) done({ verdict: judge(one, run, ran, output), cycles: ran.stats.cycles, messages });
                        else done({ verdict: { verdict: trouble === "" ? "not_compiled" : "not_run", message: trouble }, cycles: null, messages });
                    },
                    failed: (text) => done({ verdict: { verdict: "not_run", message: text }, cycles: null, messages: [] }),
                },
                Math.min(one.seconds, MOST_SECONDS),
            );
        });
    }

    async function check() {
        await lab.runner.free();
        if (sheet === null || !lab.take(true)) return;
        const mine = ++turn;
        const { cases } = sheet;
        let points = 0;
        const most = cases.reduce((all, one) => all + one.points, 0);
        list.replaceChildren(...cases.map((one) => row(one, [])));
        folded.open = false;
        for (const [k, one] of cases.entries()) {
            const runs = [];
            for (const run of one.runs) {
                sum.textContent = `Checking case ${k + 1} of ${cases.length} with ${run.pps} ${run.pps === 1 ? "PP" : "PPs"}…`;
                const came = await perform(one, run);
                if (mine !== turn) return;
                if (came.verdict.verdict === "not_compiled") {
                    lab.messages(came.messages);
                    sum.textContent = "The program is not compiled: “Messages” says why.";
                    lab.take(false);
                    lab.status("failed", "The check needs a program without errors.");
                    return;
                }
                runs.push(came);
                list.children[k].replaceWith(row(one, runs));
            }
            points += pointsOf(one, runs.map(({ verdict }) => verdict));
        }
        lab.take(false);
        sum.textContent = `${points} of ${most} points in the public cases.`;
        lab.status(points === most ? "done" : "found", `Check: ${points} of ${most} points.`);
    }

    button.type = "button";
    button.onclick = check;
    return {
        /** Takes the lab sheets. @param {Record<string, Lab>} all */
        setLabs(all) {
            labs = all;
        },
        /** Shows the lab sheet of that name; false: there is none. @param {string} name */
        show(name) {
            sheet = Object.hasOwn(labs, name) ? labs[name] : null;
            turn++;
            sum.textContent = "";
            if (sheet === null) return false;
            const task = element("div", "text");
            task.innerHTML = sheet.task; /* of the project's own documents (lab/web/make/learn.js) */
            list.replaceChildren(...sheet.cases.map((one) => row(one, [])));
            folded.replaceChildren(element("summary", "", "The task"), task);
            folded.open = true;
            place.replaceChildren(element("h2", "", sheet.title), element("div", "row", button, sum), folded, list,
                element("p", "empty", "These are the public cases. Whoever grades with pramgrade may have more."));
            return true;
        },
        /** Ends a check that is under way. */
        stop() {
            turn++;
            sum.textContent = "Stopped.";
        },
        check,
    };
}
