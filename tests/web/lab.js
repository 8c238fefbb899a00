// lab.js - lab.js SITE BROWSER chromium|firefox: steps through runs, takes the tour, checks lab sheets, embeds the page, and goes
// offline, as a user does. Prints lines as scene.js says.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChromium, serve } from "./browser.js";
import { openFirefox } from "./firefox.js";
import { click, link, stage, text } from "./scene.js";

const [site, program, kind] = process.argv.slice(2);
const browser = await (kind === "firefox" ? openFirefox : openChromium)(program);
const { server, same, matches, open, ready, run, runText, perform } = await stage(site, browser);

const BRANCHES = `#include <io.h>

sh int data[16], total;

straight int square(int x)
{
    int y = x * x;
    return y;
}

int main(void)
{
    start {
        int mine = $ + 1;
        data[$] = square(mine);
        if ($ % 2 == 0)
            total = mine;
        else
            data[$]++;
        seq printf("%d\\n", data[1]);
    }
    return 0;
}
`;

/** The programs that are tried for points in lab 1. */
const solution = readFileSync(new URL("../../programs/labs/1-prefix/solution.fork", import.meta.url), "utf8");

async function openStepper(page) {
    await ready(page);
    await page.get(click("#debug"));
    await page.until("document.querySelector('.stepping')?.hidden === false");
}
const where = (page) => page.get("document.querySelector('.where').textContent");
/** Presses a button of the panel, and waits for where the run stands then. */
async function move(page, name) {
    await page.get("document.querySelector('.where').textContent = ''");
    await page.get(click(`[data-move=${name}]`));
    await page.until("document.querySelector('.where').textContent !== ''");
}
async function slide(page, cycle) {
    await page.get("document.querySelector('.where').textContent = ''");
    await page.get(`(() => { const it = document.querySelector('.slider'); it.value = ${cycle}; it.dispatchEvent(new Event('input')); })()`);
    await page.until("document.querySelector('.where').textContent !== ''");
}
/** The values of a variable by column, as the panel shows them. */
const values = (page, name) =>
    page.get(`[...[...document.querySelectorAll('.values tbody tr')].find((row) => row.querySelector('th').firstChild.textContent === ${JSON.stringify(name)})?.querySelectorAll('td') ?? []].map((cell) => cell.textContent).join(' ')`);
/** A click in the gutter beside a line. */
const point = (line) => `(() => { const { top, height } = document.querySelectorAll('.cm-line')[${line - 1}].getBoundingClientRect();
    document.querySelector('.cm-points').dispatchEvent(new MouseEvent('mousedown', { clientY: top + height / 2, bubbles: true })); })()`;
/** Types a condition into the field of the first breakpoint. */
const condition = (page, value) => page.get(`(() => { const it = document.querySelector('.condition input'); it.value = ${JSON.stringify(value)};
    it.dispatchEvent(new Event('change')); })()`);
const watch = (page, name, value = "") => page.get(`(() => { const [first, second] = document.querySelectorAll('.stops input');
    first.value = ${JSON.stringify(name)}; second.value = ${JSON.stringify(value)};
    second.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); })()`);
async function linkOf(page) {
    await page.get("history.replaceState(null, '', location.pathname), document.getElementById('share').click()");
    await page.until("location.hash.length > 10");
    return page.get("location.hash");
}
const settled = (page) => page.until("['done', 'found', 'failed', 'stopped'].includes(document.getElementById('status').dataset.state)");

const checks = {
    async "steps"() {
        const page = await open(link({ source: BRANCHES, pps: "8" }));
        await openStepper(page);
        matches("stepping begins in main", /^Cycle \d+: Breakpoint \(8 PPs\). PPs 0–7 at line 1[1234] in main$/, await where(page));
        matches("the end of the run is known", /^of \d+ cycles$/, await page.get("document.querySelector('.track .faint').textContent"));
        await page.get(point(16));
        await move(page, "continue");
        matches("a breakpoint stops the run", /^Cycle \d+: Breakpoint .*at line 16 in main$/, await where(page));
        same("its line is marked in the editor", "if ($ % 2 == 0)", await page.get("document.querySelector('.cm-stand').textContent"));
        same("the team stands beside its line", "8", await page.get("document.querySelector('.cm-marks .mark').textContent"));
        same("each PP has values of its own", "1 2 3 4 5 6 7 8", await values(page, "mine"));
        matches("shared variables have one", /^\{1, 4, 9, 16, 25, 36, 49, 64, 0,/, await values(page, "data"));
        const stood = await where(page);
        await move(page, "over");
        same("both branches run at the same time", "2", await page.get("document.querySelectorAll('.team').length"));
        same("both teams stand beside the source", "4 4", await page.get("[...document.querySelectorAll('.cm-marks .mark')].map((one) => one.textContent).join(' ')"));
        await move(page, "over-back");
        same("a step back is where the step began", stood.replace(/Breakpoint \(8 PPs\). /, ""), await where(page));
        matches("and memory is as it was", /^\{1, 4, 9, 16,/, await values(page, "data"));
        await page.get("document.querySelector('.slider').max").then((end) => slide(page, end));
        matches("the slider goes to the end", /The program has ended/, await where(page));
        matches("the output is there", /^4?5\s*$|^5$/, (await page.get("document.querySelector('.printed').textContent")).trim());
        await page.get("[...document.querySelectorAll('.values tbody tr')].find((row) => row.querySelector('th').textContent === 'total').querySelector('.writer').click()");
        await page.until("/line 17/.test(document.querySelector('.where').textContent)");
        matches("the last store to a variable is found", /PPs? 0.* at line 17 in main/, await where(page));
        await move(page, "continue-back");
        same("continuing back stops at the breakpoint", stood, await where(page));
        await slide(page, 0);
        matches("the slider goes to the beginning", /^Cycle 0:/, await where(page));
        same("what is printed later is faint", "5", (await page.get("document.querySelector('.printed .later').textContent")).trim());
        same("nothing on the console", "", page.complaints.join("; "));
        await page.get("document.querySelector('.cm-content').focus(), document.execCommand('insertText', false, ' ')");
        matches("an edit ends the session", /^The program has changed/, await page.get("document.querySelector('#step .empty').textContent"));
        await page.close();
    },
    async "steps into functions, and keys"() {
        const page = await open(link({ source: BRANCHES.replace("straight", "sync"), pps: "4" }));
        await openStepper(page);
        for (let k = 0; k < 12 && !/in square/.test(await where(page)); k++) await move(page, "into");
        matches("Into goes into a function", /in square$/, await where(page));
        matches("the calls are shown", /main:15 → square/, await page.get("document.querySelector('.calls').textContent"));
        await page.get("document.querySelector('.where').textContent = ''");
        await page.get("document.querySelector('.stepping').dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }))");
        await page.until("document.querySelector('.where').textContent !== ''");
        matches("key o goes out of it", /in main$/, await where(page));
        await page.get("(() => { const it = document.querySelector('.watch'); it.value = 'data[$] * 2'; it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); })()");
        await page.until("/data\\[\\$\\] \\* 2/.test(document.querySelector('.values').textContent)");
        await page.get("document.querySelector('.slider').max").then((end) => slide(page, end - 5));
        same("a watched expression has a value for the PP", "2", (await values(page, "data[$] * 2")).split(" ")[0]);
        await page.close();
    },
    async "an endless run is stepped through"() {
        const page = await open(link({ source: "sh int turns;\nint main(void)\n{\n    for (;;)\n        turns = turns + 1;\n}\n", pps: "1" }));
        await openStepper(page);
        matches("its end is not known", /^of more than [\d,]+ cycles$/, await page.get("document.querySelector('.track .faint').textContent"));
        await page.get("document.querySelector('.where').textContent = ''");
        await page.get(click("[data-move=continue]"));
        await page.until("!document.querySelector('.moves div:last-child button:last-child').hidden");
        await page.get("document.querySelector('.moves div:last-child button:last-child').click()");
        await page.until("/Interrupted/.test(document.querySelector('.where').textContent)");
        matches("Pause stops it", /Interrupted/, await where(page));
        await move(page, "over");
        matches("and it can be stepped on", /at line [45] in main/, await where(page));
        await page.close();
    },
    async "conditions and watchpoints"() {
        const page = await open(link({ source: BRANCHES, pps: "8" }));
        await openStepper(page);
        await page.get(point(16));
        await condition(page, "nothing > 3");
        await page.until("document.querySelector('.condition span').textContent !== ''");
        matches("an error stands at the field", /nothing/, await page.get("document.querySelector('.condition span').textContent"));
        same("the field is marked", "true", await page.get("document.querySelector('.condition input').getAttribute('aria-invalid')"));
        await condition(page, "mine == 6");
        await page.until("document.querySelector('.condition span').textContent === ''");
        await move(page, "continue");
        matches("a condition that is true for one PP stops the run", /Breakpoint \(1 PP\)\. PPs 0–7 at line 16/, await where(page));
        same("the one for which it is true", "5", await page.get("document.querySelector('.pp[aria-pressed=true]').textContent.slice(3)"));
        await slide(page, 0);
        await condition(page, "mine == 9");
        await move(page, "continue");
        matches("one that is true for none does not", /The program has ended/, await where(page));
        await page.get(point(16));
        same("the field goes with its breakpoint", 0, await page.get("document.querySelectorAll('.condition').length"));
        await slide(page, 0);
        await watch(page, "none[3]");
        await page.until("!document.querySelector('.refused').hidden");
        matches("an error of a watchpoint", /none/, await page.get("document.querySelector('.refused').textContent"));
        await watch(page, "data[3]");
        await page.until("document.querySelectorAll('.stop').length === 1");
        same("it is listed", "data[3] is changed×", await page.get("document.querySelector('.stop').textContent"));
        await move(page, "continue");
        matches("the first change stops the run", /^Cycle \d+: Watchpoint: data\[3\] 0 → 16 by PP 3\. /, await where(page));
        same("the selected PP has stored", "3", await page.get("document.querySelector('.pp[aria-pressed=true]').textContent.slice(3)"));
        await move(page, "continue");
        matches("and the next one", /Watchpoint: data\[3\] 16 → 17 by PP 3\./, await where(page));
        await move(page, "continue-back");
        matches("and back", /Watchpoint: data\[3\] 0 → 16 by PP 3\./, await where(page));
        await page.get("document.querySelector('.stop .drop').click()");
        await page.until("document.querySelectorAll('.stop').length === 0");
        await slide(page, 0);
        await watch(page, "data", "data[1] > 4");
        await page.until("document.querySelectorAll('.stop').length === 1");
        await move(page, "continue");
        matches("a watchpoint with a condition names the element", /Watchpoint: data\[1\] 4 → 5 by PP 1/, await where(page));
        await page.get("document.querySelector('.cm-content').focus(), document.execCommand('insertText', false, ' ')");
        await page.get(click("#debug"));
        await page.until("document.querySelector('.stepping').hidden === false && document.querySelectorAll('.stop').length === 1");
        same("the next session has it again", "data is changed if data[1] > 4×", await page.get("document.querySelector('.stop').textContent"));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "Step at a cycle of a run"() {
        const page = await open("?example=race&tab=findings");
        await page.until("document.querySelector('#findings .item') !== null && !document.getElementById('findings').hidden");
        const button = "[...document.querySelectorAll('#findings button')].find((one) => /^Step/.test(one.textContent))";
        const cycle = (await page.get(`${button}.textContent`)).replace(/\D/g, "");
        await page.get(`${button}.click()`);
        await page.until(`document.querySelector('.where').textContent.startsWith('Cycle ${cycle}:')`);
        matches("a race opens Step at its cycle", /at line 11 in main/, await where(page));
        const linked = await linkOf(page);
        await page.get("document.querySelector('.cm-content').focus(), document.execCommand('insertText', false, ' ')");
        await page.get(`${button}.click()`);
        matches("of a program that has changed there is none", /^The program or its options have changed/, await page.get(text("notice")));
        await page.close();
        const again = await open(linked);
        await again.until(`document.querySelector('.where').textContent.startsWith('Cycle ${cycle}:')`);
        same("a link holds the panel and the cycle", "step true", await again.get("document.querySelector('[role=tab][aria-selected=true]').getAttribute('aria-controls') + ' ' + document.querySelector('#step > .stepping > .tick input').checked"));
        same("nothing on the console", "", again.complaints.join("; "));
        await again.close();
        const deadlock = await open("?example=deadlock&tab=findings");
        await deadlock.until(`${button} !== undefined && !document.getElementById('findings').hidden`);
        const at = (await deadlock.get(`${button}.textContent`)).replace(/\D/g, "");
        await deadlock.get(`${button}.click()`);
        await deadlock.until(`document.querySelector('.where').textContent.startsWith('Cycle ${Number(at).toLocaleString("en")}:')`);
        matches("a deadlock opens Step at its cycle", /A fault ends the run here.*PP 0 holds left/, await where(deadlock));
        await deadlock.get("[...document.querySelectorAll('#step .track button')].find((b) => b.textContent === '−1').click()");
        await deadlock.until(`document.querySelector('.where').textContent.startsWith('Cycle ${(Number(at) - 1).toLocaleString("en")}:')`);
        await deadlock.get("[...document.querySelectorAll('#step .track button')].find((b) => b.textContent === '+1').click()");
        await deadlock.until("/A fault ends/.test(document.querySelector('.where').textContent)");
        matches("a step back and forward comes to the fault again", /A fault ends the run here.*PP 0 holds left/, await where(deadlock));
        same("with both PPs where they wait", true, (await deadlock.get("document.querySelectorAll('.cm-marks .mark').length")) > 0);
        await deadlock.close();
        const timeline = await open("?example=prefix&tab=timeline");
        await timeline.until("document.querySelector('#timeline iframe')?.contentWindow.pramview !== undefined && document.querySelector('#timeline iframe').contentDocument.getElementById('debug').textContent === 'open in Step'");
        await timeline.get("(() => { const view = document.querySelector('#timeline iframe').contentWindow; view.pramview.state.cursor = 150; view.document.getElementById('debug').click(); })()");
        await timeline.until("document.querySelector('.where').textContent.startsWith('Cycle 150:')");
        same("the timeline opens Step at its cursor", "step", await timeline.get("document.querySelector('[role=tab][aria-selected=true]').getAttribute('aria-controls')"));
        same("nothing on the console", "", timeline.complaints.join("; "));
        await timeline.close();
    },
    async "both outputs are stepped through"() {
        const page = await open(link({ source: '#include <stdio.h>\nint main(void)\n{\n    fprintf(stderr, "wrong\\n");\n    printf("right\\n");\n    return 0;\n}\n', pps: "1" }));
        await openStepper(page);
        const printed = (selector) => page.get(`[...document.querySelectorAll('.printed ${selector}')].map((one) => one.textContent.trim()).join(' ')`);
        same("standard error is later, too", "wrong", await printed(".later .err"));
        await page.get("document.querySelector('.slider').max").then((end) => slide(page, end));
        same("at the end it is there, and marked", "wrong", await printed("> .err"));
        same("with standard output", "wrong right", (await page.get("document.querySelector('.printed').textContent")).replace(/\s+/g, " ").trim().split(" ").sort().reverse().join(" "));
        await slide(page, 0);
        same("back at the beginning nothing is printed", "", await page.get("[...document.querySelectorAll('.printed > :not(.later)')].map((one) => one.textContent).join('')"));
        await page.close();
    },
    async "the tour"() {
        const page = await open("?tour");
        await ready(page);
        const count = JSON.parse(readFileSync(`${site}/tour.json`, "utf8")).length;
        let ran = 0;
        for (let number = 1; number <= count; number++) {
            same(`step ${number} is shown`, `Step ${number} of ${count}`, await page.get("document.querySelector('#tour .bar span').textContent"));
            if (number === 1) await page.get("document.querySelector('.cm-content').focus(), document.execCommand('insertText', false, '/* mine */')");
            const button = await page.get("document.querySelector('#tour [data-run]') !== null");
            if (button) {
                await page.get("document.getElementById('status').dataset.state = 'compiling'");
                await page.get(click("#tour [data-run]"));
                await settled(page);
                ran += await page.get("document.getElementById('output').textContent !== '' || document.getElementById('messages').textContent !== ''");
            }
            if (number < count) await page.get(click("#tour-next"));
        }
        matches("its programs run", /^([89]|1\d)$/, ran);
        await page.get("(() => { const menu = document.querySelector('#tour select'); menu.value = '0'; menu.dispatchEvent(new Event('change')); })()");
        matches("what was changed is still there", /\/\* mine \*\//, await page.get("document.querySelector('.cm-content').textContent"));
        await page.get(click("#original"));
        same("and the original comes back", false, /mine/.test(await page.get("document.querySelector('.cm-content').textContent")));
        await page.get(`(() => { const menu = document.querySelector('#tour select'); menu.value = '${count - 1}'; menu.dispatchEvent(new Event('change')); })()`);
        same("the last step ends the tour", "End of the tour", await page.get(text("tour-next")));
        await page.get(click("#tour-next"));
        same("then the lab is as it was", "no", await page.get("document.documentElement.dataset.tour"));
        matches("with the user's own program", /hello/, await page.get("document.querySelector('.cm-content').textContent"));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "a lab sheet"() {
        const page = await open("?example=lab-1");
        await ready(page);
        const check = async (target) => {
            await target.get(click("#sheet .primary"));
            await target.until("document.querySelector('#sheet .sum').textContent !== ''");
            await target.until("/points in the public|not compiled/.test(document.querySelector('#sheet .sum').textContent)");
            return target.get("document.querySelector('#sheet .sum').textContent");
        };
        matches("the task is there", /replaces a\[0\], a\[1\]/, await page.get("document.querySelector('.task').textContent"));
        same("the empty function has no points", "0 of 10 points in the public cases.", await check(page));
        matches("the page says why", /^2 PPs: output: line 2 is "12", expected "5"$/, await page.get("document.querySelector('.why').textContent"));
        await page.close();
        const right = await open(link({ source: solution, lab: "lab-1", pps: "16" }));
        await ready(right);
        same("the model solution has all points", "10 of 10 points in the public cases.", await check(right));
        same("nothing on the console", "", right.complaints.join("; "));
        await right.close();
        const wrong = await open(link({ source: '#include "lab.h"\nsync void prefix(sh int *a) { x; }\n', lab: "lab-1", pps: "16" }));
        await ready(wrong);
        matches("an error of the compiler", /^The program is not compiled/, await check(wrong));
        await wrong.close();
    },
    async "in a page of someone else"() {
        const page = await open("?embed&example=prefix");
        await ready(page);
        same("there is no editor", "none none", await page.get("['#edit', 'header'].map((one) => getComputedStyle(document.querySelector(one)).display).join(' ')"));
        await run(page);
        matches("the output is there", /^ ?0: 0, before it 0/, await page.get(text("output")));
        matches("a link opens the lab", /\?example=prefix$/, await page.get("document.getElementById('whole').href"));
        same("nothing is stored", "null", await page.get("String(localStorage.getItem('pramsim-lab'))"));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "a profile and a curve"() {
        const page = await runText(BRANCHES, { pps: "8" });
        await page.get(click("#tab-profile"));
        await page.until("document.querySelector('#profile table')");
        same("lines have their share", true, (await page.get("document.querySelectorAll('.cm-marks .cost').length")) > 4);
        same("the costs of all lines are the cycles of all PPs", true, (await page.get("[...document.querySelectorAll('#profile tbody tr')].reduce((sum, row) => sum + Number(row.children[1].textContent.replace(/,/g, '')), 0)")) > 1000);
        await page.get(click("#tab-curve"));
        await page.get("(() => { const [list, fit] = document.querySelectorAll('#curve input'); list.value = '1:16'; fit.value = '1 + log p'; })()");
        await page.get(click("#curve .primary"));
        await page.until("document.querySelectorAll('#curve figure').length === 4");
        matches("a curve is fitted", /^cycles = [\d.]+ \(1\) [+-] [\d.e-]+ \(log p\), off by/, await page.get("document.querySelector('#curve .sum').textContent"));
        same("every run is in the table", "1 2 4 8 16", await page.get("[...document.querySelectorAll('#curve tbody tr')].map((row) => row.firstChild.textContent).join(' ')"));
        await page.get("(() => { const fit = document.getElementById('fit'); fit.value = 'log('; fit.dispatchEvent(new Event('change')); })()");
        await page.until("/^The formula/.test(document.querySelector('#curve .sum').textContent)");
        await page.get("(() => { const list = document.querySelector('#curve input'); list.value = '4:1'; })()");
        await page.get(click("#curve .primary"));
        matches("a list that is none", /^PPs: a list such as/, await page.get("document.querySelector('#curve .sum').textContent"));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "examples"() {
        const outcomes = { quicksort: /cycles, work/, words: /cycles, work/, best: /finding/, crossed: /deadlock/, far: /finding/, region: /cycles, work/ };
        for (const [name, pattern] of Object.entries(outcomes)) {
            const page = await open(`?example=${name}`);
            await ready(page);
            await run(page);
            matches(`example ${name}`, pattern, await page.get(text("status")));
            if (name === "words") matches("it reads its input", /9/, await page.get(text("output")));
            await page.close();
        }
    },
    async "files of the user"() {
        const page = await open("?example=words");
        await ready(page);
        await page.get("URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), '#saved')");
        await page.get(click("#save"));
        await page.until("window.saved !== undefined");
        matches("a program is saved with its input", /"input": "the quick brown fox/, await page.get("window.saved"));
        const choose = (files) => `(() => { const all = new DataTransfer();
            for (const [name, text] of ${JSON.stringify(files)}) all.items.add(new File([text], name));
            const field = document.getElementById('chosen'); field.files = all.files; field.dispatchEvent(new Event('change')); })()`;
        await page.get(choose([["part.h", "enum { PART = 7 };\n"], ["mine.fork", '#include <io.h>\n#include "part.h"\nint main(void) { printf("%d\\n", PART); return 0; }\n']]));
        await page.until("/PART/.test(document.querySelector('.cm-content').textContent)");
        same("sources are opened", "program.fork part.h", await page.get("[...document.querySelectorAll('#files [aria-pressed]')].map((one) => one.textContent).join(' ')"));
        await page.get(choose([["old.json", JSON.stringify({ source: "int main(void) { return 3; }\n", pps: "5" })]]));
        await page.until("/return 3/.test(document.querySelector('.cm-content').textContent)");
        same("a saved program is opened with its options", "5", await page.get("document.getElementById('pps').value"));
        await page.get(choose([["bad.json", "[1]"]]));
        await page.until("/^bad.json is no program/.test(document.getElementById('notice').textContent)");
        matches("what is none is refused", /^bad.json is no program that this page has saved/, await page.get(text("notice")));
        await page.close();
    },
    async "names for readers of screens"() {
        const page = await open(link({ source: BRANCHES, pps: "8" }));
        await openStepper(page);
        for (const tab of ["output", "step", "curve"]) {
            await page.get(click(`#tab-${tab}`));
            same(`every control has a name (${tab})`, "", await page.get(`[...document.querySelectorAll('button, input, select, textarea')]
                .filter((one) => one.offsetParent !== null && !one.closest('.cm-editor'))
                .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length || one.title))
                .map((one) => one.outerHTML).join(' ')`));
        }
        await page.get("document.getElementById('tab-output').focus(), document.getElementById('tab-output').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))");
        same("arrows move between tabs", "tab-messages", await page.get("document.activeElement.id"));
        await page.close();
    },
    async "small screens"() {
        for (const query of ["?example=prefix", "?tour", "?example=lab-1", "?embed&example=hello"]) {
            const page = await open(query, { width: 360, height: 640 });
            await ready(page);
            same(`nothing is wider than 360 px (${query})`, true, (await page.get("document.documentElement.scrollWidth")) <= 360);
            if (query === "?example=prefix") {
                await openStepper(page);
                same("nor are the steps", true, (await page.get("document.documentElement.scrollWidth")) <= 360);
            }
            await page.close();
        }
    },
    async "a new version"() {
        const copy = join(mkdtempSync(join(tmpdir(), "site-")), "site");
        cpSync(site, copy, { recursive: true });
        const other = await serve(copy);
        const page = await browser.open(other.url);
        const isOpen = "document.documentElement.dataset.open === 'yes'";
        await page.until(isOpen);
        await ready(page);
        await page.until("navigator.serviceWorker.controller !== null");
        for (const [name, from, to] of [["index.html", "<h1>pramsim", "<h1>new"], ["service.js", 'VERSION = "', 'VERSION = "0']])
            writeFileSync(join(copy, name), readFileSync(join(copy, name), "utf8").replace(from, to));
        await page.go(other.url + "?");
        await page.until(`${isOpen} && /new version/.test(${text("notice")})`);
        matches("the old one is shown until the user wants the new one", /^pramsim/, await page.get("document.querySelector('h1').textContent"));
        await page.get(click("#notice button"));
        await page.until(`${isOpen} && document.querySelector('h1').textContent.startsWith('new')`);
        same("then the new one is shown", "new lab", await page.get("document.querySelector('h1').textContent"));
        await page.close();
        other.close();
        rmSync(copy, { recursive: true, force: true });
    },
    async "without a network"() {
        const page = await open("?example=hello");
        await ready(page);
        await page.get("navigator.serviceWorker.ready.then(() => true)");
        await page.until("navigator.serviceWorker.controller !== null");
        server.close();
        await page.go(server.url + "?example=race");
        await page.until("document.documentElement.dataset.open === 'yes' && location.search === '?example=race'");
        await ready(page);
        await run(page);
        matches("the page runs programs after a reload", /cycles, work/, await page.get(text("status")));
        same("with its examples", true, (await page.get("document.querySelectorAll('#example option').length")) > 5);
        await page.close();
    },
};

/* a window of Firefox is wider than a small screen */
const main = Object.keys(checks).filter((name) => name !== "small screens");
await perform(kind === "firefox" ? Object.fromEntries(main.map((name) => [name, checks[name]])) : checks);
