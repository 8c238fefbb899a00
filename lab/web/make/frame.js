// frame.js - node frame.js html | script: prints the page of pramview (lab/view/page) for the lab, which shows it in a frame: the
// frame of HTML, whose style and scripts are files of their own there; or all scripts as one, in the order of asset.def.
import { readFileSync } from "node:fs";

const folder = "lab/view";
const read = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`, "utf8");

function html() {
    return read("page/page.html")
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'">`)
        .replace(/<style>\s*@@style@@\s*<\/style>/, '<link rel="stylesheet" href="timeline.css">')
        .replace(/@@data@@\s*<script>[^]*<\/script>/, '<script src="timeline-data.js"></script>');
}

function script() {
    const names = [...read("asset.def").matchAll(/^ASSET\((\w+)\)/gm)].map((match) => match[1]);
    return `(() => {\n"use strict";\n${names.map((name) => read(`page/${name}.js`)).join("\n")}\n})();\n`;
}

const text = process.argv[2] === "html" ? html() : script();
if (/@@/.test(text)) throw new Error("a part of the page is left in at signs");
process.stdout.write(text);
