//! The colours of the window by what they are for, on light and on dark grounds.
//!
//! One accent says "this": the chosen run, job or range, a link, the button that runs.
//! All other chrome is grey, so that colour carries data.

use egui::Color32;

/// Colours by purpose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tokens {
    /// Ground under data.
    pub canvas: Color32,
    /// Ground under bars and panels.
    pub chrome: Color32,
    /// Ground under fields and tracks.
    pub inset: Color32,
    /// Lines between regions.
    pub line: Color32,
    /// Borders of what can be clicked.
    pub border: Color32,
    /// Text in three strengths, from the most to the least important; each at least 4.5:1 on
    /// canvas, chrome and tint.
    pub text: [Color32; 3],
    /// "This": as a mark, as text, and as a ground.
    pub accent: Color32,
    /// See [`accent`](Self::accent).
    pub accent_text: Color32,
    /// See [`accent`](Self::accent).
    pub tint: Color32,
    /// Better than the baseline.
    pub good: Color32,
    /// To be looked at.
    pub warn: Color32,
    /// Worse, or wrong.
    pub bad: Color32,
    /// Ground of the one filled button, under white text.
    pub primary: Color32,
    /// Waiting times: none, then five steps, monotone in lightness.
    pub wait: [Color32; 6],
    /// Runs, apart from one another for every kind of colour vision.
    pub runs: [Color32; 8],
    /// Recorded schedule of a log: neutral, as it is no policy's.
    pub recorded: Color32,
}

const fn of(hexadecimal: u32) -> Color32 {
    let [_, red, green, blue] = hexadecimal.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

const LIGHT: Tokens = Tokens {
    canvas: of(0xFFFFFF),
    chrome: of(0xF5F6F8),
    inset: of(0xEBEEF2),
    line: of(0xE2E6EB),
    border: of(0xC7CED8),
    text: [of(0x12161D), of(0x48515E), of(0x5E6876)],
    accent: of(0x4F46D8),
    accent_text: of(0x3D35B8),
    tint: of(0xECEBFC),
    good: of(0x0F7355),
    warn: of(0x9A5300),
    bad: of(0xB92B2B),
    primary: of(0x4F46D8),
    wait: [
        of(0xDEE5ED),
        of(0xBFCDDD),
        of(0x9CB1CA),
        of(0xD2933F),
        of(0xB05E20),
        of(0x7A3510),
    ],
    runs: [
        of(0x054569),
        of(0x1EA279),
        of(0xCF53C9),
        of(0x5D3223),
        of(0x1E716F),
        of(0xB58900),
        of(0xB01A08),
        of(0x49288A),
    ],
    recorded: of(0x10161F),
};

const DARK: Tokens = Tokens {
    canvas: of(0x0F1215),
    chrome: of(0x16191E),
    inset: of(0x22262D),
    line: of(0x262B33),
    border: of(0x3B424D),
    text: [of(0xEBEEF2), of(0xB0B8C4), of(0x8993A1)],
    accent: of(0x9A92FF),
    accent_text: of(0xB4AEFF),
    tint: of(0x27244A),
    good: of(0x4CC79D),
    warn: of(0xE5A04A),
    bad: of(0xFF7B7B),
    primary: of(0x6359E3),
    wait: [
        of(0x232B35),
        of(0x33455A),
        of(0x4A6583),
        of(0x9C6626),
        of(0xD98C3C),
        of(0xFFC888),
    ],
    runs: [
        of(0x2BA2F3),
        of(0x5BE8A4),
        of(0xBA6A88),
        of(0xDB7420),
        of(0xA1ECF4),
        of(0xD3E96A),
        of(0xEA3D50),
        of(0x8979B1),
    ],
    recorded: of(0xDCD6CC),
};

/// Returns the colours on a light or a dark ground.
pub const fn tokens(dark: bool) -> &'static Tokens {
    if dark { &DARK } else { &LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance, WCAG 2.1.
    fn luminance(colour: Color32) -> f64 {
        let [red, green, blue, _] = colour.to_array().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast ratio, WCAG 2.1.
    fn contrast(one: Color32, other: Color32) -> f64 {
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn all_text_can_be_read_on_every_ground_it_stands_on() {
        for dark in [false, true] {
            let tokens = tokens(dark);
            let inks = tokens.text.into_iter().chain([tokens.accent_text]);
            let inks = inks.chain([tokens.good, tokens.warn, tokens.bad]);
            for ink in inks {
                for ground in [tokens.canvas, tokens.chrome, tokens.tint] {
                    let contrast = contrast(ink, ground);
                    assert!(contrast >= 4.5, "{dark} {ink:?} {ground:?} {contrast}");
                }
            }
            assert!(contrast(Color32::WHITE, tokens.primary) >= 4.5);
        }
    }

    #[test]
    fn runs_stand_out_from_their_ground_and_waits_get_stronger() {
        for dark in [false, true] {
            let tokens = tokens(dark);
            for run in tokens.runs.into_iter().chain([tokens.recorded]) {
                assert!(contrast(run, tokens.canvas) >= 3.0, "{dark} {run:?}");
            }
            let light: Vec<f64> = tokens.wait.into_iter().map(luminance).collect();
            assert!(light.is_sorted_by(|one, other| (one < other) == dark));
        }
    }
}
