// What the window shows, as elements for screen readers, which see no canvas. They lie where the
// window draws, cannot be seen, and let the mouse through.

const elements = new Map();
let act = () => {};
let top;

// Whether it was wanted before; a frame in a notebook keeps nothing, and says so by an error.
function remembered() {
    try {
        return localStorage.getItem("elements");
    } catch {
        return null;
    }
}

function remember() {
    try {
        localStorage.setItem("elements", "shown");
    } catch {
        // It is asked again next time.
    }
}

// `describe` begins the description; `receiver` is told what a user does with an element.
export function offer(button, describe, receiver) {
    act = receiver;
    top = document.getElementById("elements");
    const begin = () => {
        button.remove();
        remember();
        describe();
    };
    button.addEventListener("click", begin);
    if (remembered()) begin();
}

function made(id) {
    const element = document.createElement("div");
    element.addEventListener("click", (event) => {
        event.stopPropagation();
        act(id, true);
    });
    element.addEventListener("focus", () => act(id, false));
    elements.set(id, element);
    return element;
}

function set(element, name, value) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function show(element, { role, name, value, checked, selected, disabled, area }) {
    if (role === "text") {
        if (element.textContent !== name) element.textContent = name;
    } else {
        set(element, "role", role);
        set(element, "aria-label", name || undefined);
        set(element, "tabindex", role === "group" ? undefined : -1);
    }
    set(element, "aria-valuetext", value);
    set(element, "aria-checked", checked);
    set(element, "aria-selected", selected);
    set(element, "aria-disabled", disabled);
    const [x, y, width, height] = area ?? [0, 0, 0, 0];
    Object.assign(element.style, {
        left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
    });
}

export function describe(text) {
    const described = JSON.parse(text);
    const present = new Set(described.map(({ id }) => id));
    for (const [id, element] of elements) {
        if (present.has(id)) continue;
        element.remove();
        elements.delete(id);
    }
    for (const one of described) show(elements.get(one.id) ?? made(one.id), one);
    const inner = new Set();
    for (const { id, inside } of described) {
        const outer = elements.get(id);
        const children = inside.map((child) => elements.get(child)).filter((child) => child);
        children.forEach((child, index) => {
            inner.add(child);
            if (outer.children[index] !== child) outer.insertBefore(child, outer.children[index] ?? null);
        });
    }
    for (const element of elements.values()) {
        if (!inner.has(element) && element.parentNode !== top) top.append(element);
    }
}
