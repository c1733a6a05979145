//! Layers of vertices, and the bends that long edges make in the layers between.

/// Most bends: with more, the longest edges run straight.
const MOST_BENDS: usize = 100_000;

/// Vertices and bends of a graph in layers; vertices come first.
pub(super) struct Layers {
    /// Number of points that are vertices; all others are bends.
    pub(super) vertices: usize,
    /// Layer of each point.
    pub(super) layer_of: Vec<u32>,
    /// Number of layers.
    pub(super) count: usize,
    /// Points above each point that lines come from.
    pub(super) above: Vec<Vec<u32>>,
    /// Points below each point that lines go to.
    pub(super) below: Vec<Vec<u32>>,
    /// All edges, those to the first vertex first.
    pub(super) edges: Vec<Chain>,
}

/// An edge and its bends, which are consecutive points.
pub(super) struct Chain {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) first_bend: u32,
    pub(super) bends: u32,
}

impl Layers {
    /// Puts each vertex in the layer below the lowest it follows. Cycles and predecessors that do
    /// not exist are left out.
    pub(super) fn new(predecessors: &[Vec<u32>]) -> Self {
        let of = longest_paths(predecessors);
        let mut edges = Vec::new();
        for (to, before) in predecessors.iter().enumerate() {
            let mut before = before.clone();
            before.sort_unstable();
            before.dedup();
            let downwards = |from: &u32| of.get(*from as usize).is_some_and(|one| *one < of[to]);
            edges.extend(before.into_iter().filter(downwards).map(|from| Chain {
                from,
                to: to as u32,
                first_bend: 0,
                bends: 0,
            }));
        }
        let vertices = of.len();
        let mut layers = Self {
            vertices,
            count: of.iter().max().map_or(0, |last| *last as usize + 1),
            above: vec![Vec::new(); vertices],
            below: vec![Vec::new(); vertices],
            layer_of: of,
            edges,
        };
        layers.bend();
        layers
    }

    /// Returns the number of layers that `edge` goes down.
    fn span(&self, edge: &Chain) -> u32 {
        self.layer_of[edge.to as usize] - self.layer_of[edge.from as usize]
    }

    fn bend(&mut self) {
        let mut edges = std::mem::take(&mut self.edges);
        let mut by_span: Vec<_> = (0..edges.len()).collect();
        by_span.sort_by_key(|index| self.span(&edges[*index]));
        for index in by_span {
            let edge = &mut edges[index];
            let bends = self.span(edge) - 1;
            if self.layer_of.len() - self.vertices + bends as usize > MOST_BENDS {
                break;
            }
            edge.first_bend = self.layer_of.len() as u32;
            edge.bends = bends;
            let mut last = edge.from;
            for layer in 0..bends {
                let bend = self.layer_of.len() as u32;
                self.layer_of
                    .push(self.layer_of[edge.from as usize] + layer + 1);
                self.above.push(Vec::new());
                self.below.push(Vec::new());
                self.link(last, bend);
                last = bend;
            }
            self.link(last, edge.to);
        }
        self.edges = edges;
    }

    fn link(&mut self, from: u32, to: u32) {
        self.below[from as usize].push(to);
        self.above[to as usize].push(from);
    }

    /// Whether the point is a bend and no vertex.
    pub(super) fn is_bend(&self, point: u32) -> bool {
        point as usize >= self.vertices
    }
}

/// Returns the number of vertices on the longest path to each vertex; 0 for those on a cycle.
fn longest_paths(predecessors: &[Vec<u32>]) -> Vec<u32> {
    let count = predecessors.len();
    let mut after = vec![Vec::new(); count];
    let mut missing = vec![0_usize; count];
    for (to, before) in predecessors.iter().enumerate() {
        for from in before.iter().map(|from| *from as usize) {
            if from < count {
                after[from].push(to);
                missing[to] += 1;
            }
        }
    }
    let mut layer = vec![0; count];
    let mut ready: Vec<_> = (0..count).filter(|vertex| missing[*vertex] == 0).collect();
    while let Some(from) = ready.pop() {
        for &to in &after[from] {
            layer[to] = layer[to].max(layer[from] + 1);
            missing[to] -= 1;
            if missing[to] == 0 {
                ready.push(to);
            }
        }
    }
    for vertex in (0..count).filter(|vertex| missing[*vertex] > 0) {
        layer[vertex] = 0;
    }
    layer
}
