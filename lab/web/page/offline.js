// offline.js - keeps the lab for times without a network: registers the service worker (service.js), and says when there is a new version.

/**
 * Call it when the page is ready: what it fetches is not to be waited for.
 * @param {(take: () => void) => void} renewed - a new version is there; `take` shows it
 */
export async function keepOffline(renewed) {
    if (!("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol)) return;
    const { serviceWorker } = navigator;
    const hadVersion = serviceWorker.controller !== null;
    try {
        const registration = await serviceWorker.register("service.js");
        const look = () => {
            const { waiting } = registration;
            if (waiting && hadVersion) renewed(() => waiting.postMessage("take over"));
        };
        look();
        registration.onupdatefound = () => {
            const made = registration.installing;
            if (made) made.onstatechange = look;
        };
        serviceWorker.oncontrollerchange = () => hadVersion && location.reload();
    } catch {
        /* the browser does not let the page store anything: it works with a network only */
    }
}
