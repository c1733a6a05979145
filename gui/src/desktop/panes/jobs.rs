//! The table of every job of a run: sorted, filtered, and drawn only where it can be seen.

use egui::Ui;
use egui_extras::{Column, TableBuilder};

use crate::base::words;
use crate::desktop::command::Wish;
use crate::desktop::shared::runs::{Entry, RunId};
use crate::desktop::shared::{Selection, Shared};
use crate::desktop::widgets::wide;
use crate::metrics::select::Scope;
use crate::record::Run;

/// A column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum By {
    #[default]
    Number,
    User,
    Submit,
    Wait,
    Start,
    End,
    Runtime,
    Estimate,
    Nodes,
    Slowdown,
}

impl By {
    const ALL: [Self; 10] = [
        Self::Number,
        Self::User,
        Self::Submit,
        Self::Wait,
        Self::Start,
        Self::End,
        Self::Runtime,
        Self::Estimate,
        Self::Nodes,
        Self::Slowdown,
    ];

    const fn heading(self) -> &'static str {
        match self {
            Self::Number => "Job",
            Self::User => "User",
            Self::Submit => "Submit s",
            Self::Wait => "Wait s",
            Self::Start => "Start s",
            Self::End => "End s",
            Self::Runtime => "Runtime s",
            Self::Estimate => "Estimate s",
            Self::Nodes => "Nodes",
            Self::Slowdown => "Slowdown",
        }
    }

    fn value(self, run: &Run, job: usize) -> f64 {
        let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
        let label = run.experiment.labels[job];
        match self {
            // Behind all that ran.
            Self::Wait | Self::Start | Self::End | Self::Runtime | Self::Slowdown
                if outcome.refused =>
            {
                f64::INFINITY
            }
            Self::Number => label.number as f64,
            Self::User => label.user.map_or(-1.0, f64::from),
            Self::Submit => spec.submit.seconds(),
            Self::Wait => run.wait(job).seconds(),
            Self::Start => outcome.started.seconds(),
            Self::End => outcome.completed.seconds(),
            Self::Runtime => outcome.executed.seconds(),
            Self::Estimate => spec.estimate.seconds(),
            Self::Nodes => f64::from(spec.nodes),
            Self::Slowdown => run.bounded_slowdown(job),
        }
    }

    fn text(self, run: &Run, job: usize) -> String {
        match self {
            Self::User => run.experiment.labels[job]
                .user
                .map_or_else(|| "–".to_owned(), |user| user.to_string()),
            Self::Wait | Self::Start | Self::End | Self::Runtime | Self::Slowdown
                if run.outcomes[job].refused =>
            {
                run.why_not_run(job).unwrap_or_default().to_owned()
            }
            _ => words::number(self.value(run, job)),
        }
    }
}

/// How a row was clicked: once chooses its job, twice goes there in the schedule.
enum Click {
    Once(usize),
    Twice(usize),
}

/// How the table is sorted and filtered.
#[derive(Default)]
pub(in crate::desktop) struct State {
    filter: String,
    by: By,
    descending: bool,
    wants_focus: bool,
    revealed: Option<usize>,
    /// The job whose row was clicked.
    in_sight: Option<usize>,
    rows: Vec<u32>,
    made_for: Option<Key>,
    /// Whether all jobs are listed though some are selected.
    all: bool,
}

/// What the order of rows depends on.
#[derive(Clone, PartialEq)]
struct Key {
    id: RunId,
    scope: Scope,
    run: *const Run,
    filter: String,
    by: By,
    descending: bool,
}

impl State {
    /// Puts the cursor into the filter when the table is shown next.
    pub(in crate::desktop) fn ask_for_focus(&mut self) {
        self.wants_focus = true;
    }

    fn arrange(&mut self, id: RunId, run: &Run, scope: &Scope) {
        let key = Key {
            id,
            scope: scope.clone(),
            run: std::ptr::from_ref(run),
            filter: self.filter.trim().to_lowercase(),
            by: self.by,
            descending: self.descending,
        };
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        self.rows = scope
            .jobs(run)
            .into_iter()
            .filter(|job| passes(run, *job as usize, &key.filter))
            .collect();
        let by = self.by;
        self.rows.sort_by(|one, other| {
            let (one, other) = (by.value(run, *one as usize), by.value(run, *other as usize));
            one.total_cmp(&other)
        });
        if self.descending {
            self.rows.reverse();
        }
        self.made_for = Some(key);
    }
}

/// Whether a job is among those asked for: by number, or by `user 12`.
fn passes(run: &Run, job: usize, filter: &str) -> bool {
    let label = run.experiment.labels[job];
    match filter.strip_prefix("user") {
        Some(user) => {
            let user = user.trim_start_matches([' ', ':', '=']);
            user.is_empty() || label.user.is_some_and(|known| known.to_string() == user)
        }
        None => label
            .number
            .to_string()
            .starts_with(filter.trim_start_matches('#')),
    }
}

impl State {
    /// Shows the table of the current run.
    pub(super) fn show(&mut self, ui: &mut Ui, shared: &Shared, wishes: &mut Vec<Wish>) {
        let Some(Entry { id, run, label, .. }) = shared.runs.current() else {
            ui.weak("No run yet");
            return;
        };
        let id = *id;
        let selected = shared.selection.filter(|selection| selection.id == id);
        let selected = selected.map(|selection| selection.job);
        let mut found = false;
        ui.horizontal(|ui| {
            ui.label(format!("{label}:"));
            found = self.filter_field(ui);
            let selected = shared.scope.now();
            let everything = Scope::default();
            if !selected.is_all() {
                ui.checkbox(&mut self.all, "List all");
            }
            // Whoever looks for a job finds it, selected or not.
            let is_whole = self.all || !self.filter.trim().is_empty();
            self.arrange(id, run, if is_whole { &everything } else { selected });
            let (shown, all) = (self.rows.len() as u64, run.outcomes.len() as u64);
            ui.weak(format!(
                "{} of {} jobs",
                words::count(shown),
                words::count(all)
            ));
        });
        let first = self.wanted(run).filter(|_| found);
        let click = ui
            .push_id("job table", |ui| self.table(ui, run, selected))
            .inner;
        if let Some(Click::Once(job) | Click::Twice(job)) = click {
            self.in_sight = Some(job);
        }
        wishes.extend(match (click, first) {
            (Some(Click::Once(job)), _) => Some(Wish::Choose(Selection { id, job })),
            (Some(Click::Twice(job)), _) => Some(Wish::GoTo(Selection { id, job })),
            (None, first) => first.map(|job| Wish::GoTo(Selection { id, job })),
        });
    }

    /// Returns whether the first match is wanted.
    fn filter_field(&mut self, ui: &mut Ui) -> bool {
        let field = egui::TextEdit::singleline(&mut self.filter)
            .hint_text("job number, or user 12")
            .desired_width(150.0);
        let field = ui.add(field).accessible_name("Find job");
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
        }
        field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
    }

    /// The job of just the number that is asked for, or else the first of those listed.
    fn wanted(&self, run: &Run) -> Option<usize> {
        let number = self.filter.trim().trim_start_matches('#').parse::<u64>();
        let labels = &run.experiment.labels;
        let is_it = |job: &&u32| {
            number
                .as_ref()
                .is_ok_and(|&number| labels[**job as usize].number == number)
        };
        let found = self.rows.iter().find(is_it).or(self.rows.first());
        found.map(|job| *job as usize)
    }

    /// Returns the job that was clicked.
    fn table(&mut self, ui: &mut Ui, run: &Run, selected: Option<usize>) -> Option<Click> {
        let mut clicked = None;
        wide::show(ui, |ui| {
            // A click on the words of a row is one on the row.
            ui.style_mut().interaction.selectable_labels = false;
            let mut table = TableBuilder::new(ui)
                .striped(true)
                .min_scrolled_height(0.0)
                .sense(egui::Sense::click())
                .columns(Column::exact(74.0), By::ALL.len());
            if let Some(row) = self.row_to_reveal() {
                table = table.scroll_to_row(row, Some(egui::Align::Center));
            }
            table
                .header(20.0, |mut row| {
                    for by in By::ALL {
                        row.col(|ui| self.heading(ui, by));
                    }
                })
                .body(|body| {
                    body.rows(18.0, self.rows.len(), |mut row| {
                        let job = self.rows[row.index()] as usize;
                        row.set_selected(selected == Some(job));
                        for by in By::ALL {
                            row.col(|ui| {
                                ui.label(by.text(run, job));
                            });
                        }
                        let response = row.response();
                        if response.double_clicked() {
                            clicked = Some(Click::Twice(job));
                        } else if response.clicked() {
                            clicked = Some(Click::Once(job));
                        }
                    });
                });
        });
        clicked
    }

    fn heading(&mut self, ui: &mut Ui, by: By) {
        let sign = match (self.by == by, self.descending) {
            (true, true) => " ⏷",
            (true, false) => " ⏶",
            (false, _) => "",
        };
        let text = format!("{}{sign}", by.heading());
        let button = egui::Button::new(egui::RichText::new(text).strong())
            .frame_when_inactive(false)
            .small();
        let sentence = format!("Sort by {}", by.heading());
        if ui.add(button).on_hover_text(sentence).clicked() {
            self.descending = self.by == by && !self.descending;
            self.by = by;
        }
    }

    /// Brings the row of `job` into sight when the table is shown next, unless it was just
    /// clicked.
    pub(in crate::desktop) fn reveal(&mut self, job: usize) {
        let is_clicked = self.in_sight.take() == Some(job);
        self.revealed = (!is_clicked).then_some(job);
    }

    /// The row to be brought into sight, if it is listed.
    fn row_to_reveal(&mut self) -> Option<usize> {
        let job = self.revealed.take()?;
        self.rows.iter().position(|row| *row as usize == job)
    }
}
