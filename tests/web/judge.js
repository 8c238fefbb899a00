// judge.js - judge.js SITE LAB:SOURCE ...: compiles programs and runs the public cases of their lab sheets as the page does
// (lab/web/page/check.js), in node. Writes SOURCE.judged: a line for each run, with case, PPs, verdict, message and cycles; then the points.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { perform } from "../../lab/web/engine/engine.js";
import { judge, pointsOf } from "../../lab/web/engine/judge.js";
import { settingsOfCase } from "../../lab/web/page/case.js";

const [site, ...programs] = process.argv.slice(2);
process.setMaxListeners(0); /* each instance listens */
const load = (name) => readFileSync(resolve(site, name));
const parts = {
    factory: createRequire(import.meta.url)(resolve(site, "pramsim.js")),
    wasm: await WebAssembly.compile(load("pramsim.wasm")),
    library: new Uint8Array(load("libfork.a")),
    headers: JSON.parse(load("headers.json").toString()),
};
const sheets = JSON.parse(load("labs.json").toString());

/** The lines of one program. */
async function judged(lab, path) {
    const { files, cases } = sheets[lab];
    const source = readFileSync(path, "utf8");
    const lines = [];
    let points = 0;
    for (const one of cases) {
        const verdicts = [];
        for (const run of one.runs) {
            let output = "";
            const job = { name: "program.fork", source, files, words: ["-Wall"], settings: settingsOfCase(one, run), args: run.args, input: one.input ?? "" };
            const result = await perform(parts, job, (isError, bytes) => (output += isError ? "" : Buffer.from(bytes)));
            if (!result.ran) return "not_compiled";
            const verdict = judge(one, run, result.ran, output);
            verdicts.push(verdict);
            lines.push([one.name, run.pps, verdict.verdict, verdict.message, result.ran.stats.cycles].join("\t"));
        }
        points += pointsOf(one, verdicts);
    }
    return [...lines, `points\t${points}`].join("\n");
}

for (const program of programs) {
    const [lab, path] = program.split(":");
    parts.last = null;
    writeFileSync(`${path}.judged`, (await judged(lab, path)) + "\n");
}
