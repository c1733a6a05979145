//! The window on the screen of a desktop.

use std::path::PathBuf;

use crate::App;
use crate::settings::Settings;
use crate::settings::storage;
use laboratory::base::problem::Problem;

/// Name under which settings are stored.
const APP: &str = "cosched";
/// The picture of the window in lists of windows, the same as in menus.
const ICON: &[u8] = include_bytes!("../../../packaging/linux/cosched.png");

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
