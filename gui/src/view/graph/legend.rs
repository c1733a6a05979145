//! What the colours of vertices say, in a strip above the graph.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

use super::{Bands, Dress, Graph, State};
use crate::view::colour;

/// The height of the strip.
pub(super) const STRIP: f32 = 20.0;
const BAND_NAMES: [&str; 3] = ["low", "medium", "high"];

/// A sample and what it stands for.
pub(in crate::view) struct Entry {
    /// The colours of a vertex like those meant, or of an edge.
    pub(in crate::view) sample: Sample,
    /// What is meant.
    pub(in crate::view) words: String,
}

/// How a sample looks.
pub(in crate::view) enum Sample {
    /// As a vertex does in this state.
    Vertex(Dress, State),
    /// As an edge of this colour.
    Edge(Color32),
}

/// What there is to explain: bands, then states, then the critical path.
pub(in crate::view) fn entries(graph: &Graph<'_>, bands: Bands, dark: bool) -> Vec<Entry> {
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

/// Draws as many of `entries` as there is room for.
pub(super) fn draw(painter: &Painter, strip: Rect, entries: &[Entry], ink: Color32) {
    let font = FontId::proportional(11.0);
    let mut left = strip.left() + 4.0;
    for entry in entries {
        let words = painter.layout_no_wrap(entry.words.clone(), font.clone(), ink);
        let sample = Rect::from_min_size(pos2(left, strip.center().y - 5.0), vec2(16.0, 10.0));
        let right = sample.right() + 5.0 + words.size().x;
        if right > strip.right() {
            break;
        }
        match &entry.sample {
            Sample::Vertex(dress, state) => {
                painter.rect_filled(sample, 3.0, dress.fill);
                if let Some((share, bar, ground)) = dress.progress(*state) {
                    let whole = sample
                        .shrink2(vec2(3.0, 0.0))
                        .with_min_y(sample.bottom() - 4.0)
                        .with_max_y(sample.bottom() - 2.0);
                    painter.rect_filled(whole, 0.0, ground);
                    painter.rect_filled(
                        whole.with_max_x(whole.left() + share * whole.width()),
                        0.0,
                        bar,
                    );
                }
                let outline = Stroke::new(dress.width.min(1.5), dress.outline);
                painter.rect_stroke(sample, 3.0, outline, StrokeKind::Inside);
            }
            Sample::Edge(colour) => {
                painter.hline(
                    sample.x_range(),
                    sample.center().y,
                    Stroke::new(2.2, *colour),
                );
            }
        }
        let place = pos2(sample.right() + 5.0, strip.center().y);
        painter.text(place, Align2::LEFT_CENTER, &entry.words, font.clone(), ink);
        left = right + 14.0;
    }
}
