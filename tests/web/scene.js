// scene.js - for the tests of the page: what a user does, and the lines that say what came of it: RESULT, the name of a check, what is
// expected, what came; tabs between.
import { serve } from "./browser.js";

const plain = (value) => String(value).replace(/\s+/g, " ").trim();
const ENDED = "['done', 'found', 'failed', 'stopped'].includes(document.getElementById('status').dataset.state)";

export const same = (name, expected, got) => console.log(["RESULT", name, plain(expected), plain(got)].join("\t"));
export const matches = (name, pattern, got) => same(name, true, pattern.test(plain(got)) || `false: ${got}`);
/** Expressions of the page. */
export const text = (id) => `document.getElementById('${id}').textContent`;
export const click = (selector) => `document.querySelector(${JSON.stringify(selector)}).click()`;
export const field = (id, value) => `(() => { const it = document.getElementById('${id}'); it.value = ${JSON.stringify(value)};
    it.dispatchEvent(new Event('input', { bubbles: true })); })()`;
/** A link that opens this program. */
export const link = (saved) => "#0" + Buffer.from(JSON.stringify(saved)).toString("base64url");
export const say = (line) => `#include <io.h>\nint main(void)\n{\n    ${line}\n    return 0;\n}\n`;

/** What a browser shows of a site: `browser` has open(url, options) and close(). */
export async function stage(site, browser) {
    const server = await serve(site);
    async function open(query = "", options = {}) {
        const page = await browser.open(server.url + query, options);
        await page.until("document.documentElement.dataset.open === 'yes'");
        return page;
    }
    const ready = (page) => page.until("document.getElementById('status').dataset.state === 'ready'");
    async function run(page) {
        await page.get("document.getElementById('run').click()");
        await page.until("document.getElementById('stop').disabled === false || " + ENDED);
        await page.until(ENDED);
    }
    async function runText(source, options = {}, before = "") {
        const page = await open(link({ source, pps: "4", ...options }), { before });
        await ready(page);
        await run(page);
        return page;
    }
    /** Performs checks, one after the other, and closes the browser. */
    async function perform(checks) {
        try {
            for (const check of Object.values(checks)) await check();
        } catch (error) {
            same("the page did what was waited for", "", error.stack);
        } finally {
            await browser.close();
            server.close();
        }
    }
    return { server, same, matches, open, ready, run, runText, perform };
}
