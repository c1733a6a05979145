//! Pictures as SVG, and the writer of all SVG files.

use std::fmt::{Arguments, Write as _};

use egui::Color32;

use super::{Anchor, Inks, Item, Outline, Picture, baseline};
use crate::colour::ground;

/// Points per millimetre: 72 are an inch.
pub(crate) const POINTS: f64 = 72.0 / 25.4;

/// Returns `picture` on white, as a file whose size is in millimetres.
pub(crate) fn write(picture: &Picture) -> String {
    let [width, height] = picture.size;
    let size = [width, height].map(|side| format!("{:.2}mm", side / POINTS));
    let view = [width, height].map(|side| format!("{side:.3}"));
    let font = ("Noto Sans, Helvetica, Arial, sans-serif", picture.font);
    let mut file = Svg::new(&size, &view, font, Color32::WHITE, 2);
    picture.items.iter().for_each(|item| file.item(item, false));
    file.finish()
}

/// Returns `picture` as a file of as many pixels as it has points, on the ground of the window.
pub(crate) fn write_pixels(picture: &Picture, dark: bool) -> String {
    let view = picture.size.map(|side| side.to_string());
    let font = ("sans-serif", picture.font);
    let mut file = Svg::new(&view, &view, font, ground(dark), 1);
    picture.items.iter().for_each(|item| file.item(item, dark));
    file.finish()
}

/// SVG file, written element by element.
pub(crate) struct Svg {
    text: String,
    /// Digits after the point of positions.
    digits: usize,
}

impl Svg {
    /// Returns an empty file of that width and height, shown as wide and high as `view` says, with
    /// a family and a size of letters, on `ground`.
    pub(crate) fn new(
        [width, height]: &[String; 2],
        [across, down]: &[String; 2],
        (family, size): (&str, f64),
        ground: Color32,
        digits: usize,
    ) -> Self {
        let ground = hex(ground);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {across} {down}\" font-family=\"{family}\" font-size=\"{size}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\n"
        );
        Self { text, digits }
    }

    /// Adds a line of text to the file.
    pub(crate) fn add(&mut self, line: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Draws `words`, their baseline at a position; `look` has further attributes.
    pub(crate) fn text(
        &mut self,
        [x, y]: [f64; 2],
        anchor: Anchor,
        look: &str,
        ink: Color32,
        words: &str,
    ) {
        let (anchor, ink, words, digits) = (anchor.name(), hex(ink), escaped(words), self.digits);
        self.add(format_args!(
            "<text x=\"{x:.digits$}\" y=\"{y:.digits$}\"{look} text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>"
        ));
    }

    /// Draws `words` upwards, their baseline at a position.
    pub(crate) fn text_up(&mut self, [x, y]: [f64; 2], anchor: Anchor, ink: Color32, words: &str) {
        let (anchor, ink, words, digits) = (anchor.name(), hex(ink), escaped(words), self.digits);
        // A whole number as it is.
        let x = (x * 100.0).round() / 100.0;
        self.add(format_args!(
            "<text transform=\"translate({x} {y:.digits$}) rotate(-90)\" text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>"
        ));
    }

    /// Draws a line through `points`; `dashes` are lengths of dashes and gaps in turn.
    pub(crate) fn path(
        &mut self,
        points: &[[f64; 2]],
        colour: Color32,
        width: f64,
        dashes: &[f64],
    ) {
        let (mut path, digits, colour) = (String::new(), self.digits, hex(colour));
        for (index, [x, y]) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{x:.digits$} {y:.digits$}");
        }
        let dashes = match dashes {
            [] => String::new(),
            dashes => {
                let lengths: Vec<_> = dashes.iter().map(ToString::to_string).collect();
                format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
            }
        };
        self.add(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>"
        ));
    }

    /// Draws a straight line one pixel wide.
    pub(crate) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], colour: Color32) {
        let (colour, digits) = (hex(colour), self.digits);
        self.add(format_args!(
            "<line x1=\"{x1:.digits$}\" y1=\"{y1:.digits$}\" x2=\"{x2:.digits$}\" y2=\"{y2:.digits$}\" stroke=\"{colour}\"/>"
        ));
    }

    /// Draws a rectangle, from left, top, width and height; `look` has further attributes.
    pub(crate) fn rect(&mut self, sides: [f64; 4], colour: Color32, look: &str) {
        let sides = sides_in_words(sides, self.digits);
        let colour = hex(colour);
        self.add(format_args!("<rect {sides} fill=\"{colour}\"{look}/>"));
    }

    /// Draws a rectangle likewise, with `title` as its tooltip and sides with so many digits.
    pub(crate) fn titled_rect(
        &mut self,
        (sides, digits): ([f64; 4], usize),
        colour: Color32,
        look: &str,
        title: &str,
    ) {
        let (sides, colour) = (sides_in_words(sides, digits), hex(colour));
        let title = escaped(title);
        self.add(format_args!(
            "<rect {sides} fill=\"{colour}\"{look}><title>{title}</title></rect>"
        ));
    }

    /// Returns the whole file.
    pub(crate) fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }

    /// Draws `item` on a light or a dark ground.
    fn item(&mut self, item: &Item, dark: bool) {
        let ink = |inks: &Inks| inks[usize::from(dark)];
        match item {
            Item::Line {
                points,
                inks,
                width,
                dashes,
            } => self.path(points, ink(inks), *width, dashes),
            Item::Box {
                corners: [[left, top], [right, bottom]],
                inks,
                outline,
            } => {
                let outline = match outline {
                    Outline::None | Outline::Sharp => String::new(),
                    Outline::Black => " stroke=\"#000000\" stroke-width=\"0.3\"".to_owned(),
                    Outline::Shade => {
                        let shade = hex(ink(inks).gamma_multiply(0.6));
                        format!(" rx=\"2\" stroke=\"{shade}\" stroke-width=\"0.5\"")
                    }
                };
                let sides = [*left, *top, right - left, bottom - top];
                self.rect(sides, ink(inks), &outline);
            }
            Item::Text {
                at,
                anchor,
                up,
                text,
                inks,
            } => {
                if *up {
                    self.text_up(*at, *anchor, ink(inks), text);
                } else {
                    self.text(*at, *anchor, "", ink(inks), text);
                }
            }
            Item::Rule {
                ends: [from, to],
                inks,
            } => self.line(*from, *to, ink(inks)),
            Item::Label {
                middle: [x, y],
                anchor,
                size,
                is_bold,
                text,
                inks,
            } => {
                let weight = if *is_bold { "bold" } else { "normal" };
                let look = format!(" font-size=\"{size}\" font-weight=\"{weight}\"");
                self.text([*x, baseline(*y, *size)], *anchor, &look, ink(inks), text);
            }
            Item::Titled {
                corners: [[left, top], [right, bottom]],
                inks,
                title,
                ..
            } => {
                let sides = ([*left, *top, right - left, bottom - top], 1);
                self.titled_rect(sides, ink(inks), "", title);
            }
            Item::Chart(items) => {
                self.add(format_args!("<g class=\"chart\">"));
                items.iter().for_each(|item| self.item(item, dark));
                self.add(format_args!("</g>"));
            }
        }
    }
}

impl Anchor {
    /// Returns the name that SVG has for it.
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

fn sides_in_words([x, y, width, height]: [f64; 4], digits: usize) -> String {
    format!(
        "x=\"{x:.digits$}\" y=\"{y:.digits$}\" width=\"{width:.digits$}\" height=\"{height:.digits$}\""
    )
}

/// Returns `colour` as SVG names it.
pub(crate) fn hex(colour: Color32) -> String {
    let [red, green, blue, _] = colour.to_array();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns `text` escaped for XML, which excludes most control characters.
pub(crate) fn escaped(text: &str) -> String {
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
