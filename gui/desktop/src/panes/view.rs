//! The interface of panes: each is shown, and gives a figure, a table or sentences to take away.

use egui::Ui;

use super::Panes;
use crate::command::action::Action;
use crate::shared::Shared;
use charts::plot::figure::Figure;
use charts::plot::figure::FigureKind;
use laboratory::export::Table;

/// A pane, with its state between frames.
pub(crate) trait View {
    /// Shows it, and adds its requests to `actions`.
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>);

    /// Shows its tools at the right of the tabs.
    fn tools(&mut self, _ui: &mut Ui, _shared: &Shared, _actions: &mut Vec<Action>) {}

    /// Returns its figure for export; `None` if it shows none.
    fn figure(&self, _shared: &Shared) -> Option<Figure> {
        None
    }

    /// Returns the kind of its figure, if the command line draws it, too.
    fn kind(&self) -> Option<&'static FigureKind> {
        None
    }

    /// Whether the list of exports has its figure among the plots.
    fn is_in_exports(&self) -> bool {
        self.kind().is_some()
    }

    /// Returns its table for export, where there are runs; `None` if it has none.
    fn table(&self, _shared: &Shared) -> Option<Table> {
        None
    }

    /// Whether it has a table, without making it where that takes long.
    fn has_table(&self, shared: &Shared) -> bool {
        self.table(shared).is_some()
    }

    /// Returns its sentences, if it has more than the answer of the document.
    fn sentences(&self, _shared: &Shared) -> Option<String> {
        None
    }

    /// Whether it has sentences, without making them.
    fn has_sentences(&self, _shared: &Shared) -> bool {
        false
    }

    /// Whether an export proposes its figure, once it has been shown.
    fn is_proposed(&self, _shared: &Shared) -> bool {
        false
    }
}

/// The pane of what stands beside all documents: the window shows it.
pub(crate) struct BesideDocuments;

impl View for BesideDocuments {
    fn show(&mut self, _: &mut Ui, _: &Shared, _: &mut Vec<Action>) {}
}

/// When a pane is there.
pub(crate) enum When {
    /// Always, or where its family is, if it is one family's own.
    OfFamily,
    /// On demand, in every experiment.
    OnDemand,
    /// Where something fills it.
    Where(fn(&Shared, &Panes) -> bool),
    /// Where something fills it, and on demand, where the second has content.
    WhereOr(fn(&Shared, &Panes) -> bool, fn(&Shared) -> bool),
}
