// stops.js - watchpoints of a run that is stepped through: a row to set one ("stop when a[3] is changed, if ..."), and a list of those that
// are set. They survive the session: the next one sets them again.
import { element, visible } from "./results.js";

/** @typedef {import("../engine/step.js").Stand} Stand */
/** @typedef {import("../engine/step.js").Request} Request */

/**
 * @param {object} panel - what the list uses of the panel
 * @param {(text: string, title: string, does: () => void, className?: string) => HTMLButtonElement} panel.button
 * @param {(request: Request, done: (answer: Stand | {error: string}) => void) => void} panel.ask - does nothing while another request is under way
 * @param {(answer: Stand) => void} panel.arrive - shows an answer
 */
export function makeStops(panel) {
    /** @type {Stand["stops"]} */
    let set = [];
    const input = (/** @type {object} */ values) => /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), { autocomplete: "off", spellcheck: false, ...values }));
    const name = input({ placeholder: "a[3]", size: 9, title: "A variable, an element or a member; Enter sets the watchpoint" });
    name.setAttribute("aria-label", "Stop when this variable or element is accessed");
    const kind = document.createElement("select");
    kind.setAttribute("aria-label", "Kind of access");
    for (const one of ["changed", "read", "accessed"]) kind.append(new Option(one));
    const condition = input({ placeholder: "any value", size: 9, title: "Only if this is true after the access, for the PP that made it" });
    condition.setAttribute("aria-label", "Condition of the watchpoint");
    const error = element("p", "refused");
    error.setAttribute("role", "alert");
    error.hidden = true;
    const list = element("div", "teams");
    const place = element("div", "stops", element("div", "bar", "Stop when ", name, " is ", kind, " if ", condition, panel.button("Set", "Set the watchpoint", add)), error, list);
    for (const field of [name, condition])
        field.onkeydown = (event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
        };

    /** @param {string} text */
    function say(text) {
        error.textContent = text;
        error.hidden = text === "";
        for (const field of [name, condition]) field.setAttribute("aria-invalid", String(text !== ""));
    }

    function add() {
        if (name.value.trim() === "") return name.focus();
        panel.ask({ do: "watch", name: name.value.trim(), kind: kind.value, condition: condition.value.trim() }, (answer) => {
            if ("error" in answer) return say(answer.error);
            say("");
            name.value = condition.value = "";
            panel.arrive(answer);
        });
    }

    /** Shows those that are set. @param {Stand["stops"]} stops */
    function draw(stops) {
        set = stops;
        list.hidden = stops.length === 0;
        list.replaceChildren(...stops.map(({ number, name: watched, kind: how, condition: when, pp }) => {
            const drop = panel.button("×", `No longer stop at ${watched}`, () => panel.ask({ do: "unwatch", number }, (answer) => "error" in answer ? say(answer.error) : panel.arrive(answer)), "drop");
            return element("span", "stop", visible(`${watched} is ${how}${pp === undefined ? "" : `, of PP ${pp}`}${when === "" ? "" : ` if ${when}`}`), drop);
        }));
    }

    return {
        place,
        draw,
        list: () => set,
        clear() {
            set = [];
            say("");
        },
        /** Sets watchpoints of an earlier session in a new one, one after the other; then calls `done`. @type {(kept: Stand["stops"], done: () => void) => void} */
        renew(kept, done) {
            const left = [...kept];
            /** @type {string[]} */
            const lost = [];
            const next = () => {
                const one = left.shift();
                if (one === undefined) {
                    say(lost.length === 0 ? "" : `Not known at this line, and not set again: ${lost.join(", ")}.`);
                    return done();
                }
                panel.ask({ do: "watch", name: one.name, kind: one.kind, condition: one.condition }, (answer) => {
                    if ("error" in answer) lost.push(one.name);
                    else draw(answer.stops);
                    next();
                });
            };
            next();
        },
    };
}
