//! The window, driven by the names of its widgets as a screen reader sees them.

mod around;
mod driver;
mod families;
mod machine;
mod opened;
mod pictures;
mod runs;
#[path = "../support/soft.rs"]
mod soft;
