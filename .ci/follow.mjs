// The page of `cosched serve --page`, whose document is a queue that goes on.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SITE = fileURLToPath(new URL("../gui/web/site", import.meta.url));
const LONG = { timeout: 120_000 };
// Job 1 has three of four nodes for long, job 2 wants them all, and job 3 waits behind it.
const LOG = [
    "; MaxNodes: 4", "1 0 0 480000 3 -1 -1 3 600000 -1 1 7 1 -1 1 -1 -1 -1", "2 60 479940 6000 4 -1 -1 4 6000 -1 1 8 1 -1 1 -1 -1 -1",
    "3 120 485880 9000 4 -1 -1 4 12000 -1 1 9 1 -1 1 -1 -1 -1", "",
].join("\n");

// Serves the queue of the log at a minute a second; returns the process and its address.
async function served(program, folder) {
    writeFileSync(join(folder, "follow.swf"), LOG);
    const options = "serve --log follow.swf --at 600 --pace 60 --interval 1 --draws 20 --instants 2 --listen 127.0.0.1:0 --page";
    const service = spawn(program, [...options.split(" "), SITE], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface({ input: service.stderr })) {
        const address = line.match(/listening on (http:\S+)/)?.[1];
        if (address) return [service, address];
    }
    throw new Error("the service did not start");
}

// What the line below the window says, once it is another thing than `before` and like `expected`.
async function said(page, expected, before = "") {
    const found = await page.waitForFunction(([expected, before]) => {
        const text = document.getElementById("state").textContent;
        return text !== before && new RegExp(expected).test(text) && text;
    }, [expected.source, before], LONG);
    return found.jsonValue();
}

async function click(page, role, name) {
    const found = page.getByRole(role, { name }).first();
    await found.waitFor({ state: "attached", ...LONG });
    await found.dispatchEvent("click");
}

async function reads(page, text, limit = LONG) {
    await page.waitForFunction((text) => document.getElementById("elements").textContent.includes(text), text, limit);
}

// Clicks until `seen` finds what comes of it: a click on what a newer queue replaces in that moment is lost.
async function clickUntil(page, role, name, seen) {
    for (let tries = 0; ; tries += 1) {
        await click(page, role, name);
        try {
            return await seen({ timeout: 5_000 });
        } catch (error) {
            if (tries === 9) throw error;
        }
    }
}

// Goes through it, and adds what goes wrong to `faults`.
export async function follow(context, program, folder, faults) {
    const [service, address] = await served(program, folder);
    const page = await context.newPage();
    page.on("dialog", (dialog) => {
        faults.push(`a followed queue: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on("pageerror", (error) => faults.push(`a followed queue: ${error}`));
    try {
        await page.goto(`${address}/window/#open=/queue.ron%3Fpool=0`);
        const begun = () => page.waitForFunction(() => crossOriginIsolated && !document.getElementById("loading"), null, LONG);
        await begun();
        // The browser keeps the program from the second loading on.
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.reload();
        await begun();
        await page.getByRole("button", { name: "Describe the window to my screen reader" }).dispatchEvent("click");
        const first = await said(page, /^Queue as of [\d:]+, follows every 1 s$/);
        await clickUntil(page, "link", /^job 3: go to the job/, (limit) => reads(page, "Job 3 under EASY", limit));

        // It goes on, with the job still chosen.
        const second = await said(page, /^Queue as of [\d:]+, follows every 1 s$/, first);
        await said(page, /^Queue as of [\d:]+, follows every 1 s$/, second);
        await reads(page, "Job 3 under EASY");

        // What its reader has changed stays, until the newer state is asked for.
        await click(page, "button", /^Conservative$/);
        await said(page, /which you have changed; that of [\d:]+ is there$/);
        await page.getByRole("tab", { name: "Document queue-pool-0.ron, changed" }).waitFor({ state: "attached", ...LONG });
        await page.getByRole("button", { name: "Show it, without my changes" }).click();
        await said(page, /follows every 1 s$/);

        // Nobody follows unless he wants to, and a service that has gone leaves what it last said.
        await page.getByRole("button", { name: "Stop following" }).click();
        const stopped = await said(page, /^Queue as of [\d:]+, \d+ s ago; not followed$/);
        await page.getByRole("button", { name: "Follow" }).click();
        await said(page, /follows every 1 s$/, stopped);
        service.kill();
        await once(service, "exit");
        await said(page, /^Queue as of [\d:]+, \d+ s ago: the service does not answer$/);
        await reads(page, "Job 3 under EASY");
        assert.equal(await page.getByRole("tab", { name: "Document queue-pool-0.ron" }).count(), 1);

        // Opened again without it, the page has what it had, and nothing in the way.
        await page.reload();
        await said(page, /^The service does not answer: a queue that is open here is of an earlier visit$/);
        await page.getByRole("tab", { name: "Document queue-pool-0.ron" }).waitFor({ state: "attached", ...LONG });
        await page.getByRole("button", { name: "Try again" }).waitFor();
    } catch (error) {
        await page.screenshot({ path: join(folder, "follow.png") });
        throw error;
    } finally {
        service.kill();
        await page.close();
    }
}
