// judge.js - whether a run is right by a public case of a lab sheet: the verdicts of pramgrade (lab/grade/attempt.c), with its words.
// lab/web/make/learn.js makes the cases.

/**
 * @typedef {object} Expected
 * @property {string[]} lines - the first ones
 * @property {number} count - of all lines
 * @property {string} hash - of all lines
 *
 * @typedef {object} Run
 * @property {number} pps
 * @property {string[]} args
 * @property {number | null} cycles - at most
 * @property {number | null} work - at most
 * @property {Expected} expect
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Run[]} runs
 * @property {string | null} input
 * @property {"lines" | "words" | "floats"} compare
 * @property {number | null} absolute
 * @property {number | null} relative
 * @property {number} points
 * @property {boolean} partial
 * @property {number} status
 * @property {boolean} check
 * @property {string | null} model
 * @property {number} seconds
 * @property {number} most_cycles - 0: no limit
 *
 * @typedef {{verdict: string, message: string}} Verdict
 */

const SHOWN_MOST = 60; /* characters of a line */
const ABSOLUTE = 1e-6, RELATIVE = 1e-5; /* tolerances of floats */

/** By the end of a run; all others are `faulty`. @type {Record<string, string>} */
const ENDS = {
    runaway: "looping", deadlock: "looping", max_seconds: "looping", interrupted: "looping", max_output: "flooding", max_files: "flooding",
    max_file_bytes: "flooding", max_host_memory: "flooding", memory: "flooding", check: "racing", model: "racing",
};

/** Lines without blanks at their ends and empty lines at the end. @type {(output: string) => string[]} */
export function linesOf(output) {
    const text = output.replace(/[ \t\r\n]+$/, "");
    return text === "" ? [] : text.split("\n").map((line) => line.replace(/[ \t\r]+$/, ""));
}

/** A number for lines: of 53 bits, for equality only. @type {(lines: string[]) => string} */
export function hashOf(lines) {
    let high = 0xdeadbeef, low = 0x41c6ce57;
    for (const letter of lines.join("\n")) {
        const code = letter.codePointAt(0) ?? 0;
        high = Math.imul(high ^ code, 2654435761);
        low = Math.imul(low ^ code, 1597334677);
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return `${(low >>> 0).toString(16)}-${(high >>> 0).toString(16)}`;
}

/** @type {(one: Case, expected: string, got: string) => boolean} */
function areEqual(one, expected, got) {
    if (one.compare === "lines") return expected === got;
    const words = (/** @type {string} */ line) => line.trim().split(/[ \t]+/);
    const left = words(expected), right = words(got);
    if (left.length !== right.length) return false;
    return left.every((word, k) => {
        if (word === right[k]) return true;
        if (one.compare !== "floats") return false;
        const x = Number(word), y = Number(right[k]);
        return Math.abs(x - y) <= Math.max(one.absolute ?? ABSOLUTE, (one.relative ?? RELATIVE) * Math.abs(x));
    });
}

/** What is wrong with an output; "": nothing. @type {(one: Case, expected: Expected, output: string) => string} */
function compare(one, expected, output) {
    const quote = (/** @type {string} */ line) => `"${line.slice(0, SHOWN_MOST)}${line.length > SHOWN_MOST ? "..." : ""}"`;
    const got = linesOf(output);
    const { lines, count } = expected;
    for (let k = 0; k < lines.length; k++) {
        if (k >= got.length) return k === 0 ? `output: it is empty, expected line 1 to be ${quote(lines[0])}` : `output: it ends before line ${k + 1}, expected ${quote(lines[k])}`;
        if (!areEqual(one, lines[k], got[k])) return `output: line ${k + 1} is ${quote(got[k])}, expected ${quote(lines[k])}`;
    }
    if (got.length < count) return `output: it ends before line ${got.length + 1}`;
    if (got.length > count) return `output: line ${count + 1} is ${quote(got[count])}, expected the end`;
    return count > lines.length && hashOf(got) !== expected.hash ? `output: a line after line ${lines.length} is wrong` : "";
}

/** The fault or the first finding, and which PP waits for which. @type {(report: string) => string} */
function messageOf(report) {
    const lines = report.split("\n").map((line) => line.replace(/^pramsim: /, ""));
    const first = lines.find((line) => /^fault: /.test(line)) ?? lines.find((line) => /^warning: /.test(line)) ?? lines[0] ?? "";
    const circle = lines.find((line) => /^hint: PP .* and waits /.test(line));
    return circle ? `${first}; ${circle.replace(/^hint: /, "")}` : first;
}

/** The verdict on a run that has ended. @type {(one: Case, run: Run, ran: import("./engine.js").Ran, output: string) => Verdict} */
export function judge(one, run, ran, output) {
    const hasEnded = ran.end === "halted" || ran.end === "exit";
    const found = (ran.findings?.findings?.length ?? 0) > 0 && (one.check || one.model !== null);
    if (!hasEnded) return { verdict: ENDS[ran.end] ?? "faulty", message: messageOf(ran.report) };
    if (found) return { verdict: "racing", message: messageOf(ran.report) };
    if (ran.status !== one.status) return { verdict: "wrong", message: `exit status ${ran.status}, expected ${one.status}` };
    const wrong = compare(one, run.expect, output);
    if (wrong !== "") return { verdict: "wrong", message: wrong };
    for (const name of /** @type {const} */ (["cycles", "work"])) {
        const most = run[name];
        if (most !== null && ran.stats[name] > most)
            return { verdict: "slow", message: `${name} ${ran.stats[name].toLocaleString("en")}, at most ${Math.round(most).toLocaleString("en")}` };
    }
    return { verdict: "right", message: "" };
}

/** The points of a case, by the verdicts on its runs. @type {(one: Case, verdicts: Verdict[]) => number} */
export function pointsOf(one, verdicts) {
    const right = verdicts.filter(({ verdict }) => verdict === "right").length;
    if (one.partial) return (one.points * right) / one.runs.length;
    return right === one.runs.length ? one.points : 0;
}
