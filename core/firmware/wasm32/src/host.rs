//! All that cannot be said in safe Rust: what the host gives, and what it is given.

#[link(wasm_import_module = "host")]
// SAFETY: the host reads the text before it returns, and does nothing else.
unsafe extern "C" {
    safe fn print(text: *const u8, bytes: usize);
}

/// What the host runs.
// SAFETY: nothing else in the image has this name.
#[unsafe(no_mangle)]
extern "C" fn run() {
    crate::main();
}

/// Prints `text` as it is.
pub(crate) fn write(text: &str) {
    print(text.as_ptr(), text.len());
}
