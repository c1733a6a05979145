// Runs an image, which gets nothing from outside but a way to print.
import { readFileSync, writeSync } from "node:fs";

const image = new WebAssembly.Module(readFileSync(process.argv[2]));
const print = (text, bytes) => {
    writeSync(1, new Uint8Array(instance.exports.memory.buffer, text, bytes));
};
const instance = new WebAssembly.Instance(image, { host: { print } });
instance.exports.run();
