//! The window on a desktop: there is no page, no script to hand anything to, and the table of
//! commands has none for them.

use egui::Context;

use crate::App;
use crate::dialogs::file::Purpose;

impl App {
    /// Has nothing to take and to give.
    pub(crate) fn serve_page(&mut self, _: &Context) {}

    /// Whether a browser asks the user for the file: never.
    pub(crate) fn picks(&mut self, _: Purpose) -> bool {
        false
    }

    /// Is not offered.
    pub(crate) fn copy_link(&mut self) {}

    /// Is not offered.
    pub(crate) fn open_guide(&mut self) {}

    /// Is not offered.
    pub(crate) fn forget_kept(&mut self) {}
}
