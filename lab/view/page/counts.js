/* counts.js - what a profile (pramsim --profile=FILE) has counted of each source line, for the margin of the source: one
 * of its columns at a time, and all of them when the mouse rests on a line. Knows data only; source.js asks it. */

const counts = (() => {
    const profile = data.profile, menu = document.getElementById("counts"), head = document.getElementById("margin-head");
    const lines = new Map(), most = [];      /* "file:line": costs, by event; the largest one of each event */
    const groups = "groups \u00b7 waited";
    let chosen = profile ? 0 : -1;           /* event; -1: groups and barriers, as the timeline has them */
    const listeners = [];

    if (profile) {
        for (const [file, line, ...costs] of profile.lines) {
            lines.set(file + ":" + line, costs);
            costs.forEach((cost, event) => {
                most[event] = Math.max(most[event] || 1, cost);
            });
        }
        profile.events.concat([groups]).forEach((name, k) => {
            const option = document.createElement("option");
            option.textContent = name;
            option.value = String(k < profile.events.length ? k : -1);
            menu.append(option);
        });
        menu.hidden = false;
        head.hidden = true;
        menu.addEventListener("change", () => {
            chosen = Number(menu.value);
            listeners.forEach(listener => listener());
        });
    }

    function share(cost, event) {
        const all = profile.total[event];
        return all > 0 ? " (" + (100 * cost / all).toFixed(1) + " %)" : "";
    }

    return {
        /* Whether the margin shows a column of the profile. */
        isShown: () => chosen >= 0,
        whenChosen: listener => listeners.push(listener),
        /* {words, part of the largest, title} of a line; null: it has cost nothing of that, title: nor of anything. */
        of(file, line) {
            const costs = profile ? lines.get(file + ":" + line) : undefined;
            if (costs === undefined) {
                return null;
            }
            const title = profile.events.map((name, event) => [name, costs[event], event]).filter(one => one[1] > 0)
                .map(([name, cost, event]) => name + " " + count(cost) + share(cost, event)).join("\n");
            const cost = chosen >= 0 ? costs[chosen] : 0;
            return { words: cost > 0 ? count(cost) : "", part: cost / (most[chosen] || 1), title };
        }
    };
})();
