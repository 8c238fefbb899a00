// timeline.js - the timeline of a run: pramview's page in a frame. The run is repeated for it with a recorder, for most runs need none.

/** @typedef {import("../engine/engine.js").Timeline} Timeline */

export const MOST_ROWS = 64; /* PPs with rows of their own */

/**
 * The settings of a run that records its timeline, and these arrays over time.
 * @type {(settings: Record<string, string | true>, arrays: string[]) => Record<string, string | true>}
 */
export function recorded(settings, arrays) {
    const pps = Number(settings.pps);
    return {
        ...settings,
        trace: "timeline",
        "trace-pps": pps === 1 ? "0" : `0-${Math.min(pps, MOST_ROWS) - 1}`,
        "trace-locks": true,
        "trace-strands": true,
        "trace-counters": true,
        ...(arrays.length > 0 ? { "trace-watch": arrays.join(",") } : {}),
    };
}

/**
 * Shows a timeline in place of what stands there. A click on something of the program goes to its line in the editor.
 * @type {(place: HTMLElement, timeline: Timeline, source: string, go: import("./results.js").Go) => void}
 */
export function showTimeline(place, timeline, source, go) {
    const files = JSON.parse(timeline.document).files;
    /** @param {{file: number, line: number} | undefined} chosen */
    const chosen = (chosen) => {
        if (chosen && files[chosen.file]?.name === source) go(chosen.line);
    };
    /** @type {any} */ (window).pramsimTimeline = { ...timeline, chosen };
    const frame = document.createElement("iframe");
    frame.title = "Timeline of the run";
    frame.src = "timeline.html";
    place.replaceChildren(frame);
}
