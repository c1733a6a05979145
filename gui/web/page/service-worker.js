// Keeps the page's files, so that it works offline, and says that nothing of another site is in it,
// so that its workers may share memory.

const VERSION = "VERSION";
const FILES = [];

self.addEventListener("install", (event) => {
    const kept = caches.open(VERSION).then((cache) => cache.addAll(FILES));
    event.waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
    const older = caches.keys().then((names) =>
        Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))));
    event.waitUntil(older.then(() => self.clients.claim()));
});

function isolated(response) {
    if (response.status === 0) return response;
    const headers = new Headers(response.headers);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
}

async function answer(request) {
    const cache = await caches.open(VERSION);
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    const response = await fetch(request);
    // The program is packed in two ways, of which the browser takes one; pictures of the guide are kept
    // once they were seen.
    if (response.ok && /\.wasm\.|\/guide\/pictures\//.test(request.url)) await cache.put(request, response.clone());
    return response;
}

self.addEventListener("fetch", (event) => {
    // What never ends is not passed on.
    const isStream = event.request.headers.get("Accept") === "text/event-stream";
    if (event.request.method !== "GET" || isStream) return;
    event.respondWith(answer(event.request).then(isolated));
});
