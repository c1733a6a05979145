//! Layout of a graph: layers from top to bottom, lines that run over no vertex.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::layers::Layers;
use super::size::{HEIGHT, PITCH, WIDTH};
use super::{order, placement};

/// Greatest distance aside from one layer to the next of edges that are not upright in the layers.
const SLANT: f32 = 40.0;

/// Positions of all vertices and edges.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// Middle of each vertex.
    pub middles: Vec<Pos2>,
    /// Layer of each vertex, 0 for those that follow none.
    pub layers: Vec<u32>,
    /// All edges, by the vertex they lead to.
    pub edges: Vec<Edge>,
    /// Size of the whole, from the origin.
    pub size: Vec2,
    /// Number of pairs of lines that cross.
    pub crossings: usize,
}

/// An edge from a vertex to one that follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Vertex that comes first.
    pub from: u32,
    /// Vertex that follows.
    pub to: u32,
    /// Points where the edge passes the layers between, from top to bottom.
    pub bends: Vec<Pos2>,
}

impl Layout {
    /// Lays vertices out in layers, each below those it follows, which `predecessors` lists for
    /// each. Equal graphs have equal layouts.
    pub fn new(predecessors: &[Vec<u32>]) -> Self {
        let layers = Layers::new(predecessors);
        let rows = order::rows(&layers);
        let across = placement::across(&layers, &rows);
        let point = |point: usize| {
            let down = HEIGHT / 2.0 + f64::from(layers.layer_of[point]) * PITCH;
            pos2(across[point] as f32, down as f32)
        };
        let edges = layers.edges.iter().map(|edge| Edge {
            from: edge.from,
            to: edge.to,
            bends: (edge.first_bend..edge.first_bend + edge.bends)
                .map(|bend| point(bend as usize))
                .collect(),
        });
        let middles: Vec<_> = (0..layers.vertices).map(point).collect();
        let widest = across
            .iter()
            .fold(0.0_f64, |widest, middle| widest.max(*middle));
        let height = layers.count.saturating_sub(1) as f64 * PITCH + HEIGHT;
        Self {
            edges: edges.collect(),
            layers: layers.layer_of[..layers.vertices].to_vec(),
            size: match middles.len() {
                0 => Vec2::ZERO,
                _ => vec2((widest + WIDTH / 2.0) as f32, height as f32),
            },
            crossings: order::crossings(&layers, &rows),
            middles,
        }
    }

    /// Returns the box of `vertex`; empty if there is no such vertex.
    pub fn rect(&self, vertex: usize) -> Rect {
        let size = vec2(WIDTH as f32, HEIGHT as f32);
        let middle = self.middles.get(vertex);
        middle.map_or(Rect::NOTHING, |middle| {
            Rect::from_center_size(*middle, size)
        })
    }

    /// Returns the points of an edge, from the bottom of one vertex to the top of the other.
    pub fn path(&self, edge: &Edge) -> Vec<Pos2> {
        let half = vec2(0.0, HEIGHT as f32 / 2.0);
        let middle = |vertex: u32| self.middles.get(vertex as usize).copied();
        let (Some(from), Some(to)) = (middle(edge.from), middle(edge.to)) else {
            return Vec::new();
        };
        let mut path = Vec::with_capacity(2 + 2 * edge.bends.len());
        path.push(from + half);
        let mut before = from;
        for (index, bend) in edge.bends.iter().enumerate() {
            let after = edge.bends.get(index + 1).copied().unwrap_or(to);
            if (bend.x - before.x).abs().max((bend.x - after.x).abs()) <= SLANT {
                path.push(*bend);
            } else {
                // Upright between its neighbours, so that it touches none.
                path.extend([*bend - half, *bend + half]);
            }
            before = *bend;
        }
        path.push(to - half);
        path
    }
}
