//! A part of a panel that folds to one line, which sums up its contents.

use egui::collapsing_header::CollapsingState;
use egui::{Align2, FontFamily, FontId, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use charts::colour::tokens::tokens;
use charts::look::bold;

/// Height of its line.
const LINE: f32 = 26.0;

/// Shows the part called `title`, and behind its name `value`, with `contents` below unless
/// it is folded.
pub(crate) fn show(ui: &mut Ui, title: &str, value: &str, contents: impl FnOnce(&mut Ui)) {
    fold(ui, (title, bold()), value, true, contents);
}

/// Shows a part that is folded at first.
pub(crate) fn folded(ui: &mut Ui, title: &str, value: &str, contents: impl FnOnce(&mut Ui)) {
    fold(ui, (title, bold()), value, false, contents);
}

/// Shows a lesser part of such a part, folded at first, for what is seldom looked at.
pub(crate) fn lesser(ui: &mut Ui, title: &str, value: &str, contents: impl FnOnce(&mut Ui)) {
    fold(
        ui,
        (title, FontFamily::Proportional),
        value,
        false,
        contents,
    );
}

/// Unfolds the part called `title` when it is shown next.
pub(crate) fn unfold(ctx: &egui::Context, title: &str) {
    ctx.data_mut(|data| data.insert_temp(unfold_key(title), true));
}

/// Returns the key under which the request to unfold a part is stored.
fn unfold_key(title: &str) -> egui::Id {
    egui::Id::unique(("unfold", title))
}

fn fold(
    ui: &mut Ui,
    (title, family): (&str, FontFamily),
    value: &str,
    open: bool,
    contents: impl FnOnce(&mut Ui),
) {
    let id = ui.make_persistent_id(("section", title));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, open);
    if ui
        .data_mut(|data| data.remove_temp::<bool>(unfold_key(title)))
        .is_some()
    {
        state.set_open(true);
    }
    let tokens = tokens(ui.visuals().dark_mode);
    let (line, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let said = format!("{title}: {value}");
    let is_open = state.is_open();
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, title));
    if response.clicked() {
        state.toggle(ui);
    }
    let painter = ui.painter().with_clip_rect(line.intersect(ui.clip_rect()));
    let ink = if response.hovered() || response.has_focus() {
        tokens.accent_text
    } else {
        tokens.text[0]
    };
    chevron(
        &painter,
        pos2(line.left() + 6.0, line.center().y),
        state.is_open(),
        ink,
    );
    let left = pos2(line.left() + 17.0, line.center().y);
    let name = painter.text(
        left,
        Align2::LEFT_CENTER,
        title,
        FontId::new(13.0, family),
        ink,
    );
    let words =
        painter.layout_no_wrap(value.to_owned(), FontId::proportional(12.0), tokens.text[2]);
    let position = pos2(
        line.right() - words.size().x,
        line.center().y - words.size().y / 2.0,
    );
    if position.x > name.right() + 8.0 {
        painter.galley(position, words, tokens.text[2]);
    }
    response.on_hover_text(said);
    state.show_body_unindented(ui, |ui| {
        egui::Frame::new()
            .inner_margin(egui::Margin {
                left: 17,
                right: 0,
                top: 0,
                bottom: 6,
            })
            .show(ui, contents);
    });
}

fn chevron(painter: &egui::Painter, middle: egui::Pos2, open: bool, ink: egui::Color32) {
    let corners = if open {
        [vec2(-3.5, -2.0), vec2(0.0, 2.0), vec2(3.5, -2.0)]
    } else {
        [vec2(-2.0, -3.5), vec2(2.0, 0.0), vec2(-2.0, 3.5)]
    };
    let points = corners.map(|corner| middle + corner).to_vec();
    painter.add(egui::Shape::line(points, egui::Stroke::new(1.5, ink)));
}

/// Shows a card for what belongs to the selected item.
pub(crate) fn card(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    let tokens = tokens(ui.visuals().dark_mode);
    egui::Frame::new()
        .fill(tokens.canvas)
        .stroke(egui::Stroke::new(1.0, tokens.line))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(10, 8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(egui::RichText::new(title).family(bold()));
            contents(ui);
        });
}
