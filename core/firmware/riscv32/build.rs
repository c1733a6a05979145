//! Says where `memory.x` is.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    println!("cargo::rustc-link-search={folder}");
    println!("cargo::rerun-if-changed=memory.x");
}
