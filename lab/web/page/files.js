// files.js - the row of files over the editor: the program, and files that it includes.
import { element } from "./results.js";
import { MOST_FILES, NAME } from "./share.js";

/**
 * @typedef {object} Editor - the part of the editor that this needs
 * @property {(name: string) => void} open
 * @property {() => string} shown
 * @property {() => Record<string, string>} texts
 * @property {(texts: Record<string, string>, name: string) => void} setTexts
 */

/**
 * Keeps the row up to date. The first file, `main`, stays.
 * @param {HTMLElement} place
 * @param {Editor} editor
 * @param {string} main
 * @param {{changed: () => void, say: (text: string) => void}} calls - a file has come or gone; a sentence for the user
 */
export function makeFiles(place, editor, main, calls) {
    /** @type {(text: string, label: string, does: () => void) => HTMLElement} */
    const button = (text, label, does) => {
        const made = element("button", "", text);
        Object.assign(made, { type: "button", onclick: does });
        if (label) made.setAttribute("aria-label", label);
        return made;
    };
    const add = () => {
        const texts = editor.texts();
        const name = window.prompt("Name of the file, as the program includes it:", "part.h")?.trim();
        if (!name) return;
        if (!NAME.test(name)) return calls.say(`“${name}” is no name of a file here: letters, digits and . _ - are possible, at most 40.`);
        if (name in texts) return editor.open(name), draw();
        editor.setTexts({ ...texts, [name]: "" }, name);
        draw();
        calls.changed();
    };
    const remove = (/** @type {string} */ name) => {
        const texts = editor.texts();
        if (texts[name] !== "" && !window.confirm(`Remove ${name} with its text?`)) return;
        delete texts[name];
        editor.setTexts(texts, main);
        draw();
        calls.changed();
    };
    const draw = () => {
        const names = Object.keys(editor.texts());
        const tabs = names.map((name) => {
            const tab = button(name, "", () => (editor.open(name), draw()));
            tab.setAttribute("aria-pressed", String(name === editor.shown()));
            return tab;
        });
        const rest = [];
        if (editor.shown() !== main) rest.push(button("×", `Remove ${editor.shown()}`, () => remove(editor.shown())));
        if (names.length < MOST_FILES) rest.push(button("+", "Add a file", add));
        place.replaceChildren(...tabs, ...rest);
    };
    return { draw };
}
