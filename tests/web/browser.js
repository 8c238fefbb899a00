// browser.js - for the tests of the page: a server of static files, and Chromium without a window, driven over a pipe by its
// DevTools protocol. No package is needed.
import { spawn } from "node:child_process";
import { readFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const PATIENCE = 60000 * (Number(process.env.SLOWNESS ?? 100) / 100); /* milliseconds until a test gives up */

/** Waits until `ask` answers with something true; false: it never does. Most answers come soon, so the first pauses are short. */
export async function polled(ask) {
    const end = Date.now() + PATIENCE;
    for (let pause = 4; !(await ask().catch(() => false)); pause = Math.min(50, 1.5 * pause)) {
        if (Date.now() > end) return false;
        await new Promise((done) => setTimeout(done, pause));
    }
    return true;
}

/** Serves a folder on a port of 127.0.0.1 that is free. */
export async function serve(folder) {
    const requests = []; /* names of the files that were asked for */
    const server = createServer((request, answer) => {
        const path = new URL(request.url, "http://x").pathname;
        const file = join(folder, normalize(path === "/" ? "/index.html" : path));
        if (!existsSync(file)) return answer.writeHead(404).end();
        requests.push(normalize(path === "/" ? "/index.html" : path));
        answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
        answer.end(readFileSync(file));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return { url: `http://127.0.0.1:${server.address().port}/`, requests, close: () => server.close() };
}

/** Starts the browser. `send` is a command of the protocol. */
export async function openBrowser(program) {
    const profile = mkdtempSync(join(tmpdir(), "browser-"));
    const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars"];
    const process_ = spawn(program, [...options, `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"], {
        stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const waiting = new Map();
    const listeners = [];
    let count = 0;
    let rest = "";
    process_.stdio[4].setEncoding("utf8").on("data", (piece) => {
        const parts = (rest + piece).split("\0");
        rest = parts.pop();
        for (const part of parts) {
            const said = JSON.parse(part);
            if (said.id === undefined) listeners.forEach((listener) => listener(said));
            else {
                const { done, fail } = waiting.get(said.id);
                waiting.delete(said.id);
                if (said.error) fail(new Error(said.error.message));
                else done(said.result);
            }
        }
    });
    const send = (method, params = {}, sessionId = undefined) =>
        new Promise((done, fail) => {
            waiting.set(++count, { done, fail });
            process_.stdio[3].write(JSON.stringify({ id: count, method, params, sessionId }) + "\0");
        });
    return {
        send,
        listeners,
        async close() {
            const ended = new Promise((done) => process_.once("exit", done));
            send("Browser.close").catch(() => {});
            const timer = setTimeout(() => process_.kill("SIGKILL"), 5000);
            await ended;
            clearTimeout(timer);
            rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); /* processes of its own write a little longer */
        },
    };
}

/** A page of its own, with nothing stored. `before` is a script that runs before those of the page. */
export async function openPage(browser, url, { width = 1400, height = 860, dark = false, before = "" } = {}) {
    const { browserContextId } = await browser.send("Target.createBrowserContext");
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method, params) => browser.send(method, params, sessionId);
    const complaints = [];
    browser.listeners.push((said) => {
        if (said.sessionId !== sessionId) return;
        if (said.method === "Runtime.exceptionThrown") complaints.push(said.params.exceptionDetails.exception?.description ?? said.params.exceptionDetails.text);
        if (said.method === "Log.entryAdded" && said.params.entry.level === "error") complaints.push(said.params.entry.text);
    });
    for (const domain of ["Page", "Runtime", "Log"]) await send(`${domain}.enable`);
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    if (before) await send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    const page = {
        complaints,
        go: (to) => send("Page.navigate", { url: to }),
        async get(expression) {
            const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
            return result.value;
        },
        /** Waits until the expression is true. */
        async until(expression) {
            if (!(await polled(() => page.get(expression)))) throw new Error(`waited in vain for ${expression}; status: ${await page.get("document.getElementById('status')?.textContent")}`);
        },
        async picture() {
            return Buffer.from((await send("Page.captureScreenshot", { format: "png" })).data, "base64");
        },
        close: () => browser.send("Target.closeTarget", { targetId }),
    };
    await page.go(url);
    return page;
}

/** Chromium as scene.js and bench/web.js use a browser. */
export async function openChromium(program) {
    const browser = await openBrowser(program);
    return { open: (url, options) => openPage(browser, url, options), close: () => browser.close() };
}
