//! The form on the left: where fields begin, and what lies beside them.

use cosched::desktop::Pane;
use cosched::scenario::Workload;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{click, number, window, write};

/// Two processors: 400 processor seconds submitted in 1 000 s, a fifth of what they can do.
const LOG: &str = "; MaxProcs: 2\n\
    1 0 0 100 2 -1 -1 2 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 500 0 100 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n\
    3 1000 0 50 2 -1 -1 2 50 -1 1 1 1 -1 1 -1 -1 -1\n";

/// The same jobs as accounting on two nodes.
const ACCOUNTING: &str = "jobid,submit,start,end,nnodes\n\
    1,0,0,100,2\n2,500,500,600,1\n3,1000,1000,1050,2\n";

#[test]
fn the_load_of_a_log_begins_at_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("own.swf", LOG), ("own.csv", ACCOUNTING)] {
        let mut window = window(vec![write(folder.path(), name, text)]);
        click(&mut window, "Set Offered load");
        let load = match &window.state().scenario().workload {
            Workload::Swf(log) => log.load,
            Workload::Table(table) => table.load,
            other => panic!("{other:?}"),
        };
        assert_eq!(load, Some(0.2), "{name}");
    }
}

/// The window is low enough for a scrollbar beside the form.
#[test]
fn the_scrollbar_does_not_lie_over_the_arrows() {
    let mut window = window(Vec::new());
    window.set_size(egui::vec2(1280.0, 600.0));
    number(&mut window, "Seed", 77.0);
    window.run_steps(4);
    let arrow = window.get_by_label("Reset Seed").rect();
    let chart = window.state().pane_rect(&window.ctx, Pane::Schedule);
    // Between the arrow and the chart: the bar, and margins of the panel and of the pane.
    let bar = window.ctx.global_style().spacing.scroll.bar_width;
    let room = chart.unwrap().left() - arrow.right();
    assert!(room >= bar + 8.0 + 10.0, "{room}");
}
