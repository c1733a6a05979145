//! Writing a page about the runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{State, written};
use crate::base::progress::Progress;
use crate::desktop::App;
use crate::record::Run;
use crate::report::{Remade, Report, command, html};
use crate::scenario::PolicyName;

/// A run and its name in the window.
type Named = (String, Arc<Run>);

impl App {
    /// Asks the question that stands at the beginning of the page.
    pub(super) fn question_field(ui: &mut egui::Ui, state: &mut State) {
        let label = ui.label("Question");
        ui.add(egui::TextEdit::singleline(&mut state.question).desired_width(420.0))
            .labelled_by(label.id);
        ui.end_row();
    }

    /// Writes the page about all runs in the window, compared with the baseline.
    pub(super) fn export_page(&mut self, state: &State, path: PathBuf) {
        let baseline = self.shared.runs.baseline;
        let (first, others): (Vec<_>, Vec<_>) = {
            let entries = self.shared.runs.entries.iter();
            entries.partition(|entry| Some(entry.id) == baseline)
        };
        let entries = first.into_iter().chain(others);
        let runs: Vec<Named> = entries
            .map(|entry| (entry.label.clone(), Arc::clone(&entry.run)))
            .collect();
        let question = Some(state.question.trim().to_owned()).filter(|text| !text.is_empty());
        let command = self.command_of_page(&runs, question.as_deref(), &path);
        let notes = self.shared.scope.notes().to_vec();
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
            };
            let text = html(&report, &Progress::default())?;
            written(&path, text.as_bytes())
        });
    }

    /// The command that makes the same page, if there is one: of runs of the file as it is.
    fn command_of_page(
        &self,
        runs: &[Named],
        question: Option<&str>,
        path: &Path,
    ) -> Option<String> {
        let document = &self.shared.document;
        let source = document.source.as_deref();
        let source = source.filter(|_| !document.is_modified())?;
        let is_of_file = |(label, run): &Named| {
            !matches!(run.policy, PolicyName::External(_))
                && *label == run.label
                && run.experiment.scenario == document.scenario
                && run.parameters == document.scenario.parameters
        };
        let policies: Vec<&str> = runs.iter().map(|(_, run)| run.policy.kebab()).collect();
        let is_all = runs.iter().all(is_of_file);
        is_all.then(|| {
            command(&Remade {
                path: source,
                platform: None,
                policies: &policies,
                seed: None,
                question,
                out: path,
            })
        })
    }
}
