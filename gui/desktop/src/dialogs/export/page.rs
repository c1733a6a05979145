//! Writing a page about the runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{State, written};
use crate::App;
use crate::documents::OpenDocument;
use crate::shared::runs::Entry;
use crate::widgets::command_line::{DialogCommand, NO_FILE};
use charts::report::{PageArguments, Report, command, html};
use laboratory::base::progress::Progress;
use laboratory::record::Run;

/// A run and its name in the window.
pub(super) type NamedRun = (String, Arc<Run>);

impl App {
    /// Shows the field of the question at the beginning of the page; returns whether Enter was
    /// pressed in it.
    pub(super) fn question_field(ui: &mut egui::Ui, state: &mut State) -> bool {
        let label = ui.label("Question");
        let field = egui::TextEdit::singleline(&mut state.question).desired_width(420.0);
        let field = ui.add(field).labelled_by(label.id);
        ui.end_row();
        field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
    }
}

impl OpenDocument {
    /// Writes the page about all runs in the window, compared with the baseline.
    pub(super) fn export_page(&mut self, state: &State, path: PathBuf) {
        let runs = self.runs_of_page();
        let question = state.question().map(str::to_owned);
        let command = self.command_of_page(question.as_deref(), &path).ok();
        let notes = self.shared.scope.notes().to_vec();
        let scope = self.shared.scope.current().as_filter();
        self.write(move || {
            let named: Vec<_> = runs
                .iter()
                .map(|(label, run)| (label.as_str(), &**run))
                .collect();
            let report = Report {
                question: question.as_deref(),
                command: command.as_deref(),
                runs: &named,
                notes: &notes,
                scope: &scope,
            };
            let text = html(&report, &Progress::default())?;
            written(&path, text.as_bytes())
        });
    }

    /// Returns all runs, the baseline first.
    pub(super) fn runs_of_page(&self) -> Vec<NamedRun> {
        let baseline = self.shared.runs.baseline;
        let entries = self.shared.runs.entries.iter();
        let (first, others): (Vec<_>, Vec<_>) =
            entries.partition(|entry| Some(entry.id) == baseline);
        let entries = first.into_iter().chain(others);
        entries
            .map(|entry| (entry.label.clone(), Arc::clone(&entry.run)))
            .collect()
    }

    /// Returns the command that makes the same page, or why there is none.
    pub(super) fn command_of_page(
        &self,
        question: Option<&str>,
        path: &Path,
    ) -> Result<String, DialogCommand> {
        let entries: Vec<&Entry> = self.shared.runs.entries.iter().collect();
        let named: Vec<(&str, &Run)> = entries
            .iter()
            .map(|entry| (entry.label.as_str(), &*entry.run))
            .collect();
        let policies = self.policies_of(&named)?;
        let source = self.shared.document.source.as_deref();
        Ok(command(&PageArguments {
            path: source.ok_or(DialogCommand::None(NO_FILE))?,
            platform: None,
            policies: &policies,
            baseline: self.baseline_to_name(&entries),
            seed: None,
            question,
            notes: self.shared.scope.notes(),
            scope: self.shared.scope.current(),
            out: path,
        }))
    }

    /// Returns the name of the baseline among `entries`, unless it is the default of the command
    /// line: the log as recorded, or else the first.
    pub(super) fn baseline_to_name<'e>(&self, entries: &[&'e Entry]) -> Option<&'e str> {
        let baseline = self.shared.runs.baseline?;
        let is_log = |entry: &&&Entry| entry.run.policy.replays();
        let usual = entries.iter().find(is_log).or(entries.first())?;
        let mut others = entries.iter().filter(|entry| entry.id != usual.id);
        let named = others.find(|entry| entry.id == baseline);
        named.map(|entry| entry.label.as_str())
    }
}
