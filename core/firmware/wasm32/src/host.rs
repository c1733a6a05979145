//! Unsafe parts: functions of the host, and the function it calls.

#[link(wasm_import_module = "host")]
// SAFETY: the host reads the text before it returns, and does nothing else.
unsafe extern "C" {
    safe fn print(text: *const u8, bytes: usize);
}

/// Called by the host.
// SAFETY: nothing else in the image has this name.
#[unsafe(no_mangle)]
extern "C" fn run() {
    crate::main();
}

/// Prints `text` as it is.
pub(crate) fn write(text: &str) {
    print(text.as_ptr(), text.len());
}
