//! The banner of the tour: its steps in a row, and a button.

use egui::{Align2, Color32, FontId, Frame, Painter, Rect, RichText, Stroke, Ui, pos2, vec2};

use super::StartAction;
use crate::Command;
use crate::tour;
use charts::colour::tokens::{Tokens, tokens};
use charts::look::{bold, strong};

/// Height of the steps, and the least room in which they are shown.
const STEPS: f32 = 60.0;
const ROOM: f32 = 760.0;
/// Width of the text beside them, and least width of a step.
const WORDS: f32 = 250.0;
const BUTTON: f32 = 110.0;

/// Shows it.
pub(super) fn show(ui: &mut Ui, requested: &mut Option<StartAction>) {
    let tokens = tokens(ui.visuals().dark_mode);
    Frame::new()
        .fill(tokens.tint)
        .corner_radius(8)
        .inner_margin(egui::Margin::symmetric(20, 16))
        .show(ui, |ui| {
            let room = ui.available_width();
            ui.horizontal(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(WORDS.min(room - BUTTON));
                    ui.label(strong("Take the tour").size(15.0));
                    let words = "Six steps from a log to a report, about three minutes. \
                        Leave at any time; nothing is lost.";
                    let words = RichText::new(words).color(tokens.text[1]);
                    ui.add(egui::Label::new(words).wrap());
                });
                if room >= ROOM {
                    let width = ui.available_width() - BUTTON;
                    let (index, _) =
                        ui.allocate_exact_size(vec2(width, STEPS), egui::Sense::hover());
                    steps(ui.painter(), index, tokens);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = RichText::new("▶ Start").color(Color32::WHITE);
                    let button = egui::Button::new(text)
                        .fill(tokens.primary)
                        .stroke(Stroke::NONE)
                        .min_size(vec2(78.0, 28.0));
                    let button = ui.add(button).accessible_name("Start the tour");
                    if button.on_hover_text(Command::Tour.tooltip()).clicked() {
                        *requested = Some(StartAction::Command(Command::Tour));
                    }
                });
            });
        });
}

/// Draws the steps from left to right, each a number in a circle with its name below.
fn steps(painter: &Painter, rect: Rect, tokens: &Tokens) {
    let titles: Vec<&str> = tour::titles().collect();
    let width = rect.width() / titles.len() as f32;
    let line = rect.top() + 12.0;
    let middle = |step: usize| pos2(rect.left() + (step as f32 + 0.5) * width, line);
    let ends = middle(0).x..=middle(titles.len() - 1).x;
    painter.hline(ends, line, Stroke::new(1.0, tokens.border));
    for (step, title) in titles.into_iter().enumerate() {
        let middle = middle(step);
        let (ground, ink) = match step {
            0 => (tokens.primary, Color32::WHITE),
            _ => (tokens.canvas, tokens.text[1]),
        };
        painter.circle(middle, 11.0, ground, Stroke::new(1.0, tokens.border));
        let number = (step + 1).to_string();
        let font = FontId::new(12.0, bold());
        painter.text(middle, Align2::CENTER_CENTER, number, font, ink);
        let ink = tokens.text[1];
        let font = FontId::proportional(12.0);
        let mut words = egui::text::LayoutJob::simple(title.to_owned(), font, ink, width - 10.0);
        words.halign = egui::Align::Center;
        let words = painter.layout_job(words);
        painter.galley(middle + vec2(0.0, 17.0), words, ink);
    }
}
