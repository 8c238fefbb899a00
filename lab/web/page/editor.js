// editor.js - the editor: CodeMirror with Fork's words, a state for each file. The page knows only the functions of what makeEditor
// returns.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics, lintGutter } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { complete } from "./complete.js";
import { fork } from "./fork.js";
import { margin, marksEffect, pointLines, refusalEffects } from "./margin.js";

/** @typedef {import("../engine/engine.js").Message} Message */

const look = EditorView.theme({
    "&": { color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "13px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
    ".cm-content": { caretColor: "var(--accent)", padding: "10px 0" },
    ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
    ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--faint)", border: "none" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--band) 60%, transparent)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        background: "color-mix(in srgb, var(--accent) 25%, transparent) !important",
    },
    ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--line)" },
});

const colours = HighlightStyle.define([
    { tag: tags.comment, color: "var(--comment)" },
    { tag: tags.string, color: "var(--string)" },
    { tag: tags.number, color: "var(--number)" },
    { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
    { tag: tags.meta, color: "var(--keyword)" },
]);

/**
 * @param {HTMLElement} parent
 * @param {{changed: () => void, run: () => void, pointsChanged: () => void}} calls
 */
export function makeEditor(parent, calls) {
    const run = () => (calls.run(), true);
    const extensions = [
                keymap.of([{ key: "Mod-Enter", run }]),
                lineNumbers(),
                history(),
                drawSelection(),
                indentOnInput(),
                bracketMatching(),
                highlightActiveLine(),
                lintGutter(),
                margin(calls.pointsChanged),
                indentUnit.of("    "),
                EditorState.tabSize.of(4),
                autocompletion({ override: [complete], icons: false }),
                keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
                fork,
                syntaxHighlighting(colours),
                look,
                EditorView.contentAttributes.of({ "aria-label": "Program in Fork; Escape, then Tab leaves the editor" }),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged) calls.changed();
                }),
            ];
    /** @type {Map<string, EditorState>} */
    let states = new Map();
    let shown = "";
    /** @type {Message[]} */
    let marked = [];
    /** @type {import("./margin.js").Mark[]} */
    let margins = [];
    const view = new EditorView({ parent });
    /** The position of a line and a column that a message names. @type {(line: number, column: number) => number} */
    const position = (line, column) => {
        const found = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
        return Math.min(found.from + Math.max(column - 1, 0), found.to);
    };
    const mark = () => {
        const marks = marked
            .filter(({ file, line }) => file === shown && line > 0)
            .map(({ kind, line, column, text }) => {
                const from = position(line, column);
                const word = view.state.wordAt(from);
                const end = word && word.from === from ? word.to : Math.min(from + 1, view.state.doc.length);
                /** @type {"error" | "warning" | "info"} */
                const severity = kind === "error" || kind === "warning" ? kind : "info";
                return { from, to: Math.max(from, end), severity, message: text };
            })
            .sort((a, b) => a.from - b.from);
        view.dispatch(setDiagnostics(view.state, marks));
        view.dispatch({ effects: marksEffect(margins.filter(({ file }) => file === shown)) });
    };
    /** Shows the file of that name. @param {string} name */
    const open = (name) => {
        const state = states.get(name);
        if (state === undefined || name === shown) return;
        if (states.has(shown)) states.set(shown, view.state);
        shown = name;
        view.setState(state);
        mark();
    };
    return {
        open,
        shown: () => shown,
        /** The texts of all files by their names. @returns {Record<string, string>} */
        texts() {
            states.set(shown, view.state);
            return Object.fromEntries([...states].map(([name, state]) => [name, state.doc.toString()]));
        },
        /** Takes files in place of those that are there, and shows one of them. @type {(texts: Record<string, string>, name: string) => void} */
        setTexts(texts, name) {
            states = new Map(Object.entries(texts).map(([file, text]) => [file, EditorState.create({ doc: text, extensions })]));
            shown = "";
            open(name);
        },
        /** Marks what messages are about. @param {Message[]} messages */
        mark(messages) {
            marked = messages;
            mark();
        },
        /** Shows marks beside lines, of all files. @param {import("./margin.js").Mark[]} marks */
        setMargin(marks) {
            margins = marks;
            view.dispatch({ effects: marksEffect(marks.filter(({ file }) => file === shown)) });
        },
        /** The breakpoints. @returns {{file: string, line: number, condition: string}[]} */
        points() {
            states.set(shown, view.state);
            return [...states].flatMap(([file, state]) => pointLines(state).map((one) => ({ file, ...one })));
        },
        /** Shows at breakpoints why their conditions are not taken, and nothing at the others. @param {{file: string, line: number, error: string}[]} refused */
        refuse(refused) {
            for (const [file, state] of states) {
                const effects = refusalEffects(file === shown ? view.state : state, refused.filter((one) => one.file === file));
                if (effects.length === 0) continue;
                if (file === shown) view.dispatch({ effects });
                else states.set(file, state.update({ effects }).state);
            }
        },
        /** Makes a line visible without taking the focus. @type {(line: number, file: string) => void} */
        reveal(line, file) {
            open(file);
            view.dispatch({ effects: EditorView.scrollIntoView(position(line, 1), { y: "nearest", yMargin: 60 }) });
        },
        /** Shows a line and puts the cursor there. @type {(line: number, column?: number, file?: string) => void} */
        show(line, column = 1, file = shown) {
            open(file);
            const at = position(line, column);
            view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
            view.focus();
        },
    };
}
