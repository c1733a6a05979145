//! Edges as curves with heads, or as straight lines where they are many or small.

use egui::epaint::CubicBezierShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::{Edge, Graph, GraphView};
use crate::colour;
use crate::colour::mix;

/// Most visible edges that are curves; more are straight.
const MOST_CURVES: usize = 1_500;
/// Least scale at which edges are curves with heads.
const LEAST_SCALE: f32 = 0.35;
/// Length of a head, in points at scale one.
const HEAD: f32 = 6.0;

/// Edges of a graph on a chart.
pub(super) struct Edges<'a> {
    pub(super) painter: &'a Painter,
    pub(super) chart: Rect,
    pub(super) view: &'a GraphView,
    pub(super) graph: &'a Graph<'a>,
    /// Vertex whose edges stand out.
    pub(super) focus: Option<usize>,
    /// Whether all other edges step back.
    pub(super) dimmed: bool,
    pub(super) dark: bool,
}

impl Edges<'_> {
    /// Draws the visible edges, those that stand out last.
    pub(super) fn draw(&self) {
        let layout = self.view.layout();
        let (mut plain, mut strong) = (Vec::new(), Vec::new());
        let critical = self.graph.critical_edges(layout);
        for (edge, critical) in layout.edges.iter().zip(critical) {
            let path = layout.path(edge).into_iter();
            let path: Vec<_> = path.map(|index| self.view.on(self.chart, index)).collect();
            if !Rect::from_points(&path).expand(2.0).intersects(self.chart) {
                continue;
            }
            let incident = self.is_incident(edge);
            let list = if incident || critical {
                &mut strong
            } else {
                &mut plain
            };
            list.push((path, self.stroke(incident, critical)));
        }
        let curved =
            plain.len() + strong.len() <= MOST_CURVES && self.view.scale(self.chart) >= LEAST_SCALE;
        for (path, stroke) in plain.into_iter().chain(strong) {
            self.edge(path, stroke, curved);
        }
    }

    fn is_incident(&self, edge: &Edge) -> bool {
        let focus = self.focus.map(|focus| focus as u32);
        focus.is_some() && (focus == Some(edge.from) || focus == Some(edge.to))
    }

    fn stroke(&self, incident: bool, critical: bool) -> Stroke {
        let scale = self.view.scale(self.chart).clamp(0.5, 1.5);
        let (width, colour) = stroke_of(incident, critical, self.dimmed, self.dark);
        Stroke::new(width * scale, colour)
    }

    fn edge(&self, mut path: Vec<Pos2>, stroke: Stroke, curved: bool) {
        if !curved {
            self.painter.line(path, stroke);
            return;
        }
        let head = HEAD * self.view.scale(self.chart);
        let Some(tip) = path.pop() else { return };
        // The line ends inside the head, which is sharper than the line.
        path.push(tip - vec2(0.0, head * 0.8));
        let mut line = path[..1].to_vec();
        for corners in curves(&path) {
            let curve =
                CubicBezierShape::from_points_stroke(corners, false, Color32::TRANSPARENT, stroke);
            line.extend(curve.flatten(Some(0.1)).into_iter().skip(1));
        }
        self.painter.line(line, stroke);
        let corners = vec![
            tip,
            tip + vec2(-0.45 * head, -head),
            tip + vec2(0.45 * head, -head),
        ];
        self.painter
            .add(Shape::convex_polygon(corners, stroke.color, Stroke::NONE));
    }
}

/// Returns the width and the colour of an edge.
pub(crate) fn stroke_of(
    incident: bool,
    critical: bool,
    dimmed: bool,
    dark: bool,
) -> (f32, Color32) {
    let ground = colour::ground(dark);
    let ink = colour::text_on(ground);
    match (incident, critical) {
        (true, _) => (2.0, ink),
        (false, true) => (2.2, colour::critical(dark)),
        // Other edges step back while one vertex stands out.
        (false, false) if dimmed => (1.0, mix(ground, ink, 0.28)),
        (false, false) => (1.0, mix(ground, ink, 0.5)),
    }
}

/// Returns the curves through the points of `path`, from top to bottom: upright at both ends and
/// where the path turns back, without a kink anywhere.
pub(crate) fn curves(path: &[Pos2]) -> Vec<[Pos2; 4]> {
    let slope = |index: usize| {
        let step = path[index + 1] - path[index];
        step.x / step.y.max(f32::MIN_POSITIVE)
    };
    // Steps aside for one step down at each point, the harmonic mean of both sides: more would
    // overshoot.
    let tangent = |index: usize| {
        if index == 0 || index + 1 >= path.len() {
            return 0.0;
        }
        let (before, after) = (slope(index - 1), slope(index));
        if before * after <= 0.0 {
            0.0
        } else {
            2.0 * before * after / (before + after)
        }
    };
    let reach = |tangent: f32, down: f32| {
        let share = if tangent == 0.0 { 0.5 } else { 1.0 / 3.0 };
        vec2(tangent, 1.0) * down * share
    };
    (1..path.len())
        .map(|index| {
            let (from, to) = (path[index - 1], path[index]);
            let out = reach(tangent(index - 1), to.y - from.y);
            let back = reach(tangent(index), to.y - from.y);
            [from, from + out, to - back, to]
        })
        .collect()
}
