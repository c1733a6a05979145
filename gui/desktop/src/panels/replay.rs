//! The controls of the replay, and the state of the machine at its moment.

use cosched_core::Time;
use egui::Ui;

use crate::Command;
use crate::shared::replay::Replay;
use crate::shared::runs::{Entry, Runs};
use laboratory::record::unit::Unit;

/// Speeds on offer.
const SPEEDS: [f64; 5] = [0.1, 0.5, 1.0, 4.0, 16.0];

/// The replay with its runs.
pub(super) struct Bar<'a> {
    pub(super) replay: &'a mut Replay,
    pub(super) runs: &'a Runs,
    pub(super) commands: &'a mut Vec<Command>,
}

impl Bar<'_> {
    /// Shows the controls and the state at the moment.
    pub(super) fn show(&mut self, ui: &mut Ui) {
        let Some((first, last)) = Replay::span(self.runs) else {
            return;
        };
        let button = |ui: &mut Ui, sign: &str, name: &str, tooltip: &str| {
            let response = ui.small_button(sign).accessible_name(name);
            response.on_hover_text(tooltip).clicked()
        };
        if button(ui, "⏮", "Event before", "To the event before (left arrow)") {
            self.replay.step(false, self.runs);
        }
        let (sign, name) = if self.replay.playing {
            ("⏸", "Pause replay")
        } else {
            ("▶", "Play replay")
        };
        if button(ui, sign, name, "Move through the schedule in time (space)") {
            self.replay.toggle(self.runs);
        }
        if button(ui, "⏭", "Next event", "To the next event (right arrow)") {
            self.replay.step(true, self.runs);
        }
        self.leave(ui);
        self.scrub(ui, first, last);
        egui::ComboBox::from_id_salt("speed")
            .width(46.0)
            .selected_text(format!("×{}", self.replay.speed))
            .show_ui(ui, |ui| {
                for speed in SPEEDS {
                    ui.selectable_value(&mut self.replay.speed, speed, format!("×{speed}"));
                }
            })
            .response
            .accessible_name("Speed of the replay")
            .on_hover_text("At ×1 the whole schedule takes a minute");
        if let Some(at) = self.replay.at {
            ui.label(self.instant_in_sight(at));
            let branch = ui.small_button("Branch here…");
            let branch = branch.on_hover_text(Command::Branch.tooltip());
            if branch.clicked() {
                self.commands.push(Command::Branch);
            }
            // They are shortened where there is no room for them, and leave nothing for others.
            self.counts(ui, at);
        }
    }

    /// Shows the button to leave, beside parts of fixed width, so that it does not move.
    fn leave(&mut self, ui: &mut Ui) {
        let button = egui::Button::new("🗙").small();
        let leave = ui.add_enabled(self.replay.at.is_some(), button);
        let leave = leave.accessible_name("Leave replay");
        let tooltip = "Take the replay's line out of the plots";
        if leave.on_hover_text(tooltip).clicked() {
            *self.replay = Replay::default();
        }
    }

    /// Returns `at` on the clock of the runs in sight.
    fn instant_in_sight(&self, at: Time) -> String {
        let run = self.runs.visible().next().map(|entry| &entry.run);
        run.map_or_else(String::new, |run| run.instant(at))
    }

    fn scrub(&mut self, ui: &mut Ui, first: Time, last: Time) {
        let mut at = self.replay.at.unwrap_or(first).seconds();
        ui.spacing_mut().slider_width = 170.0;
        let slider = egui::Slider::new(&mut at, first.seconds()..=last.seconds().max(1.0))
            .show_value(false)
            .clamping(egui::SliderClamping::Never);
        let slider = ui.add(slider).accessible_name("Moment of the replay");
        if slider.on_hover_text("Moment of the replay").changed() {
            self.replay.playing = false;
            self.replay.hides = true;
            self.replay.at = Some(Time((at * 1e9) as u64));
        }
    }

    /// Shows running, waiting and free for every visible run; the first two fit beside the slider.
    fn counts(&self, ui: &mut Ui, at: Time) {
        let visible: Vec<&Entry> = self.runs.visible().collect();
        for entry in visible.iter().take(2) {
            if ui.available_width() < LEAST {
                break;
            }
            let counts = egui::Label::new(state_at(entry, at)).truncate();
            ui.add(counts).on_hover_ui(|ui| {
                for entry in &visible {
                    ui.label(state_at(entry, at));
                }
            });
        }
    }
}

/// Least room in which a shortened count is readable.
const LEAST: f32 = 60.0;

fn state_at(entry: &Entry, at: Time) -> String {
    let state = entry.timeline.state(at);
    if let Some(record) = entry.run.placements() {
        let cores: u64 = record
            .servers
            .iter()
            .map(|server| u64::from(server.cores))
            .sum();
        return format!(
            "{}: {} running, {} waiting, {} threads on {cores} cores",
            entry.label, state.running, state.waiting, state.busy
        );
    }
    let free = i64::from(entry.run.experiment.nodes) - state.busy;
    let free_what = match entry.run.experiment.unit() {
        Unit::Node => "free".to_owned(),
        unit => format!("{} free", unit.many()),
    };
    let suspended = match state.suspended {
        0 => String::new(),
        jobs => format!("{jobs} suspended, "),
    };
    format!(
        "{}: {} running, {suspended}{} waiting, {free} {free_what}",
        entry.label, state.running, state.waiting
    )
}
