//! The window's own drawing code run for a few frames into a picture.

use egui::{Color32, ColorImage, Context, RawInput, Rect, Theme, Ui, ViewportId, pos2, vec2};

use super::soft::Renderer;
use crate::colour::tokens::tokens;
use crate::look;

/// Returns the last frame of `run_ui` on `size` pixels. Layout and hover settle after two or three
/// frames.
pub fn picture(
    size: [u32; 2],
    pixels_per_point: f32,
    theme: Theme,
    frames: usize,
    mut run_ui: impl FnMut(&mut Ui),
) -> ColorImage {
    let context = Context::default();
    context.set_theme(theme);
    look::install(&context);
    let points = size.map(|side| side as f32 / pixels_per_point);
    let mut renderer = Renderer::default();
    let mut picture = ColorImage::filled(size.map(|side| side as usize), Color32::BLACK);
    for frame in 0..frames.max(1) {
        let mut output = context.run_ui(input(points, pixels_per_point, frame), &mut run_ui);
        renderer.update(&mut output.textures_delta);
        if frame + 1 >= frames {
            let meshes = context.tessellate(output.shapes, pixels_per_point);
            picture = renderer.render(size, pixels_per_point, ground(theme), &meshes);
        }
    }
    picture
}

fn ground(theme: Theme) -> Color32 {
    tokens(theme == Theme::Dark).chrome
}

fn input([width, height]: [f32; 2], pixels_per_point: f32, frame: usize) -> RawInput {
    let mut input = RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height))),
        // Steps of time, so that what fades in has faded in.
        time: Some(frame as f64 * 0.25),
        focused: true,
        ..RawInput::default()
    };
    if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
        viewport.native_pixels_per_point = Some(pixels_per_point);
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_requested_size_and_theme() {
        let draw = |theme| picture([60, 40], 2.0, theme, 2, |ui| drop(ui.label("word")));
        let (light, dark) = (draw(Theme::Light), draw(Theme::Dark));
        assert_eq!(light.size, [60, 40]);
        assert_eq!(light.pixels[60 * 40 - 1], ground(Theme::Light));
        assert_eq!(dark.pixels[60 * 40 - 1], ground(Theme::Dark));
        assert!(
            light
                .pixels
                .iter()
                .any(|pixel| *pixel != ground(Theme::Light)),
            "the word"
        );
    }

    #[test]
    fn pictures_are_deterministic() {
        let draw = || picture([80, 40], 1.0, Theme::Dark, 3, |ui| drop(ui.button("push")));
        assert!(draw() == draw());
    }
}
