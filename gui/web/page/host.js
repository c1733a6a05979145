// What the browser does for the window: choosing, handing over and keeping files, and links.

export { describe } from "./access.js";

let chooser;
let give = () => {};

// Files that the user chooses or drops go to `receiver`, a function of name and bytes. Workers load
// this script, too, and have no document.
export function receive(receiver) {
    give = receiver;
    chooser = document.createElement("input");
    chooser.type = "file";
    chooser.addEventListener("change", async () => {
        await giveAll([...chooser.files]);
        // The same file can be chosen again.
        chooser.value = "";
    });
    const take = (event) => giveAll([...event.dataTransfer.files]);
    window.addEventListener("drop", take, { capture: true });
}

async function giveAll(files) {
    for (const file of files) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        give(file.name, bytes);
        await store(file.name, bytes);
    }
}

export function pick() {
    chooser.click();
}

export function download(name, bytes) {
    // A copy: what workers share cannot be handed over.
    const copy = new Uint8Array(bytes);
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([copy]));
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

// Puts a link on the clipboard, and returns whether there is one: a frame in a notebook has no
// address.
export function link(fragment) {
    if (location.protocol === "about:") return false;
    history.replaceState(null, "", `#${fragment}`);
    navigator.clipboard?.writeText(location.href).catch(() => {});
    return true;
}

export function openGuide() {
    if (location.protocol === "about:") return false;
    window.open("guide/", "_blank");
    return true;
}

let renewed = () => {};

// What became of a newer state of a file goes to `receiver`, in a word.
export function receiveRenewals(receiver) {
    renewed = receiver;
}

export function noteRenewal(word) {
    renewed(word);
}

// Files of the last documents are kept in this browser, so that recent ones open again.
const MOST_FILES = 10;
const MOST_BYTES = 200e6;

function promised(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

async function files(mode) {
    const request = indexedDB.open("cosched", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "name" });
    const database = await promised(request);
    return database.transaction("files", mode).objectStore("files");
}

// Files kept by earlier visits, the latest first.
export async function kept() {
    try {
        const all = await promised((await files("readonly")).getAll());
        return all.sort((one, other) => other.at - one.at);
    } catch (error) {
        console.warn("nothing is kept in this browser:", error);
        return [];
    }
}

async function store(name, bytes) {
    try {
        await promised((await files("readwrite")).put({ name, bytes, at: Date.now() }));
        let rest = MOST_BYTES;
        for (const [index, file] of (await kept()).entries()) {
            rest -= file.bytes.length;
            if (index >= MOST_FILES || rest < 0) {
                await promised((await files("readwrite")).delete(file.name));
            }
        }
    } catch (error) {
        console.warn(`${name} is not kept in this browser:`, error);
    }
}

export async function forget() {
    if (!confirm("Remove all files, settings and documents that this browser keeps for cosched?")) return;
    await promised((await files("readwrite")).clear()).catch(() => {});
    localStorage.clear();
    // The window must not write its settings again.
    localStorage.setItem = () => {};
    location.replace(location.pathname);
}
