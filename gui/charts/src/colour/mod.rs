//! Colours that stay apart for colour-blind eyes, on light and on dark grounds.

mod legend;
mod of_jobs;
mod of_runs;
pub mod tokens;
mod waits;

use cosched_core::workload::Class;
use egui::{Color32, lerp};

pub use legend::{Marks, Sign, legend};
pub use of_jobs::{ColourBy, Shading, colour_of, difference, difference_legend};
pub use of_runs::{RunStyle, run_colour, run_dashes, run_style};
pub use waits::WaitScale;

use laboratory::scenario::coscheduling::GrainClass;
use tokens::tokens;

const ORANGE: Color32 = Color32::from_rgb(0xE6, 0x9F, 0x00);
const SKY: Color32 = Color32::from_rgb(0x56, 0xB4, 0xE9);
const GREEN: Color32 = Color32::from_rgb(0x00, 0x9E, 0x73);
const YELLOW: Color32 = Color32::from_rgb(0xF0, 0xE4, 0x42);
const BLUE: Color32 = Color32::from_rgb(0x00, 0x72, 0xB2);
const VERMILLION: Color32 = Color32::from_rgb(0xD5, 0x5E, 0x00);
const PURPLE: Color32 = Color32::from_rgb(0xCC, 0x79, 0xA7);

/// Okabe and Ito's palette without black, which a dark ground swallows.
pub const OKABE_ITO: [Color32; 7] = [SKY, ORANGE, GREEN, PURPLE, BLUE, VERMILLION, YELLOW];

/// Colour of unknown values, and of what is equal in two runs.
pub const GREY: Color32 = Color32::from_rgb(0x99, 0x99, 0x99);

/// Ramp from few to many: viridis without its ends, which light or dark grounds swallow.
const RAMP: [Color32; 6] = [
    Color32::from_rgb(0x41, 0x44, 0x87),
    Color32::from_rgb(0x2F, 0x6C, 0x8E),
    Color32::from_rgb(0x21, 0x91, 0x8C),
    Color32::from_rgb(0x35, 0xB7, 0x79),
    Color32::from_rgb(0x8F, 0xD7, 0x44),
    Color32::from_rgb(0xE2, 0xE4, 0x18),
];

/// Returns the ground of a chart.
pub fn ground(dark: bool) -> Color32 {
    tokens(dark).canvas
}

/// Returns the colour of busy nodes where single jobs are too small to see: that of no run, lest it
/// be taken for one.
pub fn busy(dark: bool) -> Color32 {
    if dark {
        Color32::from_rgb(0xb4, 0xbc, 0xc8)
    } else {
        Color32::from_rgb(0x50, 0x5c, 0x6c)
    }
}

/// Returns the colour of the mark at the end of a killed job.
pub fn killed(dark: bool) -> Color32 {
    if dark { Color32::WHITE } else { Color32::BLACK }
}

/// Returns the colour of the hatching over what ran after its deadline.
pub fn late(dark: bool) -> Color32 {
    if dark {
        Color32::from_rgb(0xFF, 0x3B, 0x30)
    } else {
        Color32::from_rgb(0xC8, 0x00, 0x00)
    }
}

/// Returns the colour of a node whose memory is resident to `share`, 0 to 1: clear at 0, and as far
/// from the ground as can be at 1.
pub fn memory(share: f32, dark: bool) -> Color32 {
    const LIGHT: [Color32; 4] = [
        Color32::from_rgb(0xE3, 0xEE, 0xF9),
        Color32::from_rgb(0x7F, 0xB8, 0xDA),
        Color32::from_rgb(0x22, 0x71, 0xB4),
        Color32::from_rgb(0x08, 0x26, 0x5C),
    ];
    const DARK: [Color32; 4] = [
        Color32::from_rgb(0x14, 0x2A, 0x4C),
        Color32::from_rgb(0x1F, 0x5F, 0xA0),
        Color32::from_rgb(0x5C, 0xAA, 0xDC),
        Color32::from_rgb(0xE6, 0xF4, 0xFF),
    ];
    match share {
        share if share > 0.0 => along(if dark { &DARK } else { &LIGHT }, share),
        _ => Color32::TRANSPARENT,
    }
}

/// Returns the colour of short, medium or long jobs.
pub fn of_class(class: Class) -> Color32 {
    match class {
        Class::Short => SKY,
        Class::Medium => ORANGE,
        Class::Long => GREEN,
    }
}

/// Returns the colour of jobs by how often their processes wait for one another.
pub fn of_grain(class: GrainClass) -> Color32 {
    match class {
        GrainClass::Fine => BLUE,
        GrainClass::Medium => ORANGE,
        GrainClass::Coarse => GREEN,
        GrainClass::Independent => PURPLE,
    }
}

/// Returns `colour` mostly hidden by its `ground`.
pub fn pale(colour: Color32, ground: Color32) -> Color32 {
    ground.lerp_to_gamma(colour, 0.3)
}

/// Returns the colour of a use of processor time: useful, spinning, switching, unused, nobody's.
pub fn of_use(index: usize) -> Color32 {
    const PALE: Color32 = Color32::from_rgb(0xBB, 0xBB, 0xBB);
    const NONE: Color32 = Color32::from_rgba_premultiplied(0x30, 0x30, 0x30, 0x30);
    [GREEN, VERMILLION, YELLOW, PALE, NONE][index.min(4)]
}

/// Returns the colour of low, medium, high or very high values: 0 to 3.
pub fn band(index: usize) -> Color32 {
    [SKY, YELLOW, ORANGE, VERMILLION][index.min(3)]
}

/// Returns the colour of a critical path.
pub fn critical(dark: bool) -> Color32 {
    tokens(dark).bad
}

/// Returns black or white, whichever is easier to read on `ground`.
pub fn text_on(ground: Color32) -> Color32 {
    let [red, green, blue, _] = ground.to_array().map(f32::from);
    if 0.299 * red + 0.587 * green + 0.114 * blue > 120.0 {
        Color32::BLACK
    } else {
        Color32::WHITE
    }
}

/// Returns a colour that is always equal for a `number`, and hardly ever that of its neighbours.
fn of_kind(number: u64) -> Color32 {
    let base = OKABE_ITO[(number % 7) as usize];
    match number / 7 % 3 {
        0 => base,
        1 => mix(base, Color32::BLACK, 0.2),
        _ => mix(base, Color32::WHITE, 0.3),
    }
}

/// Returns the colour of `value` on a logarithmic scale from `low` to `high`.
fn on_scale(value: f64, low: f64, high: f64) -> Color32 {
    let share = (value.max(low) / low).ln() / (high.max(low * 2.0) / low).ln();
    along(&RAMP, share as f32)
}

/// Returns the colour at `share` of `ramp`, which has at least two colours.
fn along(ramp: &[Color32], share: f32) -> Color32 {
    let index = share.clamp(0.0, 1.0) * (ramp.len() - 1) as f32;
    let below = (index as usize).min(ramp.len() - 2);
    mix(ramp[below], ramp[below + 1], index - below as f32)
}

/// Returns the colour at `share` of the way from `one` to `other`.
pub(crate) fn mix(one: Color32, other: Color32, share: f32) -> Color32 {
    let part = |from: u8, to: u8| lerp(f32::from(from)..=f32::from(to), share).round() as u8;
    Color32::from_rgb(
        part(one.r(), other.r()),
        part(one.g(), other.g()),
        part(one.b(), other.b()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_at_its_ends() {
        assert_eq!(on_scale(0.0, 1.0, 1000.0), RAMP[0]);
        assert_eq!(on_scale(1e9, 1.0, 1000.0), RAMP[5]);
        // One decade of three is a third of the way: 5/3 of a step.
        assert_eq!(
            on_scale(10.0, 1.0, 1000.0),
            mix(RAMP[1], RAMP[2], 2.0 / 3.0)
        );
    }

    #[test]
    fn memory_leaves_the_ground_step_by_step() {
        for dark in [false, true] {
            assert_eq!(memory(0.0, dark), Color32::TRANSPARENT);
            let shades = (1..=20_u8).map(|step| memory(f32::from(step) / 20.0, dark));
            let light: Vec<_> = shades.map(lightness).collect();
            let away = light.is_sorted_by(|one, other| (one < other) == dark && one != other);
            assert!(away, "{light:?}");
            let ground = lightness(ground(dark));
            assert!(
                (ground - light[0]).abs() > 10.0,
                "a little is seen: {ground} {light:?}"
            );
            assert!(
                (ground - light[19]).abs() > 150.0,
                "all is strong: {ground} {light:?}"
            );
        }
    }

    /// The colours of eight policies differ for all eyes, and from their ground, and so do the
    /// shades of their variants.
    #[test]
    fn eight_policies_have_hues_of_their_own_and_the_next_are_dashed() {
        for dark in [false, true] {
            let all: Vec<_> = (0..8).map(|run| run_colour(run, dark)).collect();
            for (index, one) in all.iter().enumerate() {
                for eye in EYES {
                    for other in &all[..index] {
                        let distance = distance(&eye, *one, *other);
                        assert!(distance > 18.0, "{dark} {one:?} {other:?} {distance}");
                    }
                    let shade = run_colour(index + 16, dark);
                    for other in [*one, ground(dark)] {
                        let distance = distance(&eye, shade, other);
                        assert!(distance > 18.0, "{dark} {index} {other:?} {distance}");
                    }
                    let distance = distance(&eye, *one, ground(dark));
                    assert!(distance > 60.0, "{dark} {one:?} on its ground: {distance}");
                }
            }
            // Sixteen policies with four variants each are drawn in 64 ways.
            let styles: Vec<_> = (0..64).map(|slot| run_style(slot, dark)).collect();
            for (index, one) in styles.iter().enumerate() {
                assert!(!styles[..index].contains(one), "{dark} {index}");
            }
        }
        assert!(run_dashes(7).is_none() && run_dashes(9).is_some() && run_dashes(16).is_none());
    }

    /// Every named policy and the recorded schedule of a log differ in colour from all others that
    /// run the same jobs, whatever their dashes; the recorded schedule has no hue.
    #[test]
    fn as_recorded_and_all_named_policies_differ_in_colour() {
        use laboratory::record::colour::colours_of;
        use laboratory::scenario::PolicyName as P;
        let on_servers = [P::Slf, P::Let, P::Mom, P::LoadAverage, P::Mapping];
        let all = P::PUBLISHED.into_iter().chain([P::Recorded]);
        let all: Vec<P> = all.filter(|policy| !on_servers.contains(policy)).collect();
        let slots = colours_of(all.iter().copied());
        for dark in [false, true] {
            let colours: Vec<Color32> = slots.iter().map(|slot| run_colour(*slot, dark)).collect();
            for (index, one) in colours.iter().enumerate() {
                for (other, name) in colours[..index].iter().zip(&all) {
                    let [to_most, to_red_blind, to_green_blind] =
                        EYES.map(|eye| distance(&eye, *one, *other));
                    let said = format!("{dark} {:?} {name:?}", all[index]);
                    assert!(to_most > 25.0, "{said} {to_most}");
                    let least = to_red_blind.min(to_green_blind);
                    assert!(least > 15.0, "{said} {least}");
                }
            }
            let recorded = run_colour(colours_of([P::Recorded])[0], dark);
            let [red, green, blue, _] = recorded.to_array();
            let hue = red.max(green).max(blue) - red.min(green).min(blue);
            assert!(hue <= 16, "{dark} {recorded:?}");
            let from_busy = distance(&EYES[0], recorded, busy(dark));
            assert!(from_busy > 30.0, "{dark} {from_busy}");
        }
    }

    fn lightness(colour: Color32) -> f32 {
        let [red, green, blue, _] = colour.to_array().map(f32::from);
        0.299 * red + 0.587 * green + 0.114 * blue
    }

    /// Matrices of a red-blind and a green-blind eye, after Machado and others (2009), on values as
    /// they are, which is near enough to tell like from unlike.
    const EYES: [[[f32; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152, 1.053, -0.205],
            [0.115, 0.786, 0.099],
            [-0.004, -0.048, 1.052],
        ],
        [
            [0.367, 0.861, -0.228],
            [0.280, 0.673, 0.047],
            [-0.012, 0.043, 0.969],
        ],
    ];

    /// Returns the distance of two colours to an eye, of 255 for each part.
    fn distance(eye: &[[f32; 3]; 3], one: Color32, other: Color32) -> f32 {
        let seen = |colour: Color32| {
            let [red, green, blue, _] = colour.to_array().map(f32::from);
            eye.map(|[r, g, b]| r * red + g * green + b * blue)
        };
        let parts = seen(one).into_iter().zip(seen(other));
        let sum: f32 = parts.map(|(here, there)| (here - there).powi(2)).sum();
        sum.sqrt()
    }

    #[test]
    fn classes_differ_for_all_eyes() {
        for eye in EYES {
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let [here, there] = [one, other].map(|index| of_class(Class::ALL[index]));
                let distance = distance(&eye, here, there);
                assert!(distance > 80.0, "{one} {other} {distance}");
            }
        }
    }

    #[test]
    fn text_is_readable_on_every_colour() {
        assert_eq!(text_on(YELLOW), Color32::BLACK);
        assert_eq!(text_on(BLUE), Color32::WHITE);
    }
}
