// The window in a frame of a notebook: program, files and scenario are handed over, not fetched, and
// there are no workers, as notebooks do not keep other sites out.

import { give } from "./cosched.js";
import { compiled, openWindow } from "./window.js";

// `program` and the bytes of `files` are buffers; `scenario` is a text that names those files.
export async function begin(program, files, scenario) {
    const module = await compiled(new Blob([program]).stream(), "gzip");
    await openWindow(module, files, 0);
    give("scenario.ron", new TextEncoder().encode(scenario));
}
