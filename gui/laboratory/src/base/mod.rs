//! Foundations: the operating system, problems as sentences, progress, files that are read, files of text and
//! XML, values in RON, long times, free memory, times left, decimals, changes, amounts in use, numbers and spans as shown
//! and as typed.

pub mod change;
pub(crate) mod decimal;
pub mod description;
pub mod format;
pub(crate) mod in_use;
pub mod input_file;
pub(crate) mod long_time;
pub(crate) mod memory;
pub mod pace;
pub mod problem;
pub mod progress;
pub(crate) mod ron_text;
pub mod sanitize;
pub mod span;
pub mod system;
pub mod text_file;
pub(crate) mod xml;
