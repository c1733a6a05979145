//! Makes the script that calls the page's WebAssembly: `bind FILE.wasm FOLDER`.

use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("usage: bind FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(Path::new(wasm))
        .web(true)
        .map(|bindgen| {
            // The script is told which module it starts: nothing is fetched twice.
            let bindgen = bindgen.typescript(false).omit_default_module_path(true);
            bindgen
                .remove_name_section(true)
                .remove_producers_section(true)
        });
    match made.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
