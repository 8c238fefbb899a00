// main.js - the page: joins editor, runner and results. State lives here; the other files know each other's types only.
import { makeChecker } from "./check.js";
import { makeCurve } from "./curve.js";
import { makeEditor } from "./editor.js";
import { makeFiles } from "./files.js";
import { keep, recall } from "./keep.js";
import { openFiles, saveFile } from "./disk.js";
import { load, loadExamples } from "./lessons.js";
import { makePart, partOf } from "./part.js";
import { readProfile, showProfile } from "./profile.js";
import { Output, element, showCounters, showFindings, showMessages } from "./results.js";
import { keepOffline } from "./offline.js";
import { Runner } from "./runner.js";
import { settingsOf, splitWords } from "./settings.js";
import { LaterVersion, MOST_LINK, pack, unpack } from "./share.js";
import { makeStepper } from "./step.js";
import { makeTabs } from "./tabs.js";
import { recorded, showTimeline } from "./timeline.js";
import { makeTour } from "./tour.js";

/** @typedef {import("./share.js").Saved} Saved */

const NAME = "program.fork";
const FIRST = "hello";
const PATIENCE = 10000; /* milliseconds without news until a run that does not stop by itself after its time is ended */
const IDLE = 300; /* milliseconds after the last key until the program is compiled */

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);
const notice = (/** @type {string} */ text) => {
    at("notice").textContent = text;
    at("notice").hidden = text === "";
};
const status = (/** @type {string} */ state, /** @type {string} */ text) => {
    at("status").dataset.state = state;
    at("status").textContent = text;
};

const output = new Output(at("output"));
let idle = 0; /* the timer of compiling while typing */
let heard = 0; /* when the worker said something of a run */
let clock = 0; /* the timer of the time limit */
let isRunning = false;
let isUsable = true;
let isWanted = false; /* Run was asked for before the worker was ready */
let lab = ""; /* name of the lab sheet that the program belongs to; "": none */
let isOwnChange = false; /* a change of the text is the page's own */
/** @type {{cycles: number, instructions: number} | null} */
let reached = null; /* how far the run has come */
/** @type {{job: import("../engine/engine.js").Job, seconds: number, arrays: string[], instructions: number} | null} */
let lastRun = null; /* what the timeline is made of */
/** @type {Record<string, import("./lessons.js").Example>} */
let examples = {};

const editor = makeEditor(at("editor"), { changed: textChanged, run: startRun, pointsChanged: () => stepper.sendPoints() });
const isEmbedded = new URLSearchParams(location.search).has("embed"); /* in a page of someone else: run and output only */
const files = makeFiles(at("files"), editor, NAME, { changed: textChanged, say: notice });

/** Shows a line of a file. @type {import("./results.js").Go} */
function go(line, column, file = NAME) {
    editor.show(line, column, file);
    files.draw();
}

const choose = makeTabs((name) => {
    if (name === "timeline" || name === "profile") repeat(name);
});

// ---- what is kept

/** @returns {Saved} */
function current() {
    const { [NAME]: source, ...others } = editor.texts();
    /** @type {Saved} */
    const saved = { source, files: others, check: at("check").checked, lab };
    for (const name of /** @type {const} */ (["pps", "args", "model", "engine", "input"])) saved[name] = at(name).value;
    return saved;
}

/** @param {Saved} saved */
function setAll(saved) {
    isOwnChange = true;
    editor.setTexts({ [NAME]: saved.source, ...saved.files }, NAME);
    files.draw();
    isOwnChange = false;
    for (const name of /** @type {const} */ (["pps", "args", "model", "engine", "input"]))
        if (saved[name] !== undefined) at(name).value = saved[name];
    for (const name of ["model", "engine"]) if (at(name).selectedIndex < 0) at(name).selectedIndex = 0;
    at("check").checked = saved.check === true;
    lab = saved.lab ?? "";
    at("tab-sheet").hidden = !checker.show(lab);
    if (lab !== "" && !at("tab-sheet").hidden) choose("sheet");
    else if (at("tab-sheet").getAttribute("aria-selected") === "true") choose("output");
    stepper.close("");
    part.take();
    curve.clear();
    lastRun = null;
    clearRepeated();
    compileSoon();
}

function textChanged() {
    if (isOwnChange) return;
    stepper.close("The program has changed. Start again to step through it.");
    editor.setMargin([]);
    at("example").value = "";
    if ((location.hash || location.search) && !tour.isOpen()) history.replaceState(null, "", location.pathname);
    remember();
    compileSoon();
}

function remember() {
    if (isEmbedded) return;
    if (tour.isOpen()) {
        tour.keep(editor.texts()[NAME]);
        return;
    }
    if (!keep(current())) notice("This browser does not let the page store anything: the program will not survive a reload. “Copy link” keeps it.");
}

/** Opens Step at a cycle of the last run. @param {number} cycle */
function stepAt(cycle) {
    const wish = wishes();
    if (lastRun === null || wish === null || isRunning) return;
    if (JSON.stringify(jobOf(wish.settings)) !== JSON.stringify(lastRun.job)) {
        notice("The program or its options have changed since this run. Run it again to step through it.");
        return;
    }
    choose("step");
    stepper.beginAt(cycle, true);
}

// ---- compiling and running

function compileSoon() {
    clearTimeout(idle);
    idle = window.setTimeout(compileNow, IDLE);
}

function compileNow() {
    if (!isUsable || isRunning || !runner.isReady || runner.isBusy) return;
    const { [NAME]: source, ...others } = editor.texts();
    const before = JSON.stringify([source, others]);
    runner.give(
        { name: NAME, source, files: others, words: ["-Wall"], onlyCompile: true },
        {
            done(result) {
                const { [NAME]: now, ...nowOthers } = editor.texts();
                if (JSON.stringify([now, nowOthers]) !== before) return compileSoon();
                tellMessages(result.messages);
                if (isWanted) startRun();
                else stepper.ready();
            },
            failed: (text) => status("failed", text),
        },
    );
}

/** @param {import("../engine/engine.js").Message[]} messages */
function tellMessages(messages) {
    editor.mark(messages);
    showMessages(at("messages"), messages, go);
    at("tab-messages").textContent = messages.length === 0 ? "Messages" : `Messages (${messages.length})`;
}

/** @param {number} count */
function countFindings(count) {
    at("tab-findings").textContent = count === 0 ? "Findings" : `Findings (${count})`;
}

/** The options as settings; null: one is wrong, which is said. @returns {{settings: Record<string, string | true>, seconds: number} | null} */
function wishes() {
    try {
        return settingsOf({
            pps: at("pps").value,
            limit: at("limit").value,
            memory: at("memory").value,
            check: at("check").checked,
            model: at("model").value,
            engine: at("engine").value,
            args: at("args").value,
        });
    } catch (error) {
        status("failed", /** @type {Error} */ (error).message);
        return null;
    }
}

/** @type {(settings: Record<string, string | true>, words?: string[]) => import("../engine/engine.js").Job} */
function jobOf(settings, words = []) {
    const { [NAME]: source, ...others } = editor.texts();
    return { name: NAME, source, files: others, words: ["-Wall", ...words], settings, args: splitWords(at("args").value), input: at("input").value };
}

function startRun() {
    if (!isUsable || isRunning) return;
    const wish = wishes();
    if (wish === null) return;
    isWanted = !runner.isReady || runner.isBusy;
    if (isWanted) return;
    clearTimeout(idle);
    remember();
    begin();
    const { settings, seconds } = wish;
    limitTime(seconds);
    const checked = settings.check === true || settings.model !== undefined;
    const job = jobOf(settings);
    const tab = part.take();
    runner.give(
        job,
        {
            output: (pieces) => pieces.forEach(({ isError, bytes }) => output.take(isError, bytes)),
            compiled(messages) {
                tellMessages(messages);
                status("running", "Running…");
                heard = performance.now();
            },
            progress(cycle, instructions, running) {
                reached = { cycles: cycle, instructions };
                heard = performance.now();
                status("running", `Running… cycle ${cycle.toLocaleString("en")}, ${running.toLocaleString("en")} PPs`);
            },
            done(result, took) {
                if (result.ran) lastRun = { job, seconds, arrays: result.ran.arrays, instructions: result.ran.stats.instructions };
                conclude(result, took, checked);
                if (result.ran?.end === "interrupted") status("stopped", timeIsOver(seconds));
                if (result.ran && tab !== "") choose(tab);
            },
            failed(text) {
                finish();
                status("failed", text);
            },
        },
        seconds,
    );
}

/** @param {number} seconds */
function limitTime(seconds) {
    const look = () => {
        const left = heard + PATIENCE - performance.now();
        if (left > 0) clock = window.setTimeout(look, left);
        else stop(timeIsOver(seconds));
    };
    heard = performance.now();
    clock = window.setTimeout(look, seconds * 1000);
}

/** @param {number} seconds */
const timeIsOver = (seconds) => `Stopped after ${seconds} ${seconds === 1 ? "second" : "seconds"}, the time limit. “More options” has a longer one.`;

/** @type {(name: string, text: string) => void} */
const sayIn = (name, text) => at(name).replaceChildren(element("p", "empty", text));

/** What stands in panels before a run. */
const ABOUT = {
    timeline: "Run the program to see its timeline: what groups and PPs do in each cycle, barriers, locks, and arrays over time.",
    profile: "Run the program to see its profile: what each line costs, in cycles of all PPs together.",
};

/** Panels that repeat the last run with a recorder: settings of that run, and what is shown of it; false: there is nothing. */
const REPEATED = {
    timeline: {
        doing: "Recording the timeline…",
        settings: recorded,
        show(/** @type {import("../engine/engine.js").Ran} */ ran) {
            if (ran.timeline) showTimeline(at("timeline"), ran.timeline, Object.keys(editor.texts()), go, stepAt);
            return ran.timeline !== null;
        },
    },
    profile: {
        doing: "Counting the costs of lines…",
        settings: (/** @type {Record<string, string | true>} */ settings) => ({ ...settings, profile: /** @type {const} */ (true) }),
        show(/** @type {import("../engine/engine.js").Ran} */ ran) {
            if (ran.profile) showProfile(at("profile"), readProfile(ran.profile), Object.keys(editor.texts()), go, editor.setMargin);
            return ran.profile !== null;
        },
    },
};

/** Repeats the last run for a panel, unless it shows that run already. @param {"timeline" | "profile"} name */
async function repeat(name) {
    if (lastRun !== null && !isRunning) await runner.free();
    if (isRunning || lastRun === null || at(name).querySelector(".empty") === null) return;
    const { job, seconds, arrays, instructions } = lastRun;
    const before = { state: at("status").dataset.state, text: at("status").textContent };
    if (name === "profile") stepper.close("");
    isRunning = true;
    at("run").disabled = at("debug").disabled = true;
    at("stop").disabled = false;
    status("running", REPEATED[name].doing);
    limitTime(seconds);
    runner.give({ ...job, settings: REPEATED[name].settings(job.settings ?? {}, arrays, instructions) }, {
        done(result) {
            finish();
            status(before.state, before.text);
            if (!result.ran || !REPEATED[name].show(result.ran)) sayIn(name, `There is no ${name} of this run: ${result.trouble || "the browser has too little memory for it"}.`);
        },
        failed(text) {
            finish();
            status("failed", text);
            sayIn(name, `There is no ${name} of this run.`);
        },
    }, seconds);
}

/** What panels show belongs to another run. */
function clearRepeated() {
    for (const name of /** @type {const} */ (["timeline", "profile"])) sayIn(name, ABOUT[name]);
    if (!stepper.isOpen()) editor.setMargin([]);
}

function begin() {
    isRunning = true;
    at("debug").disabled = true;
    isWanted = false;
    lastRun = null;
    reached = null;
    clearRepeated();
    output.clear();
    showFindings(at("findings"), null, false, [NAME], go, null);
    showCounters(at("counters"), null);
    countFindings(0);
    choose("output");
    at("run").disabled = true;
    at("stop").disabled = false;
    status("compiling", "Compiling…");
}

function finish() {
    clearTimeout(clock);
    isRunning = false;
    at("run").disabled = at("debug").disabled = false;
    at("stop").disabled = true;
}

/** @param {string} text */
function stop(text) {
    if (!isRunning) return;
    runner.stop();
    checker.stop();
    curve.stop();
    stepper.close("Stop has ended the session.");
    finish();
    if (reached !== null) showCounters(at("counters"), { stats: reached });
    const { cycles } = reached ?? { cycles: 0 };
    status("stopped", cycles === 0 ? text : `${text} It had come to cycle ${cycles.toLocaleString("en")}.`);
}

/** @type {(result: import("../engine/engine.js").Result, took: number, checked: boolean) => void} */
function conclude(result, took, checked) {
    finish();
    const { ran } = result;
    if (ran === null) {
        const errors = result.messages.filter(({ kind }) => kind === "error").length;
        if (result.trouble === "") choose("messages");
        const memory = /does not give .* of memory|has not enough memory/.test(result.trouble);
        status("failed", result.trouble === "" ? `Not compiled: ${errors} ${errors === 1 ? "error" : "errors"}.`
            : memory ? "The run needs more memory than the browser gives. Take fewer PPs." : `${result.trouble}.`);
        return;
    }
    showFindings(at("findings"), ran, checked, Object.keys(editor.texts()), go, isEmbedded ? null : stepAt);
    showCounters(at("counters"), ran);
    const found = ran.findings?.findings?.length ?? 0;
    countFindings(found);
    const fault = ran.report.split("\n").find((text) => /fault: /.test(text));
    const cycles = `${ran.stats.cycles.toLocaleString("en")} cycles, work ${ran.stats.work.toLocaleString("en")}, ${took.toFixed(2)} s`;
    if (fault) {
        choose(output.length === 0 ? "findings" : "output");
        output.say(`\n${fault.replace(/^pramsim: /, "")}`);
        status("failed", `Ended by a fault (${ran.end}): ${cycles}`);
    } else if (found > 0) status("found", `${found} ${found === 1 ? "finding" : "findings"}: ${cycles}`);
    else status("done", ran.status === 0 ? cycles : `Exit status ${ran.status}: ${cycles}`);
}

// ---- the worker, links and examples

const runner = new Runner(
    () => {
        if (at("status").dataset.state === "loading") {
            status("ready", "Ready. Ctrl+Enter runs the program.");
            if (!isEmbedded) keepOffline(offerRenewal);
        }
        if (isWanted) startRun();
        else compileSoon();
        stepper.ready();
    },
    (text) => unusable(location.protocol === "file:"
        ? "The browser does not let a page from a file load the simulator. In its folder, “python3 -m http.server” and then http://localhost:8000 show it."
        : `The compiler and the simulator could not be loaded: ${text}. Reload the page to try again; the program can be edited and copied meanwhile.`),
);

const stepper = makeStepper(at("step"), {
    runner,
    editor,
    draw: files.draw,
    job(words) {
        const wish = isUsable && !isRunning ? wishes() : null;
        if (wish === null) return null;
        const { check, model, ...settings } = wish.settings; /* a session has no findings */
        return jobOf(settings, words);
    },
    messages: tellMessages,
});

const part = makePart({ choose, run: startRun, stepper });

/** Takes the worker for several runs, or gives it back; false: it is not free. @type {(isTaken: boolean, doing: string) => boolean} */
function take(isTaken, doing) {
    if (isTaken && (!isUsable || isRunning || !runner.isReady || runner.isBusy)) return false;
    if (!isTaken) return finish(), true;
    clearTimeout(idle);
    remember();
    isRunning = true;
    at("run").disabled = at("debug").disabled = true;
    at("stop").disabled = false;
    status("running", doing);
    return true;
}

const curve = makeCurve(at("curve"), {
    runner,
    job() {
        const wish = isUsable && !isRunning ? wishes() : null;
        return wish && { job: jobOf(wish.settings), seconds: wish.seconds };
    },
    take: (isTaken) => take(isTaken, "Measuring…"),
    status,
});

const checker = makeChecker(at("sheet"), {
    runner,
    main: NAME,
    texts: editor.texts,
    take: (isTaken) => take(isTaken, "Checking…"),
    messages: tellMessages,
    status,
    run(one, run) {
        setHow({ pps: String(run.pps), check: one.check, args: run.args.join(" "), model: one.model ?? "" });
        startRun();
    },
});

/** @param {import("./tour.js").How} how */
function setHow({ pps, check, args, model }) {
    at("pps").value = pps;
    at("check").checked = check;
    at("args").value = args;
    at("model").value = model;
    if (at("model").selectedIndex < 0) at("model").selectedIndex = 0;
}

const tour = makeTour(at("tour"), {
    open(source, how) {
        choose("output");
        output.clear();
        setAll({ source, files: {}, pps: how.pps, check: how.check, args: how.args, model: how.model, engine: "bsp", input: "" });
    },
    run(how) {
        setHow(how);
        startRun();
        if (matchMedia("(max-width: 800px)").matches) at("work").scrollIntoView();
    },
    moved(number) {
        document.documentElement.dataset.tour = number === null ? "no" : "yes";
        history.replaceState(null, "", number === null ? location.pathname : `${location.pathname}?tour=${number}`);
        at("begin-tour").hidden = number !== null;
        at("example").value = "";
        if (number === null) openKept();
    },
});

/** @param {string} text */
function unusable(text) {
    if (!isUsable) return;
    isUsable = false;
    at("run").disabled = true;
    notice(text);
    status("failed", "Programs cannot run here.");
}

async function share() {
    const end = await pack({ ...current(), ...part.now() });
    if (end.length > MOST_LINK) {
        notice(`This program is too long for a link: ${end.length.toLocaleString("en")} characters, and ${MOST_LINK.toLocaleString("en")} are possible. Copy its text instead.`);
        return;
    }
    history.replaceState(null, "", location.pathname + end);
    try {
        await navigator.clipboard.writeText(location.href);
        notice("The link is copied. It holds the program, its options, and the panel that is shown.");
    } catch {
        notice("The link is in the address bar: copy it from there. It holds the program, its options, and the panel that is shown.");
    }
}

/** @param {() => void} take */
function offerRenewal(take) {
    const button = element("button", "", "Show it");
    button.onclick = take;
    notice("There is a new version of the lab. ");
    at("notice").append(button);
}

/** @param {string} name */
function setExample(name) {
    const { source, files, pps, check, args, input } = examples[name];
    if (tour.isOpen()) tour.leave();
    setAll({ source, files, pps: pps ?? "16", check, args: args ?? "", model: "", engine: "bsp", input: input ?? "", lab: name });
    at("example").value = name;
}

/** Fetches what the lab teaches with; without it the page works all the same. */
async function loadLessons() {
    try {
        const [labs, steps] = await Promise.all([load("labs.json"), load("tour.json")]);
        checker.setLabs(labs);
        tour.setSteps(steps);
    } catch {
        at("begin-tour").disabled = true;
    }
}

/** What was open before; else the first example. */
function openKept() {
    const kept = recall();
    if (kept) setAll(kept);
    else if (examples[FIRST]) setExample(FIRST);
}

async function openFirst() {
    document.documentElement.dataset.embed = isEmbedded ? "yes" : "no";
    at("whole").hidden = !isEmbedded;
    at("whole").href = location.pathname + location.search.replace(/[?&]embed(=[^&]*)?/, "").replace(/^&/, "?") + location.hash;
    await Promise.all([loadExamples(at("example")).then((loaded) => (examples = loaded)), loadLessons()]);
    const query = new URLSearchParams(location.search);
    const wanted = query.get("example");
    let saved = null;
    try {
        saved = await unpack(location.hash);
    } catch (error) {
        notice(error instanceof LaterVersion
            ? "This link was made by a later version of the lab, which this page cannot read. The program that was open before stands here instead."
            : "This link is damaged: a part of it may have been cut off. The program that was open before stands here instead.");
    }
    const wish = Number(query.get("tour") ?? 0);
    if (saved) {
        setAll(saved);
        if (!isEmbedded) part.show(saved);
    } else if (query.has("tour") && !at("begin-tour").disabled) tour.begin(wish || 1);
    else if (wanted !== null && Object.hasOwn(examples, wanted)) {
        setExample(wanted);
        if (!isEmbedded) part.show(partOf(query));
    }
    else openKept();
    if (wanted !== null && !Object.hasOwn(examples, wanted)) notice(`There is no example “${wanted}”.`);
    document.documentElement.dataset.open = "yes"; /* for tests */
}

at("controls").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    startRun();
};
at("controls").oninput = remember;
at("begin-tour").onclick = () => {
    remember();
    tour.begin(1);
};
at("debug").onclick = () => {
    choose("step");
    stepper.begin();
};
at("stop").onclick = () => stop("Stopped.");
at("share").onclick = share;
at("save").onclick = () => saveFile(current());
at("open").onclick = () => at("chosen").click();
at("chosen").onchange = async () => {
    try {
        const opened = await openFiles([...at("chosen").files]);
        if (tour.isOpen()) tour.leave();
        setAll({ ...current(), lab: "", ...opened });
        textChanged();
        notice("");
    } catch (error) {
        notice(/** @type {Error} */ (error).message);
    }
    at("chosen").value = "";
};
at("example").onchange = () => at("example").value && (setExample(at("example").value), history.replaceState(null, "", `${location.pathname}?example=${at("example").value}`));
document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) startRun();
});
showMessages(at("messages"), [], go);
showFindings(at("findings"), null, false, [NAME], go, null);
showCounters(at("counters"), null);
clearRepeated();
if (typeof WebAssembly === "undefined") unusable("This browser has no WebAssembly, or it is turned off: programs can be edited and shared here, but not run.");
openFirst();
