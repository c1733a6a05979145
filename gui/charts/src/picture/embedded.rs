//! The font of a PDF: the glyphs that its text has, and no others.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish as _, Name, Pdf, Rect, Ref, Str};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};
use subsetter::GlyphRemapper;

use super::letters;
use laboratory::base::problem::Problem;

/// Name of the font in PDF.
const NAME: &str = "NotoSans-Regular";
/// Glyphs are numbered as they are in the file of the font.
const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// A font with the glyphs that are used, numbered in the order of their first use.
#[derive(Default)]
pub(super) struct EmbeddedFont {
    glyphs: GlyphRemapper,
    /// Letter of each glyph, from the first after that of missing letters.
    letters: Vec<char>,
}

impl EmbeddedFont {
    /// Returns `text` as the page shows it: two bytes for each glyph.
    pub(super) fn encode(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * text.len());
        for (letter, glyph) in letters::glyphs(text) {
            let number = self.glyphs.remap(glyph);
            if usize::from(number) > self.letters.len() {
                self.letters.push(letter);
            }
            bytes.extend(number.to_be_bytes());
        }
        bytes
    }

    /// Writes the font with that number, and what belongs to it with the four after that.
    ///
    /// # Errors
    /// The font has no glyphs that can be taken out of it.
    pub(super) fn write(&self, pdf: &mut Pdf, font: Ref) -> Result<(), Problem> {
        let refused =
            |reason: String| Problem::output(format!("the font is not embedded: {reason}"));
        let file = subsetter::subset(letters::FILE, 0, &self.glyphs);
        let file = file.map_err(|error| refused(error.to_string()))?;
        let [glyphs, descriptor, stream, table] =
            [1, 2, 3, 4].map(|next| Ref::new(font.get() + next));
        let name = self.name();
        let name = Name(name.as_bytes());
        let mut whole = pdf.type0_font(font);
        whole
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"));
        whole.descendant_font(glyphs).to_unicode(table);
        whole.finish();
        let mut of_glyphs = pdf.cid_font(glyphs);
        of_glyphs
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(IDENTITY);
        of_glyphs.font_descriptor(descriptor).default_width(0.0);
        of_glyphs.cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self
            .glyphs
            .remapped_gids()
            .map(|glyph| 1000.0 * letters::advance(glyph) as f32);
        of_glyphs.widths().consecutive(0, widths);
        of_glyphs.finish();
        describe(pdf, descriptor, name, stream)
            .ok_or_else(|| refused("it has no box".to_owned()))?;
        let length = i32::try_from(file.len()).unwrap_or(i32::MAX);
        pdf.stream(stream, &file).pair(Name(b"Length1"), length);
        pdf.stream(table, self.letters().as_slice());
        Ok(())
    }

    /// Returns the name of this part of the font: six letters, other ones for other glyphs.
    fn name(&self) -> String {
        let sum = self.glyphs.remapped_gids().fold(0_u32, |sum, glyph| {
            sum.wrapping_mul(31).wrapping_add(u32::from(glyph))
        });
        let letter = |index: u32| char::from(b'A' + (sum / 26_u32.pow(index) % 26) as u8);
        format!("{}+{NAME}", (0..6).map(letter).collect::<String>())
    }

    /// Returns the table by which readers search and copy text.
    fn letters(&self) -> pdf_writer::Buf {
        let mut table = UnicodeCmap::new(Name(b"Letters"), IDENTITY);
        for (number, letter) in (1_u16..).zip(&self.letters) {
            table.pair(number, *letter);
        }
        table.finish()
    }
}

/// Writes the sizes of the font, whose file is the stream of that number.
fn describe(pdf: &mut Pdf, descriptor: Ref, name: Name<'_>, stream: Ref) -> Option<()> {
    let font = FontRef::new(letters::FILE).ok()?;
    let sizes = font.metrics(Size::unscaled(), LocationRef::default());
    let thousandths = |length: f32| 1000.0 * length / f32::from(sizes.units_per_em);
    let bounds = sizes.bounds?;
    let [left, bottom, right, top] =
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
    let mut all = pdf.font_descriptor(descriptor);
    all.name(name).flags(FontFlags::SYMBOLIC).font_file2(stream);
    all.bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0);
    all.ascent(thousandths(sizes.ascent))
        .descent(thousandths(sizes.descent));
    // A usual width of stems, as the font does not say it.
    all.cap_height(thousandths(sizes.cap_height?)).stem_v(80.0);
    Some(())
}
