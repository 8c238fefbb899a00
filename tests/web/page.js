// page.js - page.js SITE CHROMIUM: uses the page as a user does, and prints a line for each check: RESULT, its name, what is
// expected, what came; tabs between.
import { openChromium } from "./browser.js";
import { field, link, say, stage, text } from "./scene.js";

const [site, program] = process.argv.slice(2);
const { server, same, matches, open, ready, run, runText, perform } = await stage(site, await openChromium(program));

const checks = {
    async "an example"() {
        const page = await open("?example=hello");
        await ready(page);
        await run(page);
        matches("the output is there", /^hello from PP 0 of 8 hello/, await page.get(text("output")));
        matches("cycles and work", /^157 cycles, work 1,139/, await page.get(text("status")));
        matches("counters", /Cycles157/, await page.get(text("counters")));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "messages and findings"() {
        const page = await runText(say("int x = y;"));
        matches("an error of the compiler", /^error line 4'y' is not declared/, await page.get(text("messages")));
        matches("the status", /^Not compiled: 1 error/, await page.get(text("status")));
        same("its line is marked", 1, await page.get("document.querySelectorAll('.cm-lint-marker-error').length"));
        await page.get("document.querySelector('#messages button').click()");
        matches("a click goes there", /int x = y/, await page.get("document.querySelector('.cm-activeLine').textContent"));
        await page.close();
        const race = await open("?example=race");
        await ready(race);
        await run(race);
        matches("a race", /^check line 1\d .*the outcome of a store to total/, await race.get(text("findings")));
        await race.close();
        const deadlock = await open("?example=deadlock");
        await ready(deadlock);
        await run(deadlock);
        matches("a deadlock", /deadlock/, await deadlock.get(text("findings")));
        same("the page lives on", false, await deadlock.get("document.getElementById('run').disabled"));
        await deadlock.close();
    },
    async "runs that do not end"() {
        const page = await open(link({ source: "sh int turns;\nint main(void) { start { for (;;) mpadd(&turns, 1); } return 0; }", pps: "4" }));
        await ready(page);
        await page.get(field("limit", "1"));
        await run(page);
        matches("the time limit stops an endless loop", /^Stopped after 1 second, the time limit/, await page.get(text("status")));
        matches("its counters are there", /Cycles[\d,]{5}/, await page.get(text("counters")));
        await page.get(field("limit", "60"));
        await page.get("document.getElementById('run').click()");
        await page.until("/^Running… cycle [1-9]/.test(document.getElementById('status').textContent)");
        await page.get("document.getElementById('stop').click()");
        matches("Stop stops it", /^Stopped. It had come to cycle [1-9]/, await page.get(text("status")));
        matches("the counters of the last look are there", /Cycles[\d,]{5}/, await page.get(text("counters")));
        await page.close();
        const flood = await runText(say('int i; for (i = 0; ; i++) printf("line %d\\n", i);'), { pps: "1" });
        matches("endless output ends", /output/, await flood.get(text("output")));
        same("the page does not show all of it", true, (await flood.get(text("output") + ".length")) < 210000);
        await flood.close();
    },
    async "a timeline"() {
        const page = await open("?example=prefix");
        await ready(page);
        await page.get("document.getElementById('tab-timeline').click()");
        matches("before a run the page says what stands there", /^Run the program to see its timeline/, await page.get(text("timeline")));
        await run(page);
        const status = await page.get(text("status"));
        await page.get("document.getElementById('tab-timeline').click()");
        await page.until("document.querySelector('#timeline iframe')?.contentWindow.pramview !== undefined");
        const view = "document.querySelector('#timeline iframe').contentWindow.pramview";
        same("it ends with the run", 185, await page.get(`${view}.data.last`));
        same("every PP has a row", 16, await page.get(`${view}.data.pps.length`));
        same("the arrays are shown over time", "watched sums,watched values", await page.get(`${view}.data.watched.map((one) => one.name.replace(/\\[.*/, "")).sort().join()`));
        same("the status is that of the run", status, await page.get(text("status")));
        await page.get(`${view}.state.place = ${view}.data.places.findIndex((place) => place.line === 10), ${view}.update()`);
        matches("what is chosen there is shown in the editor", /mpadd/, await page.get("document.querySelector('.cm-activeLine').textContent"));
        same("nothing on the console", "", page.complaints.join("; "));
        await page.close();
    },
    async "what is too much"() {
        const page = await runText(say(";"), { pps: "99999999" });
        matches("too many PPs", /^PPs: a number from 1 to 65,536 is needed here/, await page.get(text("status")));
        await page.close();
        const most = await runText(say(";"), { pps: "65536" });
        matches("the most PPs run", / cycles, work /, await most.get(text("status")));
        await most.close();
    },
    async "output that is no text"() {
        const page = await runText(say('printf("<img src=x onerror=alert(1)>\\033[31m\\001%c", 255);'), { pps: "1" });
        same("markup and control characters are shown", "<img src=x onerror=alert(1)>\u241b[31m\u2401", (await page.get(text("output"))).replace("\ufffd", ""));
        same("no element came of it", 0, await page.get("document.querySelectorAll('#output img').length"));
        await page.close();
    },
    async links() {
        const page = await open("?example=prefix");
        await ready(page);
        await page.get(field("pps", "12"));
        await page.get("document.getElementById('share').click()");
        await page.until("location.hash.length > 10");
        const hash = await page.get("location.hash");
        const source = await page.get("document.querySelector('.cm-content').textContent");
        await page.close();
        const again = await open(hash);
        same("a link opens the same program", source, await again.get("document.querySelector('.cm-content').textContent"));
        same("and the same panel", "output", await again.get("document.querySelector('[role=tab][aria-selected=true]').getAttribute('aria-controls')"));
        same("with its options", "12", await again.get("document.getElementById('pps').value"));
        await again.close();
        for (const broken of [hash.slice(0, -20), "#1!!!!", "#0" + "eyJhIjoxfQ", "#0%%%"]) {
            const page2 = await open(broken);
            matches(`a damaged link (${broken.slice(0, 7)})`, /^This link is damaged/, await page2.get(text("notice")));
            await page2.close();
        }
        const counters = await open(link({ source: say(";"), pps: "4", tab: "counters" }));
        await counters.until("document.querySelector('#counters table') !== null && !document.getElementById('counters').hidden");
        matches("a link to a panel of a run runs the program", /^Cycles\d+/, await counters.get(text("counters")));
        await counters.close();
        const other = await open(link({ source: say(";"), tab: "nothing\"]", cycle: -1 }));
        same("a panel that is none is passed over", "output", await other.get("document.querySelector('[role=tab][aria-selected=true]').getAttribute('aria-controls')"));
        await other.close();
        const later = await open("#2abc");
        matches("a link of a later version", /^This link was made by a later version/, await later.get(text("notice")));
        await later.close();
    },
    async "several files"() {
        const page = await open("?example=lab-1");
        await ready(page);
        same("the files of a lab sheet", "program.fork lab.h +", await page.get("[...document.querySelectorAll('#files button')].map((one) => one.textContent).join(' ')"));
        await run(page);
        matches("the program includes the other file", / cycles, work /, await page.get(text("status")));
        await page.get("window.prompt = () => 'part.h'; [...document.querySelectorAll('#files button')].at(-1).click()");
        same("a new file is shown", "part.h", await page.get("document.querySelector('#files [aria-pressed=true]').textContent"));
        await page.go(server.url);
        await page.until("document.documentElement.dataset.open === 'yes' && location.search === ''");
        same("the files survive a reload", "program.fork lab.h part.h +", await page.get("[...document.querySelectorAll('#files button')].map((one) => one.textContent).join(' ')"));
        await page.close();
        const wrong = await runText('#include "part.h"\nint main(void) { return 0; }\n', { files: { "part.h": "int part = nothing;\n" } });
        matches("a message names the file", /^error part.h, line 1/, await wrong.get(text("messages")));
        await wrong.get("document.querySelector('#messages button').click()");
        same("a click opens it", "part.h", await wrong.get("document.querySelector('#files [aria-pressed=true]').textContent"));
        same("and marks the line", 1, await wrong.get("document.querySelectorAll('.cm-lint-marker-error').length"));
        await wrong.close();
        for (const number of [2, 3, 4, 5, 6]) {
            const lab = await open(`?example=lab-${number}`);
            await ready(lab);
            await run(lab);
            matches(`lab sheet ${number} compiles`, / cycles, work /, await lab.get(text("status")));
            await lab.close();
        }
    },
    async completion() {
        const page = await open(link({ source: "", pps: "4" }));
        await ready(page);
        await page.get("document.querySelector('.cm-content').focus(), document.execCommand('insertText', false, 'mpad')");
        await page.until("document.querySelector('.cm-tooltip-autocomplete li')");
        matches("an operation is offered with what it does", /mpadd/, await page.get("document.querySelector('.cm-tooltip-autocomplete').textContent"));
        await page.close();
    },
    async "a reload"() {
        const page = await open(link({ source: say("/* kept */"), pps: "5" }));
        await ready(page);
        await run(page);
        await page.go(server.url);
        await page.until("document.documentElement.dataset.open === 'yes' && location.hash === ''");
        matches("the text is still there", /kept/, await page.get("document.querySelector('.cm-content').textContent"));
        same("so are the options", "5", await page.get("document.getElementById('pps').value"));
        await page.close();
    },
    async "browsers that lack something"() {
        const page = await runText(say(";"), {}, "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });");
        matches("no storage", /^This browser does not let the page store anything/, await page.get(text("notice")));
        matches("it runs all the same", / cycles, work /, await page.get(text("status")));
        await page.close();
        const old = await open("", { before: "delete window.WebAssembly;" });
        matches("no WebAssembly", /^This browser has no WebAssembly/, await old.get(text("notice")));
        same("nothing to run", true, await old.get("document.getElementById('run').disabled"));
        await old.close();
    },
};

await perform(checks);
