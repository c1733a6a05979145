//! An SVG file, written piece by piece.

use std::fmt::Write as _;

use egui::{Color32, Rect, pos2};

use crate::colour::tokens::tokens;
use crate::colour::{self, Sign};
use crate::colour::{run_colour, run_dashes};
use crate::gantt::paint::{mesh, outages, raster};
use crate::gantt::{Colours, GanttIndex, GanttView};
use crate::plot::figure::{Mark, Series};
use crate::plot::series::Point;
use crate::plot::ticks::Tick;
use crate::raster::png;
use crate::time::notes::{self, Note};
use crate::write::schedule::Key;
use laboratory::base::problem::Problem;
use laboratory::record::Run;

/// Sample before a name.
enum Sample {
    /// A dot of that colour.
    Dot(Color32),
    /// Sign of jobs of a schedule.
    Sign(Sign),
    /// No sample, before a heading.
    None,
}

/// Positions of the names: in lines between the heading and the plot.
pub(super) struct Legend<'a> {
    positions: Vec<(Sample, &'a str, [f64; 2])>,
}

impl<'a> Legend<'a> {
    /// Height of a line.
    const LINE: f64 = 16.0;
    /// Position of the first line; further lines begin at its left end.
    const FIRST: [f64; 2] = [64.0, 40.0];

    /// Lays out the legend of `curves` on a page so wide.
    pub(super) fn of(curves: &'a [Series], width: u32, dark: bool) -> Self {
        let curves = curves.iter();
        let dot = |curve: &Series| Sample::Dot(run_colour(curve.slot, dark));
        Self::new(
            curves.map(|curve| (dot(curve), curve.label.as_str())),
            width,
        )
    }

    /// Lays `key` out on a page so wide.
    pub(super) fn of_key(key: &'a Key, width: u32) -> Self {
        let entries = key.entries.iter();
        let entries = entries.map(|(sign, name)| (Sample::Sign(*sign), name.as_str()));
        let heading = std::iter::once((Sample::None, key.heading));
        Self::new(heading.chain(entries), width)
    }

    fn new(entries: impl Iterator<Item = (Sample, &'a str)>, width: u32) -> Self {
        let [left, top] = Self::FIRST;
        let (mut x, mut y) = (left, top);
        let item = |(sample, name): (Sample, &'a str)| {
            // A letter takes about 7 of the font's 12 points; then a circle and a gap.
            let room = 7.0 * name.chars().count() as f64 + 28.0;
            if x > left && x + room > f64::from(width) - 16.0 {
                (x, y) = (left, y + Self::LINE);
            }
            let index = [x, y];
            x += room;
            (sample, name, index)
        };
        Self {
            positions: entries.map(item).collect(),
        }
    }

    /// Returns how much lower the plot begins.
    pub(super) fn height(&self) -> f32 {
        let last = self.positions.last();
        last.map_or(0.0, |(.., [_, y])| y - Self::FIRST[1] + Self::LINE) as f32
    }
}

/// A file being written.
pub(super) struct Page {
    text: String,
    /// Rectangle of the plot on the page.
    pub(super) plot: Rect,
    size: [f32; 2],
    dark: bool,
    ink: String,
    faint: String,
}

impl Page {
    /// Returns an empty page with `margins` left, top, right and bottom of the plot.
    pub(super) fn new(size: [u32; 2], dark: bool, [left, top, right, bottom]: [f32; 4]) -> Self {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let ground = colour::ground(dark);
        let corner = pos2(
            (width - right).max(left + 1.0),
            (height - bottom).max(top + 1.0),
        );
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            hex(ground)
        );
        Self {
            text,
            plot: Rect::from_min_max(pos2(left, top), corner),
            size: [width, height],
            dark,
            ink: hex(colour::text_on(ground)),
            faint: if dark { "#444444" } else { "#dddddd" }.into(),
        }
    }

    /// Writing to a string cannot fail.
    pub(super) fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.text
            .write_fmt(line)
            .and_then(|()| self.text.write_char('\n'))
            .unwrap_or_default();
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let (ink, words) = (self.ink.clone(), escaped(words));
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>"
        ));
    }

    pub(super) fn heading(&mut self, words: &str) {
        let middle = f64::from(self.plot.center().x);
        self.text(middle, 22.0, "middle", words);
    }

    pub(super) fn labels(&mut self, x: &str, y: &str) {
        let middle = self.plot.center();
        self.text(
            f64::from(middle.x),
            f64::from(self.size[1]) - 8.0,
            "middle",
            x,
        );
        let (ink, y, down) = (self.ink.clone(), escaped(y), middle.y);
        self.add(format_args!(
            "<text transform=\"translate(14 {down:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"{ink}\">{y}</text>"
        ));
        let (plot, ink) = (self.plot, self.ink.clone());
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{ink}\"/>",
            plot.left(),
            plot.top(),
            plot.width(),
            plot.height(),
        ));
    }

    pub(super) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], colour: &str) {
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    pub(super) fn ticks_across(&mut self, ticks: &[Tick], index: impl Fn(f64) -> f64, grid: bool) {
        let (top, bottom) = (f64::from(self.plot.top()), f64::from(self.plot.bottom()));
        let (ink, faint) = (self.ink.clone(), self.faint.clone());
        for tick in ticks {
            let x = index(tick.at);
            if grid {
                self.line([x, top], [x, bottom], &faint);
            }
            self.line([x, bottom], [x, bottom + 4.0], &ink);
            self.text(x, bottom + 17.0, "middle", &tick.label);
        }
    }

    pub(super) fn ticks_down(&mut self, ticks: &[Tick], index: impl Fn(f64) -> f64, grid: bool) {
        let (left, right) = (f64::from(self.plot.left()), f64::from(self.plot.right()));
        let (ink, faint) = (self.ink.clone(), self.faint.clone());
        for tick in ticks {
            let y = index(tick.at);
            if grid {
                self.line([left, y], [right, y], &faint);
            }
            self.line([left - 4.0, y], [left, y], &ink);
            self.text(left - 7.0, y + 4.0, "end", &tick.label);
        }
    }

    pub(super) fn curve(&mut self, curve: &Series, points: Vec<Point>) {
        let colour = hex(run_colour(curve.slot, self.dark));
        let mut path = String::new();
        for (index, [x, y]) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            path += &format!("{letter}{x:.1} {y:.1}");
        }
        let dashes = match curve.mark {
            Mark::Dashes => " stroke-dasharray=\"4 3\"".to_owned(),
            _ => run_dashes(curve.slot).map_or_else(String::new, |[dash, gap]| {
                format!(" stroke-dasharray=\"{dash} {gap}\"")
            }),
        };
        if !matches!(curve.mark, Mark::Rings | Mark::Points) {
            self.add(format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dashes}/>"
            ));
        }
        let dot = match curve.mark {
            Mark::Dots | Mark::Path | Mark::Points => format!("r=\"3.5\" fill=\"{colour}\""),
            Mark::Rings => format!("r=\"8\" fill=\"none\" stroke=\"{colour}\""),
            _ => return,
        };
        for [x, y] in points {
            self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" {dot}/>"));
        }
    }

    /// Fills the area within `corners`, pale in the colour of the run in that slot.
    pub(super) fn band(&mut self, slot: usize, corners: &[Point]) {
        let colour = hex(run_colour(slot, self.dark));
        let corners = corners.iter().map(|[x, y]| format!("{x:.1},{y:.1}"));
        let corners = corners.collect::<Vec<_>>().join(" ");
        self.add(format_args!(
            "<polygon points=\"{corners}\" fill=\"{colour}\" fill-opacity=\"0.13\"/>"
        ));
    }

    /// Draws a bar of `curve` between two corners.
    pub(super) fn bar(&mut self, curve: &Series, [left, top]: Point, [right, bottom]: Point) {
        let colour = hex(run_colour(curve.slot, self.dark));
        self.add(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            right - left,
            bottom - top,
        ));
    }

    /// Draws the legend between the heading and the plot.
    pub(super) fn legend(&mut self, legend: &Legend<'_>) {
        for (sample, name, [x, y]) in &legend.positions {
            match sample {
                Sample::Dot(colour) => {
                    let ([x, y], colour) = ([x + 4.0, y - 4.0], hex(*colour));
                    self.add(format_args!(
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"
                    ));
                }
                Sample::Sign(sign) => self.sign(*sign, [x - 1.0, y - 9.0]),
                Sample::None => {}
            }
            let before = match sample {
                Sample::None => 0.0,
                _ => 12.0,
            };
            self.text(x + before, *y, "start", name);
        }
    }

    /// Draws `sign` with that upper left corner.
    fn sign(&mut self, sign: Sign, [left, top]: [f64; 2]) {
        let (border, ground) = (tokens(self.dark).border, colour::ground(self.dark));
        let mut part = |from: f64, width: f64, colour: Color32| {
            let (left, colour) = (left + from, hex(colour));
            self.add(format_args!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"10\" fill=\"{colour}\"/>"
            ));
        };
        match sign {
            Sign::Filled(colour) => part(0.0, 10.0, colour),
            Sign::Kinds => {
                for (from, colour) in [0.0, 3.3, 6.6].into_iter().zip(colour::OKABE_ITO) {
                    part(from, 3.4, colour);
                }
            }
            Sign::Hatched(colour) => {
                part(0.0, 10.0, ground.lerp_to_gamma(colour, 0.5));
            }
            Sign::Edge(colour) => {
                part(0.0, 10.0, border);
                part(8.0, 2.0, colour);
            }
        }
    }

    pub(super) fn bars(
        &mut self,
        run: &Run,
        index: &GanttIndex,
        view: &GanttView,
        colours: &Colours,
    ) {
        let plot = self.plot;
        for bar in index.visible(view) {
            let job = bar.job as usize;
            let rect = mesh::bar_rect(&bar, view, plot).intersect(plot);
            let (x, y, height) = (rect.left(), rect.top(), rect.height().max(0.0));
            let width = rect.width().max(0.5);
            let colour = hex(colours.of(job));
            let number = run
                .experiment
                .labels
                .get(job)
                .map_or(0, |label| label.number);
            self.add(format_args!(
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{colour}\"><title>job {number}</title></rect>"
            ));
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
    pub(super) fn notes(&mut self, view: &GanttView, notes: &[Note]) {
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
            self.text(f64::from(left) + 4.0, under, "start", &text);
            self.add(format_args!("</g>"));
        }
    }

    /// Draws nodes out of service, so that it is seen where no job is.
    pub(super) fn outages(&mut self, run: &Run, view: &GanttView, dark: bool) {
        for (span, rect) in outages::visible(run, view, self.plot) {
            let rect = rect.intersect(self.plot);
            let (colour, name) = (
                hex(outages::flat(span.state, dark)),
                outages::name(run, span),
            );
            self.add(format_args!(
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{colour}\" fill-opacity=\"0.7\"><title>{name}</title></rect>",
                rect.left(), rect.top(), rect.width().max(0.0), rect.height().max(0.0),
            ));
        }
    }

    fn numbers(&mut self, run: &Run, index: &GanttIndex, view: &GanttView, colours: &Colours) {
        let number = |job: usize| {
            run.experiment
                .labels
                .get(job)
                .map_or(0, |label| label.number)
        };
        let letters = |job| 1 + number(job).max(1).ilog10() as usize;
        for label in mesh::labels(index, view, self.plot, letters) {
            let (middle, number) = (label.rect.center(), number(label.job));
            let ink = hex(colour::text_on(colours.of(label.job)));
            self.add(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"middle\" fill=\"{ink}\">{number}</text>",
                middle.x, middle.y + 3.5,
            ));
        }
    }

    pub(super) fn picture(
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

    pub(super) fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

pub(super) fn hex(colour: Color32) -> String {
    let [red, green, blue, _] = colour.to_array();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns `text` escaped for XML, which excludes most control characters.
pub(in crate::write) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(letter),
        }
    }
    escaped
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
