//! The command line equivalent to a dialog, to be copied; or why there is none.

use egui::{Label, RichText, Ui};

/// Command line of a dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DialogCommand {
    /// This line does the same.
    Does(String),
    /// This line runs what is written.
    Runs(String),
    /// There is none, for that reason.
    None(&'static str),
}

/// Reason for a document that is in no file.
pub(crate) const NO_FILE: &str =
    "Save the scenario to a file, and the command line that does the same stands here";

/// Returns the line of these words, each quoted where a shell would take it for something else.
pub(crate) fn line<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

/// Shows the line. Whatever it is counts as one widget, so that those below keep the focus.
pub(crate) fn show(ui: &mut Ui, same: &DialogCommand) {
    ui.vertical(|ui| contents(ui, same));
}

fn contents(ui: &mut Ui, same: &DialogCommand) {
    ui.add_space(4.0);
    let (heading, line) = match same {
        DialogCommand::Does(line) => ("The same on the command line:", line),
        DialogCommand::Runs(line) => ("What is written runs on the command line by:", line),
        DialogCommand::None(why) => {
            ui.weak(*why);
            return;
        }
    };
    ui.horizontal(|ui| {
        ui.weak(heading);
        let copy = ui.small_button("Copy");
        let copy = copy.accessible_name("Copy the command line");
        if copy.on_hover_text("Put it on the clipboard").clicked() {
            ui.ctx().copy_text(line.clone());
        }
    });
    let words = Label::new(RichText::new(line).monospace());
    ui.add(words.selectable(true).wrap());
}
