//! Adds the folder of `memory.x` to the linker's search path.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    println!("cargo::rustc-link-search={folder}");
    println!("cargo::rerun-if-changed=memory.x");
}
