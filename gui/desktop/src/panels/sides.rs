//! Which of the panels at the sides a window has room for: both beside the charts, one, or none, and then
//! they lie over the charts or below them.

use crate::App;

/// Least widths of a window in points, with both panels beside the charts and with one.
const BOTH: f32 = 1000.0;
const ONE: f32 = 640.0;

/// A panel at a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// On the left: machine, workload, policies, runs.
    Experiment,
    /// On the right: the selected job.
    Inspector,
}

/// Room of a window beside its charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Room {
    #[default]
    Both,
    One,
    None,
}

/// The panels in a window of some width.
#[derive(Default)]
pub(crate) struct Sides {
    room: Room,
    /// The panel that was asked for last: where there is no room for both, the other gives way.
    latest: Option<Side>,
}

impl App {
    /// Takes the width of the window, in points.
    pub(crate) fn fit_sides(&mut self, width: f32) {
        self.sides.room = match width {
            BOTH.. => Room::Both,
            ONE.. => Room::One,
            _ => Room::None,
        };
    }

    /// Whether the charts take the whole width of the window.
    pub(crate) fn is_narrow(&self) -> bool {
        self.sides.room == Room::None
    }

    /// Whether that panel is shown; that of a job, as soon as one is selected.
    pub(crate) fn shows(&self, side: Side) -> bool {
        let Sides { room, latest } = self.sides;
        let inspector = self.settings.show_inspector;
        let experiment = self.settings.show_experiment;
        let has_job = self.front.question.is_some();
        let inspector_first = inspector && latest != Some(Side::Experiment);
        match (room, side) {
            (Room::Both, Side::Experiment) => experiment,
            (Room::Both, Side::Inspector) => inspector,
            (Room::One, Side::Experiment) => experiment && !(inspector_first && has_job),
            (Room::None, Side::Experiment) => latest == Some(Side::Experiment),
            (Room::One | Room::None, Side::Inspector) => inspector_first,
        }
    }

    /// Shows that panel, or closes it.
    pub(crate) fn toggle_side(&mut self, side: Side) {
        if !self.shows(side) {
            return self.bring(side);
        }
        match (self.sides.room, side) {
            // It lay over the charts, and is there again where there is room.
            (Room::None, Side::Experiment) => self.sides.latest = None,
            (_, Side::Experiment) => self.settings.show_experiment = false,
            (_, Side::Inspector) => self.settings.show_inspector = false,
        }
    }

    /// Shows that panel, for which the other one may give way.
    pub(crate) fn bring(&mut self, side: Side) {
        self.sides.latest = Some(side);
        match side {
            Side::Experiment => self.settings.show_experiment = true,
            Side::Inspector => self.settings.show_inspector = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    fn shown(app: &App) -> [bool; 2] {
        [Side::Experiment, Side::Inspector].map(|side| app.shows(side))
    }

    /// A window of that width with the selected job of an example.
    fn window(width: f32) -> App {
        let mut app = App::new(Vec::new());
        app.fit_sides(width);
        app.perform(Command::Example(0), &egui::Context::default());
        app.settle();
        app.inspect(3).unwrap();
        app.show_requested();
        app
    }

    #[test]
    fn a_wide_window_shows_both() {
        let mut app = window(1440.0);
        assert_eq!(shown(&app), [true, true]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [false, true]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [true, true]);
    }

    #[test]
    fn in_a_narrower_one_the_panel_asked_for_last_is_shown_alone() {
        let mut app = window(800.0);
        assert_eq!(shown(&app), [false, true]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [true, false]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [false, false]);
        app.toggle_side(Side::Inspector);
        assert_eq!(shown(&app), [false, true]);
    }

    #[test]
    fn on_a_phone_the_experiment_is_shown_when_it_is_asked_for() {
        let mut app = window(390.0);
        assert_eq!(shown(&app), [false, true]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [true, false]);
        app.toggle_side(Side::Experiment);
        assert_eq!(shown(&app), [false, true]);
        // Turned on its side, it is as it was.
        app.fit_sides(1440.0);
        assert_eq!(shown(&app), [true, true]);
    }
}
