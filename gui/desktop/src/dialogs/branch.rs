//! The dialog of a branch in time: the run that goes on differently, from when on, and the changes.

use std::ops::RangeInclusive;

use egui::{Context, DragValue, Grid, Response, RichText, Ui};

use crate::documents::OpenDocument;
use crate::shared::Shared;
use crate::shared::document::Document;
use laboratory::base::format::span;
use laboratory::base::problem::Problem;
use laboratory::base::sanitize::quoted;
use laboratory::base::span::seconds as typed_seconds;
use laboratory::record::choices::branches;
use laboratory::record::unit::Unit;
use laboratory::run::{check, choices};
use laboratory::scenario::branch::{Change, Moved, Nodes, Place, Submitted};
use laboratory::scenario::{Branch, LONGEST, MOST_NODES, PolicyName, Scenario};

/// Change to the selected job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JobChange {
    Stay,
    Cancel,
    Front,
    Back,
}

impl JobChange {
    const ALL: [Self; 4] = [Self::Stay, Self::Cancel, Self::Front, Self::Back];

    const fn title(self) -> &'static str {
        match self {
            Self::Stay => "stays as it is",
            Self::Cancel => "is cancelled",
            Self::Front => "moves to the front of the queue",
            Self::Back => "moves to the back of the queue",
        }
    }
}

/// Values of the fields.
pub(crate) struct State {
    name: String,
    from: String,
    at: f64,
    policy: Option<PolicyName>,
    drain: u32,
    add: u32,
    submit: Option<Submitted>,
    job: Option<u64>,
    fate: JobChange,
    /// Changes for which the dialog has no fields.
    others: Vec<Change>,
    /// Index of the branch that is edited; absent if one is added.
    changed: Option<usize>,
}

/// Default of a submitted job.
const JOB: Submitted = Submitted {
    id: None,
    submit: None,
    runtime: 3600.0,
    nodes: 1,
    estimate: None,
};

impl State {
    /// Opens at the moment of the replay, for the current run and its selected job.
    pub(crate) fn new(shared: &Shared) -> Self {
        let labels = labels(&shared.document.scenario);
        let current = shared.runs.current().map(|entry| entry.run.label.clone());
        let current = current.filter(|label| labels.contains(label));
        let chosen = shared.selection.and_then(|selection| {
            let entry = shared.runs.get(selection.id)?;
            let label = entry.run.experiment.labels.get(selection.job)?;
            Some(label.number())
        });
        Self {
            name: String::new(),
            from: current.or(labels.into_iter().next()).unwrap_or_default(),
            // A scrubbed moment is no whole second; the events of that moment come before it.
            at: shared.replay.at.unwrap_or_default().seconds().ceil(),
            policy: None,
            drain: 0,
            add: 0,
            submit: None,
            job: chosen,
            fate: JobChange::Stay,
            others: Vec::new(),
            changed: None,
        }
    }

    /// Opens with the branch at `index` of the scenario, to be edited; `None` if there is none.
    pub(crate) fn edit(shared: &Shared, index: usize) -> Option<Self> {
        let branch = shared.document.scenario.branches.get(index)?;
        let mut state = Self {
            name: branch.name.clone().unwrap_or_default(),
            at: branch.at,
            job: None,
            changed: Some(index),
            ..Self::new(shared)
        };
        if let Some(from) = &branch.from {
            state.from.clone_from(from);
        }
        for change in &branch.changes {
            match change {
                Change::Policy(policy) => state.policy = Some(*policy),
                Change::Drain(Nodes { first: None, count }) => state.drain = *count,
                Change::Add(count) => state.add = *count,
                Change::Submit(job) if state.submit.is_none() => state.submit = Some(*job),
                Change::Cancel(job) if state.job.is_none() => {
                    (state.job, state.fate) = (Some(*job), JobChange::Cancel);
                }
                Change::Move(Moved {
                    job,
                    to: Place::Front,
                }) if state.job.is_none() => {
                    (state.job, state.fate) = (Some(*job), JobChange::Front);
                }
                Change::Move(Moved {
                    job,
                    to: Place::Back,
                }) if state.job.is_none() => {
                    (state.job, state.fate) = (Some(*job), JobChange::Back);
                }
                other => state.others.push(other.clone()),
            }
        }
        Some(state)
    }

    /// Returns the branch that the fields describe.
    fn branch(&self) -> Branch {
        let mut changes = Vec::new();
        changes.extend(self.policy.map(Change::Policy));
        if self.drain > 0 {
            let (first, count) = (None, self.drain);
            changes.push(Change::Drain(Nodes { first, count }));
        }
        if self.add > 0 {
            changes.push(Change::Add(self.add));
        }
        changes.extend(self.submit.map(Change::Submit));
        changes.extend(self.job.and_then(|job| {
            Some(match self.fate {
                JobChange::Stay => return None,
                JobChange::Cancel => Change::Cancel(job),
                JobChange::Front => Change::Move(Moved {
                    job,
                    to: Place::Front,
                }),
                JobChange::Back => Change::Move(Moved {
                    job,
                    to: Place::Back,
                }),
            })
        }));
        changes.extend(self.others.iter().cloned());
        let name = self.name.trim();
        Branch {
            name: (!name.is_empty()).then(|| name.to_owned()),
            from: Some(self.from.clone()),
            at: self.at,
            changes,
        }
    }
}

/// Returns the runs a branch can be beside.
fn labels(scenario: &Scenario) -> Vec<String> {
    let choices = choices(scenario).into_iter();
    choices.map(|choice| choice.label).collect()
}

/// Shows the dialog if it is open.
pub(crate) fn show(dialog: &mut Option<State>, front: &mut OpenDocument, ctx: &Context) {
    let Some(mut state) = dialog.take() else {
        return;
    };
    let (mut open, mut wanted) = (true, false);
    egui::Window::new("Branch")
        .open(&mut open)
        .collapsible(false)
        .default_width(460.0)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            ui.label("The same run until an instant; then it goes on differently.");
            ui.add_space(4.0);
            fields(ui, &mut state, &front.shared);
            ui.add_space(4.0);
            let problem = problem_of(&front.shared, &state.branch(), state.changed);
            let is_empty = state.branch().changes.is_empty();
            match problem.filter(|_| !is_empty) {
                Some(problem) => {
                    let ink = ui.visuals().error_fg_color;
                    ui.colored_label(ink, quoted(&problem.sentence));
                }
                None => {
                    let verb = match state.changed {
                        Some(_) => "Change branch",
                        None => "Add branch",
                    };
                    let button = egui::Button::new(verb);
                    let button = ui.add_enabled(!is_empty, button);
                    let button = button.on_disabled_hover_text("Nothing is done yet");
                    wanted = button
                        .on_hover_text("Run it beside the others; it is part of the scenario")
                        .clicked();
                }
            }
            show_command(ui, &front.shared.document, &state.branch());
        });
    if wanted {
        front.change_branches(ctx, |branches| {
            put(branches, state.branch(), state.changed);
        });
    } else if open {
        *dialog = Some(state);
    }
}

fn fields(ui: &mut Ui, state: &mut State, shared: &Shared) {
    Grid::new("branch")
        .num_columns(2)
        .spacing([10.0, 6.0])
        .show(ui, |ui| {
            row(ui, "Branch from", |ui| {
                let labels = labels(&shared.document.scenario);
                list(ui, &state.from.clone(), |ui| {
                    for label in labels {
                        ui.selectable_value(&mut state.from, label.clone(), label);
                    }
                })
            });
            let unit = shared.experiment.as_ref();
            let units = unit
                .map_or(Unit::Node, |experiment| experiment.size_unit)
                .many();
            let clock = shared.experiment.as_ref();
            let clock = clock.map(|experiment| experiment.clock.clone());
            let clock = clock.unwrap_or_default();
            let instant = |at: f64| clock.instant(at);
            row(ui, "Instant", |ui| {
                seconds(ui, &mut state.at, 0.0, &instant)
            });
            row(ui, "Policy from then on", |ui| {
                let title = state.policy.map_or("as before", PolicyName::title);
                list(ui, title, |ui| {
                    ui.selectable_value(&mut state.policy, None, "as before");
                    for policy in PolicyName::queues() {
                        ui.selectable_value(&mut state.policy, Some(policy), policy.title());
                    }
                })
            });
            row(ui, &format!("Drain the last {units}"), |ui| {
                count(ui, &mut state.drain, 0..=MOST_NODES)
            });
            row(ui, &format!("Add {units}"), |ui| {
                count(ui, &mut state.add, 0..=MOST_NODES)
            });
            submitted(ui, &mut state.submit, units);
            let chosen = state.job.map(|job| format!("Job {job}"));
            row(ui, chosen.as_deref().unwrap_or("Chosen job"), |ui| {
                let fate = &mut state.fate;
                match state.job {
                    None => ui.weak("none; click one in a chart to cancel or move it"),
                    Some(_) => list(ui, fate.title(), |ui| {
                        for one in JobChange::ALL {
                            ui.selectable_value(fate, one, one.title());
                        }
                    }),
                }
            });
            row(ui, "Name of the branch", |ui| {
                let usual = format!("{} from {}", state.from, span(state.at));
                let field = egui::TextEdit::singleline(&mut state.name).hint_text(usual);
                ui.add(field.desired_width(240.0))
            });
        });
}

/// Returns what is wrong with the branch, in place of the one at `changed` or behind the
/// others, before anything is run.
fn problem_of(shared: &Shared, branch: &Branch, changed: Option<usize>) -> Option<Problem> {
    let mut scenario = shared.document.scenario.clone();
    let index = put(&mut scenario.branches, branch.clone(), changed);
    match branches(&scenario).into_iter().nth(index)? {
        Ok(choice) => check(shared.experiment.as_ref()?, &choice).err(),
        Err(problem) => Some(problem),
    }
}

/// Shows the equivalent command.
fn show_command(ui: &mut Ui, document: &Document, branch: &Branch) {
    let file = document.source.as_deref();
    let file = file.map_or_else(
        || "SCENARIO.ron".to_owned(),
        |path| path.display().to_string(),
    );
    let text = branch.to_string();
    let words = ["cosched", "run", &file, "--branch", &text];
    let line = shlex::try_join(words).unwrap_or_default();
    ui.add_space(4.0);
    ui.weak("The same on the command line:");
    let line = RichText::new(line).monospace();
    ui.add(egui::Label::new(line).selectable(true).wrap());
}

/// Puts `branch` in the position `changed`, or behind all others; returns its index.
fn put(branches: &mut Vec<Branch>, branch: Branch, changed: Option<usize>) -> usize {
    match changed.filter(|index| *index < branches.len()) {
        Some(index) => {
            branches[index] = branch;
            index
        }
        None => {
            branches.push(branch);
            branches.len() - 1
        }
    }
}

/// Shows a name and its field.
fn row(ui: &mut Ui, name: &str, edit: impl FnOnce(&mut Ui) -> Response) {
    let label = ui.label(name);
    edit(ui).labelled_by(label.id);
    ui.end_row();
}

fn list(ui: &mut Ui, chosen: &str, entries: impl FnOnce(&mut Ui)) -> Response {
    let id = ui.next_auto_id();
    egui::ComboBox::from_id_salt(id)
        .width(240.0)
        .selected_text(chosen)
        .show_ui(ui, entries)
        .response
}

fn count(ui: &mut Ui, value: &mut u32, range: RangeInclusive<u32>) -> Response {
    ui.add(DragValue::new(value).range(range).speed(0.2))
}

/// Shows a number of seconds by `words`. It is typed as seconds or with a unit.
fn seconds(ui: &mut Ui, value: &mut f64, least: f64, words: &dyn Fn(f64) -> String) -> Response {
    let field = DragValue::new(value)
        .range(least..=LONGEST)
        .speed(10.0)
        .custom_formatter(|value, _| words(value))
        .custom_parser(|text| typed_seconds(&text.replace(' ', "")));
    ui.add(field)
        .on_hover_text("Drag, or type seconds, or 90m, 5h or 2d")
}

/// Shows whether a job is submitted, and which.
fn submitted(ui: &mut Ui, submit: &mut Option<Submitted>, units: &str) {
    let mut wanted = submit.is_some();
    row(ui, "Submit a job", |ui| {
        ui.checkbox(&mut wanted, "at the instant")
    });
    *submit = wanted.then(|| submit.unwrap_or(JOB));
    if let Some(job) = submit {
        row(ui, &format!("Its {units}"), |ui| {
            count(ui, &mut job.nodes, 1..=MOST_NODES)
        });
        row(ui, "Its runtime", |ui| {
            seconds(ui, &mut job.runtime, 1e-9, &span)
        });
    }
}
