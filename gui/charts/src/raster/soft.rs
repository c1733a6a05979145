//! A renderer of egui's output, on the processor alone.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Rect, TextureFilter, TextureId, TextureOptions, TexturesDelta};

/// Keeps the textures and fills triangles.
#[derive(Default)]
pub struct Renderer {
    textures: HashMap<TextureId, Texture>,
}

struct Texture {
    image: ColorImage,
    options: TextureOptions,
}

impl Renderer {
    /// Takes over new and changed textures, drops freed ones, and leaves `delta` empty.
    pub fn update(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.change(id, &change);
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn change(&mut self, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let Some([left, top]) = delta.pos else {
            let texture = Texture {
                image: (**image).clone(),
                options: delta.options,
            };
            self.textures.insert(id, texture);
            return;
        };
        let Some(texture) = self.textures.get_mut(&id) else {
            return;
        };
        let (width, whole) = (image.width().max(1), texture.image.width());
        for (row, pixels) in image.pixels.chunks(width).enumerate() {
            let start = (top + row) * whole + left;
            if let Some(target) = texture.image.pixels.get_mut(start..start + pixels.len()) {
                target.copy_from_slice(pixels);
            }
        }
    }

    /// Returns the picture of `primitives` on `size` pixels over `ground`.
    pub fn render(
        &self,
        size: [u32; 2],
        pixels_per_point: f32,
        ground: Color32,
        primitives: &[ClippedPrimitive],
    ) -> ColorImage {
        let mut target = ColorImage::filled(size.map(|side| side as usize), ground);
        for primitive in primitives {
            // Callbacks are for a graphics card; nothing of ours uses them.
            if let Primitive::Mesh(mesh) = &primitive.primitive {
                let clip = Clip::new(primitive.clip_rect, pixels_per_point, &target);
                self.fill_mesh(&mut target, &clip, pixels_per_point, mesh);
            }
        }
        target
    }

    fn fill_mesh(&self, target: &mut ColorImage, clip: &Clip, scale: f32, mesh: &Mesh) {
        let Some(texture) = self.textures.get(&mesh.texture_id) else {
            return;
        };
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |index: usize| mesh.vertices.get(corners[index] as usize);
            if let (Some(one), Some(two), Some(three)) = (corner(0), corner(1), corner(2)) {
                fill(target, clip, scale, texture, [one, two, three]);
            }
        }
    }
}

/// Pixels that may be drawn on.
struct Clip {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Clip {
    fn new(rect: Rect, scale: f32, target: &ColorImage) -> Self {
        let whole =
            |points: f32, most: usize| ((points * scale).round() as i64).clamp(0, most as i64);
        Self {
            left: whole(rect.left(), target.width()),
            top: whole(rect.top(), target.height()),
            right: whole(rect.right(), target.width()),
            bottom: whole(rect.bottom(), target.height()),
        }
    }
}

/// Returns twice the area of the triangle to `point`, positive to the right of the edge.
fn area(from: [f32; 2], to: [f32; 2], point: [f32; 2]) -> f32 {
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}

/// Whether points exactly on this edge belong to the triangle: each belongs to one of two
/// neighbours, so no seam shows and nothing is drawn twice.
fn owns(from: [f32; 2], to: [f32; 2]) -> bool {
    to[1] < from[1] || (to[1] == from[1] && to[0] > from[0])
}

fn fill(
    target: &mut ColorImage,
    clip: &Clip,
    scale: f32,
    texture: &Texture,
    mut corners: [&Vertex; 3],
) {
    let pixel = |vertex: &Vertex| [vertex.pos.x * scale, vertex.pos.y * scale];
    let [a, b, c] = corners.map(pixel);
    let size = area(a, b, c);
    if size < 0.0 {
        corners.swap(1, 2);
    }
    let [a, b, c] = corners.map(pixel);
    let size = size.abs();
    if size == 0.0 || !size.is_finite() {
        return;
    }
    let least = |axis: usize| (a[axis].min(b[axis]).min(c[axis]) - 0.5).ceil() as i64;
    let most = |axis: usize| (a[axis].max(b[axis]).max(c[axis]) + 0.5).floor() as i64;
    let edges = [(b, c), (c, a), (a, b)];
    let plain = plain_colour(texture, corners);
    for y in least(1).max(clip.top)..most(1).min(clip.bottom) {
        for x in least(0).max(clip.left)..most(0).min(clip.right) {
            let middle = [x as f32 + 0.5, y as f32 + 0.5];
            let shares = edges.map(|(from, to)| area(from, to, middle));
            let inside = shares
                .iter()
                .zip(edges)
                .all(|(share, (from, to))| *share > 0.0 || (*share == 0.0 && owns(from, to)));
            if inside {
                let colour = plain
                    .unwrap_or_else(|| shade(texture, corners, shares.map(|share| share / size)));
                let pixel = &mut target.pixels[y as usize * target.size[0] + x as usize];
                *pixel = over(colour, *pixel);
            }
        }
    }
}

/// Returns the colour of a triangle that has but one, as most have.
fn plain_colour(texture: &Texture, corners: [&Vertex; 3]) -> Option<Color32> {
    let [one, two, three] = corners;
    let same = one.color == two.color
        && two.color == three.color
        && one.uv == two.uv
        && two.uv == three.uv;
    same.then(|| shade(texture, corners, [1.0, 0.0, 0.0]))
}

/// Returns the colour between the corners, times that of the texture there.
fn shade(texture: &Texture, corners: [&Vertex; 3], shares: [f32; 3]) -> Color32 {
    let between = |part: &dyn Fn(&Vertex) -> f32| -> f32 {
        corners
            .iter()
            .zip(shares)
            .map(|(corner, share)| part(corner) * share)
            .sum()
    };
    let texel = sample(
        texture,
        between(&|corner| corner.uv.x),
        between(&|corner| corner.uv.y),
    );
    let tint: [f32; 4] =
        std::array::from_fn(|part| between(&|corner| f32::from(corner.color[part])));
    let [red, green, blue, alpha] =
        std::array::from_fn(|part| (tint[part] * texel[part] / 255.0 + 0.5) as u8);
    Color32::from_rgba_premultiplied(red, green, blue, alpha)
}

fn sample(texture: &Texture, u: f32, v: f32) -> [f32; 4] {
    let image = &texture.image;
    let [width, height] = image.size;
    let texel = |x: i64, y: i64| -> [f32; 4] {
        let column = x.clamp(0, width as i64 - 1) as usize;
        let row = y.clamp(0, height as i64 - 1) as usize;
        image
            .pixels
            .get(row * width + column)
            .map_or([0.0; 4], |pixel| pixel.to_array().map(f32::from))
    };
    if width == 0 || height == 0 {
        return [0.0; 4];
    }
    let (x, y) = (u * width as f32, v * height as f32);
    if texture.options.magnification == TextureFilter::Nearest {
        return texel(x.floor() as i64, y.floor() as i64);
    }
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor() as i64, y.floor() as i64);
    let (across, down) = (x - x.floor(), y - y.floor());
    let corners = [
        texel(left, top),
        texel(left + 1, top),
        texel(left, top + 1),
        texel(left + 1, top + 1),
    ];
    std::array::from_fn(|part| {
        let above = corners[0][part] + (corners[1][part] - corners[0][part]) * across;
        let below = corners[2][part] + (corners[3][part] - corners[2][part]) * across;
        above + (below - above) * down
    })
}

/// Returns `colour` over `under`; both premultiplied.
fn over(colour: Color32, under: Color32) -> Color32 {
    let rest = 255 - u32::from(colour.a());
    let part = |index: usize| {
        let sum = u32::from(colour[index]) + (u32::from(under[index]) * rest + 127) / 255;
        sum.min(255) as u8
    };
    Color32::from_rgba_premultiplied(part(0), part(1), part(2), part(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn renderer() -> Renderer {
        let mut renderer = Renderer::default();
        let white = ColorImage::filled([1, 1], Color32::WHITE);
        renderer.change(
            TextureId::default(),
            &ImageDelta::full(white, TextureOptions::LINEAR),
        );
        renderer
    }

    fn draw(rect: Rect, clip: Rect, scale: f32, colour: Color32) -> ColorImage {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(rect, colour);
        let primitive = ClippedPrimitive {
            clip_rect: clip,
            primitive: Primitive::Mesh(mesh),
        };
        renderer().render([8, 6], scale, Color32::BLACK, &[primitive])
    }

    fn lit(image: &ColorImage) -> Vec<(usize, usize)> {
        let places = image
            .pixels
            .iter()
            .enumerate()
            .filter(|(_, pixel)| **pixel != Color32::BLACK);
        places.map(|(index, _)| (index % 8, index / 8)).collect()
    }

    #[test]
    fn a_rectangle_lands_on_its_pixels() {
        let rect = Rect::from_min_size(pos2(2.0, 1.0), vec2(3.0, 2.0));
        let image = draw(rect, Rect::EVERYTHING, 1.0, Color32::RED);
        assert_eq!(
            lit(&image),
            [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2)]
        );
        let image = draw(rect, Rect::EVERYTHING, 2.0, Color32::RED);
        assert_eq!(
            lit(&image).len(),
            4 * 4,
            "from 4 to 10, cut off at 8; from 2 to 6"
        );
    }

    #[test]
    fn nothing_leaves_the_clip() {
        let clip = Rect::from_min_size(pos2(3.0, 0.0), vec2(1.0, 2.0));
        let image = draw(
            Rect::EVERYTHING.intersect(Rect::from_min_size(pos2(0.0, 0.0), vec2(8.0, 6.0))),
            clip,
            1.0,
            Color32::RED,
        );
        assert_eq!(lit(&image), [(3, 0), (3, 1)]);
    }

    #[test]
    fn the_two_halves_of_a_rectangle_do_not_overlap() {
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 100);
        // Middles of pixels lie right on the diagonal and on the edges.
        let rect = Rect::from_min_size(pos2(0.5, 0.5), vec2(4.0, 4.0));
        let image = draw(rect, Rect::EVERYTHING, 1.0, half);
        assert_eq!(lit(&image).len(), 16);
        assert!(
            lit(&image)
                .iter()
                .all(|(x, y)| image.pixels[y * 8 + x].r() == 100)
        );
    }

    #[test]
    fn half_a_colour_over_another() {
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
        assert_eq!(
            over(half, Color32::from_rgb(0, 0, 200)),
            Color32::from_rgb(100, 0, 100)
        );
    }

    #[test]
    fn part_of_a_texture_is_replaced() {
        let mut renderer = renderer();
        let id = TextureId::User(1);
        let black = ColorImage::filled([4, 3], Color32::BLACK);
        renderer.change(id, &ImageDelta::full(black, TextureOptions::NEAREST));
        let patch = ColorImage::filled([2, 1], Color32::GREEN);
        renderer.change(
            id,
            &ImageDelta::partial([1, 2], patch, TextureOptions::NEAREST),
        );
        let texture = &renderer.textures[&id];
        let green: Vec<_> = (0..12)
            .filter(|index| texture.image.pixels[*index] == Color32::GREEN)
            .collect();
        assert_eq!(green, [9, 10]);
        assert_eq!(sample(texture, 0.4, 0.9), [0.0, 255.0, 0.0, 255.0]);
    }
}
