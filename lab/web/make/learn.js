// learn.js - node learn.js tour MANUAL | labs BUILD CASES TEACHING FOLDER...: prints what the lab teaches with, as JSON.
//
//   tour  the first hour (docs/manual.md): a step for each of its programs, with the text around it
//   labs  the lab sheets: the task from docs/teaching.md, and the public cases of each lab.yml with the outputs that the model
//         solution prints, of which each must satisfy the checker. CASES is the program of cases.c.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { hashOf, linesOf } from "../engine/judge.js";
import { blocks, escape, html } from "./markdown.js";

const MOST_LINES = 60; /* of an expected output, that the page can show; the rest is compared by its hash */

const [what, ...rest] = process.argv.slice(2);

// ---- the first hour

/** How a command of a console runs the program of a step; null: it does not. */
function readCommand(/** @type {string} */ line, /** @type {string} */ name) {
    const object = name.replace(/\.fork$/, ".o");
    const run = new RegExp(`pramsim ([^|&;>]*?)\\b${object.replace(".", "\\.")}( [^|&;>]*)?`).exec(line);
    const pps = run && /-p ?(\d+)/.exec(run[1]);
    if (!run || !pps) return null;
    const model = /--model=([\w-]+)/.exec(run[1]);
    if (/--(?!check|model)/.test(run[1])) return null;
    return { pps: pps[1], check: /--check/.test(run[1]), model: model?.[1] ?? "", args: (run[2] ?? "").trim() };
}

/** A block of a console: what it prints, with a button for the run that prints it. */
function consoleHtml(/** @type {string} */ text, /** @type {string} */ name) {
    const commands = text.split("\n").filter((line) => /^[$>] /.test(line));
    const printed = text.split("\n").filter((line) => !/^[$>] /.test(line) && line !== "").join("\n");
    const run = commands.map((line) => readCommand(line, name)).find((one) => one !== null);
    const shell = commands.some((line) => !/^\$ (fcc|pramsim)/.test(line) || (readCommand(line, name) === null && /pramsim|pramscale/.test(line)));
    const how = run ? `<button type="button" data-run="${escape(JSON.stringify(run))}">Run it with ${run.pps} ${run.pps === "1" ? "PP" : "PPs"}${run.check ? " and the check" : ""}${run.model ? `, ${run.model}` : ""}</button>` : "";
    if (shell) return { html: `${how}<pre class="shell">${escape(text)}</pre>`, run };
    return { html: `${how}${printed === "" ? "" : `<pre class="printed">${escape(printed)}</pre>`}`, run };
}

function makeTour(/** @type {string} */ path) {
    const steps = [];
    let title = "";
    let step = null;
    let text = ""; /* before the program of the next step */
    let last = ""; /* the paragraph at the end of the step, which may introduce the next program */
    for (const block of blocks(readFileSync(path, "utf8"))) {
        if (block.kind === "heading") {
            title = block.text;
            step = null;
            text = "";
            continue;
        }
        if (title === "" || !/^\d/.test(title)) continue;
        const program = block.kind === "code" ? /^c (\S+\.fork)$/.exec(block.about ?? "") : null;
        if (program) {
            step = { title, name: program[1], html: text, source: block.text, pps: "4", check: false, args: "", model: "" };
            steps.push(step);
            text = last = "";
            continue;
        }
        let piece;
        if (block.kind === "code") {
            const { html: made, run } = consoleHtml(block.text, step?.name ?? "");
            if (step && run && !("has" in step)) Object.assign(step, run, { model: "", has: true });
            piece = made;
            last = "";
        } else {
            const plain = block.text.replace(/\s*Save as `[^`]+`:$/, "");
            const isForNext = plain !== block.text;
            if (plain.trim() === "") {
                if (step && last !== "") {
                    step.html = step.html.slice(0, -last.length);
                    text += last;
                }
                last = "";
                continue;
            }
            piece = html(plain);
            last = /^<p><strong>Try/.test(piece) ? "" : piece;
            if (isForNext) {
                text += piece;
                continue;
            }
        }
        if (step) step.html += piece;
        else text += piece;
    }
    return steps.map(({ has, ...one }) => one);
}

// ---- the lab sheets

/** The section of a document whose heading begins with that number. */
function task(/** @type {string} */ document, /** @type {number} */ number) {
    let made = "";
    let isIt = false;
    for (const block of blocks(document)) {
        if (block.kind === "heading") isIt = block.text.startsWith(`${number}. `);
        else if (isIt) made += block.kind === "code" ? `<pre>${escape(block.text)}</pre>` : html(block.text);
    }
    return made;
}

/** What is kept of an expected output: its first lines, the number of lines, and the hash of all of them. */
function keep(/** @type {string} */ output) {
    const lines = linesOf(output);
    return { lines: lines.slice(0, MOST_LINES), count: lines.length, hash: hashOf(lines) };
}

function makeLab(/** @type {string} */ build, /** @type {string} */ cases, /** @type {string} */ folder, /** @type {string} */ document) {
    const lab = JSON.parse(execFileSync(cases, [join(folder, "lab.yml")], { encoding: "utf8" }));
    const work = mkdtempSync(join(tmpdir(), "lab-"));
    execFileSync(join(build, "bin/fcc"), ["-o", join(work, "solution.o"), lab.solution]);
    for (const [k, one] of lab.cases.entries()) {
        const place = join(work, String(k)); /* of the run */
        mkdirSync(place);
        for (const [name, text] of Object.entries(one.files)) writeFileSync(join(place, name), /** @type {string} */ (text));
        for (const run of one.runs) {
            const args = one.arguments.map((/** @type {string} */ word) => word.replace("{p}", run.pps));
            const output = one.expect ?? execFileSync(join(build, "bin/pramsim"), ["-q", `-p${run.pps}`, join(work, "solution.o"), ...args], { encoding: "utf8" });
            if (one.checker) {
                const { status, stdout } = spawnSync(resolve(one.checker), [String(run.pps), String(one.n ?? 0)], { input: output, cwd: place, encoding: "utf8" });
                if (status !== 0) throw new Error(`${folder}, ${one.name}, ${run.pps} PPs: the checker rejects the solution: ${stdout}`);
            }
            run.args = args;
            run.expect = keep(output);
        }
        if (one.compare === "exact") throw new Error(`${folder}, ${one.name}: the page cannot compare output exactly`);
        /* a checker of floats has its own tolerance: some units in the last place */
        if (one.checker && one.runs.some((/** @type {any} */ run) => /\d\.\d/.test(run.expect.lines[0]))) Object.assign(one, { compare: "floats", absolute: 2e-6, relative: 1e-6 });
        for (const name of ["arguments", "files", "expect", "checker"]) delete one[name];
    }
    rmSync(work, { recursive: true });
    const number = Number(basename(folder)[0]);
    return [`lab-${number}`, { title: lab.title, task: task(document, number), files: lab.files, cases: lab.cases }];
}

if (what === "tour") console.log(JSON.stringify(makeTour(rest[0])));
else {
    const [build, cases, teaching, ...folders] = rest;
    const document = readFileSync(teaching, "utf8");
    console.log(JSON.stringify(Object.fromEntries(folders.map((folder) => makeLab(resolve(build), resolve(cases), folder, document)))));
}
