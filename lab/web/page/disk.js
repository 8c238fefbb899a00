// disk.js - a program as a file of the user's: saved with its files and options as JSON; opened from such a file, or from sources.
import { MOST_FILES, NAME, checked } from "./share.js";

const MAIN = "program.fork";
const MOST_BYTES = 1 << 20;

/** Offers the file to the user. @param {import("./share.js").Saved} saved */
export function saveFile(saved) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(saved, null, 2)], { type: "application/json" }));
    link.download = "program.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * What files hold: one of saveFile, or sources. The first source that ends in .fork or .c is the program, the others are files that it
 * includes. Throws a sentence for the user.
 * @param {File[]} files
 * @returns {Promise<Partial<import("./share.js").Saved> & {source: string}>}
 */
export async function openFiles(files) {
    if (files.some(({ size }) => size > MOST_BYTES)) throw new Error("These files are too large: a program here has at most a megabyte.");
    const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
    const saved = texts.find(({ name }) => name.endsWith(".json"));
    if (saved) {
        try {
            return checked(JSON.parse(saved.text));
        } catch {
            throw new Error(`${saved.name} is no program that this page has saved.`);
        }
    }
    const main = texts.find(({ name }) => /\.(fork|c)$/.test(name)) ?? texts[0];
    if (main === undefined) throw new Error("No file was chosen.");
    const others = texts.filter((one) => one !== main);
    const wrong = others.find(({ name }) => !NAME.test(name) || name === MAIN);
    if (wrong) throw new Error(`“${wrong.name}” is no name of a file here: letters, digits and . _ - are possible, at most 40.`);
    if (others.length >= MOST_FILES) throw new Error(`A program here has at most ${MOST_FILES} files.`);
    return { source: main.text, files: Object.fromEntries(others.map(({ name, text }) => [name, text])) };
}
