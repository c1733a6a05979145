//! Sentences on files that were written: a page has no folders, and hands them over.

use std::path::Path;

/// Whether files that are written are handed over by a browser.
const IS_PAGE: bool = cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// Says that the file `path` was written.
pub(crate) fn wrote(path: &Path) -> String {
    wrote_or_handed_over(path, IS_PAGE)
}

/// Says that `files` were written into `folder`, of which a page makes an archive.
pub(crate) fn wrote_into(files: &str, folder: &Path) -> String {
    wrote_or_handed_over_in(files, folder, IS_PAGE)
}

fn wrote_or_handed_over(path: &Path, is_page: bool) -> String {
    if is_page {
        format!("Downloaded {}", name(path))
    } else {
        format!("Wrote {}", path.display())
    }
}

fn wrote_or_handed_over_in(files: &str, folder: &Path, is_page: bool) -> String {
    if is_page {
        format!("Downloaded {files} in {}.zip", name(folder))
    } else {
        format!("Wrote {files} to {}", folder.display())
    }
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_the_browser_has_downloaded() {
        let file = Path::new("/figure.pdf");
        assert_eq!(wrote_or_handed_over(file, true), "Downloaded figure.pdf");
        assert_eq!(wrote_or_handed_over(file, false), "Wrote /figure.pdf");
        let [files, folder] = ["jobs.csv and schedule.swf", "/EASY"];
        assert_eq!(
            wrote_or_handed_over_in(files, Path::new(folder), true),
            "Downloaded jobs.csv and schedule.swf in EASY.zip"
        );
        assert_eq!(
            wrote_or_handed_over_in(files, Path::new(folder), false),
            "Wrote jobs.csv and schedule.swf to /EASY"
        );
    }
}
