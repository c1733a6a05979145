//! Initial focus of the field of a dialog.

use egui::Response;

/// Gives the focus to `field` once: as often as it takes, for the first frame of a window is drawn
/// to find its size, and nothing on it can have the focus.
pub(crate) fn once(field: &Response, fresh: &mut bool) {
    match (*fresh, field.has_focus()) {
        (true, true) => *fresh = false,
        (true, false) => field.request_focus(),
        (false, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_the_keys_once_its_window_is_there() {
        let context = egui::Context::default();
        let (mut fresh, mut text) = (true, String::new());
        let mut has = Vec::new();
        for _ in 0..4 {
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                egui::Window::new("a dialog").show(ui.ctx(), |ui| {
                    let field = ui.text_edit_singleline(&mut text);
                    once(&field, &mut fresh);
                    has.push(field.has_focus());
                });
            });
            output.textures_delta.clear();
        }
        assert!(!fresh && has.last() == Some(&true), "{has:?}");
    }
}
