// pack.js - node pack.js headers FOLDER | examples TABLE: prints the files of a folder, or the programs of a table, as JSON.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { blocks } from "./markdown.js";

const [what, from] = process.argv.slice(2);
/** @type {Record<string, any>} */
const packed = {};
if (what === "headers")
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
        const name = join(/** @type {any} */ (entry).path, entry.name);
        if (entry.isFile()) packed[relative(from, name)] = readFileSync(name, "utf8");
    }
else
    for (const [name, { file, program, files, ...rest }] of Object.entries(JSON.parse(readFileSync(from, "utf8")))) {
        const read = (/** @type {string} */ path) => readFileSync(join(dirname(from), path), "utf8");
        /* a program of a document: the block of code with its name */
        const source = program === undefined ? read(file) : blocks(read(file)).find(({ about }) => about === `c ${program}`)?.text;
        if (source === undefined) throw new Error(`${file} has no ${program}`);
        packed[name] = { ...rest, source, files: {} };
        for (const [other, path] of Object.entries(files ?? {})) packed[name].files[other] = read(path);
    }
console.log(JSON.stringify(packed));
