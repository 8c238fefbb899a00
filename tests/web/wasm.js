// wasm.js - for the tests: wasm.js SITE SOURCE [OPTION ...] compiles and runs one program in WebAssembly, as the page does.
//
// OPTIONs: NAME=VALUE or NAME, settings of the run; `-o FILE` writes the linked program; `-s FILE` writes the counters;
// `-a WORD` is an argument of the program; `-f WORD` an option of fcc; `-h FILE` a file that it includes;
// `-i FILE` is the input; `-r FOLDER` the name of the folder of library and headers. Exits as pramsim does; 1 after errors
// of the compiler.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { perform } from "../../lab/web/engine/engine.js";

const [site, source, ...rest] = process.argv.slice(2);
/** @type {Record<string, string>} */
const files = {};
/** @type {string[]} */
const included = [];
/** @type {import("../../lab/web/engine/engine.js").Job} */
const job = { name: source, source: readFileSync(source, "utf8"), settings: {}, args: [], words: [], folder: process.cwd() };
while (rest.length > 0) {
    const word = /** @type {string} */ (rest.shift());
    if (word === "-a") job.args?.push(rest.shift() ?? "");
    else if (word === "-h") included.push(rest.shift() ?? "");
    else if (word === "-f") job.words?.push(rest.shift() ?? "");
    else if (/^-[osir]$/.test(word)) files[word[1]] = rest.shift() ?? "";
    else {
        const at = word.indexOf("=");
        Object.assign(job.settings ?? {}, at < 0 ? { [word]: true } : { [word.slice(0, at)]: word.slice(at + 1) });
    }
}
if (files.i) job.input = readFileSync(files.i, "utf8");
job.files = Object.fromEntries(included.map((name) => [name, readFileSync(name, "utf8")]));
if (files.r) job.runtime = files.r;
const load = (/** @type {string} */ name) => readFileSync(resolve(site, name));
const parts = {
    factory: createRequire(import.meta.url)(resolve(site, "pramsim.js")),
    wasm: await WebAssembly.compile(load("pramsim.wasm")),
    library: new Uint8Array(load("libfork.a")),
    headers: JSON.parse(load("headers.json").toString()),
};
const result = await perform(parts, job, (isError, bytes) => (isError ? process.stderr : process.stdout).write(bytes));
for (const { kind, file, line, column, text } of result.messages)
    process.stderr.write(`${file}:${line}:${column}: ${kind}: ${text}\n`);
if (files.o && result.image) writeFileSync(files.o, result.image);
if (files.s && result.ran) writeFileSync(files.s, JSON.stringify(result.ran.stats, null, 2));
process.stderr.write((result.ran?.report ?? "") + (result.trouble && result.trouble + "\n"));
process.exitCode = result.ran?.status ?? 1;
