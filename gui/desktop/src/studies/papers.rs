//! Parts of each paper that are implemented by the letter, by a reading, or not, and why.

use egui::{CollapsingHeader, Label, RichText, Ui};

use ::papers::{Implementation, Part, Study};

/// Width of the word for how a part is implemented.
const HOW: f32 = 56.0;

/// Shows the table of all papers, at first only its heading.
pub(super) fn show(ui: &mut Ui) {
    CollapsingHeader::new("What is implemented of each paper").show(ui, |ui| {
        for study in Study::ALL {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(study.paper).strong()).wrap());
            study.parts.iter().for_each(|part| self::part(ui, part));
        }
    });
}

/// Shows one part of a paper: how, what, and why.
fn part(ui: &mut Ui, part: &Part) {
    ui.horizontal_top(|ui| {
        let left = ui.cursor().left();
        let how = ui
            .weak(part.implementation.name())
            .on_hover_text(match part.implementation {
                Implementation::Letter => "As it is written",
                Implementation::Reading => "In one of the ways it can be understood",
                Implementation::Not => "Not implemented",
            });
        ui.add_space((left + HOW - how.rect.right()).max(0.0));
        ui.vertical(|ui| {
            ui.add(Label::new(part.name).wrap());
            ui.add(Label::new(RichText::new(part.reason).weak()).wrap());
        });
    });
}
