//! What everything else stands on: problems as sentences, progress, files of text, long times, decimals, numbers and spans in words.

pub(crate) mod decimal;
pub(crate) mod long_time;
pub mod problem;
pub mod progress;
pub(crate) mod shown;
pub(crate) mod text_file;
#[cfg(any(test, feature = "window"))]
pub(crate) mod what;
pub(crate) mod words;
