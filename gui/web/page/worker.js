// A thread of the page: the same program in the same memory, which does what it finds to do.

import init, { work } from "./cosched.js";

self.onmessage = async ({ data: { module, memory } }) => {
    await init({ module_or_path: module, memory, thread_stack_size: 4 << 20 });
    self.postMessage("begun");
    work();
};
