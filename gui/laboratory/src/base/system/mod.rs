//! Access to the operating system: threads, clock, files and programs. All of the laboratory goes
//! through here, so that what a page in a browser has instead of them is decided in one place:
//! threads are workers that its script starts, work shared among threads is done in place, files
//! are in memory, the clock is the browser's, and programs are refused in a sentence.

pub mod clock;
pub mod files;
pub mod processes;
pub mod threads;

/// Whether this is a page in a browser (or another host of bare WebAssembly), where the standard
/// library has no operating system below it.
pub const IS_PAGE: bool = cfg!(all(target_arch = "wasm32", target_os = "unknown"));

/// Refuses what a page does not have.
///
/// # Errors
/// This is a page: `sentence` says so.
fn refuse_on_page(sentence: &'static str) -> std::io::Result<()> {
    refuse(IS_PAGE, sentence)
}

fn refuse(is_page: bool, sentence: &'static str) -> std::io::Result<()> {
    if is_page {
        let kind = std::io::ErrorKind::Unsupported;
        return Err(std::io::Error::new(kind, sentence));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::problem::reason;

    #[test]
    fn a_page_is_refused_in_a_sentence_and_a_program_is_not() {
        let refused = refuse(true, "a page in a browser has no files").unwrap_err();
        assert_eq!(reason(&refused), "a page in a browser has no files");
        assert!(refuse(false, "never").is_ok());
    }
}
