/* page.js - light or dark, as the system has it at first; the page shows all without this. */
(() => {
  "use strict";
  const root = document.documentElement;
  const set = name => { root.dataset.theme = name; };
  const change = () => set(root.dataset.theme === "dark" ? "light" : "dark");
  if (window.matchMedia("(prefers-color-scheme: dark)").matches)
    set("dark");
  window.addEventListener("beforeprint", () => set("light"));
  document.getElementById("theme").addEventListener("click", change);
  document.addEventListener("keydown", event => {
    if (event.key === "t" && !event.ctrlKey && !event.metaKey && !event.altKey)
      change();
  });
})();
