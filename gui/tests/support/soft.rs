//! The renderer of tests, which needs no graphics card and no display.

use cosched::charts::raster::soft::Renderer;
use egui_kittest::TestRenderer;

/// Draws by the program's own software renderer.
#[derive(Default)]
pub(crate) struct Soft(Renderer);

impl TestRenderer for Soft {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.update(delta);
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<image::RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let screen = ctx.content_rect().size() * scale;
        let size = [screen.x, screen.y].map(|side| side.round() as u32);
        let meshes = ctx.tessellate(output.shapes.clone(), scale);
        let picture = self
            .0
            .render(size, scale, egui::Color32::TRANSPARENT, &meshes);
        let bytes = picture
            .pixels
            .iter()
            .flat_map(egui::Color32::to_srgba_unmultiplied)
            .collect();
        image::RgbaImage::from_raw(size[0], size[1], bytes).ok_or_else(|| "no picture".into())
    }
}
