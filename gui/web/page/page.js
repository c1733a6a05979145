// Loads the program, opens the window, and starts workers as they are wanted.

import { offer } from "./access.js";
import init, { act, describe_window, give, keep, note_failed_worker, open, show_link, workers_wanted } from "./cosched.js";
import { kept, receive } from "./host.js";

const WASM = "cosched_bg.wasm";
// Bytes of it, packed by each method that a browser may unpack itself, the best first.
const PACKED = [];

const bar = document.getElementById("bar");
const said = document.getElementById("said");

function megabytes(bytes) {
    return (bytes / 1e6).toFixed(1);
}

function say(sentence) {
    said.textContent = sentence;
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
    const unpacked = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream(name));
    const headers = { "Content-Type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(unpacked, { headers }));
}

function startWorker(module, memory) {
    let hasBegun = false;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = () => {
        hasBegun = true;
    };
    worker.onerror = (event) => {
        console.error(`a worker failed: ${event.message ?? "it could not be loaded"}`);
        worker.terminate();
        note_failed_worker(hasBegun);
    };
    worker.postMessage({ module, memory });
}

async function main() {
    await isolate().catch((error) => console.warn(error));
    const module = await load();
    say("starting");
    const { memory } = await init({ module_or_path: module });
    receive(give);
    for (const { name, bytes } of await kept()) keep(name, bytes);
    const processors = crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 0;
    await open(document.getElementById("window"), processors);
    offer(document.getElementById("describe"), describe_window, act);
    show_link(location.hash.slice(1));
    window.addEventListener("hashchange", () => show_link(location.hash.slice(1)));
    document.getElementById("loading").remove();
    if (processors === 0) return;
    setInterval(() => {
        for (let wanted = workers_wanted(); wanted > 0; wanted -= 1) startWorker(module, memory);
    }, 10);
}

main().catch((error) => {
    console.error(error);
    say(`cosched cannot start in this browser: ${error.message ?? error}`);
});
