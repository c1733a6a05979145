//! Schedules as vectors.

use super::legend::Legend;
use super::page::Page;
use crate::colour;
use crate::colour::tokens::tokens;
use crate::gantt::paint::{mesh, outages, raster};
use crate::gantt::{Colours, GanttIndex, GanttView, Rows};
use crate::picture::Anchor;
use crate::picture::svg::hex;
use crate::plot::calendar::with_place;
use crate::raster::png;
use crate::time::marks;
use crate::time::notes::{self, Note};
use crate::write::schedule::Schedule;
use laboratory::base::problem::Problem;
use laboratory::record::Run;

/// Most bars that are elements: more are one embedded picture, which viewers show faster.
pub(super) const MOST_BARS: usize = 20_000;
/// Digits of the sides of bars, which may be narrow.
const DIGITS: usize = 2;

/// Returns `schedule` under its title, with its legend, as an SVG file of `size` pixels.
pub fn gantt(schedule: &Schedule<'_>, size: [u32; 2], dark: bool) -> Result<String, Problem> {
    let (run, view) = (schedule.run, &schedule.view());
    let index = &GanttIndex::new(run);
    let key = schedule.key(dark, false);
    let legend = Legend::of_key(&key, size[0]);
    let mut page = Page::new(size, dark, [64.0, 34.0 + legend.height(), 16.0, 46.0]);
    let plot = page.plot;
    let colours = Colours::new(run, &schedule.shading(dark), None);
    page.heading(schedule.title);
    page.legend(&legend);
    if index.visible(view).take(MOST_BARS + 1).count() > MOST_BARS {
        page.picture(index, view, &colours)?;
        page.outages(run, view, dark);
    } else {
        page.outages(run, view, dark);
        page.bars(run, index, view, &colours);
    }
    page.notes(view, schedule.notes);
    let clock = &run.experiment.clock;
    let across = marks::instants(clock, [view.t0, view.t1], plot.width());
    page.ticks_across(&across, |at| f64::from(view.x(plot, at)), false);
    let most = (plot.height() / 24.0) as usize;
    let down = index.rows().ticks([view.row0, view.row1], most);
    page.ticks_down(&down, |at| f64::from(view.y(plot, at)), false);
    let days = with_place(clock, [view.t0, view.t1]);
    page.labels(&days, Rows::noun(run));
    Ok(page.finish())
}

impl Page {
    fn bars(&mut self, run: &Run, index: &GanttIndex, view: &GanttView, colours: &Colours) {
        let plot = self.plot;
        for bar in index.visible(view) {
            let job = bar.job as usize;
            let rect = mesh::bar_rect(&bar, view, plot).intersect(plot);
            let (y, height) = (rect.top(), rect.height().max(0.0));
            let width = rect.width().max(0.5);
            let number = run
                .experiment
                .labels
                .get(job)
                .map_or(0, |label| label.number());
            let sides = [rect.left(), y, width, height].map(f64::from);
            let title = format!("job {number}");
            self.file
                .titled_rect((sides, DIGITS), colours.of(job), "", &title);
            if bar.killed && width >= 6.0 {
                let (x, ink) = (rect.right() - 2.0, hex(colours.killed));
                self.add(format_args!(
                    "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"2\" height=\"{height:.2}\" fill=\"{ink}\"/>"
                ));
            }
        }
        self.numbers(run, index, view, colours);
    }

    /// Draws notes: a line at each instant, a tint over each span, and the texts above.
    fn notes(&mut self, view: &GanttView, notes: &[Note]) {
        let (room, colour) = (self.plot, hex(tokens(self.dark).warn));
        for (line, (note, [left, right])) in notes::in_sight(notes, room, view).enumerate() {
            let [top, bottom] = [room.top(), room.bottom()];
            self.add(format_args!(
                "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{colour}\" fill-opacity=\"{}\"/>",
                right - left, bottom - top, notes::TINT,
            ));
            for x in [left, right] {
                self.add(format_args!(
                    "<line x1=\"{x:.2}\" y1=\"{top:.2}\" x2=\"{x:.2}\" y2=\"{bottom:.2}\" stroke=\"{colour}\"/>"
                ));
            }
            let under = f64::from(top) + 12.0 + 13.0 * line as f64;
            let (text, ground) = (note.short(), hex(colour::ground(self.dark)));
            self.add(format_args!(
                "<g paint-order=\"stroke\" stroke=\"{ground}\" stroke-width=\"4\">"
            ));
            self.text([f64::from(left) + 4.0, under], Anchor::Start, &text);
            self.add(format_args!("</g>"));
        }
    }

    /// Draws nodes out of service, so that it is seen where no job is.
    fn outages(&mut self, run: &Run, view: &GanttView, dark: bool) {
        for (span, rect) in outages::visible(run, view, self.plot) {
            let rect = rect.intersect(self.plot);
            let sides = [rect.left(), rect.top(), rect.width(), rect.height()];
            let sides = sides.map(|side| f64::from(side.max(0.0)));
            let (colour, name) = (outages::flat(span.state, dark), outages::name(run, span));
            let pale = " fill-opacity=\"0.7\"";
            self.file.titled_rect((sides, DIGITS), colour, pale, name);
        }
    }

    fn numbers(&mut self, run: &Run, index: &GanttIndex, view: &GanttView, colours: &Colours) {
        let number = |job: usize| {
            run.experiment
                .labels
                .get(job)
                .map_or(0, |label| label.number())
        };
        let letters = |job| 1 + number(job).max(1).ilog10() as usize;
        for label in mesh::labels(index, view, self.plot, letters) {
            let (middle, number) = (label.rect.center(), number(label.job));
            let ink = colour::text_on(colours.of(label.job));
            let at = [middle.x, middle.y + 3.5].map(f64::from);
            let (look, number) = (" font-size=\"10\"", number.to_string());
            self.file.text(at, Anchor::Middle, look, ink, &number);
        }
    }

    fn picture(
        &mut self,
        index: &GanttIndex,
        view: &GanttView,
        colours: &Colours,
    ) -> Result<(), Problem> {
        let plot = self.plot;
        // Two pixels a unit stay sharp when printed.
        let pixels = |side: f32| ((side * 2.0).round() as usize).max(1);
        let image = raster::picture(
            index,
            view,
            pixels(plot.width()),
            pixels(plot.height()),
            colours,
        );
        let data = base64(&png::encode(&image)?);
        self.add(format_args!(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,{data}\"/>",
            plot.left(), plot.top(), plot.width(), plot.height(),
        ));
        Ok(())
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= group.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
