// judge.js - judge.js SITE LAB SOURCE: compiles a program and runs the public cases of a lab sheet as the page does (lab/web/page/check.js),
// in node, and prints a line for each run: case, PPs, verdict, message, cycles; then the points.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { perform } from "../../lab/web/engine/engine.js";
import { judge, pointsOf } from "../../lab/web/engine/judge.js";
import { memoryOf } from "../../lab/web/page/settings.js";

const [site, lab, path] = process.argv.slice(2);
const load = (name) => readFileSync(resolve(site, name));
const parts = {
    factory: createRequire(import.meta.url)(resolve(site, "pramsim.js")),
    wasm: await WebAssembly.compile(load("pramsim.wasm")),
    library: new Uint8Array(load("libfork.a")),
    headers: JSON.parse(load("headers.json").toString()),
};
const sheet = JSON.parse(load("labs.json").toString())[lab];
const source = readFileSync(path, "utf8");
let points = 0;
for (const one of sheet.cases) {
    const verdicts = [];
    for (const run of one.runs) {
        let output = "";
        const settings = { ...memoryOf(run.pps), engine: "bsp", "max-output": "1M" };
        if (one.check) settings.check = true;
        if (one.model !== null) settings.model = one.model;
        if (one.most_cycles > 0) settings["max-cycles"] = String(one.most_cycles);
        const job = { name: "program.fork", source, files: sheet.files, words: ["-Wall"], settings, args: run.args, input: one.input ?? "" };
        const result = await perform(parts, job, (isError, bytes) => (output += isError ? "" : Buffer.from(bytes)));
        const verdict = result.ran ? judge(one, run, result.ran, output) : { verdict: "not_compiled", message: "" };
        verdicts.push(verdict);
        console.log([one.name, run.pps, verdict.verdict, verdict.message, result.ran?.stats.cycles ?? "-"].join("\t"));
        if (!result.ran) process.exit();
    }
    points += pointsOf(one, verdicts);
}
console.log(`points\t${points}`);
