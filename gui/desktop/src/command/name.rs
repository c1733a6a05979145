//! Names of the commands, from their table.

use egui::ThemePreference;

use super::table::with_commands;
use crate::shared::pane::Pane;

/// Makes the names of the commands from their table.
macro_rules! names {
    ($(
        $(#[doc = $documentation:literal])+
        $Name:ident $(($value:ident: $Value:ident in $all:expr))? [$($key:expr),*] => $row:expr;
    )+) => {
        /// A command of the window.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Command {
            $($(#[doc = $documentation])+ $Name $(($Value))?,)+
        }
    };
}
with_commands!(names);
