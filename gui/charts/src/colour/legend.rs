//! Legend of colours and marks, in one line beside data, never over it.

use egui::{
    Align2, Color32, FontId, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::tokens::tokens;
use super::{OKABE_ITO, Shading, killed, late};
use crate::look::bold;
use laboratory::record::Run;

/// Sign beside a name in a legend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sign {
    /// A colour.
    Filled(Color32),
    /// Several colours without names.
    Kinds,
    /// Lines over a bar.
    Hatched(Color32),
    /// A mark at the end of a bar.
    Edge(Color32),
}

impl Shading {
    /// Returns the signs of colours on a machine of so many nodes, each with its name.
    pub fn signs(&self, nodes: u32) -> Vec<(Sign, String)> {
        let colours = self.legend(nodes);
        if colours.is_empty() {
            return vec![(Sign::Kinds, "each its own colour".to_owned())];
        }
        let filled = colours.into_iter();
        filled
            .map(|(colour, name)| (Sign::Filled(colour), name))
            .collect()
    }
}

/// Marks on the bars of runs, and between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Whether jobs were killed.
    pub is_killed: bool,
    /// Whether jobs have deadlines, which they may miss.
    pub is_late: bool,
    /// Whether nodes were out of service.
    pub is_out: bool,
}

impl Marks {
    /// Returns the marks of `run`.
    pub fn of(run: &Run) -> Self {
        Self {
            is_killed: run.outcomes.iter().any(|outcome| outcome.killed),
            is_late: run.experiment.has_deadlines(),
            is_out: run.outages().is_some(),
        }
    }

    /// Returns their signs on that ground, and their names.
    pub fn signs(self, dark: bool) -> Vec<(Sign, String)> {
        let grey = tokens(dark).text[2];
        let all = [
            (self.is_killed, Sign::Edge(killed(dark)), "killed"),
            (
                self.is_late,
                Sign::Hatched(late(dark)),
                "after its deadline",
            ),
            (self.is_out, Sign::Hatched(grey), "out of service"),
        ];
        let there = all.into_iter().filter(|(is_there, ..)| *is_there);
        there
            .map(|(_, sign, name)| (sign, name.to_owned()))
            .collect()
    }
}

const SQUARE: f32 = 11.0;

/// Draws `title` and `entries` from left to right in `room`; those beyond it stand in its tooltip.
/// Entries that `selects` accepts can be clicked; returns the index of the clicked one.
pub fn legend(
    ui: &Ui,
    room: Rect,
    title: &str,
    entries: &[(Sign, String)],
    selects: impl Fn(usize) -> bool,
) -> Option<usize> {
    let tokens = tokens(ui.visuals().dark_mode);
    let painter = ui.painter().with_clip_rect(room.expand(1.0));
    let font = FontId::proportional(11.0);
    let y = room.center().y;
    let strong = FontId::new(11.0, bold());
    let title_place = painter.text(
        room.left_center(),
        Align2::LEFT_CENTER,
        title,
        strong,
        tokens.text[0],
    );
    let mut x = title_place.right() + 10.0;
    let mut places = Vec::new();
    for (index, (sign, name)) in entries.iter().enumerate() {
        let words = painter.layout_no_wrap(name.clone(), font.clone(), tokens.text[1]);
        let end = x + SQUARE + 5.0 + words.size().x;
        if end > room.right() {
            painter.text(pos2(x, y), Align2::LEFT_CENTER, "…", font, tokens.text[1]);
            break;
        }
        let square = Rect::from_center_size(pos2(x + SQUARE / 2.0, y), vec2(SQUARE, SQUARE));
        draw(&painter, square, *sign, tokens.border);
        painter.galley(
            pos2(x + SQUARE + 5.0, y - words.size().y / 2.0),
            words,
            tokens.text[1],
        );
        if selects(index) {
            let room = Rect::from_x_y_ranges(square.left() - 2.0..=end + 2.0, room.y_range());
            places.push((index, room));
        }
        x = end + 12.0;
    }
    let names: Vec<&str> = entries.iter().map(|(_, name)| name.as_str()).collect();
    let said = format!("{title}: {}", names.join(", "));
    let id = ui.scope_id().with(("legend", title));
    let response = ui.interact(room, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    response.on_hover_text(said);
    let mut clicked = None;
    for (index, room) in places {
        // The tooltip of the whole line has `id` with a number for its own.
        let response = ui.interact(room, id.with(("entry", index)), Sense::click());
        let said = format!("Select {title}: {}", entries[index].1);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
        if response.hovered() {
            let line = Stroke::new(1.0, tokens.text[2]);
            painter.hline(room.x_range(), room.bottom() - 1.0, line);
        }
        if response
            .on_hover_text("Click to select these jobs")
            .clicked()
        {
            clicked = Some(index);
        }
    }
    clicked
}

fn draw(painter: &Painter, square: Rect, sign: Sign, border: Color32) {
    match sign {
        Sign::Filled(colour) => {
            painter.rect_filled(square, 2.0, colour);
        }
        Sign::Kinds => {
            let part = SQUARE / 3.0;
            for (index, colour) in OKABE_ITO.into_iter().take(3).enumerate() {
                let left = square.left() + index as f32 * part;
                let third = Rect::from_x_y_ranges(left..=left + part, square.y_range());
                painter.rect_filled(third, 0.0, colour);
            }
        }
        Sign::Hatched(colour) => {
            let painter = painter.with_clip_rect(square);
            for step in 0..6 {
                let x = square.left() + step as f32 * 4.0 - SQUARE;
                let ends = [pos2(x, square.bottom()), pos2(x + SQUARE, square.top())];
                painter.line_segment(ends, Stroke::new(1.2, colour));
            }
            painter.rect_stroke(square, 2.0, Stroke::new(1.0, border), StrokeKind::Inside);
        }
        Sign::Edge(colour) => {
            painter.rect_filled(square, 0.0, border);
            let edge = square.with_min_x(square.right() - 2.5);
            painter.rect_filled(edge, 0.0, colour);
        }
    }
}
