// The window as a notebook shows it: the widget of the Python package, with a stand-in for the kernel.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../gui/bindings/python/python/cosched", import.meta.url));
const LONG = { timeout: 120_000 };
const LOG = "; MaxProcs: 8\n" + [1, 2, 3].map((job) => `${job} ${job} -1 60 5 -1 -1 5 90 -1 1 1 1 -1 1 -1 -1 -1\n`).join("");
const SCENARIO = `(machine: Cluster(), workload: Swf(path: "own.swf"), policies: [Fcfs])`;

function file(name) {
    return readFileSync(join(PACKAGE, name));
}

// Returns what the window says of the run, and adds what goes wrong to `faults`.
export async function notebook(context, faults) {
    const listed = file("widget/__init__.py").toString().match(/^SCRIPTS = (\[.*\])$/m)[1];
    const scripts = JSON.parse(listed).map((name) => [name, file(`page/${name}`).toString()]);
    const page = await context.newPage();
    page.on("console", (message) => {
        if (message.type() === "error") faults.push(`notebook: ${message.text()}`);
    });
    page.on("request", (request) => {
        if (!/^(blob|data|about):/.test(request.url())) faults.push(`notebook: requested ${request.url()}`);
    });
    await page.setContent("<div id=cell></div>");
    await page.evaluate(async ({ widget, answer, buffers }) => {
        const { default: { render } } = await import(URL.createObjectURL(new Blob([widget], { type: "text/javascript" })));
        const views = buffers.map((text) => new DataView(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer));
        let receive;
        const model = {
            get: () => 600,
            on: (_, receiver) => { receive = receiver; },
            off: () => {},
            send: () => receive(answer, views),
        };
        render({ model, el: document.getElementById("cell") });
    }, {
        widget: file("widget/widget.js").toString(),
        answer: { frame: file("page/frame.html").toString(), scripts, files: ["own.swf"], scenario: SCENARIO },
        buffers: [file("page/cosched_bg.wasm.gz").toString("base64"), Buffer.from(LOG).toString("base64")],
    });
    const frame = page.frameLocator("iframe");
    await frame.locator("#loading").waitFor({ state: "detached", ...LONG });
    await frame.locator("#describe").dispatchEvent("click");
    await frame.getByText("ready, 3 jobs").first().waitFor({ state: "attached", ...LONG });
    await frame.getByRole("checkbox", { name: "Show run FCFS" }).waitFor({ state: "attached", ...LONG });
    await page.close();
}
