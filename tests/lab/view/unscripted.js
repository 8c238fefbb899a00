// unscripted.js - a page in a frame that runs no scripts (view.long.test): it says so, and shows nothing that would not work.
const loaded = new Promise(resolve => window.addEventListener("load", resolve));
run(async () => {
    await loaded;
    const page = document.querySelector("iframe").contentDocument;
    const words = page.getElementById("unscripted");
    same("it says what it needs", true, words !== null && words.textContent.includes("Allow JavaScript for this page"));
    same("which is seen", true, words.getBoundingClientRect().height > 20);
    same("the timeline is not", "none none", [...page.querySelectorAll("header, main")].map(one => getComputedStyle(one).display).join(" "));
});
