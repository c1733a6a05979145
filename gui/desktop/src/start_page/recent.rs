//! Recent files: the document as it was left, and files, of which some may be gone.

use std::path::{Path, PathBuf};

use egui::{FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{StartAction, State};
use crate::App;
use crate::documents::OpenDocument;
use charts::colour::tokens::tokens;
use charts::look::{bold, elided};
use laboratory::base::format;
use laboratory::base::system::files;
use laboratory::load::cases;
use laboratory::load::formats::Format;

/// Height of a row.
const ROW: f32 = 44.0;

/// A row: title, description, the effect of a click or why it has none, and accessible name.
struct Row<'a> {
    name: &'a str,
    detail: &'a str,
    verb: &'a str,
    accessible_name: &'a str,
    enabled: bool,
}

impl App {
    /// Shows the list.
    pub(super) fn recent(&mut self, ui: &mut Ui, requested: &mut Option<StartAction>) {
        super::heading(ui, "Recent");
        let present = self.front.present();
        if let Some((name, detail)) = &present {
            let row = Row {
                name,
                detail,
                verb: "Continue",
                accessible_name: &format!("Continue {name}"),
                enabled: true,
            };
            if show(ui, &row, true).clicked() {
                *requested = Some(StartAction::Continue);
            }
        }
        self.start_page.look_for(&self.settings.recent);
        for (path, is_there) in &self.start_page.recent_files {
            if let Some(action) = file(ui, path, *is_there) {
                *requested = Some(action);
            }
        }
        if present.is_none() && self.start_page.recent_files.is_empty() {
            ui.weak("Nothing yet: what you open is listed here");
        }
    }
}

impl OpenDocument {
    /// Returns the title and the state of the open document; `None` while it is an example that has
    /// not been run.
    fn present(&self) -> Option<(String, String)> {
        let runs = self.shared.runs.entries.len();
        if runs == 0 && self.work.is_none() {
            return None;
        }
        let mut detail = format!("as you left it, {}", format::counted(runs, "run"));
        if self.shared.document.is_modified() {
            detail += ", changes in no file";
        }
        if let Some(work) = &self.work {
            let done = 100.0 * work.pending.progress.fraction();
            detail += &format!(", {} {done:.0} %", work.stage);
        }
        Some((self.shared.document.name(), detail))
    }
}

impl State {
    /// Looks for `files`, once for each time the page is shown.
    fn look_for(&mut self, files: &[PathBuf]) {
        let known = self.recent_files.iter().map(|(path, _)| path);
        if !known.eq(files) {
            let found = files
                .iter()
                .map(|path| (path.clone(), files::is_file(cases::split_path(path).0)));
            self.recent_files = found.collect();
        }
    }
}

/// Shows the row of a file.
fn file(ui: &mut Ui, path: &Path, is_there: bool) -> Option<StartAction> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy();
    let kind = Format::of(path).map_or("file", |format| format.noun);
    let folder = path.parent().unwrap_or(Path::new(""));
    let detail = format!("{kind} in {}", folder.display());
    let row = Row {
        name: &name,
        detail: &detail,
        verb: if is_there { "" } else { "gone" },
        accessible_name: &if is_there {
            format!("Open recent {name}")
        } else {
            format!("{name} is gone")
        },
        enabled: is_there,
    };
    let response = show(ui, &row, false);
    let response = response.on_hover_text(path.display().to_string());
    if is_there {
        return response
            .clicked()
            .then(|| StartAction::File(path.to_path_buf()));
    }
    let name_rect = Rect::from_min_size(
        pos2(response.rect.right() - 24.0, response.rect.top() + 19.0),
        vec2(22.0, 20.0),
    );
    let remove = ui.put(name_rect, egui::Button::new("🗙").small().frame(false));
    let remove = remove
        .accessible_name(format!("Remove {name} from the list"))
        .on_hover_text("Leave it out of this list");
    remove
        .clicked()
        .then(|| StartAction::Forget(path.to_path_buf()))
}

/// Shows a row, the first one with a tint.
fn show(ui: &mut Ui, row: &Row<'_>, tinted: bool) -> Response {
    let sense = if row.enabled {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let said = row.accessible_name;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, row.enabled, said));
    let tokens = tokens(ui.visuals().dark_mode);
    let painter = ui.painter();
    let ground = match (tinted, row.enabled && response.hovered()) {
        (true, _) => Some(tokens.tint),
        (false, true) => Some(tokens.inset),
        _ => None,
    };
    let wide = rect.expand2(vec2(8.0, 0.0));
    if let Some(ground) = ground {
        painter.rect_filled(wide, 5.0, ground);
    }
    if response.has_focus() {
        let stroke = egui::Stroke::new(2.0, tokens.accent);
        painter.rect_stroke(wide, 5.0, stroke, egui::StrokeKind::Inside);
    }
    let verb_ink = if row.enabled {
        tokens.accent_text
    } else {
        tokens.warn
    };
    let verb = painter.layout_no_wrap(row.verb.to_owned(), FontId::new(12.0, bold()), verb_ink);
    let width = rect.width() - verb.size().x - 12.0;
    painter.galley(
        pos2(rect.right() - verb.size().x, rect.top() + 5.0),
        verb,
        verb_ink,
    );
    let ink = tokens.text[if row.enabled { 0 } else { 2 }];
    let name = elided(painter, row.name, FontId::new(13.0, bold()), ink, width);
    painter.galley(pos2(rect.left(), rect.top() + 4.0), name, ink);
    let ink = tokens.text[2];
    let detail = elided(painter, row.detail, FontId::proportional(12.0), ink, {
        rect.width() - if row.enabled { 0.0 } else { 28.0 }
    });
    painter.galley(pos2(rect.left(), rect.top() + 23.0), detail, ink);
    response
}
