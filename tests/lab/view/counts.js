// counts.js - the page of a program (view.long.test) with the counts of a profile. Four PPs do one multiprefix each in line 7,
// and all store to one word in line 8, where three lose; each does two in line 3 of another file.
"use strict";
const menu = document.getElementById("counts");
const line = number => document.querySelector('#text [data-line="' + number + '"]');
const marginOf = number => (line(number).querySelector("em") || { textContent: "" }).textContent;
const barOf = number => line(number).querySelector("em i").style.width;

async function choose(name) {
    menu.value = [...menu.options].find(one => one.textContent === name).value;
    menu.dispatchEvent(new Event("change", { bubbles: true }));
    await frame();
}

async function test() {
    same("the columns", "Cycles Barriers Spinning Instructions Loads Stores Multiprefix HostCalls LostStores ForeignAccesses groups \u00b7 waited",
        [...menu.options].map(one => one.textContent).join(" "));
    same("the choice is there, in the place of the heading", "false true",
        menu.hidden + " " + document.getElementById("margin-head").hidden);
    same("the first column is shown", "Cycles", menu.selectedOptions[0].textContent);
    same("a line that has cost something says how much", true, /^[0-9]/.test(marginOf(7)));
    await choose("Multiprefix");
    same("requests of line 7", "4", marginOf(7));
    same("none of line 8", "", marginOf(8));
    same("an empty line has none", "", marginOf(3));
    same("half of the largest, in line 3 of the other file", "20px", barOf(7));
    await choose("LostStores");
    same("lost stores of line 8", "3", marginOf(8));
    same("the largest fills the bar", "40px", barOf(8));
    same("a line says all it has cost", true, line(8).title.includes("Stores 4 ") && line(8).title.includes("LostStores 3 (100.0 %)"));
    same("nothing that it has not", false, line(8).title.includes("HostCalls"));
    await choose("groups \u00b7 waited");
    same("the group of line 6", true, marginOf(6).startsWith("1"));
    same("line 8 has none", "", marginOf(8));
    const file = document.getElementById("file");
    file.value = [...file.options].find(one => one.textContent === "other.fork").value;
    file.dispatchEvent(new Event("change", { bubbles: true }));
    await choose("Multiprefix");
    same("the other file, which has no groups, is there, too", "8", marginOf(3));
}

run(test);
