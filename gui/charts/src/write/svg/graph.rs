//! The graph of a workflow as vectors.

use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};

use super::page::Page;
use crate::colour;
use crate::graph::edges::{curves, stroke_of};
use crate::graph::legend;
use crate::graph::legend::{Entry, Sample};
use crate::graph::{Bands, Dress, Edge, Graph, GraphView, State};
use crate::picture::svg::{escaped, hex};

/// Size of text in points at scale one.
const FONT: f32 = 12.0;
/// Most letters that fit on a vertex.
const LETTERS: usize = 7;

/// Returns all of `graph`, as `view` lays it out, as an SVG file of `size` pixels.
pub fn graph(
    title: &str,
    view: &GraphView,
    graph: &Graph<'_>,
    size: [u32; 2],
    dark: bool,
) -> String {
    let mut page = Page::new(size, dark, [0.0, 68.0, 0.0, 0.0]);
    page.heading(title);
    let mut whole = view.clone();
    whole.fit_all();
    let mut sheet = Sheet {
        scale: whole.scale(page.plot),
        page,
        view: &whole,
        graph,
        bands: graph.bands(),
        dark,
    };
    sheet.legend(&legend::entries(graph, sheet.bands, dark));
    let on_path = graph.critical_edges(whole.layout());
    for critical in [false, true] {
        for (edge, on_path) in whole.layout().edges.iter().zip(&on_path) {
            if *on_path == critical {
                sheet.edge(edge, critical);
            }
        }
    }
    for vertex in 0..graph.vertices.len().min(whole.layout().middles.len()) {
        sheet.vertex(vertex);
    }
    sheet.page.finish()
}

/// A graph being written to a page.
struct Sheet<'a> {
    page: Page,
    view: &'a GraphView,
    graph: &'a Graph<'a>,
    bands: Bands,
    scale: f32,
    dark: bool,
}

impl Sheet<'_> {
    fn edge(&mut self, edge: &Edge, critical: bool) {
        let (width, colour) = stroke_of(false, critical, false, self.dark);
        let (width, colour) = (width * self.scale.clamp(0.1, 1.5), hex(colour));
        let path = self.view.layout().path(edge);
        let path: Vec<_> = path
            .into_iter()
            .map(|index| self.view.on(self.page.plot, index))
            .collect();
        let Some((tip, rest)) = path.split_last() else {
            return;
        };
        let head = 6.0 * self.scale;
        let mut stops = rest.to_vec();
        stops.push(*tip - vec2(0.0, head * 0.8));
        let mut line = String::new();
        for (index, [from, one, two, end]) in curves(&stops).into_iter().enumerate() {
            if index == 0 {
                line += &format!("M{}", words([from]));
            }
            line += &format!("C{}", words([one, two, end]));
        }
        self.page.add(format_args!(
            "<path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.2}\"/>"
        ));
        let corners = words([
            *tip,
            *tip + vec2(-0.45 * head, -head),
            *tip + vec2(0.45 * head, -head),
        ]);
        self.page.add(format_args!(
            "<polygon points=\"{corners}\" fill=\"{colour}\"/>"
        ));
    }

    fn vertex(&mut self, index: usize) {
        let vertex = &self.graph.vertices[index];
        let band = self.bands.band(vertex.value);
        let mut dress = Dress::new(band, vertex.state, self.dark);
        if self.graph.is_critical(index) {
            (dress.outline, dress.width) = (colour::critical(self.dark), 2.5);
        }
        let rect = self
            .view
            .rect_on(self.page.plot, self.view.layout().rect(index));
        self.sample(rect, &dress, vertex.state, self.scale);
        let raised = match vertex.state {
            State::Running(_) => 2.5,
            _ => 0.0,
        };
        let room = rect
            .shrink2(vec2(6.0, 0.0) * self.scale)
            .translate(vec2(0.0, -raised * self.scale));
        let done = vertex.state == State::Done;
        let most = if done { LETTERS - 2 } else { LETTERS };
        let threads = format!("×{}", vertex.threads);
        let mut label: String = vertex.label.chars().take(most).collect();
        if label.len() < vertex.label.len() {
            label.push('…');
        }
        let letters = label.chars().count() + threads.chars().count();
        let size = FONT * self.scale;
        self.page.sized(
            room.left_center(),
            Align2::LEFT_CENTER,
            size,
            dress.ink,
            &label,
        );
        if letters <= most {
            let right = room.right_center() - vec2(if done { 11.0 * self.scale } else { 0.0 }, 0.0);
            self.page.sized(
                right,
                Align2::RIGHT_CENTER,
                size * 0.85,
                dress.ink,
                &threads,
            );
        }
        if done {
            self.tick(room.right_center() - vec2(7.0 * self.scale, 0.0), dress.ink);
        }
    }

    fn tick(&mut self, corner: Pos2, ink: Color32) {
        let position = |x: f32, y: f32| corner + vec2(x, y) * self.scale;
        let points = words([position(0.0, 0.0), position(3.0, 3.0), position(8.0, -4.0)]);
        let (ink, width) = (hex(ink), 1.6 * self.scale);
        self.page.add(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width:.2}\"/>"
        ));
    }

    /// Draws a box in the colours of `dress`.
    fn sample(&mut self, rect: Rect, dress: &Dress, state: State, scale: f32) {
        let box_of = |rect: Rect| {
            let (x, y, width, height) = (rect.left(), rect.top(), rect.width(), rect.height());
            format!("x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"")
        };
        self.page.add(format_args!(
            "<rect {} rx=\"{:.2}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.2}\"/>",
            box_of(rect),
            6.0 * scale,
            hex(dress.fill),
            hex(dress.outline),
            dress.width * scale.clamp(0.1, 1.5),
        ));
        if let Some((share, bar, ground)) = dress.progress(state) {
            let room = rect.shrink2(vec2(6.0, 4.0) * scale);
            let whole = room.with_min_y(room.bottom() - 3.5 * scale);
            let done = whole.with_max_x(whole.left() + share * whole.width());
            for (part, colour) in [(whole, ground), (done, bar)] {
                self.page.add(format_args!(
                    "<rect {} fill=\"{}\"/>",
                    box_of(part),
                    hex(colour)
                ));
            }
        }
    }

    fn legend(&mut self, entries: &[Entry]) {
        let ink = colour::text_on(colour::ground(self.dark));
        let (mut left, mut top) = (12.0, 34.0);
        for entry in entries {
            // The width of letters is not known before they are drawn; this is ample.
            let width = 40.0 + 6.6 * entry.words.chars().count() as f32;
            if left > 12.0 && left + width > self.page.plot.right() {
                (left, top) = (12.0, top + 16.0);
            }
            let rect = Rect::from_min_size(pos2(left, top), vec2(20.0, 10.0));
            match &entry.sample {
                Sample::Vertex(dress, state) => self.sample(rect, dress, *state, 0.5),
                Sample::Edge(colour) => self.page.add(format_args!(
                    "<rect x=\"{left}\" y=\"{}\" width=\"20\" height=\"2\" fill=\"{}\"/>",
                    top + 4.0,
                    hex(*colour)
                )),
            }
            let label_position = rect.right_center() + vec2(5.0, 0.0);
            self.page
                .sized(label_position, Align2::LEFT_CENTER, 11.0, ink, &entry.words);
            left += width;
        }
    }
}

/// Returns positions as an SVG file lists them.
fn words<const COUNT: usize>(places: [Pos2; COUNT]) -> String {
    places
        .map(|position| format!("{:.2} {:.2}", position.x, position.y))
        .join(" ")
}

impl Page {
    /// Draws `words` in letters of `size`, at the left or the right of `position`.
    fn sized(&mut self, position: Pos2, align: Align2, size: f32, ink: Color32, words: &str) {
        let anchor = if align == Align2::RIGHT_CENTER {
            "end"
        } else {
            "start"
        };
        let (y, ink, words) = (position.y + 0.35 * size, hex(ink), escaped(words));
        self.add(format_args!(
            "<text x=\"{:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"{anchor}\" \
             fill=\"{ink}\">{words}</text>",
            position.x
        ));
    }
}
