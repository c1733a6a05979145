// Opens the window of the program on the canvas, and starts workers as they are wanted.

import { offer } from "./access.js";
import init, { act, describe_window, give, keep, note_failed_worker, open, workers_wanted } from "./cosched.js";
import { receive } from "./host.js";

export function say(sentence) {
    document.getElementById("said").textContent = sentence;
}

// The program out of a stream of its bytes, which are packed by that method.
export function compiled(packed, method) {
    const unpacked = packed.pipeThrough(new DecompressionStream(method));
    const headers = { "Content-Type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(unpacked, { headers }));
}

// `files` are where the window finds them, `processors` as many as workers may run on. Returns the
// memory that workers share.
export async function openWindow(module, files, processors) {
    say("starting");
    const { memory } = await init({ module_or_path: module });
    receive(give);
    for (const { name, bytes } of files) keep(name, bytes);
    const canvas = document.getElementById("window");
    // Edges are smooth as they are drawn: samples for that, or what lies behind, would only cost. A
    // canvas keeps the context that it was first asked for.
    canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
    await open(canvas, processors);
    offer(document.getElementById("describe"), describe_window, act);
    document.getElementById("loading").remove();
    return memory;
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

export function startWorkers(module, memory) {
    setInterval(() => {
        for (let wanted = workers_wanted(); wanted > 0; wanted -= 1) startWorker(module, memory);
    }, 10);
}
