//! Legend of the colours of vertices, in rows above the graph.

use std::sync::Arc;

use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use super::dress::BANDS;
use super::{Bands, Dress, Graph, State};
use crate::colour;

/// Height of a row.
const STRIP: f32 = 20.0;
/// Width of a sample.
const SAMPLE: f32 = 16.0;
const BAND_NAMES: [&str; BANDS] = ["low", "medium", "high", "very high"];

/// A sample and its meaning.
pub(crate) struct Entry {
    /// Colours of a vertex or of an edge.
    pub(crate) sample: Sample,
    /// Meaning.
    pub(crate) words: String,
}

/// Kind of a sample.
pub(crate) enum Sample {
    /// A vertex in this state.
    Vertex(Dress, State),
    /// An edge of this colour.
    Edge(Color32),
}

/// Returns the entries: bands, then states, then the critical path.
pub(crate) fn entries(graph: &Graph<'_>, bands: Bands, dark: bool) -> Vec<Entry> {
    if graph.vertices.is_empty() {
        return Vec::new();
    }
    let mut entries = Vec::new();
    let mut add = |band: usize, state: State, words: String| {
        let sample = Sample::Vertex(Dress::new(band, state, dark), state);
        entries.push(Entry { sample, words });
    };
    if bands.is_one() {
        add(
            1,
            State::Unknown,
            format!("{:.1} {}", bands.least, graph.unit),
        );
    } else {
        for (band, name) in BAND_NAMES.into_iter().enumerate() {
            let [from, until] = bands.ends(band);
            add(
                band,
                State::Unknown,
                format!("{name}, {from:.1}–{until:.1} {}", graph.unit),
            );
        }
    }
    if graph
        .vertices
        .iter()
        .any(|vertex| vertex.state != State::Unknown)
    {
        for (state, name) in [
            (State::NotReady, "not ready"),
            (State::Ready, "ready"),
            (State::Running(0.6), "running"),
            (State::Done, "done"),
        ] {
            add(0, state, name.into());
        }
    }
    if graph.critical.contains(&true) {
        let (sample, words) = (Sample::Edge(colour::critical(dark)), "critical path".into());
        entries.push(Entry { sample, words });
    }
    entries
}

/// A sample and its text at their position.
struct LegendItem<'a> {
    sample: &'a Sample,
    at: Pos2,
    words: Arc<Galley>,
}

/// Entries in rows as wide as the chart; no more of them than there is room for.
pub(super) struct Legend<'a> {
    placed: Vec<LegendItem<'a>>,
    /// Height of all rows.
    pub(super) height: f32,
}

impl<'a> Legend<'a> {
    /// Lays `entries` out on the upper part of `rect`, at most a quarter of it or a row.
    pub(super) fn new(painter: &Painter, rect: Rect, entries: &'a [Entry], ink: Color32) -> Self {
        let most = (rect.height() / 4.0 / STRIP).max(1.0) as usize;
        let (mut row, mut left) = (0, rect.left() + 4.0);
        let mut placed = Vec::with_capacity(entries.len());
        for Entry { sample, words } in entries {
            let words = painter.layout_no_wrap(words.clone(), FontId::proportional(11.0), ink);
            let width = SAMPLE + 5.0 + words.size().x;
            if left + width > rect.right() && left > rect.left() + 4.0 {
                (row, left) = (row + 1, rect.left() + 4.0);
            }
            if row >= most {
                break;
            }
            let middle = rect.top() + (row as f32 + 0.5) * STRIP;
            let at = pos2(left, middle);
            placed.push(LegendItem { sample, at, words });
            left += width + 14.0;
        }
        let height = (row + 1).min(most) as f32 * STRIP;
        Self { placed, height }
    }

    /// Draws the legend.
    pub(super) fn draw(self, painter: &Painter, ink: Color32) {
        for LegendItem { sample, at, words } in self.placed {
            let rect = Rect::from_min_size(at - vec2(0.0, 5.0), vec2(SAMPLE, 10.0));
            draw_sample(painter, rect, sample);
            let position = pos2(rect.right() + 5.0, at.y - words.size().y / 2.0);
            painter.galley(position, words, ink);
        }
    }
}

fn draw_sample(painter: &Painter, rect: Rect, sample: &Sample) {
    match sample {
        Sample::Vertex(dress, state) => {
            painter.rect_filled(rect, 3.0, dress.fill);
            if let Some((share, bar, ground)) = dress.progress(*state) {
                let whole = rect
                    .shrink2(vec2(3.0, 0.0))
                    .with_min_y(rect.bottom() - 4.0)
                    .with_max_y(rect.bottom() - 2.0);
                painter.rect_filled(whole, 0.0, ground);
                let done = whole.with_max_x(whole.left() + share * whole.width());
                painter.rect_filled(done, 0.0, bar);
            }
            let outline = Stroke::new(dress.width.min(1.5), dress.outline);
            painter.rect_stroke(rect, 3.0, outline, StrokeKind::Inside);
        }
        Sample::Edge(colour) => {
            let stroke = Stroke::new(2.2, *colour);
            painter.hline(rect.x_range(), rect.center().y, stroke);
        }
    }
}
