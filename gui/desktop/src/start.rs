//! Three ways to start the window: on the screen, into a picture, and (in `App::new`) in a test.

use std::path::{Path, PathBuf};

use egui::{Theme, ThemePreference};

use super::App;
use super::settings::Settings;
use super::settings::storage;
use super::shared::pane::Pane;
use charts::raster::{headless, png};
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;

/// Name under which settings are stored.
const APP: &str = "cosched";
/// The picture of the window in lists of windows, the same as in menus.
const ICON: &[u8] = include_bytes!("../../packaging/linux/cosched.png");
/// Frames after which every pane has found its size.
const FRAMES: usize = 6;

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display or no way to draw on it.
pub fn open(files: Vec<PathBuf>) -> Result<(), Problem> {
    let icon = eframe::icon_data::from_png_bytes(ICON)
        .map_err(|error| Problem::output(format!("the icon cannot be read: {error}")))?;
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("cosched")
            .with_app_id(APP)
            .with_icon(icon)
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([800.0, 500.0])
            .with_drag_and_drop(true),
        // The same letters on every machine.
        system_font_fallback: false,
        ..Default::default()
    };
    let damage = eframe::storage_dir(APP).and_then(|folder| storage::mend(&folder.join("app.ron")));
    let creator = Box::new(move |creation: &eframe::CreationContext<'_>| {
        let settings = creation.storage.map(Settings::load).unwrap_or_default();
        let mut app = App::with_settings(settings);
        app.begin(files);
        if let Some(damage) = damage {
            app.front.notices.add_line(damage);
        }
        Ok(Box::new(app) as Box<dyn eframe::App>)
    });
    eframe::run_native(APP, options, creator)
        .map_err(|error| Problem::output(format!("the window cannot be opened: {error}")))
}

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
