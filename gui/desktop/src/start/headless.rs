//! The window in a picture, without a display.

use std::path::{Path, PathBuf};

use egui::{Theme, ThemePreference};

use crate::App;
use crate::shared::pane::Pane;
use charts::raster::{headless, png};
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;

/// Frames after which every pane has found its size.
const FRAMES: usize = 6;

/// Draws the window with its runs finished, these panes in front and the job of
/// that number of the last run in the inspector into the picture `out`, without a
/// display.
///
/// # Errors
/// If a file cannot be read or simulated, there is no such job, or the picture
/// cannot be written.
pub fn screenshot(
    files: Vec<PathBuf>,
    panes: &[Pane],
    job: Option<u64>,
    size: [u32; 2],
    dark: bool,
    out: &Path,
) -> Result<(), Problem> {
    let mut app = App::new(files);
    if job.is_some() || !panes.is_empty() {
        app.leave_start();
    }
    app.settle();
    if panes.contains(&Pane::Slots) {
        app.front.search_slots();
        app.settle();
    }
    if panes.contains(&Pane::Sweep) && app.scenario().sweep.is_some() {
        app.front.begin_sweep(app.scenario().clone());
        app.settle();
    }
    let fault = app.front.notices.first_fault();
    if let Some(sentence) = fault {
        return Err(Problem::input(sentence));
    }
    // There is no user to answer.
    let columns = app
        .dialogs
        .columns
        .as_ref()
        .map(|requested| requested.why());
    let cases = app.dialogs.cases.as_ref().map(|requested| requested.why());
    if let Some(why) = columns.or(cases) {
        return Err(why.clone());
    }
    if let Some(number) = job {
        app.inspect(number)?;
    }
    if panes.contains(&Pane::Predictions) {
        app.front.predict_for_picture();
    }
    if panes.contains(&Pane::Health) {
        app.front.inspect_log();
    }
    app.settle();
    app.show_requested();
    for pane in panes {
        app.settings.desk.show(*pane);
    }
    picture(app, size, dark, out)
}

/// Draws the window of `app`, which nothing has drawn yet, into the picture
/// `out`, without a display.
///
/// # Errors
/// If the picture cannot be written.
pub fn picture(mut app: App, size: [u32; 2], dark: bool, out: &Path) -> Result<(), Problem> {
    app.set_theme(if dark {
        ThemePreference::Dark
    } else {
        ThemePreference::Light
    });
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let drawn = headless::picture(size, 1.0, theme, FRAMES, |ui| {
        app.update(&ui.ctx().clone());
        app.show(ui);
    });
    write_whole(out, &png::encode(&drawn)?)
}
