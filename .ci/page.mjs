// Goes through the page in a browser as somebody would who sees it by role and name: an example, a
// policy, a job and its story, a link, a figure, a lesson, the guide, a phone, a notebook, a log that is
// dropped, all families against the command line, a queue that goes on, and the page again without a network. Arguments: address, program, folders of
// examples and logs, folder to write into.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

import { follow } from "./follow.mjs";
import { notebook } from "./notebook.mjs";

const [address, program, examples, logs, out] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), "noname.js"))("playwright-core");
const LONG = { timeout: 120_000 };
const LOGS = ["KTH-SP2-1996-2.1-cln.swf.gz", "LANL-CM5-1994-4.1-cln.swf.gz", "SDSC-BLUE-2000-4.2-cln.swf.gz"];

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
        "--disable-background-networking"],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const faults = [];

async function opened(fragment = "", size) {
    const page = await context.newPage();
    if (size) await page.setViewportSize(size);
    page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(address) && !/^(blob|data):/.test(url)) faults.push(`requested ${url}`);
    });
    await page.goto(address + fragment);
    await begun(page);
    return page;
}

// Waits for the window, and has it described.
async function begun(page) {
    await page.waitForFunction(() => crossOriginIsolated && !document.getElementById("loading"), null, LONG);
    const describe = page.getByRole("button", { name: "Describe the window to my screen reader" });
    if (await describe.count()) await describe.dispatchEvent("click");
    await seen(page, "button", "Experiment panel");
}

function found(page, role, name) {
    return page.getByRole(role, { name, exact: typeof name === "string" }).first();
}

async function seen(page, role, name) {
    await found(page, role, name).waitFor({ state: "attached", ...LONG });
}

async function click(page, role, name) {
    await seen(page, role, name);
    await found(page, role, name).dispatchEvent("click");
}

async function reads(page, text) {
    await page.waitForFunction(
        (text) => document.getElementById("elements").textContent.includes(text), text, LONG);
}

// Performs a command by its name, as with Ctrl+P. What is typed before the field has the focus is
// lost: then once more.
async function command(page, name) {
    const row = found(page, "button", new RegExp(`^${name}`));
    for (let tries = 0; ; tries += 1) {
        await click(page, "button", "Commands (Ctrl+P)");
        await seen(page, "textbox", /./);
        await page.waitForTimeout(300);
        await page.keyboard.type(name);
        try {
            await row.waitFor({ state: "attached", timeout: 5_000 });
            break;
        } catch (error) {
            if (tries === 5) throw error;
            await page.keyboard.press("Escape");
        }
    }
    await page.keyboard.press("Enter");
}

// Hands over what the export dialog writes.
async function exported(page, name) {
    const download = page.waitForEvent("download", LONG);
    await click(page, "button", "Export file");
    const file = await download;
    const path = join(out, name ?? file.suggestedFilename());
    await file.saveAs(path);
    return path;
}

// The table of jobs of the current run, and the run's name.
async function jobs(page) {
    await command(page, "Export…");
    await click(page, "combobox", /^What/);
    await click(page, "button", "Current run, every job");
    const archive = await exported(page);
    const script = "import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('jobs.csv'))";
    const table = execFileSync("python3", ["-c", script, archive], { maxBuffer: 1 << 28 });
    return [basename(archive, ".zip"), table];
}

// The names of the runs of the document in front, once none is missing any more.
async function runs(page) {
    const shown = page.getByRole("checkbox", { name: /^Show run / });
    let known = [];
    for (let same = 0; same < 5;) {
        await reads(page, "ready, ");
        await page.waitForTimeout(200);
        const names = await shown.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").slice(9)));
        same = names.length > 0 && names.join() === known.join() ? same + 1 : 0;
        known = names;
    }
    return known;
}

// Compares every run of the document in front with those of `file`.
async function equalRuns(page, file) {
    const names = await runs(page);
    for (const name of names) {
        await click(page, "button", `Make ${name} the current run`);
        equalsCommandLine(await jobs(page), file);
    }
}

function equalsCommandLine([run, table], file) {
    const folder = join(out, `by-command-${basename(file)}`);
    execFileSync(program, ["run", file, "--out", folder, "--quiet"], { stdio: ["ignore", "ignore", "inherit"] });
    const expected = readFileSync(join(folder, run, "jobs.csv"));
    assert.ok(expected.length > 100 && table.equals(expected), `${file}: jobs.csv of ${run} differs from the command line's`);
    console.log(`${basename(file)}: jobs.csv of ${run} equals the command line's, ${table.length} bytes`);
}

async function drop(page, path) {
    const bytes = readFileSync(path).toString("base64");
    await page.evaluate(([name, bytes]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([content], name));
        const canvas = document.getElementById("window");
        canvas.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, [basename(path), bytes]);
}

mkdirSync(out, { recursive: true });
const page = await opened();
// What the window showed when something was not as it should be.
process.on("uncaughtException", async (error) => {
    console.error(error);
    await page.screenshot({ path: join(out, "failed.png") }).catch(() => {});
    console.error("the console said:", faults);
    process.exit(1);
});

// An example, another policy, a job and its story.
await click(page, "button", /narrow job passes a wide one/);
await seen(page, "checkbox", "Show run EASY");
await click(page, "button", "Conservative");
await click(page, "button", "Run (F5)");
await seen(page, "checkbox", "Show run Conservative");
await click(page, "link", "job 3: go to the job under FCFS");
await reads(page, "Job 3 under FCFS");
await reads(page, "submitted, asking for 2 nodes");
console.log("an example is opened and run, and a job's story is read");

// A link, opened by somebody else.
await command(page, "Copy link");
await page.waitForFunction(() => location.hash.startsWith("#s="), null, LONG);
const link = await page.evaluate(() => location.hash);
const other = await opened(link);
await seen(other, "checkbox", "Show run Conservative");
await reads(other, "Job 3 under FCFS");
await other.close();
console.log(`a link of ${link.length} characters opens what it was copied from`);

// A figure.
await command(page, "Take away the figure…");
const figure = readFileSync(await exported(page, "figure.pdf"));
assert.equal(figure.subarray(0, 5).toString(), "%PDF-");
console.log(`a figure is taken away, ${figure.length} bytes of PDF`);

// Lessons follow the address, and so does going back; a lesson has one document.
const lesson = await opened("#lesson=1");
await reads(lesson, "Task 1 of 3");
await lesson.evaluate(() => { location.hash = "lesson=2"; });
await seen(lesson, "tab", "Document Lesson 2: EASY");
await lesson.goBack();
await seen(lesson, "tab", "Document Lesson 1: FCFS and its holes");
await click(lesson, "link", /^job 3: go to the job/);
await reads(lesson, "Task 2 of 3");
await lesson.close();
console.log("a lesson is opened by its address, and its first task is ticked off");

// The guide: each of its scenarios opens in the window, and one on the page itself.
const guide = await opened();
await guide.goto(`${address}guide/`);
const pages = await guide.locator("main a").evaluateAll((all) => all.map((one) => one.href).filter((href) => href.includes("/guide/")));
const links = [];
for (const address of new Set(pages.map((href) => href.split("#")[0]))) {
    await guide.goto(address);
    links.push(...await guide.locator("p.live a").evaluateAll((all) => all.map((one) => one.hash)));
    const frames = guide.locator("details.live");
    if (links.length === 0 || await frames.count() === 0 || guide.wasShown) continue;
    await frames.first().locator("summary").click();
    await guide.frameLocator("details[open] iframe").locator("#loading").waitFor({ state: "detached", ...LONG });
    guide.wasShown = true;
}
assert.ok(links.length >= 10 && guide.wasShown, `${links.length} scenarios in the guide`);
await guide.close();
for (const link of links) {
    const shown = await opened(link);
    await seen(shown, "checkbox", /^Show run/);
    await shown.close();
}
console.log(`${links.length} scenarios of the guide open in the window`);

// On a phone the panels are over and below the charts.
const phone = await opened(links[0], { width: 390, height: 844 });
await seen(phone, "button", "Experiment panel");
assert.equal(await phone.getByRole("button", { name: "Run all" }).count(), 0);
await click(phone, "button", "Experiment panel");
await seen(phone, "button", "Run all");
await phone.close();

await notebook(context, faults);
console.log("a notebook shows the window with a log of its own");

await follow(context, program, out, faults);
console.log("the page follows the queue of a service, but not over what its reader has changed");

// Every family: what the page finds out is what the command line finds out.
for (const name of readdirSync(examples).filter((name) => name.endsWith(".ron")).sort()) {
    const path = join(examples, name);
    const text = readFileSync(path, "utf8");
    // A search for slots has no runs.
    if (!text.includes("policies")) continue;
    await drop(page, path);
    await seen(page, "tab", `Document ${name}`);
    await equalRuns(page, path);
}

// Logs, packed; without them a made-up one.
const present = LOGS.map((name) => join(logs, name)).filter(existsSync);
if (present.length === 0) {
    console.log("SKIPPED: the logs are not here; a made-up one is dropped instead");
    const lines = Array.from({ length: 500 }, (_, index) => {
        const [runtime, nodes] = [60 + (index * 7919) % 3600, 1 + index % 16];
        return `${index + 1} ${index * 60} -1 ${runtime} ${nodes} -1 -1 ${nodes} 3600 -1 1 1 1 -1 1 -1 -1 -1`;
    });
    present.push(join(out, "made-up.swf"));
    writeFileSync(present[0], `; MaxProcs: 32\n${lines.join("\n")}\n`);
}
for (const log of present) {
    const name = basename(log);
    await drop(page, log);
    await seen(page, "tab", new RegExp(`^Document ${name.split(".")[0]}`));
    await seen(page, "checkbox", /^Show run/);
    // The same log under named policies, as a scenario beside it.
    const scenario = join(out, `${name}.ron`);
    writeFileSync(scenario, `(machine: Cluster(), workload: Swf(path: "${name}"), policies: [Fcfs, Easy])\n`);
    if (dirname(log) !== out) copyFileSync(log, join(out, name));
    await drop(page, scenario);
    await seen(page, "tab", `Document ${name}.ron`);
    await equalRuns(page, scenario);
}
await page.screenshot({ path: join(out, "log.png") });

// Without a network: the page and its documents are there.
await page.waitForTimeout(1000);
await context.setOffline(true);
await page.reload();
await begun(page);
await seen(page, "tab", `Document ${basename(present.at(-1))}.ron`);
console.log("the page opens without a network, with its documents");

assert.deepEqual(faults, [], "the console has errors");
await browser.close();
