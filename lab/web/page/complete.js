// complete.js - completion in the editor: keywords, operations and library functions with their declarations (words.sh), and words
// of the program itself.
import { completeAnyWord } from "@codemirror/autocomplete";
import words from "words.json";

const known = [
    ...words.keywords.map((/** @type {string} */ label) => ({ label, type: "keyword" })),
    ...words.operations.map((/** @type {string[]} */ [label, info]) => ({ label, info, detail: "operation", type: "function" })),
    ...words.functions.map((/** @type {string[]} */ [label, info, header]) => ({ label, info, detail: header, type: "function" })),
];
const names = new Set(known.map(({ label }) => label));

/** @type {(context: import("@codemirror/autocomplete").CompletionContext) => import("@codemirror/autocomplete").CompletionResult | null} */
export function complete(context) {
    const before = context.matchBefore(/[A-Za-z_]\w*$/);
    if (before === null ? !context.explicit : before.to - before.from < 2 && !context.explicit) return null;
    const own = /** @type {any} */ (completeAnyWord(context))?.options ?? [];
    return {
        from: before?.from ?? context.pos,
        options: [...known, ...own.filter((/** @type {{label: string}} */ { label }) => !names.has(label) && /^[A-Za-z_]/.test(label))],
        validFor: /^\w*$/,
    };
}
