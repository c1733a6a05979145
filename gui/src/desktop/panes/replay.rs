//! The replay: a moment of the schedule that moves by hand, event by event, or by itself.

use cosched_core::Time;
use egui::{Context, Ui};

use crate::desktop::shared::Shared;
use crate::desktop::shared::runs::Entry;

/// How long the whole schedule plays at speed 1, in seconds.
const WHOLE: f64 = 60.0;
/// The speeds on offer.
const SPEEDS: [f64; 5] = [0.1, 0.5, 1.0, 4.0, 16.0];

/// Where the replay is.
pub(in crate::desktop) struct Replay {
    /// The moment; `None` until the replay is used.
    pub(in crate::desktop) at: Option<Time>,
    playing: bool,
    speed: f64,
}

impl Default for Replay {
    fn default() -> Self {
        Self {
            at: None,
            playing: false,
            speed: 1.0,
        }
    }
}

impl Shared {
    /// The first and the last event of the visible runs.
    fn span(&self) -> Option<(Time, Time)> {
        let spans = self.runs.visible().map(|entry| entry.timeline.span());
        spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Starts or stops playing; from the start if it was at the end.
    pub(in crate::desktop) fn toggle_play(&mut self) {
        self.replay.playing ^= true;
        let Some((first, last)) = self.span() else {
            return;
        };
        if self.replay.playing && self.replay.at.is_none_or(|at| at >= last) {
            self.replay.at = Some(first);
        }
    }

    /// Moves to the next or the last event of any visible run.
    pub(in crate::desktop) fn step_replay(&mut self, forward: bool) {
        self.replay.playing = false;
        let Some((first, last)) = self.span() else {
            return;
        };
        let at = self.replay.at.unwrap_or(first);
        let timelines = self.runs.visible().map(|entry| &entry.timeline);
        let next = match forward {
            true => timelines
                .filter_map(|timeline| timeline.next(at))
                .min()
                .unwrap_or(last),
            false => timelines
                .filter_map(|timeline| timeline.previous(at))
                .max()
                .unwrap_or(first),
        };
        self.replay.at = Some(next);
    }

    /// Plays on.
    pub(in crate::desktop) fn replay_moves(&mut self, ctx: &Context) {
        let Some((first, last)) = self.span().filter(|_| self.replay.playing) else {
            return;
        };
        let step = f64::from(ctx.input(|input| input.stable_dt)).min(0.1);
        let whole = last.since(first).0 as f64;
        let nanoseconds = whole * step * self.replay.speed / WHOLE;
        let at = self
            .replay
            .at
            .unwrap_or(first)
            .0
            .saturating_add(nanoseconds as u64);
        self.replay.at = Some(Time(at.min(last.0)));
        self.replay.playing = at < last.0;
        ctx.request_repaint();
    }

    /// Shows the controls and the state at the moment.
    pub(in crate::desktop) fn replay_bar(&mut self, ui: &mut Ui) {
        let Some((first, last)) = self.span() else {
            return;
        };
        let button = |ui: &mut Ui, sign: &str, name: &str, tooltip: &str| {
            let response = ui.small_button(sign).accessible_name(name);
            response.on_hover_text(tooltip).clicked()
        };
        if button(ui, "⏮", "Event before", "To the event before (left arrow)") {
            self.step_replay(false);
        }
        let (sign, name) = match self.replay.playing {
            true => ("⏸", "Pause replay"),
            false => ("▶", "Play replay"),
        };
        if button(ui, sign, name, "Move through the schedule in time (space)") {
            self.toggle_play();
        }
        if button(ui, "⏭", "Next event", "To the next event (right arrow)") {
            self.step_replay(true);
        }
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
            self.counts(ui, at);
            if button(
                ui,
                "🗙",
                "Leave replay",
                "Take the replay's line out of the plots",
            ) {
                self.replay = Replay::default();
            }
        }
    }

    /// What `at` is called by the runs in sight.
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
            self.replay.at = Some(Time((at * 1e9) as u64));
        }
    }

    /// Running, waiting and free for every visible run; the first two fit beside the slider.
    fn counts(&self, ui: &mut Ui, at: Time) {
        let visible: Vec<&Entry> = self.runs.visible().collect();
        for entry in visible.iter().take(2) {
            ui.label(state_at(entry, at)).on_hover_ui(|ui| {
                for entry in &visible {
                    ui.label(state_at(entry, at));
                }
            });
        }
    }
}

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
    let suspended = match state.suspended {
        0 => String::new(),
        jobs => format!("{jobs} suspended, "),
    };
    format!(
        "{}: {} running, {suspended}{} waiting, {free} free",
        entry.label, state.running, state.waiting
    )
}
