//! A wide view that moves: cells of an overview reduced to a texture, which the graphics card
//! places, so that moving costs nothing for each pixel.

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

use super::overview::{Overview, rounded, total};
use crate::gantt::GanttView;

/// Cells of an overview reduced to a texture.
pub(in crate::gantt) struct Moving {
    together: [usize; 2],
    /// `[t0, t1, row0, row1]` of the texture.
    pub(in crate::gantt) window: [f64; 4],
    pub(in crate::gantt) texture: TextureHandle,
}

impl Moving {
    /// Returns a texture for `view`: `kept`, made of the same overview, if it serves.
    pub(in crate::gantt) fn of(
        kept: Option<Self>,
        overview: &Overview,
        (view, pixels): (&GanttView, [f32; 2]),
        context: &Context,
    ) -> Self {
        let [t0, t1, row0, row1] = overview.extent;
        let most = context.input(|input| input.max_texture_side).max(1);
        let [width, height] = overview.cells.size;
        let shares = [view.seconds() / (t1 - t0), view.rows() / (row1 - row0)];
        let together = [
            together(shares[0] * width as f64 / f64::from(pixels[0]), width, most),
            together(
                shares[1] * height as f64 / f64::from(pixels[1]),
                height,
                most,
            ),
        ];
        let known = kept.filter(|kept| kept.together == together);
        known.unwrap_or_else(|| {
            let picture = reduced(&overview.cells, together);
            // The last cell of a row may stand for fewer, and reaches beyond the run.
            let reach = |axis: usize| {
                picture.size[axis] as f64 * together[axis] as f64 / overview.cells.size[axis] as f64
            };
            let window = [
                t0,
                t0 + (t1 - t0) * reach(0),
                row0,
                row0 + (row1 - row0) * reach(1),
            ];
            Self {
                together,
                window,
                texture: context.load_texture("gantt, moving", picture, TextureOptions::LINEAR),
            }
        })
    }
}

/// Returns how many cells, a power of two, are reduced to one where a pixel shows `a_pixel` of
/// them, so that each pixel still has one and no more than `most` are left.
fn together(a_pixel: f64, cells: usize, most: usize) -> usize {
    let powers = (0..=cells.max(1).ilog2()).map(|power| 1 << power);
    let wanted = powers.clone().take_while(|count| *count as f64 <= a_pixel);
    let needed = powers.clone().find(|count| cells.div_ceil(*count) <= most);
    wanted.last().unwrap_or(1).max(needed.unwrap_or(1))
}

/// Returns the means of so many cells across and down; the last may be of fewer.
fn reduced(cells: &ColorImage, [across, down]: [usize; 2]) -> ColorImage {
    let width = cells.size[0].max(1);
    let size = [width.div_ceil(across), cells.size[1].div_ceil(down)];
    let mut pixels: Vec<Color32> = Vec::with_capacity(size[0] * size[1]);
    let mut sums = vec![[0_u32; 4]; size[0]];
    for lines in cells.pixels.chunks(width * down) {
        sums.fill([0; 4]);
        for line in lines.chunks(width) {
            for (sum, few) in sums.iter_mut().zip(line.chunks(across)) {
                let parts = total(few);
                *sum = [0, 1, 2, 3].map(|part| sum[part] + parts[part]);
            }
        }
        for (column, sum) in sums.iter().enumerate() {
            let wide = across.min(width - column * across);
            let count = (lines.len() / width * wide) as f32;
            pixels.push(rounded(sum.map(|part| part as f32 / count)));
        }
    }
    ColorImage::new(size, pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_taken_together_are_their_mean() {
        let greys = [10, 20, 30, 40, 50, 60].map(Color32::from_gray);
        let cells = ColorImage::new([3, 2], greys.to_vec());
        let few = reduced(&cells, [2, 2]);
        assert_eq!(few.size, [2, 1]);
        // (10 + 20 + 40 + 50) / 4, and what is left over: (30 + 60) / 2.
        assert_eq!(few.pixels, [30, 45].map(Color32::from_gray));
    }

    #[test]
    fn each_pixel_has_a_cell_and_the_card_has_room() {
        assert_eq!(together(4.5, 5_120, 8_192), 4);
        assert_eq!(together(0.3, 5_120, 8_192), 1);
        assert_eq!(together(1.0, 5_120, 2_048), 4);
        assert_eq!(together(1.0, 0, 2_048), 1);
    }
}
