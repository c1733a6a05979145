//! Jobs that wait at the instant of a replay, outlined behind it to scale.

use egui::{Align2, FontId, Rect, Stroke, StrokeKind, pos2, vec2};

use super::super::frame::Frame;
use crate::colour::tokens::tokens;

/// Gap between boxes, and between them and the instant.
const GAP: f32 = 3.0;
/// Least height of a box, and least and greatest width: a limit of weeks would leave no room.
const LEAST_HEIGHT: f32 = 4.0;
const WIDTHS: [f32; 2] = [8.0, 90.0];
/// Most boxes: more are not told apart.
const MOST: usize = 400;
/// Least room for a number, and the size of its letters.
const NUMBER: [f32; 2] = [26.0, 12.0];
const LETTERS: f32 = 10.0;

impl Frame<'_> {
    /// Outlines the jobs that wait, where a replay hides what comes later.
    pub(in crate::gantt) fn waiting(&self) {
        // Jobs on servers have no rows of their own.
        if self.view.until.is_none() || self.run.placements().is_some() {
            return;
        }
        let painter = self.clipped();
        let tokens = tokens(self.options.shading.dark);
        for (job, rect) in self.boxes() {
            let (width, ink) = if self.options.selected == Some(job) {
                (2.0, tokens.accent)
            } else {
                (1.0, tokens.text[2])
            };
            painter.rect_stroke(rect, 1.0, Stroke::new(width, ink), StrokeKind::Inside);
            if rect.width() >= NUMBER[0] && rect.height() >= NUMBER[1] {
                let number = self.run.experiment.labels[job].number().to_string();
                let font = FontId::proportional(LETTERS);
                let within = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
                within.text(rect.center(), Align2::CENTER_CENTER, number, font, ink);
            }
        }
    }

    /// Returns the waiting jobs with their outlines, as high as their nodes and as wide as their
    /// estimates: from the top down, in columns as there is room.
    fn boxes(&self) -> Vec<(usize, Rect)> {
        let Some(until) = self.view.until else {
            return Vec::new();
        };
        let is_waiting = |job: &usize| {
            let outcome = self.run.outcomes[*job];
            let came = outcome.entered.seconds() <= until;
            came && outcome.started.seconds() > until && !outcome.refused
        };
        let row = f64::from(self.chart.height()) / self.view.rows();
        let second = f64::from(self.chart.width()) / self.view.seconds();
        let mut corner = pos2(self.view.past(self.chart).right() + GAP, self.chart.top());
        let mut column = 0.0_f32;
        let mut boxes = Vec::new();
        for job in (0..self.run.outcomes.len()).filter(is_waiting).take(MOST) {
            let estimate = self.run.experiment.jobs[job].estimate.seconds();
            let width = ((estimate * second) as f32).clamp(WIDTHS[0], WIDTHS[1]);
            let height = (f64::from(self.run.size(job)) * row) as f32;
            let height = height.clamp(LEAST_HEIGHT, self.chart.height());
            let is_first = corner.y <= self.chart.top();
            if !is_first && corner.y + height > self.chart.bottom() {
                corner = pos2(corner.x + column + GAP, self.chart.top());
                column = 0.0;
            }
            if corner.x >= self.chart.right() {
                break;
            }
            boxes.push((job, Rect::from_min_size(corner, vec2(width, height))));
            column = column.max(width);
            corner.y += height + GAP;
        }
        boxes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gantt::{GanttIndex, GanttView, Options};
    use laboratory::base::progress::Progress;
    use laboratory::load;
    use laboratory::run;
    use laboratory::scenario;

    /// At 50 s of 300 job 1 runs on both nodes, jobs 2 and 3 wait, and job 4 is not submitted
    /// yet. On a chart of 300 by 100 points a second is a point and a node is 50: job 2 takes
    /// 60 points of a column of its own, as job 3 wants both nodes.
    #[test]
    fn waiting_jobs_are_outlined_behind_the_instant() {
        let text = "(machine: Cluster(nodes: 2), policies: [Fcfs], workload: Jobs([
            (submit: 0, runtime: 100, nodes: 2),
            (submit: 10, runtime: 60, nodes: 1),
            (submit: 20, runtime: 40, nodes: 2),
            (submit: 60, runtime: 100, nodes: 2),
        ]))";
        let scenario = scenario::parse(text, None).unwrap();
        let progress = Progress::default();
        let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
        let choice = &run::choices(&scenario)[0];
        let run = run::simulate(&experiment, choice, true, &progress).unwrap();
        let run = run.unwrap();
        let view = GanttView {
            until: Some(50.0),
            ..GanttView::fit(&[&run])
        };
        assert_eq!((view.t0, view.t1), (0.0, 300.0));
        let context = egui::Context::default();
        let frame = Frame {
            run: &run,
            index: &GanttIndex::new(&run),
            view: &view,
            chart: Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 100.0)),
            painter: &context.debug_painter(),
            options: Options::default(),
            slices: None,
        };
        let rect = |left, width, height| Rect::from_min_size(pos2(left, 0.0), vec2(width, height));
        let expected = [
            (1, rect(50.0 + GAP, 60.0, 50.0)),
            (2, rect(50.0 + GAP + 60.0 + GAP, 40.0, 100.0)),
        ];
        assert_eq!(frame.boxes(), expected);
    }
}
