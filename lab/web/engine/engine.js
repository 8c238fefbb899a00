// engine.js - compiles and runs one program with libpramsim in WebAssembly. Knows no page and no worker: the worker
// (worker.js) and the tests in node call it alike.
//
// Each job has an instance of its own: nothing that a program or a failure leaves behind reaches the next job.

/**
 * @typedef {object} Parts - what the instances are made of
 * @property {(settings: object) => Promise<any>} factory - of emscripten: makes an instance
 * @property {WebAssembly.Module} wasm - the compiled module
 * @property {Uint8Array} library - libfork.a
 * @property {Record<string, string>} headers - texts by their names, as "fork.h"
 * @property {{key: string, messages: Message[], image: Uint8Array} | null} [last] - what was compiled last: running it needs no compiler
 *
 * @typedef {object} Job
 * @property {string} name - of the source, as messages call it: "program.fork"
 * @property {string} source
 * @property {Record<string, string>} [files] - texts that it includes, by their names
 * @property {string[]} [words] - options of fcc
 * @property {Record<string, string | true>} [settings] - of the run, by the names of pramsim's options
 * @property {string[]} [args] - of the program
 * @property {string} [input] - what it reads
 * @property {string} [folder] - where the source lies, as debug information calls it: "/"
 * @property {string} [runtime] - the folder of library and headers, as debug information calls it
 * @property {boolean} [onlyCompile]
 *
 * @typedef {object} Message - of the compiler or the linker
 * @property {string} kind - "error", "warning" or "note"
 * @property {string | null} file
 * @property {number} line - 0: none
 * @property {number} column
 * @property {string} text
 *
 * @typedef {object} Ran - what came of a run
 * @property {string} end - "exit", "halted" or the name of a fault
 * @property {number} status
 * @property {string} report - the fault and the findings, as pramsim prints them
 * @property {any} stats - as --stats-json
 * @property {any} findings - as --findings-json
 * @property {string[]} arrays - shared arrays of the program that are small enough to be shown
 * @property {Timeline | null} timeline - of a run with the setting "trace"
 * @property {string | null} profile - of a run with the setting "profile": the costs of lines in callgrind's format
 *
 * @typedef {(cycle: number, instructions: number, running: number) => boolean} Progress - how far the run has come; true stops it
 *
 * @typedef {object} Timeline - what lab/view/page/data.js reads
 * @property {string} document - JSON
 * @property {string} bytes - numbers, in base64
 *
 * @typedef {object} Result
 * @property {Message[]} messages
 * @property {Uint8Array | null} image - the linked program; null: there is none
 * @property {Ran | null} ran - null: it has not run
 * @property {string} trouble - why it has not run although it was compiled; "" if it has
 */

const MOST_MESSAGES = 200;
const MOST_VARIABLES = 400;
const MOST_ARRAYS = 8;
const MOST_ARRAY_WORDS = 4200;

/** The folder of the library and the headers, in the file system of an instance. */
const RUNTIME = "/runtime";

/**
 * @param {Parts} parts
 * @param {string} runtime - where the library and the headers are to lie
 * @param {(isError: boolean, bytes: Uint8Array) => void} show - output as it comes
 * @param {Progress} progress
 * @param {() => boolean} interrupted
 */
async function makeInstance(parts, runtime, show, progress, interrupted) {
    const instance = await parts.factory({
        show,
        progress,
        interrupted,
        print: () => {},
        printErr: () => {},
        /** @type {(imports: WebAssembly.Imports, done: (made: WebAssembly.Instance) => void) => object} */
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(parts.wasm, imports).then(done);
            return {};
        },
    });
    /** @type {(name: string, content: string | Uint8Array) => void} */
    const write = (name, content) => {
        instance.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
        instance.FS.writeFile(name, content);
    };
    write(`${runtime}/lib/libfork.a`, parts.library);
    for (const [name, text] of Object.entries(parts.headers)) write(`${runtime}/include/${name}`, text);
    return instance;
}

/**
 * Memory of the instance that is written once, and never freed: it goes with the instance.
 * @param {any} instance
 * @param {Uint8Array} bytes
 */
function place(instance, bytes) {
    const at = instance._malloc(bytes.length + 1);
    instance.HEAPU8.set(bytes, at);
    instance.HEAPU8[at + bytes.length] = 0;
    return at;
}

/** @type {(instance: any, text: string) => number} */
export const placeText = (instance, text) => place(instance, new TextEncoder().encode(text));

/** @type {(instance: any, texts: string[]) => number} */
function placeTexts(instance, texts) {
    const list = texts.map((text) => placeText(instance, text));
    const at = instance._malloc(4 * (list.length + 1));
    [...list, 0].forEach((address, i) => (instance.HEAPU32[at / 4 + i] = address));
    return at;
}

/** @type {(instance: any, program: number) => Message[]} */
function readMessages(instance, program) {
    /** @type {Message[]} */
    const messages = [];
    const text = (/** @type {number} */ i, /** @type {number} */ which) => {
        const at = instance._web_message_text(program, i, which);
        return at === 0 ? null : instance.UTF8ToString(at);
    };
    for (let i = 0; i < MOST_MESSAGES; i++) {
        const kind = text(i, 0);
        if (kind === null) break;
        messages.push({
            kind,
            file: text(i, 1),
            line: instance._web_message_line(program, i, 0),
            column: instance._web_message_line(program, i, 1),
            text: text(i, 2) ?? "",
        });
    }
    return messages;
}

/** @type {(instance: any, run: number) => string[]} */
function readArrays(instance, run) {
    const arrays = [];
    for (let i = 0; i < MOST_VARIABLES && arrays.length < MOST_ARRAYS; i++) {
        const at = instance._web_array(run, i, MOST_ARRAY_WORDS);
        if (at === 0) break;
        const name = instance.UTF8ToString(at);
        if (name !== "") arrays.push(name);
    }
    return arrays;
}

/** A run with the settings, arguments and input of a job; 0: there is none, and `result` has the reason. @type {(instance: any, program: number, job: Job, result: Result) => number} */
export function prepareRun(instance, program, job, result) {
    const run = instance._pramsim_run_new(program);
    for (const [name, value] of Object.entries(job.settings ?? {})) {
        const at = value === true ? 0 : placeText(instance, value);
        if (instance._pramsim_set(run, placeText(instance, name), at) !== 0) {
            result.trouble = runError(instance, run);
            return 0;
        }
    }
    instance._pramsim_set_arguments(run, placeTexts(instance, job.args ?? []));
    const input = new TextEncoder().encode(job.input ?? "");
    instance._pramsim_set_input(run, place(instance, input), input.length);
    instance._web_set_show(run);
    return run;
}

/** @type {(instance: any, run: number) => string} */
export const runError = (instance, run) => instance.UTF8ToString(instance._pramsim_error(run));

/** @type {(instance: any, program: number, job: Job, result: Result) => void} */
function runProgram(instance, program, job, result) {
    const run = prepareRun(instance, program, job, result);
    if (run === 0) return;
    instance._web_set_progress(run);
    if (instance._pramsim_run_go(run) !== 0) {
        result.trouble = runError(instance, run);
        return;
    }
    const text = (/** @type {string} */ name) => instance.UTF8ToString(instance[`_pramsim_${name}`](run));
    const drawn = job.settings?.trace === undefined ? 0 : instance._web_timeline(run);
    const [document, bytes] = drawn === 0 ? [] : instance.UTF8ToString(drawn).split("\n");
    result.ran = {
        arrays: readArrays(instance, run),
        profile: job.settings?.profile === undefined ? null : text("profile"),
        timeline: drawn === 0 ? null : { document, bytes },
        end: text("end"),
        status: instance._pramsim_status(run),
        report: text("report"),
        stats: JSON.parse(text("stats")),
        findings: JSON.parse(text("findings")),
    };
}

/**
 * An instance with the program of a job; `program` is 0 if it has errors.
 * @param {Parts} parts
 * @param {Job} job
 * @param {(isError: boolean, bytes: Uint8Array) => void} show
 * @param {(messages: Message[]) => void} [compiled] - called as soon as there are messages
 * @param {Progress} [progress] - called a few times a second
 * @param {() => boolean} [interrupted] - of a run that is stepped through: whether it is to stop
 * @returns {Promise<{instance: any, program: number, result: Result}>}
 */
export async function compile(parts, job, show, compiled, progress = () => false, interrupted = () => false) {
    const runtime = job.runtime ?? RUNTIME;
    const instance = await makeInstance(parts, runtime, show, progress, interrupted);
    instance.FS.mkdirTree(job.folder ?? "/");
    instance.FS.chdir(job.folder ?? "/");
    for (const [name, text] of Object.entries(job.files ?? {})) instance.FS.writeFile(name, text);
    if (job.settings?.trace !== undefined) instance.FS.writeFile(job.name, job.source); /* the timeline shows it */
    const words = [`--runtime=${runtime}`, ...(job.words ?? [])];
    const name = placeText(instance, job.name);
    const key = JSON.stringify([job.name, job.source, job.files ?? {}, words, job.folder ?? "/"]);
    const known = parts.last?.key === key ? parts.last : null;
    const program = known
        ? instance._pramsim_load(name, place(instance, known.image), known.image.length)
        : instance._pramsim_compile(name, placeText(instance, job.source), placeTexts(instance, words));
    /** @type {Result} */
    const result = { messages: known?.messages ?? readMessages(instance, program), image: null, ran: null, trouble: "" };
    compiled?.(result.messages);
    if (instance._pramsim_is_good(program) === 0) return { instance, program: 0, result };
    const at = instance._web_image(program);
    const image = instance.HEAPU8.slice(at, at + instance._web_image_size(program));
    result.image = image;
    parts.last = { key, messages: result.messages, image };
    return { instance, program, result };
}

/**
 * Compiles the source of a job and runs the program. Throws what WebAssembly throws when memory or stack end.
 * @param {Parts} parts
 * @param {Job} job
 * @param {(isError: boolean, bytes: Uint8Array) => void} show
 * @param {(messages: Message[]) => void} [compiled] - called before the run
 * @param {Progress} [progress] - called a few times a second
 * @returns {Promise<Result>}
 */
export async function perform(parts, job, show, compiled, progress) {
    const { instance, program, result } = await compile(parts, job, show, compiled, progress);
    if (program !== 0 && !job.onlyCompile) runProgram(instance, program, job, result);
    return result;
}

/** What web_curve answers (bridge.h). @type {(parts: Parts, sweep: object) => Promise<any>} */
export async function drawCurve(parts, sweep) {
    const instance = await makeInstance(parts, RUNTIME, () => {}, () => false, () => false);
    return JSON.parse(instance.UTF8ToString(instance._web_curve(placeText(instance, JSON.stringify(sweep)))));
}
