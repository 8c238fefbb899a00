// share.js - a program with its options as the end of a link, and back: "#1" and a compressed, or "#0" and a plain text in
// base64. What comes from a link is not believed.

export const MOST_LINK = 30000; /* characters: longer links are cut by mail programs and chats */
export const MOST_FILES = 12;
export const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}$/; /* of a file */
const MOST_TEXT = 1 << 20; /* characters of what a link holds, unpacked */

/** @typedef {{source: string, files?: Record<string, string>, pps?: string, check?: boolean, args?: string, model?: string, engine?: string, input?: string, lab?: string, tab?: string, cycle?: number, optimised?: boolean}} Saved - lab: name of its lab sheet; tab: the panel that is shown; cycle, optimised: where Step stands, and whether in the program that Run runs */

/** @type {(bytes: Uint8Array) => string} */
function toBase64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @type {(text: string) => Uint8Array} */
function fromBase64(text) {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * Bytes through a stream that packs or unpacks; fails if more than `most` come out.
 * @type {(bytes: Uint8Array, through: any, most: number) => Promise<Uint8Array>}
 */
async function pipe(bytes, through, most) {
    const reader = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(through).getReader();
    /** @type {number[]} */
    const all = [];
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return Uint8Array.from(all);
        if (all.length + value.length > most) throw new Error("too long");
        for (const byte of value) all.push(byte);
    }
}

/** The link was made by a later version of the lab. */
export class LaterVersion extends Error {}

const canPack = () => typeof CompressionStream !== "undefined";

/** @type {(saved: Saved) => Promise<string>} */
export async function pack(saved) {
    const bytes = new TextEncoder().encode(JSON.stringify(saved));
    if (!canPack()) return "#0" + toBase64(bytes);
    return "#1" + toBase64(await pipe(bytes, new CompressionStream("deflate-raw"), MOST_TEXT));
}

/** A saved program of which every part has the type that it must have; throws if it is none. @type {(value: any) => Saved} */
export function checked(value) {
    if (typeof value !== "object" || value === null || typeof value.source !== "string") throw new Error("no program");
    /** @type {Saved} */
    const saved = { source: value.source.slice(0, MOST_TEXT) };
    for (const name of /** @type {const} */ (["pps", "args", "model", "engine", "input", "lab", "tab"]))
        if (typeof value[name] === "string") saved[name] = value[name];
    saved.check = value.check === true;
    if (Number.isSafeInteger(value.cycle) && value.cycle >= 0) saved.cycle = value.cycle;
    saved.optimised = value.optimised === true;
    saved.files = {};
    for (const [name, text] of Object.entries(value.files ?? {}))
        if (NAME.test(name) && typeof text === "string" && Object.keys(saved.files).length < MOST_FILES) saved.files[name] = text.slice(0, MOST_TEXT);
    return saved;
}

/** The program of a link's end; null: the link has none. Throws if it is damaged. @type {(hash: string) => Promise<Saved | null>} */
export async function unpack(hash) {
    if (hash.length < 2) return null;
    const kind = hash[1];
    if (/^[2-9]$/.test(kind)) throw new LaterVersion();
    let bytes = fromBase64(hash.slice(2));
    if (kind === "1") bytes = await pipe(bytes, new DecompressionStream("deflate-raw"), MOST_TEXT);
    else if (kind !== "0") throw new Error("of an unknown kind");
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}
