//! The fields of the export dialog.

use egui::{ComboBox, DragValue, Key, TextEdit, Ui};

use super::State;
use super::item::{ExportItem, FigureStyle, Format};
use crate::App;
use crate::widgets::{command_line, focus};
use laboratory::base::system::IS_PAGE;

/// Most rows of fields, and the gap between them.
const ROWS: f32 = 5.0;
const BETWEEN_ROWS: f32 = 6.0;

impl App {
    /// Shows the fields, and the equivalent command line; returns whether Enter was pressed in a
    /// text field.
    pub(super) fn export_fields(&self, ui: &mut Ui, state: &mut State) -> bool {
        let before = (state.what, state.format);
        let mut wanted = false;
        // Of constant height: nothing below moves when another format is chosen.
        let row = ui.spacing().interact_size.y;
        let least = ROWS * (row + BETWEEN_ROWS) - BETWEEN_ROWS;
        let top = ui.cursor().top();
        egui::Grid::new("export")
            .num_columns(2)
            .spacing([10.0, BETWEEN_ROWS])
            .min_row_height(row)
            .show(ui, |ui| {
                let label = ui.label("What");
                ComboBox::from_id_salt("export what")
                    .width(260.0)
                    .height(600.0)
                    .selected_text(state.what.title())
                    .show_ui(ui, |ui| {
                        // All of them at once, in a window of usual height.
                        let spacing = ui.spacing_mut();
                        spacing.item_spacing.y = 0.0;
                        spacing.interact_size.y = 20.0;
                        spacing.button_padding.y = 1.0;
                        let plots = self.front.panes.in_exports().map(ExportItem::Plot);
                        for what in plots.chain(ExportItem::BELOW_PLOTS) {
                            ui.selectable_value(&mut state.what, what, what.title());
                        }
                    })
                    .response
                    .labelled_by(label.id);
                ui.end_row();
                format_fields(ui, state);
                if state.what == ExportItem::Page {
                    wanted |= Self::question_field(ui, state);
                }
                let label = ui.label("Path");
                let field = ui.horizontal(|ui| {
                    let field = TextEdit::singleline(&mut state.path).desired_width(350.0);
                    let field = ui.add(field).labelled_by(label.id);
                    // A browser has folders of its own for what is handed over.
                    if !IS_PAGE {
                        let browse = ui.button("Browse…");
                        state.browses = browse
                            .on_hover_text("Choose the folder and the name")
                            .clicked();
                    }
                    field
                });
                let field = field.inner;
                // A user who opened the dialog by keys goes on by keys.
                focus::once(&field, &mut state.fresh);
                wanted |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                ui.end_row();
            });
        ui.add_space((top + least - ui.cursor().top()).max(0.0));
        if before != (state.what, state.format) {
            state.propose(self);
        }
        let dark = ui.visuals().dark_mode;
        command_line::show(ui, &self.equivalent_command(state, dark));
        wanted
    }
}

/// Shows the format and the size.
fn format_fields(ui: &mut Ui, state: &mut State) {
    ui.label("Format");
    ui.horizontal(|ui| {
        for format in state.what.formats() {
            ui.radio_value(&mut state.format, *format, format.title());
        }
    });
    ui.end_row();
    if !matches!(state.format, Format::Png | Format::Svg | Format::Pdf) {
        return;
    }
    if state.what.prints() {
        ui.label("Drawn");
        ui.horizontal(|ui| {
            for (drawn, words, sentence) in [
                (FigureStyle::AsHere, "as here", "With its title, in pixels"),
                (
                    FigureStyle::ForPrint,
                    "for print",
                    "On white, in millimetres, and distinct in grey as well",
                ),
            ] {
                // PDF is for print alone.
                let can = drawn == FigureStyle::ForPrint || state.format != Format::Pdf;
                ui.add_enabled_ui(can, |ui| {
                    ui.radio_value(&mut state.drawn, drawn, words)
                        .on_hover_text(sentence);
                });
            }
        });
        ui.end_row();
    }
    if state.format == Format::Pdf {
        state.drawn = FigureStyle::ForPrint;
    } else if !state.what.prints() {
        state.drawn = FigureStyle::AsHere;
    }
    ui.label("Size");
    ui.horizontal(|ui| match state.drawn {
        FigureStyle::AsHere => {
            let sides = [
                ("Width", &mut state.width, 200),
                ("Height", &mut state.height, 150),
            ];
            for (name, side, least) in sides {
                let number = DragValue::new(side).range(least..=8000).suffix(" px");
                ui.add(number).accessible_name(name);
            }
        }
        FigureStyle::ForPrint => {
            let [width, height] = &mut state.millimetres;
            for (name, side) in [("Width", width), ("Height", height)] {
                let number = DragValue::new(side).range(20.0..=1000.0).suffix(" mm");
                ui.add(number).accessible_name(name);
            }
            ui.label("letters of");
            let number = DragValue::new(&mut state.font)
                .range(4.0..=40.0)
                .suffix(" pt");
            ui.add(number).accessible_name("Size of letters");
        }
    });
    ui.end_row();
}
