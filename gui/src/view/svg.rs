//! Plots and charts as vectors, on a ground of their own.

use std::fmt::Write as _;

use egui::{Color32, Rect, pos2};

use super::colour::{self, ColourBy, run_colour};
use super::figure::{Axis, Figure, Mark, Series};
use super::gantt::{Colours, GanttIndex, GanttView, mesh, raster};
use super::plot::stairs;
use super::series::{self, Point};
use super::ticks::{self, Tick};
use crate::problem::Problem;
use crate::raster::png;
use crate::record::Run;

/// More bars than this are one embedded picture: no viewer likes so many elements.
const MOST_BARS: usize = 20_000;

/// `figure` as an SVG file of `size` pixels.
pub fn figure(figure: &Figure, size: [u32; 2], dark: bool) -> String {
    let mut page = Page::new(size, dark, [64.0, 34.0, 16.0, 46.0]);
    let plot = page.plot;
    let [x, y] = figure.extent();
    let place = |[a, b]: Point| {
        let across = share(&figure.x, x, a) * f64::from(plot.width());
        let up = share(&figure.y, y, b) * f64::from(plot.height());
        [f64::from(plot.left()) + across, f64::from(plot.bottom()) - up]
    };
    page.heading(&figure.title);
    let ticks = figure.x.ticks(x[0], x[1], (plot.width() / 90.0) as usize);
    page.ticks_across(&ticks, |at| place([at, y[0]])[0], true);
    let ticks = figure.y.ticks(y[0], y[1], (plot.height() / 40.0) as usize);
    page.ticks_down(&ticks, |at| place([x[0], at])[1], true);
    page.labels(&figure.x.label, &figure.y.label);
    for curve in &figure.series {
        let points = match curve.mark {
            Mark::Step => stairs(&visible(curve, &figure.x, plot.width())),
            Mark::Dots => curve.points.clone(),
        };
        page.curve(curve, points.into_iter().map(place).collect());
    }
    page.legend(&figure.series);
    page.finish()
}

/// All of `run` as an SVG file of `size` pixels.
pub fn gantt(run: &Run, colour_by: ColourBy, size: [u32; 2], dark: bool) -> Result<String, Problem> {
    let (index, view) = (GanttIndex::new(run), GanttView::fit(&[run]));
    part_of_gantt(run, &index, &view, colour_by, size, dark)
}

/// What `view` shows of `run` as an SVG file of `size` pixels.
pub fn part_of_gantt(
    run: &Run,
    index: &GanttIndex,
    view: &GanttView,
    colour_by: ColourBy,
    size: [u32; 2],
    dark: bool,
) -> Result<String, Problem> {
    let mut page = Page::new(size, dark, [64.0, 34.0, 16.0, 46.0]);
    let plot = page.plot;
    let colours = Colours::new(run, colour_by, None, dark);
    page.heading(&format!("{}, coloured by {colour_by}", run.label));
    if index.visible(view).take(MOST_BARS + 1).count() > MOST_BARS {
        page.picture(index, view, &colours)?;
    } else {
        page.bars(run, index, view, &colours);
    }
    let across = ticks::time(view.t0, view.t1, (plot.width() / 90.0) as usize);
    page.ticks_across(&across, |at| f64::from(view.x(plot, at)), false);
    let last = (view.row1 - 1.0).max(0.0);
    let down = ticks::whole(view.row0.max(0.0).floor(), last, (plot.height() / 24.0) as usize);
    page.ticks_down(&down, |at| f64::from(view.y(plot, at + 0.5)), false);
    page.labels("time", "node");
    Ok(page.finish())
}

/// How far up an axis `value` is, 0 to 1.
fn share(axis: &Axis, [low, high]: [f64; 2], value: f64) -> f64 {
    let (low, high) = (axis.even(low), axis.even(high));
    ((axis.even(value) - low) / (high - low)).clamp(0.0, 1.0)
}

/// As many points as can be told apart, thinned where they will be drawn.
fn visible(curve: &Series, axis: &Axis, width: f32) -> Vec<Point> {
    let even: Vec<Point> = curve.points.iter().map(|[x, y]| [axis.even(*x), *y]).collect();
    let thinned = series::thin(&even, width.max(1.0) as usize);
    thinned.into_iter().map(|[x, y]| [axis.value(x), y]).collect()
}

/// A file being written.
struct Page {
    text: String,
    plot: Rect,
    size: [f32; 2],
    dark: bool,
    ink: String,
    faint: String,
}

impl Page {
    /// An empty page with `margins` left, top, right and bottom of the plot.
    fn new(size: [u32; 2], dark: bool, [left, top, right, bottom]: [f32; 4]) -> Self {
        let [width, height] = size.map(|side| side.max(1) as f32);
        let ground = colour::ground(dark);
        let corner = pos2((width - right).max(left + 1.0), (height - bottom).max(top + 1.0));
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
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).and_then(|()| self.text.write_char('\n')).unwrap_or_default();
    }

    fn words(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let (ink, words) = (self.ink.clone(), escaped(words));
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>"
        ));
    }

    fn heading(&mut self, words: &str) {
        let middle = f64::from(self.plot.center().x);
        self.words(middle, 22.0, "middle", words);
    }

    fn labels(&mut self, x: &str, y: &str) {
        let middle = self.plot.center();
        self.words(f64::from(middle.x), f64::from(self.size[1]) - 8.0, "middle", x);
        let (ink, y, down) = (self.ink.clone(), escaped(y), middle.y);
        self.add(format_args!(
            "<text transform=\"translate(14 {down:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"{ink}\">{y}</text>"
        ));
        let (plot, ink) = (self.plot, self.ink.clone());
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{ink}\"/>",
            plot.left(), plot.top(), plot.width(), plot.height(),
        ));
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], colour: &str) {
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    fn ticks_across(&mut self, ticks: &[Tick], place: impl Fn(f64) -> f64, grid: bool) {
        let (top, bottom) = (f64::from(self.plot.top()), f64::from(self.plot.bottom()));
        let (ink, faint) = (self.ink.clone(), self.faint.clone());
        for tick in ticks {
            let x = place(tick.at);
            if grid {
                self.line([x, top], [x, bottom], &faint);
            }
            self.line([x, bottom], [x, bottom + 4.0], &ink);
            self.words(x, bottom + 17.0, "middle", &tick.label);
        }
    }

    fn ticks_down(&mut self, ticks: &[Tick], place: impl Fn(f64) -> f64, grid: bool) {
        let (left, right) = (f64::from(self.plot.left()), f64::from(self.plot.right()));
        let (ink, faint) = (self.ink.clone(), self.faint.clone());
        for tick in ticks {
            let y = place(tick.at);
            if grid {
                self.line([left, y], [right, y], &faint);
            }
            self.line([left - 4.0, y], [left, y], &ink);
            self.words(left - 7.0, y + 4.0, "end", &tick.label);
        }
    }

    fn curve(&mut self, curve: &Series, points: Vec<Point>) {
        let colour = hex(run_colour(curve.slot, self.dark));
        let mut path = String::new();
        for (place, [x, y]) in points.iter().enumerate() {
            let letter = if place == 0 { 'M' } else { 'L' };
            path += &format!("{letter}{x:.1} {y:.1}");
        }
        self.add(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"));
        if curve.mark == Mark::Dots {
            for [x, y] in points {
                self.add(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"));
            }
        }
    }

    fn legend(&mut self, curves: &[Series]) {
        let right = f64::from(self.plot.right());
        for (row, curve) in curves.iter().enumerate() {
            let y = f64::from(self.plot.top()) + 18.0 + 16.0 * row as f64;
            let colour = hex(run_colour(curve.slot, self.dark));
            self.add(format_args!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/>", right - 12.0, y - 4.0));
            self.words(right - 22.0, y, "end", &curve.label);
        }
    }

    fn bars(&mut self, run: &Run, index: &GanttIndex, view: &GanttView, colours: &Colours) {
        let plot = self.plot;
        for bar in index.visible(view) {
            let job = bar.job as usize;
            let rect = mesh::place(bar, view, plot).intersect(plot);
            let (x, y, height) = (rect.left(), rect.top(), rect.height().max(0.0));
            let width = rect.width().max(0.5);
            let colour = hex(colours.of(job));
            let number = run.experiment.labels.get(job).map_or(0, |label| label.number);
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

    fn numbers(&mut self, run: &Run, index: &GanttIndex, view: &GanttView, colours: &Colours) {
        let number = |job: usize| run.experiment.labels.get(job).map_or(0, |label| label.number);
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

    fn picture(&mut self, index: &GanttIndex, view: &GanttView, colours: &Colours) -> Result<(), Problem> {
        let plot = self.plot;
        // Two pixels a unit stay sharp when printed.
        let pixels = |side: f32| ((side * 2.0).round() as usize).max(1);
        let image = raster::picture(index, view, pixels(plot.width()), pixels(plot.height()), colours);
        let data = base64(&png::encode(&image)?);
        self.add(format_args!(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,{data}\"/>",
            plot.left(), plot.top(), plot.width(), plot.height(),
        ));
        Ok(())
    }

    fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

fn hex(colour: Color32) -> String {
    let [red, green, blue, _] = colour.to_array();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// `text` such that it is text in XML, which has no place for most control characters.
fn escaped(text: &str) -> String {
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
        let byte = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}
