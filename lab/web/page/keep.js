// keep.js - the text and the options survive a reload, where the browser lets a page store them.
import { checked } from "./share.js";

const KEY = "pramsim-lab";

/** @typedef {import("./share.js").Saved} Saved */

/** False: the browser does not store it. @type {(saved: Saved) => boolean} */
export function keep(saved) {
    try {
        localStorage.setItem(KEY, JSON.stringify(saved));
        return true;
    } catch {
        return false;
    }
}

/** What was kept; null: nothing, or nothing of use. @returns {Saved | null} */
export function recall() {
    try {
        const text = localStorage.getItem(KEY);
        return text === null ? null : checked(JSON.parse(text));
    } catch {
        return null;
    }
}
