//! Decorations over the bars of a Gantt chart: numbers, the selected job and its marks.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

use super::mesh::Label;
use super::{marks, mesh};
use crate::colour;
use crate::colour::tokens::tokens;
use crate::gantt::frame::Frame;
use crate::gantt::{Colours, tooltip};
use laboratory::family::moldable::metrics as deadlines;

/// Most planned starts that are marked at once.
const MOST_PLANNED: usize = 40;

impl Frame<'_> {
    /// Writes the numbers of jobs.
    pub(in crate::gantt) fn write(&self, labels: &[Label], colours: &Colours) {
        // The names of bands lie over bars at the left: a number below one would be cut in half.
        let names = match &self.run.experiment.cluster {
            Some(cluster) => self.ground().names(&cluster.layout, self.options.bands),
            None => Vec::new(),
        };
        let names: Vec<_> = names.iter().map(|name| name.room()).collect();
        for label in labels {
            let size = vec2(8.0 * tooltip::letters(self.run, label.job) as f32, 12.0);
            let letters = Rect::from_center_size(label.rect.center(), size);
            if names.iter().any(|name| name.intersects(letters)) {
                continue;
            }
            let colour = colour::text_on(colours.of(label.job));
            let number = tooltip::number(self.run, label.job).to_string();
            let clip = label.rect.intersect(self.painter.clip_rect());
            let painter = self.painter.with_clip_rect(clip);
            painter.text(
                label.rect.center(),
                Align2::CENTER_CENTER,
                number,
                FontId::proportional(11.0),
                colour,
            );
        }
    }

    /// Draws the selected job in the accent, and a frame around the one under the pointer.
    pub(in crate::gantt) fn highlight(&self, hovered: Option<usize>) {
        let painter = self.clipped();
        let ink = colour::text_on(colour::ground(self.options.shading.dark));
        if let Some(job) = self
            .options
            .selected
            .filter(|job| self.index.of_job(*job).next().is_some())
        {
            let colour = tokens(self.options.shading.dark).accent;
            self.mark(&painter, colour);
            self.frame(&painter, job, 1.0, ink, Some(colour));
            self.deadline(&painter, job, ink);
        }
        if let Some(job) = hovered {
            self.frame(&painter, job, 1.0, ink, None);
            self.deadline(&painter, job, ink);
        }
    }

    /// Draws dashed lines at planned starts: that of the queue's head strong and with its number,
    /// others weaker, with theirs where there is room.
    pub(in crate::gantt) fn planned(&self) {
        let Some(planned) = self.options.planned else {
            return;
        };
        let painter = self.clipped();
        let accent = tokens(self.options.shading.dark).accent;
        let mut named: Vec<f32> = Vec::new();
        for (index, (start, number)) in planned.starts.iter().take(MOST_PLANNED).enumerate() {
            let at = self.view.x(self.chart, start.seconds());
            if !self.chart.x_range().contains(at) {
                continue;
            }
            let (width, colour) = match index {
                0 => (1.5, accent),
                _ => (1.0, accent.gamma_multiply(0.6)),
            };
            let ends = [pos2(at, self.chart.top()), pos2(at, self.chart.bottom())];
            let stroke = Stroke::new(width, colour);
            painter.extend(egui::Shape::dashed_line(&ends, stroke, 3.0, 3.0));
            let font = FontId::proportional(11.0);
            let name = painter.layout_no_wrap(number.to_string(), font, accent);
            let size = name.size() + vec2(6.0, 0.0);
            if named.iter().all(|other| (other - at).abs() > size.x + 8.0) {
                named.push(at);
                let corner = pos2(at + 2.0, self.chart.top() + 1.0);
                let ground = colour::ground(self.options.shading.dark);
                let tag = egui::Rect::from_min_size(corner, size);
                painter.rect_filled(tag, 2.0, ground.gamma_multiply(0.85));
                painter.galley(corner + vec2(3.0, 0.0), name, accent);
            }
        }
    }

    /// Tints the jobs that passed the selected job in its colour, hatches those that had its nodes,
    /// and draws a line where it was to start.
    fn mark(&self, painter: &Painter, colour: Color32) {
        let Some(marked) = self.options.marked else {
            return;
        };
        for &job in &marked.passers {
            self.frame(painter, job, 1.0, colour, Some(colour.gamma_multiply(0.35)));
        }
        let mut lines = egui::Mesh::default();
        for &job in &marked.holders {
            for bar in self.index.of_job(job) {
                let rect = mesh::bar_rect(&bar, self.view, self.chart);
                marks::hatch(&mut lines, rect, self.chart, colour);
            }
            self.frame(painter, job, 1.0, colour, None);
        }
        painter.add(egui::Shape::mesh(lines));
        if let Some(reserved) = marked.reserved {
            let at = self.view.x(self.chart, reserved.seconds());
            if self.chart.x_range().contains(at) {
                let ends = [pos2(at, self.chart.top()), pos2(at, self.chart.bottom())];
                let stroke = Stroke::new(1.5, colour);
                painter.extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
            }
        }
    }

    /// Draws a flag at the deadline of `job`, and a line to it from where the job ended: its slack
    /// or its lateness.
    fn deadline(&self, painter: &Painter, job: usize, ink: Color32) {
        let Some(deadline) = deadlines::deadline(self.run, job) else {
            return;
        };
        let bars = self.index.of_job(job);
        let Some(last) = bars.max_by(|one, other| one.until.total_cmp(&other.until)) else {
            return;
        };
        let rect = mesh::bar_rect(&last, self.view, self.chart);
        // A dashed line far beyond the chart would take for ever to draw.
        let around = self.chart.x_range().expand(10.0);
        let on_chart = |time: f64| around.clamp(self.view.x(self.chart, time));
        let (at, end) = (on_chart(deadline.seconds()), on_chart(last.until));
        let colour = if deadlines::misses(self.run, job) {
            colour::late(self.options.shading.dark)
        } else {
            ink
        };
        let stroke = Stroke::new(2.0, colour);
        let middle = rect.center().y;
        let ends = [pos2(end.min(at), middle), pos2(end.max(at), middle)];
        painter.extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
        if !self.chart.x_range().contains(at) {
            return;
        }
        let reach = rect.y_range().expand(3.0);
        painter.vline(at, reach, stroke);
        let flag = [vec2(0.0, 0.0), vec2(6.0, 3.0), vec2(0.0, 6.0)];
        let pole = pos2(at, reach.min);
        let corners = flag.map(|corner| pole + corner).to_vec();
        painter.add(egui::Shape::convex_polygon(corners, colour, Stroke::NONE));
    }

    pub(in crate::gantt) fn frame(
        &self,
        painter: &Painter,
        job: usize,
        width: f32,
        ink: Color32,
        fill: Option<Color32>,
    ) {
        for bar in self.index.of_job(job) {
            let area =
                mesh::bar_rect(&bar, self.view, self.chart).intersect(self.chart.expand(4.0));
            // A job outside the chart has no frame; a thin one must still be found.
            if area.width() < 0.0 || area.height() < 0.0 {
                continue;
            }
            let rect = area.expand2(vec2((1.0 - area.width() / 2.0).max(0.0), 0.0));
            if let Some(fill) = fill {
                painter.rect_filled(rect, 0.0, fill);
            }
            painter.rect_stroke(rect, 0.0, Stroke::new(width, ink), StrokeKind::Outside);
        }
    }
}
