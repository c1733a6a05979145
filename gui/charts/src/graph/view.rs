//! The visible part of a graph, and its scale.

use egui::{Pos2, Rect, Vec2};

use super::Layout;

/// Largest scale, in points for one of the layout.
const CLOSEST: f32 = 4.0;
/// Largest scale of a whole graph: more makes a small one look coarse.
const FITTED: f32 = 1.3;
/// Margin around a whole graph, in points.
const MARGIN: f32 = 12.0;

/// A graph laid out, and the view of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GraphView {
    layout: Layout,
    /// Middle of the chart and scale; absent to show all.
    window: Option<(Pos2, f32)>,
}

impl GraphView {
    /// Lays out the graph in which each vertex follows its `predecessors`.
    pub fn new(predecessors: &[Vec<u32>]) -> Self {
        Self {
            layout: Layout::new(predecessors),
            window: None,
        }
    }

    /// Returns the positions of vertices and edges.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Shows everything, also when the room changes.
    pub fn fit_all(&mut self) {
        self.window = None;
    }

    /// Brings `vertex` to the middle, at least so large that it can be read.
    pub fn reveal(&mut self, vertex: usize, chart: Rect) {
        if let Some(middle) = self.layout.middles.get(vertex) {
            self.window = Some((*middle, self.scale(chart).max(1.0)));
        }
    }

    /// Returns the scale: points on `chart` for one of the layout.
    pub fn scale(&self, chart: Rect) -> f32 {
        self.window
            .map_or_else(|| self.fitted(chart), |window| window.1)
    }

    /// Returns the position on `chart` of `position` of the layout.
    pub fn on(&self, chart: Rect, position: Pos2) -> Pos2 {
        let (middle, scale) = self.window(chart);
        chart.center() + (position - middle) * scale
    }

    /// Returns the rectangle on `chart` of `rect` of the layout.
    pub fn rect_on(&self, chart: Rect, rect: Rect) -> Rect {
        Rect::from_min_max(self.on(chart, rect.min), self.on(chart, rect.max))
    }

    /// Returns the vertex at `position` on `chart`.
    pub fn at(&self, chart: Rect, position: Pos2) -> Option<usize> {
        let index = self.back(chart, position);
        // Small boxes are as easy to hit as three pixels.
        let slack = (1.5 / self.scale(chart) - super::size::HEIGHT as f32 / 2.0).max(0.0);
        (0..self.layout.middles.len())
            .find(|vertex| self.layout.rect(*vertex).expand(slack).contains(index))
    }

    /// Moves by so many points of the chart.
    pub fn pan(&mut self, chart: Rect, moved: Vec2) {
        let (middle, scale) = self.window(chart);
        let all = Rect::from_min_size(Pos2::ZERO, self.layout.size);
        self.window = Some((all.clamp(middle - moved / scale), scale));
    }

    /// Zooms by `factor`, with `position` fixed.
    pub fn zoom(&mut self, chart: Rect, position: Pos2, factor: f32) {
        let (middle, scale) = self.window(chart);
        let least = self.fitted(chart).min(1.0) / 2.0;
        let closer = (scale * factor).clamp(least, CLOSEST);
        let kept = self.back(chart, position);
        self.window = Some((kept - (kept - middle) * (scale / closer), closer));
    }

    fn back(&self, chart: Rect, position: Pos2) -> Pos2 {
        let (middle, scale) = self.window(chart);
        middle + (position - chart.center()) / scale
    }

    fn window(&self, chart: Rect) -> (Pos2, f32) {
        let all = Rect::from_min_size(Pos2::ZERO, self.layout.size);
        self.window
            .unwrap_or_else(|| (all.center(), self.fitted(chart)))
    }

    fn fitted(&self, chart: Rect) -> f32 {
        let room = (chart.size() - Vec2::splat(2.0 * MARGIN)).max(Vec2::splat(1.0));
        let share = room / self.layout.size.max(Vec2::splat(1.0));
        share.min_elem().min(FITTED)
    }
}
