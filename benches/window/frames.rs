//! Time of a frame of the whole window while dragging through eight runs of 200 000 jobs.

use std::path::PathBuf;
use std::time::{Duration as Span, Instant};

use cosched::desktop::App;
use cpu_time::ProcessTime;
use egui::{Event, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

const FRAMES: usize = 120;
const SIZE: [f32; 2] = [1_600.0, 1_000.0];

/// Eight runs of one workload.
const EIGHT: &str = "(
    machine: Cluster(nodes: 128),
    workload: Lublin(jobs: 200000, load: 0.8),
    variants: [
        (policy: Fcfs), (policy: Easy), (policy: Conservative),
        (policy: Easy, label: \"F1\", parameters: (order: Unicef)),
        (policy: Easy, label: \"depth 10\", parameters: (depth: 10)),
        (policy: Easy, label: \"depth 100\", parameters: (depth: 100)),
        (policy: Easy, label: \"nobody killed\", parameters: (kill_at_estimate: false)),
        (policy: Easy, label: \"WFP3\", parameters: (order: Wfp3)),
    ],
)";

fn main() -> std::io::Result<()> {
    let file: PathBuf = std::env::temp_dir().join(format!("eight-{}.ron", std::process::id()));
    std::fs::write(&file, EIGHT)?;
    let mut app = App::new(vec![file.clone()]);
    app.settle();
    std::fs::remove_file(file)?;
    let mut window = Harness::builder()
        .with_size(SIZE)
        .with_max_steps(20)
        .build_eframe(move |_| app);
    window.run_ok();
    window.state_mut().settle();
    window.run_ok();
    println!(
        "{} runs, {SIZE:?} points, {FRAMES} frames a row: one frame on the clock, and of all processors",
        window.state().run_names().len()
    );
    frames(&mut window, "all, at rest", |_, _| {});
    let chart = window
        .get_all_by_label_contains("Schedule of")
        .next()
        .expect("a chart")
        .rect();
    let middle = chart.center();
    // Then a tenth of the time, then a thousandth.
    for (name, closer) in [("all", 1.0), ("a tenth", 10.0), ("a thousandth", 100.0)] {
        window.hover_at(middle);
        window.event(Event::Zoom(closer));
        window.run_ok();
        press(&mut window, middle, true);
        frames(&mut window, &format!("{name}, dragged"), |window, frame| {
            let along = (frame as f32 * 0.1).sin() * 200.0;
            window.event(Event::PointerMoved(pos2(middle.x + along, middle.y)));
        });
        press(&mut window, middle, false);
        window.run_ok();
    }
    Ok(())
}

fn press(window: &mut Harness<'_, App>, pos: Pos2, pressed: bool) {
    window.event(Event::PointerMoved(pos));
    window.event(Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
    window.step();
}

/// Frames with layout and tessellation, without the work of a graphics card.
fn frames(
    window: &mut Harness<'_, App>,
    name: &str,
    mut before: impl FnMut(&mut Harness<'_, App>, usize),
) {
    let mut spans: Vec<(Span, Span)> = Vec::new();
    for frame in 0..FRAMES {
        before(window, frame);
        let (start, busy) = (Instant::now(), ProcessTime::now());
        window.step();
        let shapes = window.output().shapes.clone();
        std::hint::black_box(window.ctx.tessellate(shapes, 1.0));
        spans.push((start.elapsed(), busy.elapsed()));
    }
    let [clock, processors] = [|span: &(Span, Span)| span.0, |span: &(Span, Span)| span.1]
        .map(|which| spans.iter().map(which).collect::<Vec<_>>())
        .map(quantiles);
    println!(
        "{name:24} median {:7.2} ms {:7.2} ms   95 % {:7.2} ms {:7.2} ms",
        clock[0], processors[0], clock[1], processors[1]
    );
}

fn quantiles(mut spans: Vec<Span>) -> [f64; 2] {
    spans.sort_unstable();
    [spans.len() / 2, spans.len() * 95 / 100].map(|index| spans[index].as_secs_f64() * 1e3)
}
