// lessons.js - fetches what the site has besides the page: examples, lab sheets, the tour.

/** @typedef {{title: string, source: string, files: Record<string, string>, pps?: string, check?: boolean, args?: string, input?: string}} Example */

/** @type {(name: string) => Promise<any>} */
export const load = async (name) => (await fetch(name)).json();

/** The examples by their names, which the menu then offers; none if they cannot be fetched. @type {(menu: HTMLSelectElement) => Promise<Record<string, Example>>} */
export async function loadExamples(menu) {
    /** @type {Record<string, Example>} */
    let examples = {};
    try {
        examples = await load("examples.json");
    } catch {
        menu.disabled = true;
        return examples;
    }
    for (const [label, isLab] of /** @type {[string, boolean][]} */ ([["Programs", false], ["Lab sheets", true]])) {
        const group = document.createElement("optgroup");
        group.label = label;
        for (const [name, { title }] of Object.entries(examples)) if (name.startsWith("lab-") === isLab) group.append(new Option(title, name));
        menu.append(group);
    }
    return examples;
}
