//! Changes of the branches of a document.

use egui::Context;

use super::OpenDocument;
use laboratory::scenario::Branch;

impl OpenDocument {
    /// Changes the branches of the scenario by `change`, forgets the runs of removed ones, and runs
    /// what is missing.
    pub(crate) fn change_branches(&mut self, ctx: &Context, change: impl FnOnce(&mut Vec<Branch>)) {
        let document = &mut self.shared.document;
        document.begin_change();
        // Its effects are after the instant.
        self.shared.replay.hides = false;
        change(&mut document.scenario.branches);
        document.watch(ctx.input(|input| input.time));
        self.panes.text.forget();
        self.shared.runs.forget_branches(&self.shared.document);
        self.shared.runs.mark_stale(&self.shared.document);
        self.check_selection();
        self.simulate_changes();
    }
}
