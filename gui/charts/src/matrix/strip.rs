//! Use of quanta, in shares of all processor time, over time.

use cosched_core::Time;
use egui::{Mesh, Rect, Shape, Ui, pos2};

use super::USES;
use crate::colour;
use crate::gantt::chart_area;
use crate::gantt::chart_area::{ChartArea, Margins};
use crate::gantt::{GanttView, hit, input};
use crate::look::strong;
use laboratory::family::coscheduling::record::{Quantum, QuantumRecord};
use laboratory::record::clock::Clock;

/// Draws shares over the time of `view` in all available room; `cursor` marks an instant. Returns
/// the clicked instant. Charts that share `view` move together in time.
pub fn strip(
    ui: &mut Ui,
    name: &str,
    (record, clock): (&QuantumRecord, &Clock),
    view: &mut GanttView,
    cursor: Option<Time>,
    dark: bool,
) -> Option<Time> {
    let (chart, response, painter) = chart_area::allocate(ui, name, Margins::Axes(1), 0.0);
    let rows = (view.row0, view.row1);
    input::apply(ui, &response, chart, view);
    // There are no rows here, and those of other charts are not to move.
    (view.row0, view.row1) = rows;
    painter.rect_filled(chart, 0.0, colour::ground(dark));
    let columns = (chart.width() * ui.pixels_per_point()).max(1.0) as usize;
    let mut mesh = Mesh::default();
    for (index, shares) in means(record, view, columns).into_iter().enumerate() {
        let across = [index, index + 1]
            .map(|edge| chart.left() + chart.width() * edge as f32 / columns as f32);
        let mut bottom = chart.bottom();
        for (part, share) in shares.into_iter().take(USES.len() - 1).enumerate() {
            let top = bottom - share as f32 * chart.height();
            let rect = Rect::from_min_max(pos2(across[0], top), pos2(across[1], bottom));
            mesh.add_colored_rect(rect, colour::of_use(part));
            bottom = top;
        }
    }
    // At the instant of a replay, later quanta are not there yet.
    let past = view.past(chart);
    painter.with_clip_rect(past).add(Shape::mesh(mesh));
    let ground = ChartArea {
        painter: &painter,
        chart,
        view,
        clock,
        dark,
    };
    ground.time_axis(response.has_focus());
    ground.hair_lines(response.id, cursor);
    let index = response
        .hover_pos()
        .filter(|index| chart.contains(*index))?;
    let at = hit::instant(view.at(chart, index).0);
    let clicked = response.clicked().then_some(at);
    if !past.contains(index) {
        return clicked;
    }
    response.on_hover_ui_at_pointer(|ui| explain(ui, (record, clock), at));
    clicked
}

/// Returns the shares of each of so many columns; all 0 where there is no quantum.
fn means(record: &QuantumRecord, view: &GanttView, columns: usize) -> Vec<[f64; 5]> {
    let width = view.seconds() / columns as f64;
    let column = |index: usize| {
        let from = view.t0 + width * index as f64;
        mean(record, from, from + width)
    };
    (0..columns).map(column).collect()
}

/// Returns the mean shares from `from` until `until`, in seconds.
fn mean(record: &QuantumRecord, from: f64, until: f64) -> [f64; 5] {
    let quanta = &record.quanta;
    let first = quanta.partition_point(|quantum| quantum.until.seconds() <= from);
    let mut sum = [0.0; 5];
    let within = |quantum: &&Quantum| quantum.from.seconds() < until;
    for quantum in quanta[first..].iter().take_while(within) {
        let [begins, ends] = [quantum.from, quantum.until].map(Time::seconds);
        let part = (ends.min(until) - begins.max(from)) / (until - from);
        let shares = quantum.shares(record.nodes);
        for (sum, share) in sum.iter_mut().zip(shares) {
            *sum += share * part;
        }
    }
    sum
}

/// Shows the use of the quantum at `at`.
fn explain(ui: &mut Ui, (record, clock): (&QuantumRecord, &Clock), at: Time) {
    let Some(quantum) = record.quantum_at(at) else {
        ui.label("nobody runs");
        return;
    };
    let [from, until] = [quantum.from, quantum.until].map(|at| clock.instant(at.seconds()));
    ui.label(strong(format!("{from} to {until}")));
    for (name, share) in USES.iter().zip(quantum.shares(record.nodes)) {
        ui.label(format!("{:.1} % {name}", 100.0 * share));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::sample::simulated;

    /// Four nodes are used in full in [0, 1), two of them in [1, 2).
    #[test]
    fn shares_are_means_over_time() {
        let run = simulated(
            "(machine: Cluster(nodes: 4), policies: [Gang], workload: Jobs([
                (submit: 0, runtime: 1, nodes: 4), (submit: 0, runtime: 1, nodes: 2)]),
            parameters: (coscheduling: (quantum: 1)))",
        );
        let record = run.quanta().unwrap();
        assert_eq!(mean(record, 0.0, 1.0)[0], 1.0);
        assert_eq!(mean(record, 0.5, 1.5)[0], 0.75);
        assert_eq!(mean(record, 0.0, 4.0)[0], 0.375);
        assert_eq!(mean(record, 1.0, 2.0), [0.5, 0.0, 0.0, 0.0, 0.5]);
        let total = record.total().shares(4);
        assert_eq!(total, [0.75, 0.0, 0.0, 0.0, 0.25]);
    }
}
