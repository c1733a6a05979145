//! Command lines equivalent to the export dialog.

use std::path::Path;

use super::State;
use super::item::{ExportItem, FigureStyle, Format};
use crate::App;
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::shared::runs::Entry;
use crate::widgets::command_line::{DialogCommand, NO_FILE, line};
use crate::work::flow::is_same_but_for_policies;
use laboratory::export::folder_name;
use laboratory::load::cases;
use laboratory::load::recorded::is_requested;
use laboratory::record::Run;
use laboratory::record::colour::colours_of;
use laboratory::run::choices;
use laboratory::scenario::PolicyName;

/// Runs of several files in the window are in no file together.
const PUT_TOGETHER: &str =
    "No command line does this: these runs are not those of the scenario's file";
/// Curves of a sweep are drawn from its folder.
const SWEPT: &str = "On the command line a sweep has a folder: “cosched sweep FILE --out FOLDER”, \
    and then “cosched figure FOLDER --kind sweep --out FIGURE”";
/// Only reports are of a selection there.
const SELECTED: &str =
    "No command line draws selected jobs alone; “cosched report --select” is of them";
/// Size of figures of studies on the command line.
const STUDY_FIGURES: [u32; 2] = [1400, 900];

impl App {
    /// Returns the command that writes the same file, or why there is none.
    pub(super) fn equivalent_command(&self, state: &State, dark: bool) -> DialogCommand {
        match state.what {
            ExportItem::Plot(Pane::Sweep) => DialogCommand::None(SWEPT),
            ExportItem::Plot(pane) => match self.front.panes.kind(pane) {
                Some(kind) => self.front.figure_command(state, kind.name, dark),
                None => DialogCommand::None("No command line draws this plot"),
            },
            ExportItem::Gantt => self.front.figure_command(state, "schedule", dark),
            ExportItem::Workflow => {
                DialogCommand::None("No command line draws graphs of workflows")
            }
            ExportItem::Table(_) | ExportItem::All => self.front.runs_command(),
            ExportItem::Comparison | ExportItem::Run => self.front.tables_command(state),
            ExportItem::Scenario => DialogCommand::Runs(line(["cosched", "run", &state.path])),
            ExportItem::Page => self.front.page_command(state),
            ExportItem::Report => match state.format {
                Format::Csv => self.same_study(&["--out", &state.path]),
                _ => DialogCommand::Does(format!(
                    "{} > {}",
                    self.study_line(&["--quiet"]),
                    line([state.path.as_str()])
                )),
            },
            ExportItem::Figures => self.same_study_figures(state, dark),
            ExportItem::Search => self.front.same_search(state),
        }
    }

    /// Returns the line of `cosched reproduce` for the study that was run, with `more`.
    fn study_line(&self, more: &[&str]) -> String {
        let words = self.studies.title_lines();
        let words = words.iter().map(String::as_str);
        line(words.chain(more.iter().copied()))
    }

    fn same_study(&self, more: &[&str]) -> DialogCommand {
        DialogCommand::Does(self.study_line(more))
    }

    fn same_study_figures(&self, state: &State, dark: bool) -> DialogCommand {
        let (index, look) = self.studies.page_and_look();
        if dark || [state.width, state.height] != STUDY_FIGURES || !look.log {
            let why = "The command line draws figures of studies light, 1400 by 900 pixels large, \
                and logarithmic only where values are far apart";
            return DialogCommand::None(why);
        }
        let page = (index + 1).to_string();
        let mut more = vec!["--figure", &state.path, "--page", &page];
        if look.against {
            more.push("--against");
        }
        self.same_study(&more)
    }
}

impl OpenDocument {
    /// Returns the names of the policies of `runs` for the command line, none if they are all that
    /// the file requests; an error if no command makes them.
    pub(crate) fn policies_of(
        &self,
        runs: &[(&str, &Run)],
    ) -> Result<Vec<&'static str>, DialogCommand> {
        let document = &self.shared.document;
        if document.source.is_none() || document.is_modified() {
            return Err(DialogCommand::None(NO_FILE));
        }
        let scenario = &document.scenario;
        let is_of_file = |run: &Run| is_same_but_for_policies(&run.experiment.scenario, scenario);
        if !runs.iter().all(|(_, run)| is_of_file(run)) || runs.is_empty() {
            return Err(DialogCommand::None(PUT_TOGETHER));
        }
        let requested = choices(scenario);
        // A log is run as recorded only in the window.
        let is_scenario = document.source.as_deref().is_some_and(cases::is_scenario);
        let is_whole = (is_scenario || !is_requested(scenario))
            && requested.len() == runs.len()
            && requested.iter().zip(runs).all(|(choice, (label, run))| {
                choice.label == *label
                    && choice.policy == run.policy
                    && choice.parameters == run.parameters
            });
        if is_whole {
            return Ok(Vec::new());
        }
        let is_plain = |(label, run): &(&str, &Run)| {
            !matches!(run.policy, PolicyName::External(_))
                && *label == run.policy.title()
                && run.parameters == scenario.parameters
        };
        if runs.iter().all(is_plain) {
            Ok(runs.iter().map(|(_, run)| run.policy.kebab()).collect())
        } else {
            Err(DialogCommand::None(PUT_TOGETHER))
        }
    }

    /// Returns `cosched VERB FILE --policy …` for `entries`, in the colours they have there.
    pub(super) fn command_words<'e>(
        &'e self,
        verb: &str,
        entries: &[&'e Entry],
        coloured: bool,
    ) -> Result<Vec<String>, DialogCommand> {
        let runs: Vec<(&str, &Run)> = entries
            .iter()
            .map(|entry| (entry.label.as_str(), &*entry.run))
            .collect();
        let policies = self.policies_of(&runs)?;
        let there = colours_of(entries.iter().map(|entry| entry.run.policy));
        let here = entries.iter().map(|entry| entry.slot);
        if coloured && !here.eq(there) {
            let why = "No command line does this: the runs have other colours there";
            return Err(DialogCommand::None(why));
        }
        let source = self.shared.document.source.as_deref();
        let source = source.map_or_else(String::new, |path| path.display().to_string());
        let mut words = vec!["cosched".to_owned(), verb.to_owned(), source];
        for policy in policies {
            words.extend(["--policy".to_owned(), policy.to_owned()]);
        }
        Ok(words)
    }

    /// Returns the command that explains when the job of that number of `entry` started.
    pub(crate) fn explain_command(&self, entry: &Entry, number: u64) -> DialogCommand {
        match self.command_words("explain", &[entry], false) {
            Ok(mut words) => {
                words.extend(["--job".to_owned(), number.to_string()]);
                DialogCommand::Does(line(words.iter().map(String::as_str)))
            }
            Err(none) => none,
        }
    }

    /// Returns the line of `cosched figure`.
    fn figure_command(&self, state: &State, kind: &str, dark: bool) -> DialogCommand {
        if !self.shared.scope.current().is_all() {
            return DialogCommand::None(SELECTED);
        }
        let is_schedule = state.what == ExportItem::Gantt;
        let entries: Vec<&Entry> = if is_schedule {
            self.shared.runs.current().into_iter().collect()
        } else {
            self.shared.runs.visible().collect()
        };
        let mut words = match self.command_words("figure", &entries, !is_schedule) {
            Ok(words) => words,
            Err(none) => return none,
        };
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        add("--kind", kind.to_owned());
        add("--out", state.path.clone());
        match state.drawn {
            _ if state.format == Format::Csv => {}
            FigureStyle::ForPrint => {
                let [width, height] = state.millimetres;
                add("--size", format!("{width}x{height}mm"));
                add("--font", format!("{}pt", state.font));
                if is_schedule {
                    let by = self.shared.sight.colour_by;
                    add("--colour", by.title().to_owned());
                }
            }
            FigureStyle::AsHere => {
                add("--pixels", format!("{}x{}", state.width, state.height));
                if is_schedule {
                    let by = self.shared.sight.colour_by;
                    add("--colour", by.title().to_owned());
                }
                if dark {
                    add("--theme", "dark".to_owned());
                }
            }
        }
        for note in self.shared.scope.notes() {
            words.extend(["--note".to_owned(), note.command_text()]);
        }
        DialogCommand::Does(line(words.iter().map(String::as_str)))
    }

    /// Returns the line of `cosched run --out`, whose files have names of their own.
    fn tables_command(&self, state: &State) -> DialogCommand {
        let path = Path::new(&state.path);
        let entries: Vec<&Entry> = match state.what {
            ExportItem::Run => self.shared.runs.current().into_iter().collect(),
            _ => self.shared.runs.entries.iter().collect(),
        };
        let name = match (state.what, entries.first()) {
            (ExportItem::Run, Some(entry)) => folder_name(&entry.label),
            _ => "summary.csv".to_owned(),
        };
        if path.file_name().is_none_or(|given| *given != *name) {
            let why = "No command line writes it under this name; \
                summary.csv, or a folder named as the run, is what it writes";
            return DialogCommand::None(why);
        }
        match self.command_words("run", &entries, false) {
            Ok(mut words) => {
                let folder = path.parent().unwrap_or(path).display().to_string();
                words.extend(["--out".to_owned(), folder]);
                DialogCommand::Does(line(words.iter().map(String::as_str)))
            }
            Err(none) => none,
        }
    }

    /// Returns the line of `cosched report`.
    fn page_command(&self, state: &State) -> DialogCommand {
        match self.command_of_page(state.question(), Path::new(&state.path)) {
            Ok(line) => DialogCommand::Does(line),
            Err(none) => none,
        }
    }

    fn same_search(&self, state: &State) -> DialogCommand {
        if state.format == Format::Ron {
            return DialogCommand::Runs(line(["cosched", "run", &state.path]));
        }
        let path = Path::new(&state.path);
        let Some(source) = self.panes.slots.saved_as() else {
            return DialogCommand::None("Write the search as RON, and the command line can run it");
        };
        if path.file_name().is_none_or(|name| name != "windows.csv") {
            return DialogCommand::None("The command line calls this file windows.csv");
        }
        let folder = path.parent().unwrap_or(path).display().to_string();
        let source = source.display().to_string();
        DialogCommand::Does(line(["cosched", "run", &source, "--out", &folder]))
    }
}
