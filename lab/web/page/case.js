// case.js - how a public case of a lab sheet is run. Knows no element of the page.
import { memoryOf } from "./settings.js";

/** @typedef {import("../engine/judge.js").Case} Case */
/** @typedef {import("../engine/judge.js").Run} Run */

/** The settings of a run of a case. @type {(one: Case, run: Run) => Record<string, string | true>} */
export function settingsOfCase(one, run) {
    return {
        ...memoryOf(run.pps),
        engine: "bsp",
        "max-output": "1M",
        ...(one.check ? { check: /** @type {const} */ (true) } : {}),
        ...(one.model === null ? {} : { model: one.model }),
        ...(one.most_cycles > 0 ? { "max-cycles": String(one.most_cycles) } : {}),
    };
}
