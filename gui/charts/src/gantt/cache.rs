//! State of a chart between frames, and the keys under which it stays valid.

use std::sync::Arc;

use cosched_core::Time;
use egui::{Rect, Response, TextureHandle};

use super::carry::{self, Landing};
use super::paint::mesh::Label;
use super::paint::moving::Moving;
use super::{Colours, GanttView, Overview};
use crate::colour::Shading;
use laboratory::record::Run;

/// State of a chart between frames; one for each chart.
#[derive(Default)]
pub struct GanttCache {
    pub(super) colours: Option<(ColoursKey, Colours)>,
    /// Overviews by job colour and by occupancy: zooming switches between them.
    pub(super) overviews: [Option<(ColoursKey, Overview)>; 2],
    pub(super) drawn: Option<(DrawnKey, CachedImage)>,
    pub(super) texture: Option<TextureHandle>,
    pub(super) moving: Option<(ColoursKey, Moving)>,
    /// Window of the last frame and the time since when it has not changed.
    rest: Option<([f64; 4], f64)>,
    /// Instant about which a question is being asked, and the question, if there is one.
    pub(super) question_at: Option<(Time, Option<String>)>,
    /// Index of the job being dragged to another server.
    pub(super) dragged_job: Option<usize>,
}

impl GanttCache {
    /// Returns for how long the window has been `window` at the time `now`; infinite if it is the
    /// first.
    pub(super) fn rest_time(&mut self, window: [f64; 4], now: f64) -> f64 {
        match self.rest {
            None => {
                self.rest = Some((window, f64::NEG_INFINITY));
                f64::INFINITY
            }
            Some((known, since)) if known == window => now - since,
            Some(_) => {
                self.rest = Some((window, now));
                0.0
            }
        }
    }

    /// Returns where a dragged job was dropped.
    pub(super) fn drop(
        &mut self,
        response: &Response,
        run: &Run,
        view: &GanttView,
        chart: Rect,
    ) -> Option<Landing> {
        if response.dragged() {
            return None;
        }
        let job = self.dragged_job.take()?;
        let position = response.interact_pointer_pos()?;
        carry::landing(run, view, chart, job, position)
    }

    /// Returns the window of the picture on the texture, if `key` differs from it in nothing but
    /// the window.
    pub(super) fn picture_to_stretch(&self, key: &DrawnKey) -> Option<[f64; 4]> {
        let (kept, drawn) = self.drawn.as_ref()?;
        let moved = DrawnKey {
            window: key.window,
            ..kept.clone()
        };
        (drawn.mesh.is_none() && moved == *key).then_some(kept.window)
    }
}

/// Everything that determines the colours.
#[derive(Clone, PartialEq)]
pub(super) struct ColoursKey {
    pub(super) index: u64,
    pub(super) shading: Shading,
    pub(super) baseline: Option<(u64, usize)>,
    pub(super) occupancy: bool,
}

/// Everything that determines the picture.
#[derive(Clone, PartialEq)]
pub(super) struct DrawnKey {
    pub(super) colours: ColoursKey,
    pub(super) window: [f64; 4],
    pub(super) chart: Rect,
    pub(super) pixels_per_point: f32,
}

pub(super) struct CachedImage {
    /// `None` if the texture is the drawing.
    pub(super) mesh: Option<Arc<egui::Mesh>>,
    pub(super) labels: Vec<Label>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_rests_from_its_last_move_on() {
        let mut cache = GanttCache::default();
        let (here, there) = ([0.0, 1.0, 0.0, 1.0], [1.0, 2.0, 0.0, 1.0]);
        assert_eq!(cache.rest_time(here, 5.0), f64::INFINITY);
        assert_eq!(cache.rest_time(here, 6.0), f64::INFINITY);
        assert_eq!(cache.rest_time(there, 7.0), 0.0);
        assert_eq!(cache.rest_time(there, 9.5), 2.5);
        assert_eq!(cache.rest_time(here, 10.0), 0.0);
    }
}
