//! Pictures of the window without a window: no display, no graphics card.

pub mod headless;
pub mod png;
pub mod soft;
