//! Makes the guide as pages beside the page of the window, where its scenarios open:
//! `guide GUIDE SITE VERSION`.

mod example;
mod page;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [guide, site, version] = arguments.as_slice() else {
        eprintln!("usage: guide GUIDE SITE VERSION");
        return ExitCode::from(2);
    };
    match make(Path::new(guide), &Path::new(site).join("guide"), version) {
        Ok(count) => {
            println!("{count} pages of the guide");
            ExitCode::SUCCESS
        }
        Err((path, error)) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// Makes a page in `site` of each one in `guide`, and copies pictures; returns the number of pages.
fn make(guide: &Path, site: &Path, version: &str) -> Result<usize, (PathBuf, io::Error)> {
    let (mut folders, mut count) = (vec![PathBuf::new()], 0);
    while let Some(folder) = folders.pop() {
        let (from, to) = (guide.join(&folder), site.join(&folder));
        fs::create_dir_all(&to).map_err(|error| (to.clone(), error))?;
        for entry in fs::read_dir(&from).map_err(|error| (from.clone(), error))? {
            let path = entry.map_err(|error| (from.clone(), error))?.path();
            let name = PathBuf::from(path.file_name().unwrap_or_default());
            if path.is_dir() {
                folders.push(folder.join(name));
                continue;
            }
            let failed = |error| (path.clone(), error);
            match path.extension().and_then(OsStr::to_str) {
                Some("md") => {
                    let text = fs::read_to_string(&path).map_err(failed)?;
                    let depth = folder.components().count();
                    let target = to.join(page::address(&name.to_string_lossy()));
                    fs::write(target, page::html(&text, depth, version)).map_err(failed)?;
                    count += 1;
                }
                Some("png") => _ = fs::copy(&path, to.join(name)).map_err(failed)?,
                _ => {}
            }
        }
    }
    Ok(count)
}
