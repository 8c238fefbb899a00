/* source.js - the program's text beside the timeline: the line of what is selected, and in the margin how many groups
 * each line has made and how long PPs have waited in its barriers. Knows data, state, counts and syntax. */

(() => {
    const box = document.getElementById("text"), menu = document.getElementById("file");
    const margin = new Map(); /* "file:line": {groups, waited, slice} */
    let shown = -1, marked = null, lastPlace = -1;

    function noteOf(place) {
        const key = data.places[place].file + ":" + data.places[place].line;
        if (!margin.has(key)) {
            margin.set(key, { groups: 0, waited: 0, first: null });
        }
        return margin.get(key);
    }

    for (const track of [...data.groups, ...data.locks, ...data.hosts, ...data.regions]) {
        for (let k = 0; k < track.slices.count; k++) {
            if (track.slices.place[k] < 0) {
                continue;
            }
            const note = noteOf(track.slices.place[k]);
            note.first = note.first || { track, slice: k };
            if (track.kind === "group" && track.slices.depth[k] === 0) {
                note.groups++;
            } else if (track.kind === "group") {
                note.waited += track.slices.numbers[2][k];
            }
        }
    }
    const most = Math.max(1, ...[...margin.values()].map(note => note.waited));

    function element(name, words, className) {
        const result = document.createElement(name);
        result.textContent = words;
        if (className) {
            result.className = className;
        }
        return result;
    }

    function marginOf(words, part, className) {
        const head = element("em", words, className), bar = element("i", "");
        const width = Math.ceil(40 * part);
        bar.style.width = width + "px";
        bar.style.marginRight = 40 - width + "px";
        head.append(bar);
        return head;
    }

    function codeOf(parts) {
        const code = element("span", "");
        code.append(...parts.map(([kind, words]) => kind === "" ? words : element("s", words, kind)));
        return code;
    }

    function lineOf(file, line, parts) {
        const row = element("div", "", "row"), note = margin.get(file + ":" + line);
        row.dataset.line = line;
        row.append(element("b", String(line)), codeOf(parts));
        const cost = counts.of(file, line);
        if (cost) {
            row.title = cost.title;
        }
        if (counts.isShown() && cost && cost.words !== "") {
            row.append(marginOf(cost.words, cost.part, "cost"));
        } else if (!counts.isShown() && note) {
            const parts = [note.groups, note.waited].filter(number => number > 0).map(count);
            row.append(marginOf(parts.join(" \u00b7 "), note.waited / most, "waited"));
        }
        if (!note) {
            return row;
        }
        row.classList.add("known");
        row.addEventListener("click", () => {
            const name = data.files[file].name.replace(/.*\//, "") + ":" + line;
            search(name);
        });
        return row;
    }

    function showFile(file) {
        shown = file;
        marked = null;
        menu.value = String(file);
        const { text, name } = data.files[file];
        box.replaceChildren();
        if (text === null) {
            box.append(element("div", name + " was not there when this page was made. pramview --source=FOLDER says " +
                "where to look.", "note"));
            return;
        }
        box.append(...syntax.lines(text.replace(/\n$/, ""), /\.[sS]$|\.inc$/.test(name)).map((parts, k) => lineOf(file, k + 1, parts)));
    }

    /* A line that is cut is whole in what the browser shows beside the mouse. */
    function showWhole(event) {
        const code = event.target.closest(".row > span");
        if (code !== null && code.scrollWidth > code.clientWidth) {
            code.title = code.textContent.trim() + (code.parentElement.title !== "" ? "\n" + code.parentElement.title : "");
        }
    }

    /* The file of the earliest event in the user's code, or else the first one of the user's. */
    function firstFile() {
        let found = data.files.findIndex(file => !file.library), best = Infinity;
        for (const { slices } of [...data.groups, ...data.strands, ...data.locks, ...data.waiters, ...data.regions, ...data.hosts]) {
            for (let k = 0; k < slices.count && slices.begin[k] < best; k++) {
                const file = slices.place[k] >= 0 ? data.places[slices.place[k]].file : -1;
                if (file >= 0 && !data.files[file].library) {
                    [found, best] = [file, slices.begin[k]];
                }
            }
        }
        return found;
    }

    function addFiles(label, isLibrary) {
        const part = document.createElement("optgroup");
        part.label = label;
        data.files.forEach((file, k) => {
            if (file.library === isLibrary) {
                const short = file.name.replace(/.*\//, ""), isUnique = data.files.every(one => one === file || !one.name.endsWith("/" + short));
                const option = new Option(isUnique ? short : file.name, String(k));
                option.title = file.name;
                part.append(option);
            }
        });
        if (part.children.length > 0) {
            menu.append(part);
        }
    }

    function showPlace() {
        if (state.place < 0 || state.place === lastPlace) {
            return;
        }
        lastPlace = state.place;
        const { file, line } = data.places[state.place];
        if (file !== shown) {
            showFile(file);
        }
        if (marked !== null) {
            marked.classList.remove("here");
        }
        marked = box.querySelector('[data-line="' + line + '"]');
        if (marked !== null) {
            marked.classList.add("here");
            box.scrollTop = marked.offsetTop - box.offsetTop - box.clientHeight / 3;
        }
    }

    addFiles("program", false);
    addFiles("library and runtime", true);
    box.addEventListener("mouseover", showWhole);
    menu.addEventListener("change", () => {
        lastPlace = -1;
        showFile(Number(menu.value));
    });
    counts.whenChosen(() => {
        const place = box.scrollTop;
        lastPlace = -1;
        if (shown >= 0) {
            showFile(shown);
        }
        box.scrollTop = place;
    });
    const first = firstFile();
    if (first >= 0) {
        showFile(first);
    } else {
        menu.value = "";
        box.append(element("div", "The trace names no line of the program: it has none in its events, or was compiled with -g0.", "note"));
    }
    whenChanged(showPlace);
})();
