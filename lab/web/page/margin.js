// margin.js - what stands beside the lines of the editor: breakpoints, which the user sets, with a field for a condition at the end of
// their line, and marks, which the page sets (teams of PPs at a line, costs of a line).
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap } from "@codemirror/view";

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

/** A breakpoint. */
class Point extends GutterMarker {
    constructor(condition = "", error = "") {
        super();
        this.condition = condition;
        this.error = error; /* why the condition is not taken */
    }

    /** @param {Point} other */
    eq(other) {
        return this.condition === other.condition && this.error === other.error;
    }

    toDOM() {
        const made = document.createElement("span");
        made.className = this.condition === "" ? "point" : "point has-condition";
        made.title = this.condition === "" ? "Breakpoint" : `Breakpoint if ${this.condition}`;
        return made;
    }
}
const point = new Point();

/** Sets a breakpoint at a place, or removes it. @type {import("@codemirror/state").StateEffectType<number>} */
const toggle = StateEffect.define({ map: (at, changes) => changes.mapPos(at) });

/** Replaces the breakpoint at a place. @type {import("@codemirror/state").StateEffectType<{at: number, point: Point}>} */
const replace = StateEffect.define({ map: ({ at, point }, changes) => ({ at: changes.mapPos(at), point }) });

/** @type {StateField<RangeSet<Point>>} */
const points = StateField.define({
    create: () => /** @type {RangeSet<Point>} */ (RangeSet.empty),
    update(set, transaction) {
        set = set.map(transaction.changes);
        for (const effect of transaction.effects) {
            if (effect.is(replace)) set = set.update({ filter: (at) => at !== effect.value.at, add: [effect.value.point.range(effect.value.at)] });
            if (!effect.is(toggle)) continue;
            const { from } = transaction.state.doc.lineAt(effect.value);
            let isThere = false;
            set.between(from, from, () => void (isThere = true));
            set = isThere ? set.update({ filter: (at) => at !== from }) : set.update({ add: [point.range(from)] });
        }
        return set;
    },
    provide: (field) => EditorView.decorations.compute([field], (state) => {
        const fields = [];
        for (const cursor = state.field(field).iter(); cursor.value !== null; cursor.next())
            fields.push(Decoration.widget({ widget: new ConditionField(cursor.value), side: 1 }).range(state.doc.lineAt(cursor.from).to));
        return Decoration.set(fields, true);
    }),
});

/** The field for the condition of a breakpoint, and what is wrong with it. */
class ConditionField extends WidgetType {
    /** @param {Point} shown */
    constructor(shown) {
        super();
        this.shown = shown;
    }

    /** @param {ConditionField} other */
    eq(other) {
        return this.shown.eq(other.shown);
    }

    /** @param {EditorView} view */
    toDOM(view) {
        const made = document.createElement("span"), field = document.createElement("input"), error = document.createElement("span");
        made.className = "condition";
        Object.assign(field, { placeholder: "if …", autocomplete: "off", spellcheck: false, size: 14, title: "The breakpoint stops only if this is true for a PP that comes here, such as $ == 3 && a[$] > 0; Enter takes it" });
        error.setAttribute("role", "alert");
        field.onchange = () => {
            const { from } = view.state.doc.lineAt(view.posAtDOM(made));
            view.dispatch({ effects: replace.of({ at: from, point: new Point(field.value.trim()) }) });
        };
        field.onkeydown = (event) => {
            if (event.key === "Escape") view.focus();
        };
        made.append(field, error);
        this.show(made);
        return made;
    }

    /** @param {HTMLElement} made */
    show(made) {
        const { condition, error } = this.shown;
        const field = /** @type {HTMLInputElement} */ (made.firstChild);
        if (field.value.trim() !== condition) field.value = condition;
        field.setAttribute("aria-label", "Condition of the breakpoint");
        field.setAttribute("aria-invalid", String(error !== ""));
        /** @type {HTMLElement} */ (made.lastChild).textContent = error;
    }

    /** @param {HTMLElement} made */
    updateDOM(made) {
        this.show(made);
        return true;
    }

    ignoreEvent() {
        return true;
    }
}

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

/** The breakpoints of a state. @type {(state: import("@codemirror/state").EditorState) => {line: number, condition: string}[]} */
export function pointLines(state) {
    const lines = [];
    for (const cursor = state.field(points).iter(); cursor.value !== null; cursor.next())
        lines.push({ line: state.doc.lineAt(cursor.from).number, condition: cursor.value.condition });
    return lines;
}

/** Effects that show which conditions are not taken, and why. @type {(state: import("@codemirror/state").EditorState, refused: {line: number, error: string}[]) => StateEffect<any>[]} */
export function refusalEffects(state, refused) {
    const effects = [];
    for (const cursor = state.field(points).iter(); cursor.value !== null; cursor.next()) {
        const { condition, error: before } = cursor.value;
        const error = refused.find(({ line }) => line === state.doc.lineAt(cursor.from).number)?.error ?? "";
        if (error !== before) effects.push(replace.of({ at: cursor.from, point: new Point(condition, error) }));
    }
    return effects;
}

/** @type {(view: EditorView, at: number) => boolean} */
function togglePoint(view, at) {
    view.dispatch({ effects: toggle.of(at) });
    return true;
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
            const isNew = (/** @type {StateEffect<any>} */ effect) => effect.is(toggle) || (effect.is(replace) && effect.value.point.error === "");
            if (update.transactions.some(({ effects }) => effects.some(isNew))) changed();
        }),
    ];
}
