//! Small charts on one page, a row and a column for each of two things that vary, and bars beside each other in each.

mod layout;
mod scale;
mod show;

pub use self::layout::LEAST;
pub(in crate::view) use self::layout::{Anchor, Bar, Chart, Layout, Words, faint, ink};
pub use self::show::show;
