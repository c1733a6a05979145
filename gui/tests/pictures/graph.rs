//! Graphs of workflows.

use crate::soft::Soft;
use cosched::charts::graph::{Dress, Graph, GraphResponse, GraphView, State, Vertex};
use cosched::charts::look;
use cosched::load;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// One job before two before one, with the state of the graph.
struct Workflow {
    view: GraphView,
    states: [State; 4],
    selected: Option<usize>,
    response: GraphResponse,
    /// The last vertex clicked on: a click lasts one frame only.
    clicked: Option<usize>,
}

const BANDWIDTHS: [f64; 4] = [3.6, 10.5, 7.0, 3.6];

fn workflow(states: [State; 4], theme: egui::Theme) -> Harness<'static, Workflow> {
    let workflow = Workflow {
        view: GraphView::new(&[vec![], vec![0], vec![0], vec![1, 2]]),
        states,
        selected: None,
        response: GraphResponse::default(),
        clicked: None,
    };
    let show = |ui: &mut egui::Ui, workflow: &mut Workflow| {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        let vertices: [Vertex<'_>; 4] = std::array::from_fn(|index| Vertex {
            label: ["load", "left", "right", "join"][index],
            threads: 8,
            value: BANDWIDTHS[index],
            state: workflow.states[index],
        });
        let graph = Graph {
            vertices: &vertices,
            critical: &[],
            unit: "GB/s",
            selected: workflow.selected,
        };
        workflow.response = workflow.view.show(ui, "graph", &graph, |ui, vertex| {
            ui.label(format!("tooltip of {vertex}"));
        });
        workflow.clicked = workflow.response.clicked.or(workflow.clicked);
    };
    Harness::builder()
        .with_size([460.0, 240.0])
        .with_max_steps(20)
        .with_theme(theme)
        .renderer(Soft::default())
        .build_ui_state(show, workflow)
}

/// The middle of `vertex` on the screen.
fn middle(harness: &Harness<'_, Workflow>, vertex: usize) -> egui::Pos2 {
    let (state, layout) = (harness.state(), harness.state().view.layout());
    state
        .view
        .on(state.response.chart.unwrap(), layout.middles[vertex])
}

#[test]
fn a_vertex_has_the_colour_of_its_band_and_state() {
    let states = [
        State::Done,
        State::Running(0.5),
        State::Ready,
        State::NotReady,
    ];
    for (theme, dark) in [(egui::Theme::Light, false), (egui::Theme::Dark, true)] {
        let mut harness = workflow(states, theme);
        harness.run();
        let picture = harness.render().unwrap();
        for (vertex, band) in [(0, 0), (1, 3), (2, 1), (3, 0)] {
            // Left of all words, right of the outline.
            let state = harness.state();
            let scale = state.view.scale(state.response.chart.unwrap());
            let left = middle(&harness, vertex) - egui::vec2(25.4 * scale, 0.0);
            let found = picture.get_pixel(left.x as u32, left.y as u32).0;
            let expected = Dress::new(band, states[vertex], dark).fill.to_array();
            let both = found.into_iter().zip(expected);
            assert!(
                both.clone().all(|(one, other)| one.abs_diff(other) <= 3),
                "{vertex} is {found:?}, not {expected:?}"
            );
        }
        if dark {
            harness.snapshot("graph_dark");
        }
    }
}

#[test]
fn a_click_finds_the_vertex_and_keys_and_wheel_move_the_graph() {
    let mut harness = workflow([State::Unknown; 4], egui::Theme::Light);
    harness.run();
    let (position, fitted) = (middle(&harness, 2), harness.state().view.clone());
    harness.hover_at(position);
    harness.run();
    assert_eq!(harness.state().response.hovered, Some(2));
    assert!(harness.query_by_label("tooltip of 2").is_some());
    harness.drag_at(position);
    harness.drop_at(position);
    harness.run();
    assert_eq!(harness.state().clicked, Some(2));
    harness.state_mut().selected = Some(2);
    harness.hover_at(egui::pos2(20.0, 200.0));
    harness.run();
    assert_eq!(harness.state().response.hovered, None);
    harness.snapshot("graph_light");
    harness.hover_at(position);
    harness.run();
    harness.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 100.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run();
    assert!(
        middle(&harness, 2).distance(position) < 0.1,
        "stays under the pointer"
    );
    let chart = harness.state().response.chart.unwrap();
    assert!(
        harness.state().view.scale(chart) > fitted.scale(chart),
        "closer"
    );
    harness.key_press(egui::Key::ArrowRight);
    harness.run();
    assert!(
        middle(&harness, 2).x < position.x,
        "what is to the right comes in"
    );
    harness.key_press(egui::Key::Home);
    harness.run();
    assert_eq!(harness.state().view, fitted);
}

/// Every real workflow, drawn: all tasks are in the picture, and no two of
/// them overlap.
#[test]
fn every_real_workflow_is_drawn() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces/workflows");
    let Ok(files) = std::fs::read_dir(folder) else {
        println!("skipped: the workflows are not beside the project");
        return;
    };
    let mut drawn = 0;
    for path in files.map(|file| file.unwrap().path()) {
        let file = cosched::load::workflow_file::read(&path).unwrap();
        let index = |index: &usize| u32::try_from(*index).unwrap();
        let predecessors: Vec<Vec<u32>> = file
            .tasks
            .iter()
            .map(|task| task.after.iter().map(index).collect())
            .collect();
        let vertices: Vec<_> = file
            .tasks
            .iter()
            .map(|task| Vertex {
                label: &task.name,
                threads: task.cores.unwrap_or(1),
                value: 0.0,
                state: State::default(),
            })
            .collect();
        let graph = Graph {
            vertices: &vertices,
            ..Graph::default()
        };
        let view = GraphView::new(&predecessors);
        let boxes: Vec<_> = (0..vertices.len())
            .map(|vertex| view.layout().rect(vertex))
            .collect();
        for (index, one) in boxes.iter().enumerate() {
            let apart = |other: &egui::Rect| !one.shrink(0.5).intersects(*other);
            assert!(boxes[index + 1..].iter().all(apart), "{}", path.display());
        }
        let picture =
            cosched::charts::write::svg::graph("drawn", &view, &graph, [1600, 1000], false);
        // Names may be too long for their boxes; the boxes are there.
        let boxes_drawn = picture.matches("<rect").count();
        assert!(
            boxes_drawn >= boxes.len(),
            "{}: {boxes_drawn}",
            path.display()
        );
        drawn += 1;
    }
    assert!(drawn >= 19, "{drawn}");
}
