// worker.js - the thread in which programs are compiled and run. It loads its parts, then does one job after the other.
// The page ends it to stop a run, and starts a new one.
import { drawCurve, perform } from "../engine/engine.js";
import { openSession } from "../engine/step.js";

/** @typedef {import("../engine/engine.js").Parts} Parts */

const worker = /** @type {any} */ (self);
const FLUSH = 1 << 14; /* bytes of output that are sent at once */
const MOST_TO_END = 5000; /* milliseconds in which a run that is stepped through looks for its end */
const OFTEN = 50; /* milliseconds: a slow program's output is sent as often */

/** @type {(name: string) => Promise<Response>} */
async function load(name) {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}`);
    return answer;
}

/** @returns {Promise<Parts>} */
async function loadParts() {
    worker.importScripts("pramsim.js");
    const [wasm, library, headers] = await Promise.all([
        load("pramsim.wasm").then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes)),
        load("libfork.a").then((answer) => answer.arrayBuffer()),
        load("headers.json").then((answer) => answer.json()),
    ]);
    return { factory: worker.pramsimModule, wasm, library: new Uint8Array(library), headers };
}

/** Collects output and sends it in pieces. */
function makeSender(/** @type {number} */ id) {
    /** @type {{isError: boolean, bytes: Uint8Array}[]} */
    let pieces = [];
    let size = 0;
    let last = performance.now();
    const flush = () => {
        if (pieces.length > 0) worker.postMessage({ kind: "output", id, pieces });
        pieces = [];
        size = 0;
        last = performance.now();
    };
    const show = (/** @type {boolean} */ isError, /** @type {Uint8Array} */ bytes) => {
        pieces.push({ isError, bytes });
        size += bytes.length;
        if (size >= FLUSH || performance.now() - last >= OFTEN) flush();
    };
    return { show, flush };
}

/** What a failure of WebAssembly itself means to the user. */
function explain(/** @type {unknown} */ error) {
    const text = String(error);
    if (/stack|recursion/i.test(text))
        return "The program is nested more deeply than the browser's stack allows. An installed pramsim has a larger stack.";
    if (/memory|allocat|OOM/i.test(text)) return "The run needs more memory than the browser gives. Take fewer PPs.";
    return `The simulator failed in the browser (${text}). Take fewer PPs, or an installed pramsim.`;
}

/** @type {Promise<Parts>} */
const parts = loadParts();
parts.then(
    () => worker.postMessage({ kind: "ready" }),
    (error) => worker.postMessage({ kind: "broken", text: String(error.message ?? error) }),
);

/** @type {import("../engine/step.js").Session | null} */
let session = null; /* the run that is stepped through */
let sender = makeSender(0); /* of the message that is answered */

/** Runs a job. @type {(asked: any) => Promise<unknown>} */
async function run({ id, job, seconds }) {
    const began = performance.now();
    const compiled = (/** @type {any[]} */ messages) => worker.postMessage({ kind: "compiled", id, messages });
    /** @type {import("../engine/engine.js").Progress} */
    const progress = (cycle, instructions, running) => {
        sender.flush();
        worker.postMessage({ kind: "progress", id, cycle, instructions, running });
        return performance.now() - began > 1000 * seconds;
    };
    return perform(await parts, job, sender.show, compiled, progress);
}

/** Begins to step through a run: goes to its end, at most for a while, and back to the first line of main. @type {(asked: any) => Promise<unknown>} */
async function open({ open: job }) {
    session = null;
    const opened = await openSession(await parts, job, (isError, bytes) => sender.show(isError, bytes));
    session = opened.session;
    if (session === null) return { result: opened.result };
    const end = session.ask({ do: "go", cycle: Number.MAX_SAFE_INTEGER }, MOST_TO_END);
    return { result: opened.result, end, stand: session.ask({ do: "begin" }, MOST_TO_END) };
}

worker.onmessage = async (/** @type {MessageEvent} */ event) => {
    const asked = event.data;
    const began = performance.now();
    sender = makeSender(asked.id);
    try {
        const result = asked.curve ? await drawCurve(await parts, asked.curve) : asked.ask ? session?.ask(asked.ask, asked.milliseconds) : asked.open ? await open(asked) : await run(asked);
        sender.flush();
        worker.postMessage({ kind: "result", id: asked.id, result, seconds: (performance.now() - began) / 1000 });
    } catch (error) {
        sender.flush();
        if (!asked.job) session = null;
        worker.postMessage({ kind: "failed", id: asked.id, text: explain(error) });
    }
};
