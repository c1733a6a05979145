//! What colours and marks of the schedule stand for.

use egui::{Sense, Ui, vec2};

use crate::desktop::App;
use crate::draw::colour::tokens::tokens;
use crate::draw::colour::{self, Shading, WaitScale};
use crate::draw::time::{GAP, Row};

/// Its height with the gap below it.
pub(super) const HEIGHT: f32 = 20.0;

impl App {
    pub(super) fn shading(&self, waits: WaitScale, dark: bool) -> Shading {
        Shading {
            by: self.schedule.colour_by,
            waits,
            dark,
        }
    }

    /// What colours and marks stand for.
    pub(super) fn legend(&self, ui: &mut Ui, waits: WaitScale) {
        let shading = self.shading(waits, ui.visuals().dark_mode);
        let nodes = self.experiment.as_ref().map_or(1, |known| known.nodes);
        let (title, entries) = match self.schedule.difference {
            true => ("Starts", colour::difference_legend()),
            false => (shading.by.heading(), shading.legend(nodes)),
        };
        let mut kinds: Vec<(colour::Sign, String)> = entries
            .into_iter()
            .map(|(colour, name)| (colour::Sign::Filled(colour), name))
            .collect();
        if kinds.is_empty() {
            kinds.push((colour::Sign::Kinds, "each its own colour".to_owned()));
        }
        kinds.extend(self.marks_in_sight(shading.dark));
        let size = vec2(ui.available_width(), HEIGHT - GAP);
        let (room, _) = ui.allocate_exact_size(size, Sense::hover());
        let row = Row::of(ui, room);
        colour::legend(ui, row.chart, title, &kinds);
    }

    /// The marks on bars that there are in the runs in sight.
    fn marks_in_sight(&self, dark: bool) -> Vec<(colour::Sign, String)> {
        let runs = || self.runs.visible().map(|entry| &*entry.run);
        let mut marks = Vec::new();
        if let Some(selection) = self.selection
            && let Some(entry) = self.runs.get(selection.id)
        {
            let number = entry.run.experiment.labels[selection.job].number;
            let accent = colour::Sign::Filled(tokens(dark).accent);
            marks.push((accent, format!("job {number}")));
        }
        let known = self.schedule.curves.as_ref();
        if known.is_some_and(|known| known.has_killed) {
            marks.push((
                colour::Sign::Edge(colour::killed(dark)),
                "killed".to_owned(),
            ));
        }
        if runs().any(|run| run.experiment.has_deadlines()) {
            marks.push((
                colour::Sign::Hatched(colour::late(dark)),
                "after its deadline".to_owned(),
            ));
        }
        if runs().any(|run| run.outages.is_some()) {
            let grey = tokens(dark).text[2];
            marks.push((colour::Sign::Hatched(grey), "out of service".to_owned()));
        }
        marks
    }
}
