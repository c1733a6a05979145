// Loads the program from the page's server, and opens what its address says.

import { give, show_link } from "./cosched.js";
import { follow, unanswered } from "./follow.js";
import { kept } from "./host.js";
import { compiled, openWindow, say, startWorkers } from "./window.js";

const WASM = "cosched_bg.wasm";
// Bytes of it, packed by each method that a browser may unpack itself, the best first.
const PACKED = [];

const bar = document.getElementById("bar");

function megabytes(bytes) {
    return (bytes / 1e6).toFixed(1);
}

// Workers share memory with the page only where nothing of another site can be in it. Where the
// server does not say so, the page's own service worker does, from the second loading on.
async function isolate() {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register("service-worker.js");
    // A browser may accept it and never start it.
    const late = new Promise((_, reject) => setTimeout(reject, 5_000, new Error("no service worker")));
    await Promise.race([navigator.serviceWorker.ready, late]);
    if (crossOriginIsolated || sessionStorage.getItem("isolated")) return;
    sessionStorage.setItem("isolated", "tried");
    if (registration.active) {
        location.reload();
        await new Promise(() => {});
    }
}

function method() {
    const known = PACKED.filter(([, name]) => {
        try {
            return new DecompressionStream(name);
        } catch {
            return false;
        }
    });
    if (known.length === 0) throw new Error("it cannot unpack gzip");
    return known[0];
}

async function load() {
    const [ending, name, length] = method();
    const file = new URL(`${WASM}.${ending}`, import.meta.url);
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    let loaded = 0;
    const counted = new TransformStream({
        transform(chunk, controller) {
            loaded += chunk.length;
            bar.value = loaded / length;
            say(`${megabytes(loaded)} of ${megabytes(length)} MB`);
            controller.enqueue(chunk);
        },
    });
    return compiled(response.body.pipeThrough(counted), name);
}

// What a file of an address is called here: two queues of a service differ in what stands behind the `?`.
function nameOf(file) {
    const [, stem, ending] = file.pathname.split("/").pop().match(/^(.*?)(\.[^.]*)?$/);
    return stem + file.search.replace(/[^\w-]+/g, "-") + (ending ?? "");
}

// Opens what the address says behind its `#`: a file of the same site, or what the window knows.
async function showAddress() {
    const fragment = location.hash.slice(1);
    if (!fragment.startsWith("open=")) {
        show_link(fragment);
        return;
    }
    try {
        const file = new URL(decodeURIComponent(fragment.slice(5)), location.href);
        if (file.origin !== location.origin) throw new Error("only files of this site are opened");
        const response = await fetch(file, { cache: "no-store" }).catch(() => undefined);
        if (!response) return unanswered(showAddress);
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        const name = nameOf(file);
        give(name, new Uint8Array(await response.arrayBuffer()));
        follow(file, name, response.headers);
    } catch (error) {
        alert(`${fragment.slice(5)} cannot be opened: ${error.message}`);
    }
}

async function main() {
    await isolate().catch((error) => console.warn(error));
    const module = await load();
    const processors = crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 0;
    const memory = await openWindow(module, await kept(), processors);
    await showAddress();
    window.addEventListener("hashchange", showAddress);
    if (processors > 0) startWorkers(module, memory);
}

main().catch((error) => {
    console.error(error);
    say(`cosched cannot start in this browser: ${error.message ?? error}`);
});
