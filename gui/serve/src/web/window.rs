//! The window as a page, of which a folder is read once: nothing that a request says is ever a path.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use bytes::Bytes;
use hyper::header::{self, HeaderValue};
use laboratory::base::problem::{Problem, reason};
use laboratory::base::system::files;

use super::response::{HttpResponse, put, whole};

/// Where the page is.
pub(super) const PREFIX: &str = "/window/";
/// Most bytes of all its files, and most folders below one another.
const MOST_BYTES: u64 = 256 << 20;
const MOST_DEPTH: usize = 4;

/// The files of the page by their names below its folder.
#[derive(Debug, Default)]
pub struct WindowPage {
    files: HashMap<String, Bytes>,
    bytes: u64,
}

impl WindowPage {
    /// Reads what `gui/web/build` has left in `folder`.
    ///
    /// # Errors
    /// It cannot be read, is not the page, or is far larger than that.
    pub fn read(folder: &Path) -> Result<Self, Problem> {
        let mut page = Self::default();
        page.add(folder, "", MOST_DEPTH)
            .map_err(|error| Problem::input(reason(&error)).in_file(folder))?;
        if page.files.contains_key("index.html") {
            Ok(page)
        } else {
            let sentence =
                "there is no index.html in it: the folder that gui/web/build makes is expected";
            Err(Problem::input(sentence).in_file(folder))
        }
    }

    fn add(&mut self, folder: &Path, prefix: &str, depth: usize) -> std::io::Result<()> {
        for entry in files::entries(folder)? {
            let entry = entry?;
            let Some(name) = entry
                .file_name()
                .to_str()
                .map(|name| format!("{prefix}{name}"))
            else {
                continue;
            };
            let kind = entry.file_type()?;
            if kind.is_dir() && depth > 0 {
                self.add(&entry.path(), &format!("{name}/"), depth - 1)?;
            } else if kind.is_file() {
                self.bytes += entry.metadata()?.len();
                if self.bytes > MOST_BYTES {
                    return Err(std::io::Error::other(format!(
                        "there are more than {} MiB in it, which the page has not",
                        MOST_BYTES >> 20
                    )));
                }
                let mut bytes = Vec::new();
                files::open(&entry.path())?.read_to_end(&mut bytes)?;
                self.files.insert(name, bytes.into());
            }
        }
        Ok(())
    }

    /// The answer to a request for the file of that name below its folder, if there is one.
    pub(super) fn answer(&self, name: &str) -> Option<HttpResponse> {
        let mut name = name.to_owned();
        if name.is_empty() || name.ends_with('/') {
            name += "index.html";
        }
        let mut answer = whole(kind(&name), self.files.get(&name)?.clone());
        // Memory is shared with workers only where nothing of another site can be in the page.
        put(&mut answer, OPENER_POLICY, "same-origin");
        put(&mut answer, EMBEDDER_POLICY, "require-corp");
        Some(answer)
    }
}

const OPENER_POLICY: header::HeaderName =
    header::HeaderName::from_static("cross-origin-opener-policy");
const EMBEDDER_POLICY: header::HeaderName =
    header::HeaderName::from_static("cross-origin-embedder-policy");

/// Replaces the policy of the plain answers: the window's own, in its `index.html`, is stricter than
/// none and lets its program run.
pub(super) fn allow(answer: &mut HttpResponse) {
    answer.headers_mut().remove(header::CONTENT_SECURITY_POLICY);
    answer
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
}

/// Media type by the ending of a name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("ron") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_read_is_served() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("1");
        std::fs::create_dir(&below).unwrap();
        assert!(WindowPage::read(folder.path()).is_err());
        std::fs::write(folder.path().join("index.html"), "<p>").unwrap();
        std::fs::write(below.join("page.js"), "1").unwrap();
        std::fs::write(below.join("index.html"), "<p>").unwrap();
        let page = WindowPage::read(folder.path()).unwrap();
        for name in ["", "index.html", "1/page.js", "1/"] {
            assert!(page.answer(name).is_some(), "{name}");
        }
        for name in ["1", "../secret", "1/../index.html"] {
            assert!(page.answer(name).is_none(), "{name}");
        }
        assert!(WindowPage::read(Path::new("/none")).is_err());
    }
}
