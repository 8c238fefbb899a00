// settings.js - what the fields of the page mean for a run: checks them, and chooses memory that a browser gives.

export const MOST_PPS = 65536;
const MILLION = 1 << 20; /* words, of shared memory */
const MOST_MILLIONS = 64;
const PRIVATE_WORDS = 1 << 26; /* of the stacks and private memories of all PPs: 256 MiB */
const MOST_EACH = 1 << 16;
const MOST_SECONDS = 3600;

/**
 * @typedef {object} Fields - as they stand in the page
 * @property {string} pps
 * @property {string} limit
 * @property {string} memory - millions of words
 * @property {boolean} check
 * @property {string} model - "": any access
 * @property {string} engine
 * @property {string} args
 */

/** The whole number from 1 to `most` that a field holds; throws a sentence. @type {(name: string, text: string, most: number) => number} */
function number(name, text, most) {
    const value = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > most) {
        const more = name === "PPs" && value > most ? " An installed pramsim runs up to 4,194,304." : "";
        throw new Error(`${name}: a number from 1 to ${most.toLocaleString("en")} is needed here, not “${text.trim()}”.${more}`);
    }
    return value;
}

/** Words separated by spaces; "…" holds a word with spaces together. @type {(text: string) => string[]} */
export function splitWords(text) {
    return [...text.matchAll(/"([^"]*)"|\S+/g)].map((match) => match[1] ?? match[0]);
}

/** The settings of a number of PPs, with memory that a browser gives. @type {(pps: number, millions?: number) => Record<string, string>} */
export function memoryOf(pps, millions = 4) {
    let each = MOST_EACH;
    while (2 * each * pps > PRIVATE_WORDS) each /= 2;
    return { pps: String(pps), memory: String(millions * MILLION), stack: String(each), private: String(each) };
}

/** The settings of a run. Throws a sentence for the user. @type {(fields: Fields) => {settings: Record<string, string | true>, seconds: number}} */
export function settingsOf(fields) {
    const pps = number("PPs", fields.pps, MOST_PPS);
    const seconds = number("Time limit", fields.limit, MOST_SECONDS);
    const memory = number("Shared memory", fields.memory, MOST_MILLIONS);
    /** @type {Record<string, string | true>} */
    const settings = {
        ...memoryOf(pps, memory),
        "max-output": "1M",
        engine: fields.engine,
    };
    if (fields.check) settings.check = true;
    if (fields.model !== "") settings.model = fields.model;
    return { settings, seconds };
}
