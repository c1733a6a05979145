//! Look of the window: letters in two weights, sizes, spaces, and the colours of widgets.

use std::sync::Arc;

use egui::style::{Selection, WidgetVisuals, Widgets};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Galley, Painter,
    RichText, Shadow, Stroke, Style, TextStyle, Theme, Visuals, vec2,
};

use super::colour::tokens::{Tokens, tokens};

/// Returns the family of letters for names, important numbers, and headings.
pub fn bold() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// Returns `text` as a name or a heading.
pub fn strong(text: impl Into<String>) -> RichText {
    RichText::new(text).family(bold())
}

/// Lays `words` out in one line of `width` points, with an ellipsis where they are longer.
pub fn elided(
    painter: &Painter,
    words: &str,
    font: FontId,
    ink: Color32,
    width: f32,
) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, ink);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}

/// Gives `ctx` the letters and both themes. Letters are there from the next frame on.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| dress(style, theme == Theme::Dark));
    }
}

/// Returns whether `ctx` has the letters and both themes; installs them if not, and then what is
/// drawn in this frame is thrown away.
pub fn is_ready(ctx: &Context) -> bool {
    let known = ctx.fonts(|fonts| fonts.definitions().families.contains_key(&bold()));
    if !known {
        install(ctx);
        ctx.request_discard("the letters are not there yet");
    }
    known
}

/// Returns Noto Sans, whose figures have one width; behind it egui's fonts, for their signs.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let signs = fonts.families.get(&FontFamily::Proportional);
    let signs = signs.cloned().unwrap_or_default();
    for (name, letters, family) in [
        ("regular", notosans::REGULAR_TTF, FontFamily::Proportional),
        ("bold", notosans::BOLD_TTF, bold()),
    ] {
        let data = Arc::new(FontData::from_owned(without_classes(letters)));
        fonts.font_data.insert(name.to_owned(), data);
        let mut names = vec![name.to_owned()];
        names.extend(signs.iter().cloned());
        fonts.families.insert(family, names);
    }
    fonts
}

/// Returns the font `letters` without its classes of glyphs: they make the back quote a mark, which
/// would stand on the letter behind it.
fn without_classes(letters: &[u8]) -> Vec<u8> {
    const DIRECTORY: usize = 12;
    const RECORD: usize = 16;
    let mut letters = letters.to_vec();
    let tables = letters.get(DIRECTORY..).unwrap_or_default();
    let mut names = tables.chunks_exact(RECORD).take(64);
    if let Some(index) = names.position(|record| record.starts_with(b"GDEF")) {
        // No table has that name, which keeps the directory in order.
        letters[DIRECTORY + RECORD * index + 3] = b'G';
    }
    letters
}

fn dress(style: &mut Style, dark: bool) {
    let regular = |size: f32| FontId::proportional(size);
    style.text_styles = [
        (TextStyle::Small, regular(11.0)),
        (TextStyle::Body, regular(13.0)),
        (TextStyle::Button, regular(13.0)),
        (TextStyle::Heading, FontId::new(15.0, bold())),
        (TextStyle::Monospace, FontId::monospace(12.0)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 3.0);
    spacing.interact_size.y = 24.0;
    spacing.icon_width = 16.0;
    // Numbers being read must not be caught by a drag of the pane.
    style.interaction.selectable_labels = false;
    style.visuals = visuals(dark);
}

fn visuals(dark: bool) -> Visuals {
    let tokens = tokens(dark);
    let base = if dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    Visuals {
        weak_text_color: Some(tokens.text[2]),
        widgets: widgets(tokens),
        selection: Selection {
            bg_fill: tokens.tint,
            stroke: Stroke::new(1.5, tokens.accent_text),
        },
        hyperlink_color: tokens.accent_text,
        faint_bg_color: tokens.canvas,
        extreme_bg_color: tokens.canvas,
        code_bg_color: tokens.inset,
        warn_fg_color: tokens.warn,
        error_fg_color: tokens.bad,
        window_corner_radius: CornerRadius::same(8),
        menu_corner_radius: CornerRadius::same(6),
        window_fill: tokens.canvas,
        window_stroke: Stroke::new(1.0, tokens.border),
        panel_fill: tokens.chrome,
        window_shadow: shadow(dark),
        popup_shadow: shadow(dark),
        striped: false,
        slider_trailing_fill: true,
        ..base
    }
}

fn shadow(dark: bool) -> Shadow {
    Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(if dark { 110 } else { 36 }),
    }
}

fn widgets(tokens: &Tokens) -> Widgets {
    let look = |fill: Color32, weak: Color32, line: Color32, ink: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: weak,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(5),
        fg_stroke: Stroke::new(1.0, ink),
        expansion: 0.0,
    };
    let [first, second, _] = tokens.text;
    Widgets {
        noninteractive: look(tokens.chrome, tokens.chrome, tokens.line, first),
        inactive: look(tokens.inset, tokens.canvas, tokens.border, first),
        hovered: look(tokens.inset, tokens.inset, tokens.text[2], first),
        active: look(tokens.tint, tokens.tint, tokens.accent, first),
        open: look(tokens.inset, tokens.inset, tokens.border, second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_quotes_have_room_of_their_own() {
        let ctx = Context::default();
        install(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
        output.textures_delta.clear();
        let width = |words: &str| {
            let words = words.to_owned();
            let font = FontId::proportional(20.0);
            ctx.fonts_mut(|fonts| {
                fonts
                    .layout_no_wrap(words, font, Color32::BLACK)
                    .rect
                    .width()
            })
        };
        let own = width("m`m") - width("mm");
        assert!(own > 5.0, "{own}");
        // With its classes it has none.
        assert_ne!(
            without_classes(notosans::REGULAR_TTF),
            notosans::REGULAR_TTF
        );
    }
}
