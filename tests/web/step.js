// step.js - step.js SITE SOURCE PPS STEPS SEED: steps through a run in WebAssembly, in node. Prints the cycle and the line of each of
// STEPS steps over lines from main on; then goes at random to other cycles, steps and steps back, and compares all that is seen in a
// cycle with what was seen there before: a line "walk", how many were compared, and the first difference.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { openSession } from "../../lab/web/engine/step.js";
import { memoryOf } from "../../lab/web/page/settings.js";

const [site, path, pps, steps, seed] = process.argv.slice(2);
const WALK = 300, PATIENCE = 20000;
const load = (name) => readFileSync(resolve(site, name));
const parts = {
    factory: createRequire(import.meta.url)(resolve(site, "pramsim.js")),
    wasm: await WebAssembly.compile(load("pramsim.wasm")),
    library: new Uint8Array(load("libfork.a")),
    headers: JSON.parse(load("headers.json").toString()),
};
const job = { name: "program.fork", source: readFileSync(path, "utf8"), settings: { ...memoryOf(Number(pps)), engine: "bsp" }, words: ["-Og"] };
const { result, session } = await openSession(parts, job, () => {});
if (session === null) throw new Error(result.trouble || JSON.stringify(result.messages));
const ask = (request) => session.ask({ columns: 4, ...request }, PATIENCE);
const lineOf = (stand) => stand.teams.find(({ number }) => number === stand.team)?.line ?? "-";

const end = ask({ do: "go", cycle: Number.MAX_SAFE_INTEGER }).cycle;
let stand = ask({ do: "begin" });
for (let k = 0; k < Number(steps) && !stand.over; k++) {
    console.log(`${stand.cycle} ${lineOf(stand)}`);
    stand = ask({ do: "step", kind: "over" });
}

let state = Number(seed) >>> 0;
const random = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
};
const seen = new Map();
const moves = [
    () => ({ do: "go", cycle: random(end + 1) }),
    ...["over", "into", "instruction"].flatMap((kind) => [() => ({ do: "step", kind }), () => ({ do: "step", kind, back: true })]),
];
let compared = 0;
let difference = "";
for (let k = 0; k < WALK && difference === ""; k++) {
    const at = ask(moves[random(moves.length)]());
    if ("error" in at || at.over) continue; /* a step of PPs that have ended; what is selected at the end depends on the way */
    ask({ do: "select", pp: 0 });
    const { cycle, written, teams, rows, pp } = ask({ do: "look" });
    const now = JSON.stringify([pp, written, teams.map(({ line, count, members }) => [line, count, members]), rows]);
    const before = seen.get(cycle);
    if (before !== undefined && before !== now) difference = `cycle ${cycle}: ${before} is ${now} now`;
    compared += before !== undefined;
    seen.set(cycle, now);
}
console.log(`walk ${compared > WALK / 10} ${difference}`);
