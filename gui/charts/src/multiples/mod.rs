//! Small charts on one page, by rows and columns, with groups of bars in each.

mod against;
mod layout;
mod scale;
mod show;

pub use self::against::against;
pub use self::layout::LEAST;
pub(crate) use self::layout::Layout;
pub use self::show::show;

use crate::plot::figure::Figure;
use papers::Page;

/// View of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether axes are logarithmic where values are far apart.
    pub log: bool,
    /// Whether two quantities are drawn against each other, where a page has such.
    pub against: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            log: true,
            against: false,
        }
    }
}

impl Look {
    /// Returns the figure that stands for `page`, unless its charts are shown.
    pub fn figure(self, page: &Page) -> Option<Figure> {
        against(page).filter(|_| self.against)
    }
}

#[cfg(test)]
mod tests;
