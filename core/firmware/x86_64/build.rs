//! Links the image by `link.ld` and without the C library.

fn main() {
    println!("cargo::rerun-if-changed=link.ld");
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let script = format!("-Wl,-T,{folder}/link.ld");
    let arguments = [
        "-nostartfiles",
        "-nostdlib",
        "-static",
        "-no-pie",
        "-Wl,--build-id=none",
        script.as_str(),
    ];
    for argument in arguments {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
