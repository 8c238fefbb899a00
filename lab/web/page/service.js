// service.js - the service worker: the lab works without a network after the first visit. mk/46-web.mk puts VERSION, a hash of all
// files, and FILES, their names, before it. A version has a cache of its own, and is served whole or not at all.

/** @type {any} */
const service = self;
const PREFIX = "pramsim-lab-";
// @ts-ignore: from mk/46-web.mk
const [current, files] = [PREFIX + VERSION, FILES];

service.addEventListener("install", (/** @type {any} */ event) => {
    const load = async () => {
        const cache = await caches.open(current);
        await cache.addAll(files.map((/** @type {string} */ file) => new Request(file, { cache: "no-cache" })));
    };
    event.waitUntil(load());
});

service.addEventListener("activate", (/** @type {any} */ event) => {
    const clean = async () => {
        for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other !== current) await caches.delete(other);
        await service.clients.claim();
    };
    event.waitUntil(clean());
});

/* the page says so when its user wants the new version */
service.addEventListener("message", (/** @type {any} */ event) => event.data === "take over" && service.skipWaiting());

service.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    const find = async () => {
        const cache = await caches.open(current);
        const isPage = request.mode === "navigate" && !/timeline\.html$/.test(new URL(request.url).pathname);
        return (await cache.match(isPage ? "index.html" : request, { ignoreSearch: true })) ?? fetch(request);
    };
    event.respondWith(find());
});
