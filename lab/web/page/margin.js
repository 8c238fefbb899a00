// margin.js - what stands beside the lines of the editor: breakpoints, which the user sets, and marks, which the page sets (teams of PPs
// at a line, costs of a line).
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter, keymap } from "@codemirror/view";

/**
 * @typedef {object} Mark
 * @property {string} file
 * @property {number} line
 * @property {string} text - beside the line
 * @property {string} title - on the mouse
 * @property {string} colour - of CSS; "": none
 * @property {number} [share] - 0 to 1: how far the bar of a cost reaches
 * @property {boolean} [isChosen] - its line is marked, too
 */

class Point extends GutterMarker {
    toDOM() {
        const made = document.createElement("span");
        made.className = "point";
        made.title = "Breakpoint";
        return made;
    }
}
const point = new Point();

/** @type {import("@codemirror/state").StateEffectType<number>} */
const toggle = StateEffect.define({ map: (at, changes) => changes.mapPos(at) });

/** @type {StateField<RangeSet<GutterMarker>>} */
const points = StateField.define({
    create: () => RangeSet.empty,
    update(set, transaction) {
        set = set.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (!effect.is(toggle)) continue;
            const { from } = transaction.state.doc.lineAt(effect.value);
            let isThere = false;
            set.between(from, from, () => void (isThere = true));
            set = isThere ? set.update({ filter: (at) => at !== from }) : set.update({ add: [point.range(from)] });
        }
        return set;
    },
});

class Marks extends GutterMarker {
    /** @param {Mark[]} marks */
    constructor(marks) {
        super();
        this.marks = marks;
    }

    /** @param {Marks} other */
    eq(other) {
        return this.marks === other.marks;
    }

    toDOM() {
        const made = document.createElement("span");
        made.className = "marks";
        for (const { text, title, colour, share } of this.marks) {
            const mark = document.createElement("span");
            mark.className = share === undefined ? "mark" : "mark cost";
            mark.textContent = text;
            mark.title = title;
            if (colour) mark.style.setProperty("--colour", colour);
            if (share !== undefined) mark.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
            made.append(mark);
        }
        return made;
    }
}

/** @type {import("@codemirror/state").StateEffectType<Mark[]>} */
const setMarks = StateEffect.define();

const chosenLine = Decoration.line({ class: "cm-stand" });

/** @type {StateField<{byLine: Map<number, Marks>, chosen: import("@codemirror/view").DecorationSet}>} */
const marksField = StateField.define({
    create: () => ({ byLine: new Map(), chosen: Decoration.none }),
    update(value, transaction) {
        for (const effect of transaction.effects) {
            if (!effect.is(setMarks)) continue;
            const byLine = new Map();
            const ranges = [];
            for (const mark of effect.value) {
                if (mark.line < 1 || mark.line > transaction.state.doc.lines) continue;
                const there = byLine.get(mark.line);
                byLine.set(mark.line, new Marks(there ? [...there.marks, mark] : [mark]));
                if (mark.isChosen) ranges.push(chosenLine.range(transaction.state.doc.line(mark.line).from));
            }
            return { byLine, chosen: Decoration.set(ranges, true) };
        }
        return value;
    },
    provide: (field) => EditorView.decorations.from(field, (value) => value.chosen),
});

/** The effect that shows marks of a file in place of those before. @type {(marks: Mark[]) => StateEffect<Mark[]>} */
export const marksEffect = (marks) => setMarks.of(marks);

/** The lines of a state that have breakpoints. @type {(state: import("@codemirror/state").EditorState) => number[]} */
export function pointLines(state) {
    const lines = [];
    for (const cursor = state.field(points).iter(); cursor.value !== null; cursor.next()) lines.push(state.doc.lineAt(cursor.from).number);
    return lines;
}

/** @type {(view: EditorView, at: number) => boolean} */
function togglePoint(view, at) {
    view.dispatch({ effects: toggle.of(at) });
    return true;
}

/** Puts breakpoints at lines of a state that has none. @type {(state: import("@codemirror/state").EditorState, lines: number[]) => import("@codemirror/state").EditorState} */
export function withPoints(state, lines) {
    const effects = lines.filter((line) => line >= 1 && line <= state.doc.lines).map((line) => toggle.of(state.doc.line(line).from));
    return state.update({ effects }).state;
}

/** @type {(changed: () => void) => import("@codemirror/state").Extension} */
export function margin(changed) {
    return [
        points,
        marksField,
        gutter({
            class: "cm-points",
            markers: (view) => view.state.field(points),
            initialSpacer: () => point,
            domEventHandlers: { mousedown: (view, line) => togglePoint(view, line.from) },
        }),
        gutter({
            class: "cm-marks",
            lineMarker: (view, line) => view.state.field(marksField).byLine.get(view.state.doc.lineAt(line.from).number) ?? null,
            lineMarkerChange: (update) => update.startState.field(marksField) !== update.state.field(marksField),
        }),
        keymap.of([{ key: "F9", run: (view) => togglePoint(view, view.state.selection.main.head) }]),
        EditorView.updateListener.of((update) => {
            if (update.transactions.some(({ effects }) => effects.some((effect) => effect.is(toggle)))) changed();
        }),
    ];
}
