//! A card of the gallery: a picture, a title and three sentences.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    FontId, Galley, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::scenes::Scene;
use charts::colour::tokens::tokens;
use charts::look::{bold, elided};
use charts::small::SmallPicture;
use laboratory::base::format::capitalized;

/// Height of a picture, and margins around it and around the text.
const PICTURE: f32 = 128.0;
const MARGIN: f32 = 14.0;
/// Height of the family above the title, and the gap between title and sentences.
const TAG: f32 = 17.0;
const APART: f32 = 4.0;

/// Laid out text of a card of some width.
pub(super) struct CardText {
    tag: String,
    title: Arc<Galley>,
    sentences: Arc<Galley>,
    accessible_name: String,
}

impl CardText {
    /// Lays out the text of `scene`, called `title`, of the family called `tag`, on a card so wide.
    pub(super) fn new(ui: &Ui, scene: &Scene, [title, tag]: [&'static str; 2], width: f32) -> Self {
        let text = scene.sentences.join(" ");
        let [first, second, _] = tokens(ui.visuals().dark_mode).text;
        let lay = |text: &str, font: FontId, ink: egui::Color32| {
            let format = TextFormat {
                line_height: Some(17.0),
                ..TextFormat::simple(font, ink)
            };
            let mut job = LayoutJob::single_section(text.to_owned(), format);
            job.wrap.max_width = width - 2.0 * MARGIN;
            ui.painter().layout_job(job)
        };
        // An example worked out on paper says so beside its family.
        let by_hand = title.strip_prefix(BY_HAND);
        let short = by_hand.map_or_else(|| title.to_owned(), capitalized);
        Self {
            tag: match by_hand {
                Some(_) => format!("{tag}, by hand"),
                None => tag.to_owned(),
            },
            title: lay(&short, FontId::new(13.0, bold()), first),
            sentences: lay(&text, FontId::proportional(12.0), second),
            accessible_name: format!("{title}. {text}"),
        }
    }

    /// Returns the height of a card with this text.
    pub(super) fn height(&self) -> f32 {
        let words = self.title.size().y + self.sentences.size().y;
        PICTURE + TAG + words + APART + 2.0 * MARGIN
    }
}

/// Prefix of the titles of examples that are worked out on paper.
const BY_HAND: &str = "By hand: ";

/// Shows a card; a click opens its example.
pub(super) fn show(
    ui: &mut Ui,
    size: egui::Vec2,
    words: &CardText,
    small: Option<&SmallPicture>,
) -> Response {
    let (card, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words.accessible_name));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(card) {
        return response;
    }
    let dark = ui.visuals().dark_mode;
    let tokens = tokens(dark);
    let painter = ui.painter().with_clip_rect(card.intersect(ui.clip_rect()));
    painter.rect_filled(card, 6.0, tokens.canvas);
    let picture = card.with_max_y(card.top() + PICTURE);
    let upper = egui::CornerRadius {
        nw: 6,
        ne: 6,
        sw: 0,
        se: 0,
    };
    painter.rect_filled(picture, upper, tokens.chrome);
    painter.hline(
        card.x_range(),
        picture.bottom(),
        Stroke::new(1.0, tokens.line),
    );
    if let Some(small) = small {
        small.paint(&painter, picture.shrink(MARGIN), dark);
    }
    let below = Rect::from_min_max(pos2(card.left(), picture.bottom()), card.max).shrink(MARGIN);
    write(&painter, below, words, tokens);
    let (line, width) = match (response.has_focus(), response.hovered()) {
        (true, _) => (tokens.accent, 2.0),
        (_, true) => (tokens.accent, 1.0),
        _ => (tokens.border, 1.0),
    };
    painter.rect_stroke(card, 6.0, Stroke::new(width, line), StrokeKind::Inside);
    response
}

fn write(
    painter: &egui::Painter,
    room: Rect,
    words: &CardText,
    tokens: &charts::colour::tokens::Tokens,
) {
    let [first, second, third] = tokens.text;
    let font = FontId::proportional(11.0);
    let tag = elided(painter, &words.tag, font, third, room.width());
    painter.galley(room.min, tag, third);
    let title = room.min + vec2(0.0, TAG);
    painter.galley(title, Arc::clone(&words.title), first);
    let below = title + vec2(0.0, words.title.size().y + APART);
    painter.galley(below, Arc::clone(&words.sentences), second);
}
