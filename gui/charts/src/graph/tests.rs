//! Graphs whose best drawing is known.

use egui::epaint::CubicBezierShape;
use egui::{Pos2, Rect, pos2};

use super::edges::curves;
use super::size::{GAP, HEIGHT, LANE, PITCH, WIDTH};
use super::{Bands, Dress, GraphView, Layout, State};

/// Checks the properties of every drawing.
fn check(predecessors: &[Vec<u32>]) -> Layout {
    let layout = Layout::new(predecessors);
    let rects: Vec<_> = (0..predecessors.len())
        .map(|vertex| layout.rect(vertex))
        .collect();
    let mut in_rows: Vec<_> = (0..rects.len()).collect();
    in_rows.sort_by(|one, other| {
        let key = |vertex: usize| (layout.layers[vertex], rects[vertex].left());
        key(*one).partial_cmp(&key(*other)).unwrap()
    });
    for pair in in_rows.windows(2) {
        let (one, other) = (rects[pair[0]], rects[pair[1]]);
        assert!(!one.expand(0.5).intersects(other), "{pair:?} overlap");
    }
    for edge in &layout.edges {
        let path = layout.path(edge);
        assert!(
            path.windows(2).all(|pair| pair[1].y > pair[0].y),
            "downwards: {path:?}"
        );
    }
    if rects.len() <= 100 {
        runs_over_none(&layout, &rects);
    }
    let all = Rect::from_min_size(Pos2::ZERO, layout.size).expand(0.1);
    assert!(rects.iter().all(|rect| all.contains_rect(*rect)));
    layout
}

/// No edge runs over a vertex.
fn runs_over_none(layout: &Layout, rects: &[Rect]) {
    for edge in &layout.edges {
        for corners in curves(&layout.path(edge)) {
            let none = (egui::Color32::TRANSPARENT, egui::Stroke::NONE);
            let curve = CubicBezierShape::from_points_stroke(corners, false, none.0, none.1);
            for index in (0..=20).map(|step| curve.sample(step as f32 / 20.0)) {
                let over = rects
                    .iter()
                    .position(|rect| rect.shrink(0.1).contains(index));
                assert_eq!(over, None, "{edge:?} at {index:?}");
            }
        }
    }
}

/// Each of `count` vertices follows 1 or 2 of the 12 before it.
fn batch(count: u32) -> Vec<Vec<u32>> {
    let mut seed = 1_u64;
    let mut below = |bound: u32| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % bound
    };
    let before = |vertex: u32| {
        let parents = 1 + below(2);
        (0..parents.min(vertex))
            .map(|_| vertex - 1 - below(vertex.min(12)))
            .collect()
    };
    (0..count).map(before).collect()
}

#[test]
fn empty_and_single_vertex_graphs_have_a_layout() {
    let empty = check(&[]);
    assert!(empty.middles.is_empty() && empty.size == egui::Vec2::ZERO);
    let single = check(&[vec![]]);
    assert_eq!((single.layers, single.crossings), (vec![0], 0));
    let apart = check(&[vec![], vec![0], vec![], vec![2], vec![]]);
    assert_eq!(apart.layers, [0, 1, 0, 1, 0]);
    assert_eq!(apart.crossings, 0);
}

#[test]
fn a_chain_is_straight() {
    let layout = check(&[vec![], vec![0], vec![1], vec![2]]);
    assert_eq!(layout.layers, [0, 1, 2, 3]);
    let first = layout.middles[0].x;
    assert!(
        layout
            .middles
            .iter()
            .all(|middle| (middle.x - first).abs() < 0.01)
    );
    assert_eq!(layout.size.y, (3.0 * PITCH + HEIGHT) as f32);
}

#[test]
fn a_fork_and_join_is_symmetric() {
    let layout = check(&[vec![], vec![0], vec![0], vec![0], vec![0], vec![1, 2, 3, 4]]);
    assert_eq!(layout.layers, [0, 1, 1, 1, 1, 2]);
    assert_eq!(layout.crossings, 0);
    let middle = layout.size.x / 2.0;
    for end in [0, 5] {
        assert!((layout.middles[end].x - middle).abs() < 0.5, "{layout:?}");
    }
}

/// Three children each, four layers deep, and the reverse.
#[test]
fn trees_have_no_crossings() {
    let out: Vec<Vec<u32>> = (0..40_u32)
        .map(|vertex| {
            vertex
                .checked_sub(1)
                .map(|one| one / 3)
                .into_iter()
                .collect()
        })
        .collect();
    assert_eq!(check(&out).crossings, 0);
    // Vertex 39 - v follows what would follow v; leaves in an order that crosses.
    let mut joined = vec![Vec::new(); 40];
    for (child, parent) in (1..40_usize).map(|child| (child, (child - 1) / 3)) {
        joined[39 - parent].push(if child < 13 {
            39 - child
        } else {
            (child * 7) % 27
        } as u32);
    }
    assert_eq!(check(&joined).crossings, 0);
}

/// Two by two, each vertex follows all above: one crossing cannot be avoided.
#[test]
fn unavoidable_crossings_are_counted() {
    assert_eq!(
        check(&[vec![], vec![], vec![0, 1], vec![0, 1]]).crossings,
        1
    );
    // Three by three: a choice of two above and two below crosses once, 3 · 3 in all.
    let all = || vec![0, 1, 2];
    assert_eq!(
        check(&[vec![], vec![], vec![], all(), all(), all()]).crossings,
        9
    );
    // In reverse order there is none.
    assert_eq!(check(&[vec![], vec![], vec![1], vec![0]]).crossings, 0);
}

#[test]
fn a_long_edge_runs_over_no_vertex() {
    let layout = check(&[vec![], vec![0], vec![1], vec![2], vec![0, 3]]);
    let long = layout
        .edges
        .iter()
        .find(|edge| edge.from == 0 && edge.to == 4);
    let long = long.unwrap();
    assert_eq!(long.bends.len(), 3);
    // Beside three vertices one below the other: half of both, and the gap.
    let aside = (long.bends[1].x - layout.middles[2].x).abs();
    assert!(
        aside >= (0.5 * (WIDTH + LANE) + GAP) as f32 - 0.1,
        "{aside}"
    );
    check(&batch(60));
    check(&batch(100));
}

#[test]
fn cycles_and_missing_predecessors_are_left_out() {
    // 0 follows a vertex that does not exist; 1 and 2 follow each other; 3 follows itself.
    let layout = check(&[vec![9], vec![2], vec![1], vec![3, 0, 0]]);
    let edges: Vec<_> = layout
        .edges
        .iter()
        .map(|edge| (edge.from, edge.to))
        .collect();
    assert!(edges.iter().all(|edge| *edge == (0, 3)), "{edges:?}");
}

#[test]
fn ten_thousand_vertices_have_a_deterministic_layout() {
    let predecessors = batch(10_000);
    assert_eq!(check(&predecessors), Layout::new(&predecessors));
    // One vertex that all others follow, over thousands of layers.
    let chain = |vertex: u32| match vertex {
        0 => vec![],
        later => vec![later - 1, 0],
    };
    check(&(0..5_000).map(chain).collect::<Vec<_>>());
    check(&vec![Vec::new(); 10_000]);
}

#[test]
fn the_position_under_the_pointer_stays_when_zooming() {
    let mut view = GraphView::new(&batch(50));
    let chart = Rect::from_min_max(pos2(10.0, 10.0), pos2(410.0, 310.0));
    let index = view.on(chart, view.layout().middles[20]);
    assert_eq!(view.at(chart, index), Some(20));
    view.zoom(chart, index, 2.0);
    assert!(view.on(chart, view.layout().middles[20]).distance(index) < 0.01);
    view.pan(chart, egui::vec2(-30.0, 12.0));
    let moved = view.on(chart, view.layout().middles[20]) - index;
    assert!(
        (moved - egui::vec2(-30.0, 12.0)).length() < 0.01,
        "{moved:?}"
    );
    view.fit_all();
    assert!(view.on(chart, view.layout().middles[20]).distance(index) < 0.01);
    for _ in 0..100 {
        view.zoom(chart, index, 3.0);
    }
    assert_eq!(view.scale(chart), 4.0);
}

#[test]
fn all_of_a_graph_is_on_its_chart() {
    let view = GraphView::new(&batch(200));
    let chart = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
    for vertex in 0..200 {
        assert!(chart.contains_rect(view.rect_on(chart, view.layout().rect(vertex))));
    }
}

/// The least and greatest bandwidth of the paper's jobs.
#[test]
fn bands_are_quarters_of_the_range() {
    let bands = Bands::of([3.6, 10.5, f64::NAN, 7.0]);
    assert_eq!(
        [3.6, 5.32, 5.33, 7.04, 7.06, 8.77, 8.78, 10.5].map(|value| bands.band(value)),
        [0, 0, 1, 1, 2, 2, 3, 3]
    );
    assert!((bands.ends(1)[0] - 5.325).abs() < 1e-9 && (bands.ends(1)[1] - 7.05).abs() < 1e-9);
    assert_eq!(
        (Bands::of([2.0, 2.0]).band(2.0), Bands::of([]).band(1.0)),
        (1, 1)
    );
}

#[test]
fn states_look_different() {
    let states = [
        State::Unknown,
        State::NotReady,
        State::Ready,
        State::Running(0.5),
        State::Done,
    ];
    for dark in [false, true] {
        for (index, one) in states.iter().enumerate() {
            for other in &states[..index] {
                assert_ne!(
                    Dress::new(1, *one, dark),
                    Dress::new(1, *other, dark),
                    "{one:?}, {other:?}"
                );
            }
        }
    }
    let running = Dress::new(0, State::Running(f32::NAN), true);
    assert_eq!(
        running.progress(State::Running(f32::NAN)).map(|bar| bar.0),
        Some(0.0)
    );
    assert_eq!(running.progress(State::Done), None);
}
