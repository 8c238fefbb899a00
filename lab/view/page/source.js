/* source.js - the program's text beside the timeline: the line of what is selected, and in the margin how many groups
 * each line has made and how long PPs have waited in its barriers. Knows data and state. */

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

    function marginOf(words, part) {
        const head = element("em", words), bar = element("i", "");
        const width = Math.ceil(40 * part);
        bar.style.width = width + "px";
        bar.style.marginRight = 40 - width + "px";
        head.append(bar);
        return head;
    }

    function lineOf(file, line, words) {
        const row = element("div", "", "row"), note = margin.get(file + ":" + line);
        row.dataset.line = line;
        row.append(element("b", String(line)), element("span", words));
        const cost = counts.of(file, line);
        if (cost) {
            row.title = cost.title;
        }
        if (counts.isShown() && cost && cost.words !== "") {
            row.append(marginOf(cost.words, cost.part));
        } else if (!counts.isShown() && note) {
            const parts = [note.groups, note.waited].filter(number => number > 0).map(count);
            row.append(marginOf(parts.join(" \u00b7 "), note.waited / most));
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
            const row = element("div", name + " was not there when this page was made. pramview --source=FOLDER says " +
                "where to look.", "row");
            row.style.whiteSpace = "normal";
            row.style.padding = "8px 14px";
            box.append(row);
            return;
        }
        text.split("\n").forEach((words, k) => box.append(lineOf(file, k + 1, words)));
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

    data.files.forEach((file, k) => {
        const option = element("option", file.name);
        option.value = String(k);
        menu.append(option);
    });
    menu.addEventListener("change", () => {
        lastPlace = -1;
        showFile(Number(menu.value));
    });
    counts.whenChosen(() => {
        const place = box.scrollTop;
        lastPlace = -1;
        showFile(shown);
        box.scrollTop = place;
    });
    /* first the file of the first group: it is the user's */
    const first = data.groups.length > 0 && data.groups[0].slices.count > 0 ? data.groups[0].slices.place[0] : -1;
    if (data.files.length > 0) {
        showFile(first >= 0 ? data.places[first].file : 0);
    }
    whenChanged(showPlace);
})();
