//! Letters of figures for print: those of Noto Sans, as on the screen.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider as _, charmap::Charmap};

/// File of the font.
pub(super) const FILE: &[u8] = notosans::REGULAR_TTF;

/// Tables of the font that say which glyph a letter has, and how wide that is.
struct Tables {
    glyphs: Charmap<'static>,
    widths: GlyphMetrics<'static>,
    /// Units of the font that are the size of its letters.
    units: f64,
}

static TABLES: LazyLock<Option<Tables>> = LazyLock::new(|| {
    let font = FontRef::new(FILE).ok()?;
    Some(Tables {
        glyphs: font.charmap(),
        widths: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
        units: f64::from(
            font.metrics(Size::unscaled(), LocationRef::default())
                .units_per_em,
        ),
    })
});

/// Returns the letters of `text` that are drawn, each with the index of its glyph; a question mark
/// stands for a letter that the font lacks.
pub(super) fn glyphs(text: &str) -> impl Iterator<Item = (char, u16)> {
    let glyph = |letter: char| {
        let glyph = TABLES.as_ref()?.glyphs.map(letter)?;
        Some((letter, u16::try_from(glyph.to_u32()).ok()?))
    };
    let drawn = text.chars().filter(|letter| !letter.is_control());
    drawn.map(move |letter| glyph(letter).or_else(|| glyph('?')).unwrap_or_default())
}

/// Returns the width of the glyph with that index, as a share of the size of letters.
pub(super) fn advance(glyph: u16) -> f64 {
    TABLES.as_ref().map_or(0.0, |tables| {
        let width = tables
            .widths
            .advance_width(glyph.into())
            .unwrap_or_default();
        f64::from(width) / tables.units
    })
}

/// Returns the width of `text` in letters of that size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    glyphs(text).map(|(_, glyph)| advance(glyph) * size).sum()
}
