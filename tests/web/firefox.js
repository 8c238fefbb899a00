// firefox.js - for the tests of the page: Firefox without a window, driven by its own protocol (Marionette: lines of JSON behind their
// length, over a local connection). No package is needed. A page is a tab; all share what is stored.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { polled } from "./browser.js";

const PATIENCE = 60000 * (Number(process.env.SLOWNESS ?? 100) / 100); /* milliseconds until a test gives up */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The connection to the browser that runs with this profile. */
async function reach(profile, isOver) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        if (Date.now() > end || isOver()) throw new Error("Firefox does not start");
        await pause(100);
        let port;
        try {
            port = Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8"));
        } catch {
            continue;
        }
        const socket = connect(port, "127.0.0.1");
        const good = await new Promise((done) => {
            socket.once("connect", () => done(true));
            socket.once("error", () => done(false));
        });
        if (good) return socket;
    }
}

/** Sends commands, and hands on answers. */
function makeSender(socket) {
    const waiting = new Map();
    let count = 0;
    let rest = Buffer.alloc(0);
    socket.on("data", (piece) => {
        rest = Buffer.concat([rest, piece]);
        for (;;) {
            const colon = rest.indexOf(":");
            const size = colon < 0 ? NaN : Number(rest.subarray(0, colon));
            if (!(rest.length >= colon + 1 + size)) return;
            const said = JSON.parse(rest.subarray(colon + 1, colon + 1 + size).toString());
            rest = rest.subarray(colon + 1 + size);
            if (!Array.isArray(said)) continue; /* the greeting */
            const [, id, error, value] = said;
            const { done, fail } = waiting.get(id);
            waiting.delete(id);
            if (error) fail(new Error(error.message));
            else done(value);
        }
    });
    return (name, parameters = {}) =>
        new Promise((done, fail) => {
            waiting.set(++count, { done, fail });
            const text = JSON.stringify([0, count, name, parameters]);
            socket.write(`${Buffer.byteLength(text)}:${text}`);
        });
}

/** Firefox as scene.js uses a browser. */
export async function openFirefox(program) {
    const profile = mkdtempSync(join(tmpdir(), "firefox-"));
    writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n');
    let isOver = false;
    const process_ = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", profile], { stdio: "ignore", env: { ...process.env, HOME: profile, MOZ_REMOTE_SETTINGS_DEVTOOLS: "1" } });
    process_.once("exit", () => (isOver = true));
    const send = makeSender(await reach(profile, () => isOver));
    await send("WebDriver:NewSession", { capabilities: { alwaysMatch: { pageLoadStrategy: "none" } } });
    await send("WebDriver:SetTimeouts", { script: PATIENCE });
    return {
        async open(url, { width = 1400, height = 860 } = {}) {
            const { handle } = await send("WebDriver:NewWindow", { type: "tab" });
            await send("WebDriver:SwitchToWindow", { handle });
            await send("WebDriver:SetWindowRect", { width, height });
            const get = async (expression) => {
                const script = `const [done] = [...arguments].slice(-1); (async () => (${expression.replace(/;\s*$/, "")}))().then((value) => done([value === undefined ? null : value]), (error) => done([null, String(error)]));`;
                const { value } = await send("WebDriver:ExecuteAsyncScript", { script, args: [], sandbox: null });
                if (value[1] !== undefined) throw new Error(value[1]);
                return value[0];
            };
            const page = {
                complaints: [], /* the protocol does not tell what stands on the console */
                go: (to) => send("WebDriver:Navigate", { url: to }),
                get,
                async until(expression) {
                    if (!(await polled(() => get(expression)))) throw new Error(`waited in vain for ${expression}`);
                },
                close: async () => {
                    await get("localStorage.clear()").catch(() => {});
                    const handles = await send("WebDriver:CloseWindow");
                    await send("WebDriver:SwitchToWindow", { handle: handles[0] });
                },
            };
            await page.go(url);
            return page;
        },
        async close() {
            const ended = new Promise((done) => process_.once("exit", done));
            send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
            const timer = setTimeout(() => process_.kill("SIGKILL"), 5000);
            if (!isOver) await ended;
            clearTimeout(timer);
            rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        },
    };
}
