//! Short messages above the bar at the bottom: what went wrong and where, or what was written.

use std::path::{Path, PathBuf};

use laboratory::base::problem::Problem;
use laboratory::base::sanitize::quoted;

/// Seconds for which a message without a fault stays.
const STAY: f64 = 6.0;
/// Seconds for which a message on an unreadable file stays: its sentence is longer.
const STAY_OF_FILE: f64 = 20.0;
/// Most messages that are shown at a time.
const MOST: usize = 3;
/// Greatest height of all messages together, in points; beyond that they scroll.
const HIGHEST: f32 = 120.0;

/// One message.
pub(crate) struct Notice {
    text: String,
    fault: bool,
    /// File that could not be read.
    file: Option<PathBuf>,
    until: Option<f64>,
}

impl Notice {
    /// Returns how long it stays, in seconds; until it is dismissed, if absent.
    fn stay(&self) -> Option<f64> {
        match (&self.file, self.fault) {
            (Some(_), _) => Some(STAY_OF_FILE),
            (None, false) => Some(STAY),
            (None, true) => None,
        }
    }
}

/// Current messages, oldest first.
#[derive(Default)]
pub(crate) struct Notices {
    shown: Vec<Notice>,
}

impl Notices {
    /// Adds a fault; stays until dismissed. Equal texts are shown once.
    pub(crate) fn fault(&mut self, problem: &Problem) {
        self.add(problem.to_string(), true, None);
    }

    /// Adds the message that the file at `path` cannot be read, in place of an earlier one on it;
    /// goes away by itself, or once a file is read well.
    pub(crate) fn fault_of_file(&mut self, path: &Path, problem: Problem) {
        self.shown
            .retain(|notice| notice.file.as_deref() != Some(path));
        let text = problem.in_file(path).to_string();
        self.add(text, true, Some(path.to_path_buf()));
    }

    /// Removes messages on unreadable files.
    pub(crate) fn forget_files(&mut self) {
        self.shown.retain(|notice| notice.file.is_none());
    }

    /// Adds good news; goes away by itself. Equal texts are shown once.
    pub(crate) fn add_line(&mut self, text: impl Into<String>) {
        self.add(text.into(), false, None);
    }

    fn add(&mut self, text: String, fault: bool, file: Option<PathBuf>) {
        self.shown.retain(|notice| notice.text != text);
        self.shown.push(Notice {
            text,
            fault,
            file,
            until: None,
        });
    }

    /// Iterates over the current texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|notice| notice.text.as_str())
    }

    /// Returns the first current fault.
    pub(crate) fn first_fault(&self) -> Option<String> {
        let fault = self.shown.iter().find(|notice| notice.fault);
        fault.map(|notice| notice.text.clone())
    }

    /// Shows the latest messages in a strip of their own, over no other part of the window.
    pub(crate) fn show(&mut self, ui: &mut egui::Ui) {
        let now = ui.input(|input| input.time);
        self.shown
            .retain(|notice| notice.until.is_none_or(|until| now < until));
        if self.shown.is_empty() {
            return;
        }
        let hidden = self.shown.len().saturating_sub(MOST);
        let frame = egui::Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(egui::Margin::symmetric(10, 4));
        let mut dismissed = None;
        egui::Panel::bottom("notices").frame(frame).show(ui, |ui| {
            egui::ScrollArea::vertical()
                .max_height(HIGHEST)
                .show(ui, |ui| {
                    for (position, notice) in self.shown.iter_mut().enumerate().skip(hidden) {
                        if let Some(stay) = notice.stay() {
                            let until = *notice.until.get_or_insert(now + stay);
                            ui.ctx().request_repaint_after_secs((until - now) as f32);
                        }
                        if show_one(ui, position, notice) {
                            dismissed = Some(position);
                        }
                    }
                    if hidden > 0 {
                        ui.weak(format!("{hidden} more, when these are closed"));
                    }
                });
        });
        if let Some(position) = dismissed {
            self.shown.remove(position);
            ui.ctx().request_repaint();
        }
    }
}

/// Shows one message; returns whether it was dismissed.
fn show_one(ui: &mut egui::Ui, position: usize, notice: &Notice) -> bool {
    let (sign, colour) = if notice.fault {
        ("⚠", ui.visuals().error_fg_color)
    } else {
        ("✔", ui.visuals().hyperlink_color)
    };
    ui.push_id(position, |ui| {
        ui.horizontal_top(|ui| {
            let dismiss = ui
                .small_button("🗙")
                .accessible_name("Dismiss notice")
                .on_hover_text("Dismiss this notice");
            ui.colored_label(colour, sign);
            ui.vertical(|ui| ui.add(egui::Label::new(quoted(&notice.text)).wrap()));
            dismiss.clicked()
        })
        .inner
    })
    .inner
}
