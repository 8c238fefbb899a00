// markdown.js - the part of Markdown that the project's documents use, as HTML for the lab: paragraphs, lists, tables, blocks of code.
// A link becomes its text, for the lab has no documents.

/** @type {(text: string) => string} */
export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** @type {(text: string) => string} */
export function inline(text) {
    return text
        .split(/(`[^`]+`)/)
        .map((part) =>
            part.startsWith("`")
                ? `<code>${escape(part.slice(1, -1))}</code>`
                : escape(part.replace(/!\[[^\]]*\]\([^)]*\)/g, ""))
                      .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
                      .replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>"),
        )
        .join("")
        .replace(/\[((?:[^\][]|<code>[^<]*<\/code>)*)\]\([^)]*\)/g, "$1");
}

/**
 * @typedef {object} Block
 * @property {"heading" | "text" | "code"} kind
 * @property {string} text - of a heading: its text; else lines
 * @property {string} [about] - what stands behind the fence of code: "c hello.fork"
 */

/** The blocks of a document. @type {(document: string) => Block[]} */
export function blocks(document) {
    /** @type {Block[]} */
    const list = [];
    for (const part of document.split(/^(```[^]*?^```)$/m)) {
        const code = /^```(.*)\n([^]*?)```$/.exec(part);
        if (code) list.push({ kind: "code", about: code[1], text: code[2] });
        else
            for (const text of part.split(/\n\s*\n/)) {
                const heading = /^##+ (.*)$/.exec(text.trim());
                if (heading) list.push({ kind: "heading", text: heading[1] });
                else if (text.trim() !== "") list.push({ kind: "text", text: text.replace(/^\n+|\n+$/g, "") });
            }
    }
    return list;
}

/** A paragraph, list or table. @type {(text: string) => string} */
export function html(text) {
    if (/^\|/.test(text)) {
        const rows = text.split("\n").filter((row) => !/^\|[-:| ]+\|$/.test(row));
        return `<table>${rows.map((row) => `<tr>${row.slice(1, -1).split("|").map((cell) => `<td>${inline(cell.trim())}</td>`).join("")}</tr>`).join("")}</table>`;
    }
    const item = /^(\d+\.|[-*]) /;
    if (!item.test(text)) return `<p>${inline(text.replace(/\s*\n\s*/g, " "))}</p>`;
    const tag = /^\d/.test(text) ? "ol" : "ul";
    const items = text.split(/\n(?=(?:\d+\.|[-*]) )/).map((one) => inline(one.replace(item, "").replace(/\s*\n\s*/g, " ")));
    return `<${tag}>${items.map((one) => `<li>${one}</li>`).join("")}</${tag}>`;
}
