// Follows the queue of a service: its document shows each newer state, as long as the reader has not
// changed it, and a line below the window says how old that is.

import { renew } from "./cosched.js";
import { receiveRenewals } from "./host.js";

// Time between two tries where the window has no time, or the service takes no more listeners, in ms;
// and that in which a connection that has ended may be back.
const AGAIN = 1_000;
const LATER = 30_000;
const MENDED = 8_000;

const line = document.getElementById("follow");
const state = document.getElementById("state");
const newer = document.getElementById("newer");
const still = document.getElementById("still");

// What is followed: a file of the service, where its changes are heard, and what is known of it.
let queue;

// Begins to follow the queue of `file`, which was opened under `name`, if `headers` of its answer say
// where to hear of changes.
export function follow(file, name, headers) {
    const monitor = headers.get("Link")?.match(/^<([^>]*)>; rel="monitor"$/)?.[1];
    queue?.source?.close();
    queue = monitor && { file, name, monitor: new URL(monitor, file), shown: asOf(headers) };
    line.hidden = !queue;
    if (queue) listen();
}

// Says that the service did not answer when its file was to be opened, and tries `again` now and then: the window has
// what was open at an earlier visit.
export function unanswered(again) {
    queue?.source?.close();
    const own = (queue = { again });
    line.hidden = false;
    say();
    setTimeout(() => own === queue && again(), LATER);
}

// The instant of an answer with the queue, in the seconds of the service.
function asOf(headers) {
    return Number(headers.get("ETag")?.slice(1, -1));
}

function listen() {
    const own = queue;
    own.source = new EventSource(own.monitor);
    own.source.addEventListener("queue", (event) => {
        const look = JSON.parse(event.data);
        Object.assign(own, { problem: look.problem, interval: look.interval, goneSince: undefined });
        if (look.at === null) return say();
        const read = Date.now() - 1000 * look.age;
        own.latest = { at: look.at, read };
        if (look.at === own.shown) own.read = read;
        if (!document.hidden) take(own);
        say();
    });
    own.source.addEventListener("error", () => {
        own.goneSince ??= Date.now();
        // The browser tries again by itself, unless it was refused.
        if (own.source.readyState === EventSource.CLOSED) setTimeout(() => own === queue && own.source && listen(), LATER);
        say();
    });
}

// Hands the window the latest state, if it is not there yet; changes of the reader are kept, unless the
// latest `isWanted` instead.
async function take(own, isWanted = false) {
    if (own !== queue || own.isTaking || !own.latest || (own.latest.at === own.shown && !isWanted)) return;
    own.isTaking = true;
    try {
        const response = await fetch(own.file, { cache: "no-store" });
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        const at = asOf(response.headers);
        const word = await given(own, new Uint8Array(await response.arrayBuffer()), isWanted);
        if (word === "closed" && own === queue) return follow(own.file, own.name, new Headers());
        own.isChanged = word === "changed";
        if (word === "taken") Object.assign(own, { shown: at, read: own.latest.read });
        if (word === "busy") setTimeout(take, AGAIN, own, isWanted);
    } catch (error) {
        console.warn(`${own.file} cannot be read:`, error);
    } finally {
        own.isTaking = false;
        say();
    }
}

// What the window does with a newer state: taken, changed (by the reader, so not taken), busy or closed.
function given(own, bytes, isWanted) {
    return new Promise((resolve) => {
        receiveRenewals(resolve);
        renew(own.name, bytes, isWanted);
    });
}

function clock(instant) {
    return new Date(instant).toLocaleTimeString([], { hour12: false });
}

function span(seconds) {
    if (seconds < 60) return `${Math.round(seconds)} s`;
    return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function show(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

// Says how old what is shown is, and why it is not newer.
function say() {
    if (queue) show(state, words());
    newer.hidden = !(queue?.source && queue.isChanged);
    show(still, queue?.again ? "Try again" : queue?.source ? "Stop following" : "Follow");
}

function words() {
    if (queue.again) return "The service does not answer: a queue that is open here is of an earlier visit";
    const age = (Date.now() - queue.read) / 1000;
    const as = queue.read ? `Queue as of ${clock(queue.read)}` : "Queue as it was opened";
    const old = queue.read ? `${as}, ${span(age)} ago` : as;
    if (!queue.source) return `${old}; not followed`;
    if (Date.now() - queue.goneSince > MENDED) return `${old}: the service does not answer`;
    if (queue.problem) return `${old}: ${queue.problem}`;
    if (queue.isChanged) return `${as}, which you have changed; that of ${clock(queue.latest.read)} is there`;
    return queue.interval ? `${as}, follows every ${span(queue.interval)}` : as;
}

newer.addEventListener("click", () => take(queue, true));
still.addEventListener("click", () => {
    if (queue.again) return queue.again();
    if (queue.source) {
        queue.source.close();
        queue.source = undefined;
    } else {
        listen();
    }
    say();
});
document.addEventListener("visibilitychange", () => {
    if (queue?.source && !document.hidden) take(queue);
});
setInterval(say, 1_000);
