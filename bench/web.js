// web.js - for bench/interactive.sh: web.js SITE CHROMIUM README RUNS measures the browser lab in a page and prints lines of
// NAME,MEASURED,GOAL,UNIT. Times are those of the page's own clock, from its first byte or from the press of a button.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openBrowser, openPage, serve } from "../tests/web/browser.js";

const [site, program, readme, runs] = process.argv.slice(2);
const heat = /```c heat\.fork\n([^]*?)```/.exec(readFileSync(readme, "utf8"))?.[1];
if (heat === undefined) throw new Error(`${readme} has no heat.fork`);
const server = await serve(site);
const browser = await openBrowser(program);
const before = `window.times = {}; new MutationObserver(() => {
    const state = document.getElementById("status")?.dataset.state;
    if (state !== undefined && times[state] === undefined) times[state] = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });`;
const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)];

async function open(end) {
    const page = await openPage(browser, server.url + end, { before });
    await page.until("window.times?.ready !== undefined");
    return page;
}

/** Milliseconds from the press of Run to the end of the run. */
async function run(page) {
    await page.get("times = {}; begun = performance.now(); document.getElementById('run').click()");
    await page.until("times.done !== undefined || times.failed !== undefined || times.stopped !== undefined");
    if (await page.get("times.done === undefined")) throw new Error(await page.get("document.getElementById('status').textContent"));
    return page.get("times.done - begun");
}

const loads = [], hellos = [], heats = [];
for (let k = 0; k < Number(runs); k++) {
    const page = await open("?example=hello"); /* each page has a cache of its own */
    loads.push(await page.get("times.ready"));
    await run(page);
    hellos.push(await run(page));
    await page.close();
    const long = await open("#0" + Buffer.from(JSON.stringify({ source: heat, pps: "4096" })).toString("base64url"));
    heats.push(await run(long));
    await long.close();
}
const first = new Set(server.requests);
const bytes = [...first].reduce((sum, name) => sum + gzipSync(readFileSync(join(site, name)), { level: 9 }).length, 0);
console.log(`first visit,${(bytes / 1e6).toFixed(2)},1.5,MB compressed`);
console.log(`page is ready,${(median(loads) / 1000).toFixed(2)},3,s`);
console.log(`hello: Run to its end,${median(hellos).toFixed(0)},100,ms`);
console.log(`heat of the README on 4096 PPs,${(median(heats) / 1000).toFixed(2)},5,s`);
await browser.close();
server.close();
