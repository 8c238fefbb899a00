// pack.js - node pack.js headers FOLDER | examples TABLE: prints the files of a folder, or the programs of a table, as JSON.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const [what, from] = process.argv.slice(2);
/** @type {Record<string, any>} */
const packed = {};
if (what === "headers")
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
        const name = join(/** @type {any} */ (entry).path, entry.name);
        if (entry.isFile()) packed[relative(from, name)] = readFileSync(name, "utf8");
    }
else
    for (const [name, { file, ...rest }] of Object.entries(JSON.parse(readFileSync(from, "utf8"))))
        packed[name] = { ...rest, source: readFileSync(join(dirname(from), file), "utf8") };
console.log(JSON.stringify(packed));
