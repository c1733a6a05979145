//! A picture as PDF: one page of paths, and text in a font that the file has with it.

use egui::Color32;
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str};

use super::embedded::EmbeddedFont;
use super::{Anchor, Inks, Item, Outline, Picture, baseline, letters};
use laboratory::base::problem::Problem;

/// Numbers of the objects of the file; those of the font follow.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const FONT: Ref = Ref::new(5);
/// Name of the font in the page.
const FONT_NAME: Name<'static> = Name(b"F");

/// Returns the file.
///
/// # Errors
/// The font cannot be embedded.
pub(crate) fn write(picture: &Picture) -> Result<Vec<u8>, Problem> {
    let mut font = EmbeddedFont::default();
    let content = content(picture, &mut font);
    let mut pdf = Pdf::new();
    pdf.set_version(1, 4);
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let [width, height] = picture.size.map(|side| rounded(side, 1000.0));
    let mut page = pdf.page(PAGE);
    page.parent(PAGES).contents(CONTENT);
    page.media_box(Rect::new(0.0, 0.0, width, height));
    page.resources().fonts().pair(FONT_NAME, FONT);
    page.finish();
    pdf.stream(CONTENT, content.as_bytes());
    font.write(&mut pdf, FONT)?;
    Ok(pdf.finish())
}

/// Page being drawn; PDF counts from the lower left corner.
struct Page<'a> {
    content: Content,
    font: &'a mut EmbeddedFont,
    /// Size of letters that have none of their own.
    size: f64,
    height: f64,
}

/// Returns the drawing of the page.
fn content(picture: &Picture, font: &mut EmbeddedFont) -> Content {
    let [width, height] = picture.size;
    let mut page = Page {
        content: Content::new(),
        font,
        size: picture.font,
        height,
    };
    page.content.set_fill_rgb(1.0, 1.0, 1.0);
    page.content.rect(0.0, 0.0, point(width), point(height));
    page.content.fill_nonzero();
    picture.items.iter().for_each(|item| page.draw(item));
    page.content
}

impl Page<'_> {
    fn position(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        [point(x), point(self.height - y)]
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Line {
                points,
                inks,
                width,
                dashes,
            } => self.line(points, inks, *width, dashes),
            Item::Box {
                corners,
                inks,
                outline,
            } => self.boxed(*corners, inks, *outline),
            Item::Text {
                at,
                anchor,
                up,
                text,
                inks,
            } => self.text(*at, (*anchor, *up), self.size, text, inks),
            Item::Rule { ends, inks } => self.line(ends, inks, 1.0, &[]),
            Item::Label {
                middle: [x, y],
                anchor,
                size,
                text,
                inks,
                ..
            } => self.text(
                [*x, baseline(*y, *size)],
                (*anchor, false),
                *size,
                text,
                inks,
            ),
            Item::Titled { corners, inks, .. } => self.boxed(*corners, inks, Outline::None),
            Item::Chart(items) => items.iter().for_each(|item| self.draw(item)),
        }
    }

    fn line(&mut self, points: &[[f64; 2]], inks: &Inks, width: f64, dashes: &[f64]) {
        let [red, green, blue] = shares(inks);
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(width as f32);
        let dashes = dashes.iter().map(|length| *length as f32);
        self.content.set_dash_pattern(dashes, 0.0);
        for (index, point) in points.iter().enumerate() {
            let [x, y] = self.position(*point);
            if index == 0 {
                self.content.move_to(x, y);
            } else {
                self.content.line_to(x, y);
            }
        }
        self.content.stroke();
    }

    fn boxed(&mut self, corners: [[f64; 2]; 2], inks: &Inks, outline: Outline) {
        let [[left, top], [right, bottom]] = corners;
        let [red, green, blue] = shares(inks);
        self.content.set_fill_rgb(red, green, blue);
        let [x, y] = self.position([left, bottom]);
        let [width, height] = [right - left, bottom - top].map(point);
        self.content.rect(x, y, width, height);
        let (line, width) = match outline {
            Outline::None | Outline::Sharp => {
                self.content.fill_nonzero();
                return;
            }
            Outline::Black => ([Color32::BLACK; 2], 0.3),
            Outline::Shade => (inks.map(|ink| ink.gamma_multiply(0.6)), 0.5),
        };
        let [red, green, blue] = shares(&line);
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(width);
        self.content.set_dash_pattern([], 0.0);
        self.content.fill_nonzero_and_stroke();
    }

    fn text(
        &mut self,
        [x, y]: [f64; 2],
        (anchor, up): (Anchor, bool),
        size: f64,
        text: &str,
        inks: &Inks,
    ) {
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let back = back * letters::width(text, size);
        let matrix = if up {
            let [x, y] = self.position([x, y + back]);
            [0.0, 1.0, -1.0, 0.0, x, y]
        } else {
            let [x, y] = self.position([x - back, y]);
            [1.0, 0.0, 0.0, 1.0, x, y]
        };
        let [red, green, blue] = shares(inks);
        self.content.begin_text().set_fill_rgb(red, green, blue);
        self.content.set_text_matrix(matrix);
        self.content.set_font(FONT_NAME, size as f32);
        self.content.show(Str(&self.font.encode(text)));
        self.content.end_text();
    }
}

/// Returns a length in hundredths of a point, which are finer than what is seen.
fn point(length: f64) -> f32 {
    rounded(length, 100.0)
}

fn rounded(length: f64, parts: f64) -> f32 {
    ((length * parts).round() / parts) as f32
}

/// Returns red, green and blue of the colour on a light ground, as paper is.
fn shares(inks: &Inks) -> [f32; 3] {
    let [red, green, blue, _] = inks[0].to_array();
    [red, green, blue].map(|part| rounded(f64::from(part) / 255.0, 1000.0))
}
