// timeline.js - the timeline of a run: pramview's page in a frame. The run is repeated for it with a recorder, for most runs need none.

/** @typedef {import("../engine/engine.js").Timeline} Timeline */

export const MOST_ROWS = 64; /* PPs with rows of their own */
const MOST_CLOSE = 2e7; /* instructions of a run that is followed cycle by cycle: more take too long in a browser */

/**
 * The settings of a run that records its timeline; if it is short, with locks, requests, conflicts and these arrays over time, too.
 * @type {(settings: Record<string, string | true>, arrays: string[], instructions: number) => Record<string, string | true>}
 */
export function recorded(settings, arrays, instructions) {
    const pps = Number(settings.pps);
    const plain = { ...settings, trace: "timeline", "trace-pps": pps === 1 ? "0" : `0-${Math.min(pps, MOST_ROWS) - 1}` };
    if (instructions > MOST_CLOSE) return plain;
    return {
        ...plain,
        "trace-locks": true,
        "trace-strands": true,
        "trace-counters": true,
        ...(arrays.length > 0 ? { "trace-watch": arrays.join(",") } : {}),
    };
}

/**
 * Shows a timeline in place of what stands there. A click on something of the program goes to its line in the editor.
 * @type {(place: HTMLElement, timeline: Timeline, names: string[], go: import("./results.js").Go, step: (cycle: number) => void) => void}
 */
export function showTimeline(place, timeline, names, go, step) {
    const files = JSON.parse(timeline.document).files;
    /** @param {{file: number, line: number} | undefined} chosen */
    const chosen = (chosen) => {
        const name = chosen && files[chosen.file]?.name;
        if (chosen && names.includes(name)) go(chosen.line, 1, name);
    };
    /** @type {any} */ (window).pramsimTimeline = { ...timeline, chosen, step };
    const frame = document.createElement("iframe");
    frame.title = "Timeline of the run";
    frame.src = "timeline.html";
    place.replaceChildren(frame);
}
