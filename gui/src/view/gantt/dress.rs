//! What a chart has over and around its bars: numbers, the chosen job, axes, hair lines.

use cosched_core::Time;
use egui::{Align2, Color32, FontId, Painter, Stroke, StrokeKind, Ui, pos2, vec2};

use super::mesh::Label;
use super::show::Frame;
use super::{Colours, mesh, tooltip};
use crate::view::{colour, ticks};

impl Frame<'_> {
    /// Writes the numbers of jobs.
    pub(super) fn write(&self, labels: &[Label], colours: &Colours) {
        for label in labels {
            let colour = colour::text_on(colours.of(label.job));
            let number = tooltip::number(self.run, label.job).to_string();
            let painter = self.painter.with_clip_rect(label.rect);
            painter.text(
                label.rect.center(),
                Align2::CENTER_CENTER,
                number,
                FontId::proportional(11.0),
                colour,
            );
        }
    }

    /// A few words in the corner, on a ground of their own.
    pub(super) fn remark(&self, words: &str) {
        let ground = colour::ground(self.options.dark);
        let (ink, font) = (colour::text_on(ground), FontId::proportional(11.0));
        let words = self.painter.layout_no_wrap(words.into(), font, ink);
        let corner = self.chart.right_top() + vec2(-words.size().x - 8.0, 6.0);
        let room = words
            .rect
            .translate(corner.to_vec2())
            .expand2(vec2(5.0, 3.0));
        self.painter
            .rect_filled(room, 3.0, ground.gamma_multiply(0.85));
        self.painter.galley(corner, words, ink);
    }

    /// The selected job on a veil over all others; a frame around the one under the pointer.
    pub(super) fn highlight(&self, hovered: Option<usize>) {
        let painter = self
            .painter
            .with_clip_rect(self.chart.intersect(self.painter.clip_rect()));
        let ink = colour::text_on(colour::ground(self.options.dark));
        if let Some(job) = self
            .options
            .selected
            .filter(|job| self.index.of_job(*job).next().is_some())
        {
            painter.rect_filled(
                self.chart,
                0.0,
                colour::ground(self.options.dark).gamma_multiply(0.55),
            );
            let colour = match self.options.against {
                Some(other) => colour::difference(self.run, other, job),
                None => colour::colour_of(self.run, job, self.options.colour_by),
            };
            self.frame(&painter, job, 2.0, ink, Some(colour));
        }
        if let Some(job) = hovered {
            self.frame(&painter, job, 1.0, ink, None);
        }
    }

    fn frame(
        &self,
        painter: &Painter,
        job: usize,
        width: f32,
        ink: Color32,
        fill: Option<Color32>,
    ) {
        for bar in self.index.of_job(job) {
            let place = mesh::place(bar, self.view, self.chart).intersect(self.chart.expand(4.0));
            // A job outside the chart has no frame; a thin one must still be found.
            if place.width() < 0.0 || place.height() < 0.0 {
                continue;
            }
            let rect = place.expand2(vec2((1.0 - place.width() / 2.0).max(0.0), 0.0));
            if let Some(fill) = fill {
                painter.rect_filled(rect, 0.0, fill);
            }
            painter.rect_stroke(rect, 0.0, Stroke::new(width, ink), StrokeKind::Outside);
        }
    }

    pub(super) fn axes(&self, ui: &Ui, focused: bool) {
        let visuals = ui.visuals();
        let (ink, font) = (visuals.text_color(), FontId::proportional(11.0));
        let line = visuals.widgets.noninteractive.bg_stroke;
        let frame = if focused {
            visuals.selection.stroke
        } else {
            line
        };
        self.painter
            .rect_stroke(self.chart, 0.0, frame, StrokeKind::Inside);
        let most = (self.chart.width() / 90.0).max(1.0) as usize;
        for tick in ticks::time(self.view.t0, self.view.t1, most) {
            let x = self.view.x(self.chart, tick.at);
            let bottom = self.chart.bottom();
            self.painter.vline(x, bottom..=bottom + 4.0, line);
            // The outermost words must not be cut off by the edge.
            let align = if x > self.chart.right() - 20.0 {
                Align2::RIGHT_TOP
            } else {
                Align2::CENTER_TOP
            };
            self.painter
                .text(pos2(x, bottom + 4.0), align, tick.label, font.clone(), ink);
        }
        let most = (self.chart.height() / 22.0).max(1.0) as usize;
        let last = (self.view.row1 - 1.0).min(f64::from(self.index.nodes()) - 1.0);
        for tick in ticks::whole(self.view.row0.floor().max(0.0), last, most) {
            let y = self.view.y(self.chart, tick.at + 0.5);
            if (self.chart.top() + 4.0..self.chart.bottom() - 4.0).contains(&y) {
                let place = pos2(self.chart.left() - 4.0, y);
                self.painter
                    .text(place, Align2::RIGHT_CENTER, tick.label, font.clone(), ink);
            }
        }
    }

    /// The marked instant, and the pointer over another chart of the same view.
    pub(super) fn hair_lines(&self, id: egui::Id) {
        let ink = colour::text_on(colour::ground(self.options.dark));
        let elsewhere = self.view.pointer.filter(|pointer| pointer.over != id);
        let lines = [
            (
                self.options.cursor.map(Time::seconds),
                Stroke::new(2.0, colour::run_colour(4, self.options.dark)),
            ),
            (
                elsewhere.map(|pointer| pointer.at),
                Stroke::new(1.0, ink.gamma_multiply(0.5)),
            ),
        ];
        for (time, stroke) in lines {
            let visible = time.filter(|time| (self.view.t0..=self.view.t1).contains(time));
            if let Some(time) = visible {
                let x = self.view.x(self.chart, time);
                self.painter.vline(x, self.chart.y_range(), stroke);
            }
        }
    }
}
