// runner.js - the page's side of the worker: gives it jobs, ends it to stop one. Knows no element of the page.

/** @typedef {import("../engine/engine.js").Job} Job */
/** @typedef {import("../engine/engine.js").Message} Message */

/**
 * @typedef {object} Listener - of one job; exactly one of done and failed is called, unless it is stopped
 * @property {(pieces: {isError: boolean, bytes: Uint8Array}[]) => void} [output]
 * @property {(messages: Message[]) => void} [compiled]
 * @property {(cycle: number, instructions: number, running: number) => void} [progress] - a few times a second
 * @property {(result: any, seconds: number) => void} done - a Result, unless the method says another
 * @property {(text: string) => void} failed
 */

export class Runner {
    /**
     * @param {() => void} ready - the worker can take jobs
     * @param {(text: string) => void} broken - it never will
     */
    constructor(ready, broken) {
        this.ready = ready;
        this.broken = broken;
        this.count = 0;
        /** @type {Listener | null} */
        this.listener = null;
        this.isReady = false;
        /** @type {(() => void)[]} */
        this.waiting = [];
        /** @type {Worker | null} */
        this.worker = null;
        this.start();
    }

    start() {
        this.isReady = false;
        this.listener = null;
        try {
            this.worker = new Worker("worker.js");
        } catch (error) {
            queueMicrotask(() => this.broken(String(error)));
            return;
        }
        this.worker.onmessage = (event) => this.hear(event.data);
        this.worker.onerror = (event) => this.end(event.message || "the worker could not be loaded");
    }

    /** @param {string} text */
    end(text) {
        const listener = this.listener;
        this.listener = null;
        if (listener) {
            listener.failed(text);
            this.worker?.terminate();
            this.start();
        } else this.broken(text);
    }

    /** Fulfilled as soon as the worker can take a job. @returns {Promise<void>} */
    free() {
        return new Promise((done) => {
            this.waiting.push(done);
            this.wake();
        });
    }

    wake() {
        if (this.isReady && this.listener === null) for (const done of this.waiting.splice(0)) done();
    }

    get isBusy() {
        return this.listener !== null;
    }

    /** A run is stopped between two cycles after `seconds`. @type {(job: Job, listener: Listener, seconds?: number) => void} */
    give(job, listener, seconds = Infinity) {
        this.listener = listener;
        this.worker?.postMessage({ id: ++this.count, job, seconds });
    }

    /** Makes a job a run that is stepped through: done gets {result, stand}. The one before ends. @type {(job: Job, listener: Listener) => void} */
    open(job, listener) {
        this.listener = listener;
        this.worker?.postMessage({ id: ++this.count, open: job });
    }

    /** Asks the run that is stepped through: done gets its answer (lab/web/engine/step.js). @type {(request: object, milliseconds: number, listener: Listener) => void} */
    ask(request, milliseconds, listener) {
        this.listener = listener;
        this.worker?.postMessage({ id: ++this.count, ask: request, milliseconds });
    }

    /** Asks for the charts of a sweep: done gets the answer of web_curve (lab/web/engine/bridge.h). @type {(sweep: object, listener: Listener) => void} */
    curve(sweep, listener) {
        this.listener = listener;
        this.worker?.postMessage({ id: ++this.count, curve: sweep });
    }

    /** Ends the job that is under way, and what it holds: also the run that is stepped through. */
    stop() {
        this.worker?.terminate();
        this.start();
    }

    /** @param {any} said */
    hear(said) {
        if (said.kind === "ready") {
            this.isReady = true;
            this.ready();
            this.wake();
        } else if (said.kind === "broken") this.broken(said.text);
        const listener = this.listener;
        if (!listener || said.id !== this.count) return;
        if (said.kind === "output") listener.output?.(said.pieces);
        else if (said.kind === "compiled") listener.compiled?.(said.messages);
        else if (said.kind === "progress") listener.progress?.(said.cycle, said.instructions, said.running);
        else {
            this.listener = null;
            if (said.kind === "result") listener.done(said.result, said.seconds);
            else listener.failed(said.text);
            this.wake();
        }
    }
}
