// Prints the names of all functions in an image, one in a line, as the section in which
// debuggers find them has them: per function its number, the length of its name, its name.
import { readFileSync } from "node:fs";

const FUNCTIONS = 1;
const image = new WebAssembly.Module(readFileSync(process.argv[2]));
for (const section of WebAssembly.Module.customSections(image, "name")) {
    const bytes = Buffer.from(section);
    let at = 0;
    // Seven bits in a byte, the lowest first; the eighth says that there are more.
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
    };
    while (at < bytes.length) {
        const kind = number();
        const length = number();
        const end = at + length;
        for (let count = kind === FUNCTIONS ? number() : 0; count > 0; count--) {
            number();
            const letters = number();
            console.log(` ${bytes.toString("utf8", at, at + letters)}`);
            at += letters;
        }
        at = end;
    }
}
