//! Properties of a vertex, and the colours that show them.

use egui::Color32;

use crate::colour;
use crate::colour::mix;

/// A vertex to be drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Vertex<'a> {
    /// Name.
    pub label: &'a str,
    /// Number of threads.
    pub threads: u32,
    /// Value that determines its colour, such as the bandwidth of a thread in GB/s.
    pub value: f64,
    /// Progress.
    pub state: State,
}

/// Progress of a job at the instant in view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum State {
    /// No instant is in view.
    #[default]
    Unknown,
    /// Waits for others to complete.
    NotReady,
    /// Waits for a place on a server.
    Ready,
    /// Runs and has done this share of its work.
    Running(f32),
    /// Complete.
    Done,
}

/// Number of bands, as in the paper's picture of a workflow (DESiDE, figure 5).
pub(super) const BANDS: usize = 4;

/// Values in bands of equal width.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bands {
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub greatest: f64,
}

impl Bands {
    /// Returns the bands between the least and the greatest of `values`.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values = values.into_iter().filter(|value| value.is_finite());
        values
            .map(|value| Self {
                least: value,
                greatest: value,
            })
            .reduce(|one, other| Self {
                least: one.least.min(other.least),
                greatest: one.greatest.max(other.greatest),
            })
            .unwrap_or_default()
    }

    /// Whether all values are equal, so that there is but one band.
    pub fn is_one(self) -> bool {
        self.greatest <= self.least
    }

    /// Returns the band of `value`, from 0 for low to 3 for very high; medium if all are equal.
    pub fn band(self, value: f64) -> usize {
        if self.is_one() {
            return 1;
        }
        let share = (value - self.least) / (self.greatest - self.least);
        ((share * BANDS as f64) as usize).min(BANDS - 1)
    }

    /// Returns the least and the greatest value of band `band`.
    pub fn ends(self, band: usize) -> [f64; 2] {
        let width = (self.greatest - self.least) / BANDS as f64;
        let at = |band: usize| self.least + width * band as f64;
        [at(band), at(band + 1)]
    }
}

/// Colours of one vertex.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dress {
    /// Inside.
    pub fill: Color32,
    /// Outline.
    pub outline: Color32,
    /// Width of the outline.
    pub width: f32,
    /// Text.
    pub ink: Color32,
}

impl Dress {
    /// Returns the colours of a vertex of band `band` in `state`.
    pub fn new(band: usize, state: State, dark: bool) -> Self {
        let (strong, ground) = (colour::band(band), colour::ground(dark));
        let ink = colour::text_on(ground);
        let edge = mix(strong, ink, 0.45);
        let (fill, outline, width) = match state {
            State::Unknown => (strong, edge, 1.0),
            State::NotReady => (mix(ground, strong, 0.16), mix(ground, strong, 0.55), 1.0),
            State::Ready => (mix(ground, strong, 0.34), mix(strong, ink, 0.15), 2.0),
            State::Running(_) => (strong, ink, 2.0),
            State::Done => {
                let dull = mix(mix(strong, colour::GREY, 0.6), ground, 0.5);
                (dull, mix(dull, ground, 0.4), 1.0)
            }
        };
        let words = match state {
            State::NotReady | State::Done => mix(fill, ink, 0.72),
            State::Ready => ink,
            State::Unknown | State::Running(_) => colour::text_on(fill),
        };
        Self {
            fill,
            outline,
            width,
            ink: words,
        }
    }

    /// Returns the share of a running job's work that is done, and the colours of that bar and of
    /// its ground.
    pub fn progress(self, state: State) -> Option<(f32, Color32, Color32)> {
        let State::Running(share) = state else {
            return None;
        };
        let share = if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        };
        Some((share, self.ink, mix(self.fill, self.ink, 0.25)))
    }
}
