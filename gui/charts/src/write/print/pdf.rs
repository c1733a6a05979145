//! A sheet as PDF: one page of paths, and text in a font that the file has with it.

use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str};

use super::embedded::EmbeddedFont;
use super::letters;
use super::sheet::{Anchor, BLACK, Colour, Piece, Sheet};
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
pub(super) fn write(sheet: &Sheet) -> Result<Vec<u8>, Problem> {
    let mut font = EmbeddedFont::default();
    let content = content(sheet, &mut font);
    let mut pdf = Pdf::new();
    pdf.set_version(1, 4);
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let [width, height] = sheet.size.map(|side| rounded(side, 1000.0));
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
    /// Size of letters.
    size: f64,
    height: f64,
}

/// Returns the drawing of the page.
fn content(sheet: &Sheet, font: &mut EmbeddedFont) -> Content {
    let [width, height] = sheet.size;
    let mut page = Page {
        content: Content::new(),
        font,
        size: sheet.font,
        height,
    };
    page.content.set_fill_rgb(1.0, 1.0, 1.0);
    page.content.rect(0.0, 0.0, point(width), point(height));
    page.content.fill_nonzero();
    sheet.pieces.iter().for_each(|piece| page.draw(piece));
    page.content
}

impl Page<'_> {
    fn position(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        [point(x), point(self.height - y)]
    }

    fn draw(&mut self, piece: &Piece) {
        match piece {
            Piece::Line {
                points,
                colour,
                width,
                dashes,
            } => self.line(points, *colour, *width, dashes),
            Piece::Box {
                corners,
                fill,
                outline,
            } => self.boxed(*corners, *fill, *outline),
            Piece::Words {
                at,
                anchor,
                up,
                text,
                colour,
            } => self.text(*at, (*anchor, *up), text, *colour),
        }
    }

    fn line(&mut self, points: &[[f64; 2]], colour: Colour, width: f64, dashes: &[f64]) {
        let [red, green, blue] = shares(colour);
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

    fn boxed(&mut self, corners: [[f64; 2]; 2], fill: Colour, outline: bool) {
        let [[left, top], [right, bottom]] = corners;
        let [red, green, blue] = shares(fill);
        self.content.set_fill_rgb(red, green, blue);
        let [x, y] = self.position([left, bottom]);
        let [width, height] = [right - left, bottom - top].map(point);
        self.content.rect(x, y, width, height);
        if !outline {
            self.content.fill_nonzero();
            return;
        }
        let [red, green, blue] = shares(BLACK);
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(0.3);
        self.content.set_dash_pattern([], 0.0);
        self.content.fill_nonzero_and_stroke();
    }

    fn text(&mut self, at: [f64; 2], (anchor, up): (Anchor, bool), text: &str, colour: Colour) {
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let back = back * letters::width(text, self.size);
        let [x, y] = at;
        let matrix = if up {
            let [x, y] = self.position([x, y + back]);
            [0.0, 1.0, -1.0, 0.0, x, y]
        } else {
            let [x, y] = self.position([x - back, y]);
            [1.0, 0.0, 0.0, 1.0, x, y]
        };
        let [red, green, blue] = shares(colour);
        self.content.begin_text().set_fill_rgb(red, green, blue);
        self.content.set_text_matrix(matrix);
        self.content.set_font(FONT_NAME, self.size as f32);
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

fn shares(colour: Colour) -> [f32; 3] {
    colour.map(|part| rounded(f64::from(part) / 255.0, 1000.0))
}
