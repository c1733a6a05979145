//! Foundations: problems as sentences, progress, files that are read, files of text and XML, long
//! times, free memory, times left, decimals, changes, numbers and spans as shown and as typed.

pub(crate) mod change;
pub(crate) mod decimal;
#[cfg(any(test, feature = "window"))]
pub(crate) mod description;
pub(crate) mod format;
pub(crate) mod input_file;
pub(crate) mod long_time;
pub(crate) mod memory;
pub(crate) mod pace;
pub mod problem;
pub mod progress;
pub(crate) mod sanitize;
pub(crate) mod span;
pub(crate) mod text_file;
pub(crate) mod xml;
