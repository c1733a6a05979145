//! Styles of runs by the slot that `record::colour` gives them: colour, dashes, and whether the
//! sign is hollow.

use egui::Color32;

use super::tokens::tokens;
use laboratory::record::colour::{AS_RECORDED, POLICIES};

/// Number of hues.
pub(super) const HUES: usize = 8;
/// Dashes of a second policy of one hue, and of a variant of a policy.
const DASHED: [f32; 2] = [7.0, 3.0];
const DOTTED: [f32; 2] = [2.5, 2.5];

/// Style of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunStyle {
    /// Colour of curves and signs.
    pub colour: Color32,
    /// Lengths of the dashes of curves and of the gaps between them; absent for a solid line.
    pub dashes: Option<[f32; 2]>,
    /// Whether its sign is a frame only.
    pub is_hollow: bool,
    /// Whether there is a dot in the middle of its sign.
    pub has_dot: bool,
}

/// Returns the style of the run in `slot` on that ground. The first eight policies have hues of
/// their own, the next another shade of these with dashes, since few eyes tell more hues apart; the
/// recorded schedule of a log is a solid line in ink. A variant of a policy has the other shade,
/// dots, or both.
pub fn run_style(slot: usize, dark: bool) -> RunStyle {
    let tokens = tokens(dark);
    let is_recorded = slot % POLICIES == AS_RECORDED;
    let hue = if is_recorded {
        tokens.recorded
    } else {
        tokens.runs[slot % HUES]
    };
    let is_second = slot / HUES % 2 == 1 && !is_recorded;
    let variant = slot / POLICIES % 4;
    RunStyle {
        colour: if (variant % 2 == 1) != is_second {
            shade(hue, dark)
        } else {
            hue
        },
        dashes: match (variant / 2, is_second) {
            (1, _) => Some(DOTTED),
            (_, true) => Some(DASHED),
            _ => None,
        },
        is_hollow: is_second,
        has_dot: variant / 2 == 1,
    }
}

/// Returns another shade of `hue` that stands out from the ground as well: towards the ground for
/// hues far from it, else away from it.
fn shade(hue: Color32, dark: bool) -> Color32 {
    let tokens = tokens(dark);
    let [red, green, blue, _] = hue.to_array().map(f32::from);
    let lightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    let is_far = if dark {
        lightness > 150.0
    } else {
        lightness < 75.0
    };
    if is_far {
        hue.lerp_to_gamma(tokens.canvas, 0.38)
    } else {
        hue.lerp_to_gamma(tokens.text[0], 0.45)
    }
}

/// Returns the colour of the run in `slot`; strong enough for a thin line on that ground.
pub fn run_colour(slot: usize, dark: bool) -> Color32 {
    run_style(slot, dark).colour
}

/// Returns the dashes of the curve of the run in `slot`, if it has some.
pub fn run_dashes(slot: usize) -> Option<[f32; 2]> {
    run_style(slot, false).dashes
}
