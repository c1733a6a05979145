// The window in a frame of the notebook. The frame has an origin of its own: it sees nothing of the
// notebook, and what it needs is asked of the kernel and handed over.

function render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = "cosched";
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    frame.allow = "clipboard-read; clipboard-write; fullscreen";
    frame.style.cssText = `display: block; width: 100%; height: ${model.get("height")}px; border: 1px solid #8886; box-sizing: border-box;`;
    let page;

    const answer = (said, buffers) => {
        if (said.problem) {
            el.textContent = said.problem;
        } else if (said.frame) {
            const bytes = buffers.map(({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength));
            const files = said.files.map((name, index) => ({ name, bytes: new Uint8Array(bytes[index + 1]) }));
            page = { scripts: said.scripts, program: bytes[0], files, scenario: said.scenario };
            frame.srcdoc = said.frame;
        }
    };
    const handOver = ({ source, data }) => {
        if (source !== frame.contentWindow || data !== "ready" || !page) return;
        frame.contentWindow.postMessage(page, "*");
    };
    model.on("msg:custom", answer);
    window.addEventListener("message", handOver);
    el.append(frame);
    model.send("page");
    return () => {
        model.off("msg:custom", answer);
        window.removeEventListener("message", handOver);
    };
}

export default { render };
