// harness.js - what the tests of pramview's pages begin with: a page gets this and a test as its last script (view.sh).
// same() notes a result; done() puts all of them where --dump-dom shows them, a line each: name, expected, got.
"use strict";
const results = [];
const failures = [];
window.addEventListener("error", event => failures.push(event.message));
window.addEventListener("securitypolicyviolation", event => failures.push("blocked: " + event.blockedURI));

function same(name, expected, got) {
    results.push([name, expected, got].map(text => String(text).replace(/\s+/g, " ")).join("\t"));
}

/* What has changed is drawn: a browser without a window does not come to its next frame at any known time. */
async function frame() {
    pramview.update();
}

const canvas = document.getElementById("timeline");

/* Events as the browser makes them of a user's mouse and keys. */
function mouse(kind, x, y, more = {}) {
    const box = canvas.getBoundingClientRect();
    const options = { bubbles: true, cancelable: true, clientX: box.left + x, clientY: box.top + y, ...more };
    const target = kind === "mousemove" && more.far ? window : canvas;
    target.dispatchEvent(kind === "wheel" ? new WheelEvent(kind, options) : new MouseEvent(kind, options));
}

async function click(x, y) {
    mouse("mousedown", x, y);
    mouse("mouseup", x, y);
    mouse("click", x, y);
    await frame();
}

async function press(key, more = {}) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    await frame();
}

async function type(words) {
    const box = document.getElementById("search");
    box.value = words;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await frame();
}

async function slide(cycle) {
    const slider = document.getElementById("time");
    slider.value = cycle;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await frame();
}

/* What is written into the timeline: {words, x, y, width}, left edges. */
function seenTexts() {
    const ink = canvas.getContext("2d"), write = ink.fillText, found = [];
    ink.fillText = (words, x, y) => {
        const { width } = ink.measureText(words);
        found.push({ words, x: ink.textAlign === "right" ? x - width : x, y, width });
    };
    pramview.update();
    delete ink.fillText;
    if (ink.fillText !== write) {
        ink.fillText = write;
    }
    pramview.update();
    return found;
}

/* Numbers as the page writes them. */
const count = value => new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }).format(value).replace(/,/g, "\u202f");

const row = label => pramview.rows.list.find(one => one.label === label);
const middle = one => one.y - pramview.state.scroll + one.height / 2;
const details = () => document.getElementById("details").textContent;
const marked = () => (document.querySelector("#text .here") || { dataset: {} }).dataset.line;

/* The colour of the picture at a point. */
function pixel(x, y) {
    const ratio = canvas.width / canvas.clientWidth;
    const [red, green, blue] = canvas.getContext("2d").getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data;
    return "#" + [red, green, blue].map(part => part.toString(16).padStart(2, "0")).join("");
}
const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

function done() {
    same("nothing went wrong in the page", "", failures.join("; "));
    same("nothing was asked of a network", 0, performance.getEntriesByType("resource").length);
    const list = document.createElement("pre");
    list.textContent = "\n" + results.map(line => "RESULT\t" + line).join("\n") + "\n";
    document.documentElement.replaceChildren(list);
}

function run(test) {
    test().catch(error => failures.push(String(error.stack || error))).finally(done);
}
