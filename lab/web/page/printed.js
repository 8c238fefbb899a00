// printed.js - output of a run that is stepped through: what the program had printed by a cycle, and, faint, what it prints later.
import { element, visible } from "./results.js";

const MOST_BEFORE = 20000, MOST_AFTER = 5000; /* characters that are shown */

export function makePrinted() {
    /** @type {{isError: boolean, bytes: Uint8Array}[]} */
    let pieces = []; /* all output so far, in its order */
    const place = element("pre", "printed");

    /** @type {(list: Node[], text: string, className: string) => void} */
    const add = (list, text, className) => void (text !== "" && list.push(element("span", className, visible(text))));

    return {
        place,
        clear() {
            pieces = [];
        },
        /** @param {{isError: boolean, bytes: Uint8Array}[]} more */
        take(more) {
            pieces.push(...more);
        },
        /** Shows the output; by now, the program has written these numbers of bytes to standard output and standard error. @type {(output: number, errors: number) => void} */
        draw(output, errors) {
            const left = [output, errors];
            const decoders = [new TextDecoder(), new TextDecoder()];
            /** @type {Node[]} */
            const before = [];
            /** @type {Node[]} */
            const after = [];
            let sizeAfter = 0;
            for (const { isError, bytes } of pieces) {
                const which = Number(isError), count = Math.min(left[which], bytes.length);
                left[which] -= count;
                add(before, decoders[which].decode(bytes.subarray(0, count), { stream: true }), isError ? "err" : "");
                if (sizeAfter > MOST_AFTER) continue;
                const rest = decoders[which].decode(bytes.subarray(count, count + MOST_AFTER), { stream: true });
                add(after, rest, isError ? "err" : "");
                sizeAfter += rest.length;
            }
            place.replaceChildren(...lastOf(before, MOST_BEFORE));
            if (after.length > 0) place.append(element("span", "later", ...after));
            if (pieces.length === 0) place.append(element("span", "later", "nothing"));
        },
    };
}

/** The last elements of a list that together have at least `most` characters, or all. @type {(list: Node[], most: number) => Node[]} */
function lastOf(list, most) {
    let size = 0, from = list.length;
    while (from > 0 && size < most) size += list[--from].textContent?.length ?? 0;
    return list.slice(from);
}
