// step.js - a run that is stepped through: one instance of the module with a session of the debugger (step.h). Knows no page and no
// worker.
import { compile, placeText, prepareRun, runError } from "./engine.js";

/** @typedef {import("./engine.js").Parts} Parts */
/** @typedef {import("./engine.js").Job} Job */
/** @typedef {import("./engine.js").Result} Result */

/**
 * @typedef {object} Team - PPs of one group at one line
 * @property {number} number
 * @property {number} group - address of the group's frame
 * @property {number} [size] - # of the group
 * @property {number} count
 * @property {number} waiting - PPs of it in a barrier
 * @property {[number, number][]} members - ranges of PPs, first and last; those of large teams are cut
 * @property {string} [file]
 * @property {number} [line]
 * @property {string} [function]
 *
 * @typedef {object} Row - a variable or an expression
 * @property {string} name
 * @property {"watch" | "argument" | "local" | "private" | "shared"} scope
 * @property {string} type - of a watch: why it has no value
 * @property {(string | null)[]} values - by column; one for a shared variable
 *
 * @typedef {object} Stand - where a run stands
 * @property {number} cycle
 * @property {string} kind - why: a name of sim/debug/stop.def
 * @property {boolean} over
 * @property {number} written - bytes that the program had printed on standard output by then
 * @property {number} written_errors - bytes on standard error
 * @property {number} team - the selected one; 0: no PP runs
 * @property {number} pp - the selected one
 * @property {number} hit - PPs at the breakpoint
 * @property {number} status - of a run that is over
 * @property {string} [fault]
 * @property {string} [note] - what is missing of the debug information
 * @property {{number: number, name: string, kind: Access, condition: string, pp?: number}[]} stops - watchpoints; pp: whose private memory is watched
 * @property {{name: string, before: string, after: string, pp: number, count: number, read: boolean}} [access] - what a watchpoint has stopped at
 * @property {{file: string, line: number, error: string}[]} [refused] - conditions of breakpoints that are not taken
 * @property {Team[]} teams
 * @property {number} team_count
 * @property {{name: string, before: string | number, now: string | number}[]} changes - of shared variables, since the stop before
 * @property {number} more_changes
 * @property {{number: number, function: string, users: boolean, file?: string, line?: number}[]} [calls] - of the selected PP, innermost first
 * @property {number[]} [columns] - PPs
 * @property {Row[]} [rows]
 * @property {number[]} [registers] - of the selected PP
 *
 * @typedef {"changed" | "read" | "accessed"} Access
 * @typedef {{do: string, [argument: string]: unknown}} Request - see step.def
 */

const PROGRAM = "/stepped.o", INPUT = "/stepped.in";

/** An answer whose errors name no commands of the terminal. @type {(answer: any) => any} */
function withoutCommands(answer) {
    for (const one of [answer, ...(answer.refused ?? [])]) if (one.error) one.error = one.error.replace(/ \(info [^)]*\)$/, "");
    return answer;
}

/**
 * Makes the session of a job. `session` is null if it was not compiled or cannot run: `result` says why.
 * @param {Parts} parts
 * @param {Job} job
 * @param {(isError: boolean, bytes: Uint8Array) => void} show
 * @returns {Promise<{result: Result, session: Session | null}>}
 */
export async function openSession(parts, job, show) {
    let deadline = Infinity; /* of the request that is under way */
    const { instance, program, result } = await compile(parts, job, show, undefined, undefined, () => performance.now() > deadline);
    const run = program === 0 || result.image === null ? 0 : prepareRun(instance, program, job, result);
    if (run === 0 || result.image === null) return { result, session: null };
    instance.FS.writeFile(PROGRAM, result.image);
    instance.FS.writeFile(INPUT, job.input ?? "");
    const made = instance._web_step_new(run, placeText(instance, PROGRAM), placeText(instance, INPUT));
    if (made === 0) {
        result.trouble = runError(instance, run);
        return { result, session: null };
    }
    /** @type {Session} */
    const session = {
        ask(request, milliseconds) {
            deadline = performance.now() + milliseconds;
            const asked = placeText(instance, JSON.stringify(request));
            const answer = instance._web_step_ask(made, asked);
            const text = instance.UTF8ToString(answer);
            instance._free(answer);
            instance._free(asked);
            return withoutCommands(JSON.parse(text));
        },
    };
    return { result, session };
}

/**
 * @typedef {object} Session
 * @property {(request: Request, milliseconds: number) => Stand | {error: string}} ask - the request is interrupted after that time
 */
