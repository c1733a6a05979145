//! The graph as a widget.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Color32, FontId, Galley, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};
use std::sync::Arc;

use super::edges::Edges;
use super::{Bands, Dress, Edge, GraphView, Layout, Vertex, input, legend};
use crate::colour;

/// Least height of boxes in points that are more than plain.
const LEAST_BOX: f32 = 6.0;
/// Least size of readable text.
const LEAST_FONT: f32 = 6.5;
/// Size of text in points at scale one.
const FONT: f32 = 12.0;

/// Contents of a graph.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Graph<'a> {
    /// All vertices; those without a position are not drawn.
    pub vertices: &'a [Vertex<'a>],
    /// Whether each vertex is on the critical path; may be empty.
    pub critical: &'a [bool],
    /// Unit of the values that determine colours.
    pub unit: &'a str,
    /// Vertex with a ring.
    pub selected: Option<usize>,
}

impl Graph<'_> {
    /// Whether `vertex` is on the critical path.
    pub fn is_critical(&self, vertex: usize) -> bool {
        self.critical.get(vertex).copied().unwrap_or(false)
    }

    /// Returns whether each edge of `layout` is on the critical path: of those on it that a vertex
    /// follows, the lowest is the one before it.
    pub fn critical_edges(&self, layout: &Layout) -> Vec<bool> {
        if self.critical.is_empty() {
            return vec![false; layout.edges.len()];
        }
        let layer = |edge: &Edge| layout.layers[edge.from as usize];
        let both = |edge: &Edge| {
            self.is_critical(edge.from as usize) && self.is_critical(edge.to as usize)
        };
        let mut lowest = vec![0; layout.layers.len()];
        for edge in layout.edges.iter().filter(|edge| both(edge)) {
            let lowest = &mut lowest[edge.to as usize];
            *lowest = layer(edge).max(*lowest);
        }
        let on_path = |edge: &Edge| both(edge) && layer(edge) == lowest[edge.to as usize];
        layout.edges.iter().map(on_path).collect()
    }

    /// Returns the bands of the values of its vertices.
    pub fn bands(&self) -> Bands {
        Bands::of(self.vertices.iter().map(|vertex| vertex.value))
    }
}

/// User's actions on a graph.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GraphResponse {
    /// Vertex under the pointer.
    pub hovered: Option<usize>,
    /// Clicked vertex.
    pub clicked: Option<usize>,
    /// Whether the ground was clicked, where no vertex is.
    pub clicked_ground: bool,
    /// Rectangle of the graph without its legend.
    pub chart: Option<Rect>,
}

impl GraphView {
    /// Shows the graph in all available room, with the accessible `name`; `tooltip` describes the
    /// vertex under the pointer.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        name: &str,
        graph: &Graph<'_>,
        tooltip: impl FnOnce(&mut Ui, usize),
    ) -> GraphResponse {
        let room = ui.available_size().max(vec2(80.0, 40.0));
        let (rect, response) = ui.allocate_exact_size(room, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        let ink = ui.visuals().text_color();
        let entries = legend::entries(graph, graph.bands(), ui.visuals().dark_mode);
        let painter = ui.painter_at(rect);
        let legend = legend::Legend::new(&painter, rect, &entries, ink);
        let chart = rect.with_min_y(rect.top() + legend.height);
        legend.draw(&painter, ink);
        input::apply(ui, &response, chart, self);
        let pointer = response.hover_pos().filter(|index| chart.contains(*index));
        let hovered = pointer
            .and_then(|index| self.at(chart, index))
            .filter(|vertex| *vertex < graph.vertices.len());
        self.draw(ui, chart, graph, hovered);
        let painter = ui.painter_at(chart);
        let frame = if response.has_focus() {
            ui.visuals().selection.stroke
        } else {
            ui.visuals().widgets.noninteractive.bg_stroke
        };
        painter.rect_stroke(chart, 0.0, frame, StrokeKind::Inside);
        let clicked = response.clicked();
        if let Some(vertex) = hovered.filter(|_| !response.dragged()) {
            response.on_hover_ui_at_pointer(|ui| tooltip(ui, vertex));
        }
        GraphResponse {
            hovered,
            clicked: hovered.filter(|_| clicked),
            clicked_ground: clicked && hovered.is_none(),
            chart: Some(chart),
        }
    }

    fn draw(&self, ui: &Ui, chart: Rect, graph: &Graph<'_>, hovered: Option<usize>) {
        let (dark, bands) = (ui.visuals().dark_mode, graph.bands());
        let painter = ui.painter_at(chart);
        painter.rect_filled(chart, 0.0, colour::ground(dark));
        let focus = hovered.or(graph.selected);
        Edges {
            painter: &painter,
            chart,
            view: self,
            graph,
            focus,
            dimmed: hovered.is_some(),
            dark,
        }
        .draw();
        Boxes {
            painter: &painter,
            chart,
            view: self,
            graph,
            bands,
            focus,
            ring: ui.visuals().selection.stroke.color,
            dark,
        }
        .draw();
    }
}

/// Vertices of a graph on a chart.
struct Boxes<'a> {
    painter: &'a Painter,
    chart: Rect,
    view: &'a GraphView,
    graph: &'a Graph<'a>,
    bands: Bands,
    focus: Option<usize>,
    ring: Color32,
    dark: bool,
}

impl Boxes<'_> {
    fn draw(&self) {
        for (index, vertex) in self.graph.vertices.iter().enumerate() {
            let rect = self.rect(index);
            if rect.is_positive() && rect.expand(6.0).intersects(self.chart) {
                self.vertex(rect, index, vertex);
            }
        }
        self.neighbours();
        if let Some(selected) = self.graph.selected {
            self.outline(selected, 3.0, 2.5, self.ring);
        }
    }

    fn rect(&self, vertex: usize) -> Rect {
        self.view
            .rect_on(self.chart, self.view.layout().rect(vertex))
    }

    fn vertex(&self, rect: Rect, index: usize, vertex: &Vertex<'_>) {
        let dress = Dress::new(self.bands.band(vertex.value), vertex.state, self.dark);
        let scale = self.view.scale(self.chart);
        if rect.height() < LEAST_BOX {
            // A box under a pixel still takes one.
            let least = Rect::from_center_size(rect.center(), rect.size().max(vec2(1.0, 1.0)));
            self.painter.rect_filled(least, 0.0, dress.fill);
            return;
        }
        let round = 6.0 * scale;
        self.painter.rect_filled(rect, round, dress.fill);
        let progress = dress.progress(vertex.state);
        if let Some((share, bar, ground)) = progress {
            let room = rect.shrink2(vec2(6.0, 4.0) * scale);
            let whole = room.with_min_y(room.bottom() - 3.5 * scale);
            self.painter.rect_filled(whole, 1.5 * scale, ground);
            let done = whole.with_max_x(whole.left() + share * whole.width());
            self.painter.rect_filled(done, 1.5 * scale, bar);
        }
        let (width, colour) = if self.graph.is_critical(index) {
            (2.5, colour::critical(self.dark))
        } else {
            (dress.width, dress.outline)
        };
        let stroke = Stroke::new(width * scale.clamp(0.5, 1.5), colour);
        self.painter
            .rect_stroke(rect, round, stroke, StrokeKind::Middle);
        if vertex.state == super::State::Done {
            self.mark(rect, scale, dress.ink);
        }
        let raised = if progress.is_some() { 2.5 * scale } else { 0.0 };
        self.vertex_text(rect.translate(vec2(0.0, -raised)), vertex, &dress);
    }

    /// Draws the label at the left and the threads at the right, as far as there is room.
    fn vertex_text(&self, rect: Rect, vertex: &Vertex<'_>, dress: &Dress) {
        let scale = self.view.scale(self.chart);
        // Half points, so that there are not too many sizes of letters.
        let size = (FONT * scale * 2.0).round() / 2.0;
        if size < LEAST_FONT {
            return;
        }
        let done = vertex.state == super::State::Done;
        let room = rect.shrink2(vec2(6.0 * scale, 0.0));
        let room = if done {
            room.with_max_x(room.right() - 11.0 * scale)
        } else {
            room
        };
        let threads = format!("×{}", vertex.threads);
        let threads = self.galley(threads, size * 0.85, f32::INFINITY, dress.ink);
        let label = self.galley(vertex.label.into(), size, room.width(), dress.ink);
        let up = |galley: &Galley| room.center().y - galley.size().y / 2.0;
        // The name goes before the threads where there is no room for both.
        if label.size().x + threads.size().x + 3.0 * scale <= room.width() {
            let right = pos2(room.right() - threads.size().x, up(&threads));
            self.painter.galley(right, threads, dress.ink);
        }
        self.painter
            .galley(pos2(room.left(), up(&label)), label, dress.ink);
    }

    fn galley(&self, words: String, size: f32, most: f32, ink: Color32) -> Arc<Galley> {
        let format = TextFormat::simple(FontId::proportional(size), ink);
        let mut job = LayoutJob::single_section(words, format);
        job.wrap = TextWrapping::truncate_at_width(most);
        self.painter.layout_job(job)
    }

    /// Draws a tick on a completed vertex.
    fn mark(&self, rect: Rect, scale: f32, ink: Color32) {
        let corner = pos2(rect.right() - 13.0 * scale, rect.center().y);
        let stroke = Stroke::new(1.6 * scale, ink);
        let position = |x: f32, y: f32| corner + vec2(x, y) * scale;
        let points = vec![position(0.0, 0.0), position(3.0, 3.0), position(8.0, -4.0)];
        self.painter.line(points, stroke);
    }

    /// Marks the neighbours of the vertex that stands out.
    fn neighbours(&self) {
        let Some(focus) = self.focus else { return };
        let ink = colour::text_on(colour::ground(self.dark));
        for edge in &self.view.layout().edges {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if from == focus {
                self.outline(to, 0.0, 2.0, ink);
            } else if to == focus {
                self.outline(from, 0.0, 2.0, ink);
            }
        }
        self.outline(focus, 0.0, 2.5, ink);
    }

    fn outline(&self, vertex: usize, away: f32, width: f32, colour: Color32) {
        let (rect, scale) = (self.rect(vertex), self.view.scale(self.chart));
        if rect.is_positive() {
            let (away, stroke) = (
                away * scale.max(0.6),
                Stroke::new(width * scale.clamp(0.4, 1.5), colour),
            );
            let round = 6.0 * scale + away;
            self.painter
                .rect_stroke(rect.expand(away), round, stroke, StrokeKind::Middle);
        }
    }
}
